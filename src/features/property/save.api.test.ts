import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/fixtures/make.ts';
import { uploaded, uploadedPhoto } from '../../../test/fixtures/uploads.ts';
import { expectUnchanged } from '../../../test/reading/snapshot.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';
import { ErrorAnswer } from '../../server/http/errors.server.ts';
import { PropertyRecord } from './property.ts';

type PropertyChanges = Parameters<typeof newProperty>[0];

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const parts = () => ({ certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] });
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const NO_FILE = 'We could not find this file. Add it again.';

async function save(ada: Landlord, home: PropertyRecord, changes: PropertyChanges) {
  const answer = await ada.put(at(home), newProperty(changes), home.version);
  expect(answer.outcome).toBe('served');
  return answer.as(PropertyRecord);
}

async function rowOf(table: 'properties' | `property_${string}`, { id }: { id: string }): Promise<object | undefined> {
  const column = table === 'properties' ? 'id' : 'property_id';
  const rows = await query<{ row: object }>(
    server.database,
    `select to_jsonb(t) as row from ${table} t where ${column} = $1 order by version limit 1`,
    [id],
  );
  return rows[0]?.row;
}

async function scanned(ada: Landlord) {
  const file = await uploaded(ada);
  return { file, certificate: newCertificate({ file: { url: file.url } }) };
}

/** Expects adding a property to fail without changes, and returns the errors by field. */
async function refusedFields(ada: Landlord, changes: PropertyChanges): Promise<Record<string, string>> {
  let fields = {};
  await expectUnchanged(server.database, [ada], async () => {
    const answer = await ada.post('/api/properties', newProperty(changes));
    expect(answer.outcome).toBe('422 invalid_input');
    fields = answer.fields;
  });
  return fields;
}

describe('a whole property', () => {
  it('S1.7.18 S1.7.20 S1.7.23 is added in one request and returned as sent', async () => {
    const ada = await landlord();
    const [photo, scan] = [await uploadedPhoto(ada), await uploaded(ada)];
    const bill = await uploaded(ada, { bucket: 'property-invoices', name: 'Boiler, “März”.pdf' });
    const expected = newProperty({
      imageUrl: photo.url,
      keyType: 'Yale',
      keyCode: '4711',
      keysAmount: 3,
      guarantorName: 'Charles Babbage',
      guarantorAddress: '1 Dorset Street\nLondon',
      guarantorPhone: '020 7946 0000',
      guarantorAltContact: 'charles@tenure.example',
      country: 'England',
      gas: true,
      storeys: 2,
      combustionRooms: 1,
      people: 3,
      households: 1,
      letByRoom: false,
      leasehold: null,
      unknownFacts: ['leasehold'],
      certificates: [newCertificate({ file: { url: scan.url } }), newCertificate({ name: 'EPC', cost: null })],
      compliance: newCompliance(),
      invoices: [newInvoice({ file: { url: bill.url } })],
    });
    const home = await addedProperty(ada, expected);
    expect(home).toEqual({
      ...expected,
      id: home.id,
      state: 'Bristol',
      chosenStatus: 'vacant',
      dateAdded: home.dateAdded,
      version: 1,
      tenants: [],
      ends: home.ends,
      certificates: expected.certificates?.map((sent, index) => ({
        ...sent,
        outcome: null,
        workDue: null,
        workDone: null,
        confirmedToTenant: null,
        confirmedToCouncil: null,
        replacedBy: null,
        id: home.certificates[index]?.id,
        file: index === 0 ? scan : null,
      })),
      invoices: expected.invoices?.map((sent) => ({ ...sent, id: home.invoices[0]?.id, file: bill })),
    });
    expect((await ada.get(at(home))).as(PropertyRecord)).toEqual(home);
    // S1.3.4, S1.7.8 to S1.7.17: the columns of the row.
    const row = {
      address: '14 Chandos Terrace',
      city: 'Bristol',
      state: 'Bristol',
      zipcode: 'BS6 6QJ',
      type: 'terraced',
      bedrooms: 3,
      size: 300,
      monthly_rent: 1450,
      purchase_price: 0,
      purchase_date: null,
      user_id: ada.id,
      image_url: photo.url,
      guarantor_name: 'Charles Babbage',
      guarantor_address: '1 Dorset Street\nLondon',
      guarantor_phone: '020 7946 0000',
      guarantor_alt_contact: 'charles@tenure.example',
      key_type: 'Yale',
      key_code: '4711',
      keys_amount: 3,
    };
    expect(await rowOf('properties', home), 'S1.3.4 S1.3.5 S1.7.8 S1.7.9 S1.7.10 S1.7.11 S1.9.8').toMatchObject(row);
    expect(await rowOf('property_invoices', home), 'S1.3.22').toMatchObject({ amount: 120.49, file_url: bill.url });
    const bare = await addedProperty(ada, { city: 'Leeds', bedrooms: 1, status: 'occupied' });
    await save(ada, bare, { ...expected, imageUrl: null, certificates: [], invoices: [], status: 'maintenance' });
    const changed = { ...row, image_url: null, size: 100, status: 'maintenance' };
    expect(await rowOf('properties', bare), 'S1.7.13 S1.7.15 S1.7.16 S1.7.17').toMatchObject(changed);
  });

  it('S1.5.14 S1.8.31 can be added without parts, and a certificate with only a name', async () => {
    const ada = await landlord();
    const bare = { imageUrl: null, keyType: '', keysAmount: null, guarantorName: '', certificates: [], invoices: [] };
    expect(await addedProperty(ada)).toMatchObject(bare);
    expect(await addedProperty(ada, { certificates: [{ name: 'x' }], invoices: [{}] })).toMatchObject({
      certificates: [{ name: 'x', issueDate: null, renewalFrequency: 'Yearly', cost: null, notes: '' }],
      invoices: [{ invoiceDate: null, amount: null, description: '', file: null }],
    });
  });

  it('S1.5.17 S1.5.18 keeps the order of rows and the exact pence of amounts', async () => {
    const ada = await landlord();
    const pence = [0, 9_999_999_999, 1, 99, 100, 12_345];
    const home = await addedProperty(ada, {
      certificates: pence.map((cost) => newCertificate({ cost })),
      invoices: pence.map((amount) => newInvoice({ amount })),
    });
    expect(home.certificates.map(({ cost }) => cost)).toEqual(pence);
    expect(home.invoices.map(({ amount }) => amount)).toEqual(pence);
  });
});

describe('saving an existing property', () => {
  it('S1.7.19 S1.7.24 changes and removes rows by id, and keeps omitted ones', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, {
      certificates: [newCertificate(), newCertificate({ name: 'EICR' })],
      invoices: [newInvoice(), newInvoice({ description: 'Roof' })],
      compliance: newCompliance(),
    });
    const [gas, eicr] = home.certificates;
    const [boiler, roof] = home.invoices;
    const changed = await save(ada, home, {
      rent: 1,
      certificates: [newCertificate({ ...gas, id: gas?.id.toUpperCase(), name: 'CP12', cost: null })],
      invoices: [{ ...roof, amount: 5 }],
    });
    expect(changed).toEqual({
      ...home,
      rent: 1,
      version: 2,
      certificates: [{ ...gas, name: 'CP12', cost: null }, eicr],
      invoices: [boiler, { ...roof, amount: 5 }],
    });
    const removed = await save(ada, changed, {
      certificates: [newCertificate(eicr), { name: 'Last' }],
      removedCertificates: [`${gas?.id}`, randomUUID()],
      removedInvoices: idsOf(home.invoices),
    });
    expect(removed.certificates.map(({ name }) => name)).toEqual(['EICR', 'Last']);
    expect(removed.invoices).toEqual([]);
  });

  it('does not change a row sent unchanged', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, parts());
    await save(ada, home, {
      certificates: home.certificates.map(newCertificate),
      invoices: home.invoices,
      compliance: home.compliance,
    });
    for (const table of ['property_certificates', 'property_invoices', 'property_compliance'] as const)
      expect(await rowOf(table, home)).toMatchObject({ version: 1 });
  });

  it('saves one of two concurrent requests, and returns both versions to the other', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { certificates: [newCertificate()] });
    const [certificate] = home.certificates;
    const sent = ['left', 'right'].map((side) =>
      newProperty({
        description: side,
        certificates: [newCertificate({ ...certificate, notes: side }), { name: side }],
      }),
    );
    const answers = await Promise.all(sent.map((body) => ada.put(at(home), body, 1)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['409 conflict', 'served']);
    const won = answers.find(({ status }) => status === 200)?.as(PropertyRecord);
    expect(won?.certificates.map(({ notes, name }) => notes || name)).toEqual([won?.description, won?.description]);
    const lost = answers.find(({ status }) => status === 409)?.as(ErrorAnswer).error;
    expect(lost?.current).toEqual(won);
    const other = won?.description === 'left' ? 'right' : 'left';
    expect(lost?.yours).toMatchObject({
      description: other,
      certificates: [{ id: certificate?.id, notes: other }, {}],
    });
  });
});

describe('a save that fails half-way', () => {
  let broken: { server: TestServer; drop(): Promise<void> };
  beforeAll(async () => {
    const { address, drop } = await privateDatabase('half_way');
    broken = { server: await startServer({ database: address }), drop };
  });
  afterAll(async () => {
    await broken.server.stop();
    await broken.drop();
  });

  it.each(['property_certificates', 'property_compliance', 'property_invoices'])(
    'S1.8.32 does not treat unreadable %s as empty',
    async (table) => {
      const ada = await landlord({}, broken.server);
      const home = await addedProperty(ada, parts());
      await query(broken.server.database, `revoke select on ${table} from tenure_app`);
      expect((await ada.get(at(home))).outcome).toBe('500 internal');
      expect((await ada.put(at(home), newProperty({ rent: 1 }), 1)).outcome).toBe('500 internal');
      await query(broken.server.database, `grant select on ${table} to tenure_app`);
      expect((await ada.get(at(home))).as(PropertyRecord)).toEqual(home);
    },
  );

  it('stores no rows, history or files', async () => {
    const ada = await landlord({}, broken.server);
    const home = await addedProperty(ada, parts());
    const photo = await uploadedPhoto(ada);
    await query(
      broken.server.database,
      `create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
       create trigger break_off after insert on property_invoices execute function break_off()`,
    );
    const expected = newProperty({ ...parts(), rent: 1, imageUrl: photo.url, removedInvoices: idsOf(home.invoices) });
    await expectUnchanged(broken.server.database, [ada], async () => {
      expect((await ada.put(at(home), expected, 1)).outcome).toBe('500 internal');
      expect((await ada.post('/api/properties', newProperty(parts()))).outcome).toBe('500 internal');
    });
  });
});

describe('rows that are not the property’s own', () => {
  it('are refused at each row without changes', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const certificates = [newCertificate(), newCertificate()];
    const home = await addedProperty(ada, { ...parts(), certificates });
    const [other, theirs] = [await addedProperty(ada, parts()), await addedProperty(bob, parts())];
    const [certificate, going] = home.certificates;
    const ids = [theirs.certificates[0], other.certificates[0], { id: randomUUID() }, going, certificate, certificate];
    const sent = newProperty({
      certificates: ids.map((row) => newCertificate({ id: row?.id, name: 'Taken over' })),
      removedCertificates: [`${going?.id}`],
      invoices: [{ id: theirs.invoices[0]?.id }],
    });
    const gone = 'This certificate has been deleted. Reload the page to see the current list.';
    await expectUnchanged(server.database, [ada, bob], async () => {
      expect((await ada.put(at(home), sent, 1)).fields).toEqual({
        'certificates.0.name': gone,
        'certificates.1.name': gone,
        'certificates.2.name': gone,
        'certificates.3.name': gone,
        'certificates.5.name': 'This certificate was sent twice.',
        'invoices.0.description': 'This invoice has been deleted. Reload the page to see the current list.',
      });
      expect((await ada.put(at(theirs), newProperty(parts()), 1)).outcome).toBe('404 not_found');
    });
  });

  it('S1.6.9 are not removed by a save or a deletion', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [home, other] = [await addedProperty(ada, parts()), await addedProperty(ada, parts())];
    const theirs = await addedProperty(bob, parts());
    const saved = await save(ada, home, {
      removedCertificates: idsOf([...other.certificates, ...theirs.certificates]),
      removedInvoices: idsOf([...other.invoices, ...theirs.invoices]),
    });
    expect(saved).toEqual({ ...home, version: 2 });
    expect((await ada.delete(at(home), 2)).status).toBe(204);
    expect(await rowOf('property_compliance', home)).toBeUndefined();
    expect((await ada.get(at(other))).as(PropertyRecord)).toEqual(other);
    expect((await bob.get(at(theirs))).as(PropertyRecord)).toEqual(theirs);
  });
});

describe('a file that cannot be used', () => {
  it('S1.6.9 belongs to another landlord, is incomplete, or is used by another row', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [photo, scan] = [await uploadedPhoto(bob), await uploaded(bob)];
    const bill = await uploaded(bob, { bucket: 'property-invoices' });
    const changes = {
      imageUrl: photo.url,
      certificates: [newCertificate(), newCertificate({ file: { url: scan.url } })],
      invoices: [newInvoice({ file: { url: bill.url } })],
    };
    const fields = { imageUrl: NO_FILE, 'certificates.1.file': NO_FILE, 'invoices.0.file': NO_FILE };
    expect(await refusedFields(ada, changes)).toEqual(fields);
    const [arriving, named, two] = [await scanned(ada), await scanned(ada), await scanned(ada)];
    await query(server.database, 'update files set stored = false where url = $1', [arriving.file.url]);
    const home = await addedProperty(ada, { certificates: [named.certificate] });
    const certificates = [arriving.certificate, named.certificate, two.certificate, two.certificate];
    expect(Object.keys(await refusedFields(ada, { certificates }))).toEqual([
      'certificates.0.file',
      'certificates.1.file',
      'certificates.3.file',
    ]);
    const again = await ada.put(at(home), newProperty({ certificates: [named.certificate] }), 1);
    expect(again.fields).toEqual({ 'certificates.0.file': NO_FILE });
  });

  it.each([
    [
      'uses it first',
      `insert into property_certificates (user_id, property_id, name, file_url) select user_id, id, 'x', $1 from properties where id = $2`,
    ],
    ['clears it away', 'delete from files where url = $1 and user_id = (select user_id from properties where id = $2)'],
  ])('is refused if another request %s concurrently', async (_, meanwhile) => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const { certificate, file } = await scanned(ada);
    await concurrently(async (other) => {
      await other.query(meanwhile, [file.url, home.id]);
      const saving = ada.post('/api/properties', newProperty({ certificates: [certificate] }));
      await waitsForLock();
      await other.query('commit');
      expect((await saving).outcome).toBe('422 invalid_input');
      expect((await saving).text).toContain('We could not find one of the files. Add it again.');
    });
    const left = await query(server.database, 'select id from properties where user_id = $1', [ada.id]);
    expect(left).toEqual([{ id: home.id }]);
  });
});

describe('a file', () => {
  it('can stay with its row, or move from a row removed in the same save', async () => {
    const ada = await landlord();
    const { certificate, file } = await scanned(ada);
    const photo = await uploadedPhoto(ada);
    const home = await addedProperty(ada, { imageUrl: photo.url, certificates: [certificate] });
    const saved = await save(ada, home, { imageUrl: photo.url, certificates: home.certificates.map(newCertificate) });
    expect(saved).toEqual({ ...home, version: 2 });
    const moved = await save(ada, saved, {
      imageUrl: photo.url,
      removedCertificates: idsOf(home.certificates),
      certificates: [certificate],
    });
    expect(moved.certificates).toMatchObject([{ file }]);
    expect(idsOf(moved.certificates)).not.toEqual(idsOf(home.certificates));
  });

  it('is kept for a day after a form removes it, and deleted immediately with its property', async () => {
    const ada = await landlord();
    const [first, second] = [await scanned(ada), await scanned(ada)];
    const home = await addedProperty(ada, { certificates: [first.certificate, second.certificate] });
    const [gone] = home.certificates;
    await save(ada, home, { removedCertificates: [`${gone?.id}`] });
    const [row] = await query<{ hours: number }>(
      server.database,
      'select extract(epoch from clear_at - app.instant())::float / 3600 as hours from files where url = $1',
      [first.file.url],
    );
    expect(row?.hours).toBeCloseTo(24, 1);
    expect((await ada.delete(at(home), 2)).status).toBe(204);
    while ((await ada.get(second.file.url)).status !== 404) await pause(20);
    expect((await ada.get(first.file.url)).status).toBe(200);
  });
});
