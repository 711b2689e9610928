/** A property with all its parts over HTTP: saved in one go, read in one go, and nothing moves that was not mentioned. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord, listedProperties } from '../../../test/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { uploaded, uploadedPhoto } from '../../../test/uploads.ts';
import { ErrorAnswer } from '../../server/http/errors.server.ts';
import { NO_COMPLIANCE } from './compliance/compliance.ts';
import { PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const read = async (ada: Landlord, house: { id: string }) => (await ada.get(at(house))).as(PropertyRecord);

/** Saves the property with what is given beside its own fields, from the version it was read at. */
async function save(ada: Landlord, house: PropertyRecord, given: Parameters<typeof newProperty>[0]) {
  const answer = await ada.put(at(house), newProperty(given), house.version);
  expect(answer.outcome).toBe('served');
  return answer.as(PropertyRecord);
}

/** The versions of the rows of a part, by id. */
async function versions(table: string, house: { id: string }): Promise<Record<string, number>> {
  const rows = await query<{ id: string; version: number }>(
    server.database,
    `select id, version from ${table} where property_id = $1`,
    [house.id],
  );
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

describe('a whole property', () => {
  it('is added in one request and read back as it was sent', async () => {
    const ada = await landlord();
    const photo = await uploadedPhoto(ada, { name: 'front.jpg' });
    const scan = await uploaded(ada, { name: 'gas.pdf' });
    const bill = await uploaded(ada, { bucket: 'property-invoices', name: 'Boiler, “März”.pdf' });
    const wanted = newProperty({
      imageUrl: photo.url,
      keyType: 'Yale',
      keyCode: '4711',
      keysAmount: 3,
      guarantorName: 'Charles Babbage',
      guarantorAddress: '1 Dorset Street\nLondon',
      guarantorPhone: '020 7946 0000',
      guarantorAltContact: 'charles@tenure.example',
      certificates: [
        newCertificate({ file: { url: scan.url } }),
        newCertificate({ name: 'EPC', renewalFrequency: 'Every 10 Years', cost: null }),
      ],
      compliance: newCompliance(),
      invoices: [newInvoice({ file: { url: bill.url } })],
    });
    const house = await addedProperty(ada, wanted);
    expect(house).toEqual({
      ...wanted,
      id: house.id,
      state: 'Bristol',
      chosenStatus: wanted.status,
      dateAdded: house.dateAdded,
      version: 1,
      certificates: wanted.certificates?.map((sent, place) => ({
        ...sent,
        id: house.certificates[place]?.id,
        file: place === 0 ? scan : null,
      })),
      invoices: wanted.invoices?.map((sent) => ({ ...sent, id: house.invoices[0]?.id, file: bill })),
    });
    expect(await read(ada, house)).toEqual(house);
    expect((await listedProperties(ada)).items).toMatchObject([{ id: house.id, imageUrl: photo.url }]);
  });

  it('needs none of its parts', async () => {
    const ada = await landlord();
    expect(await addedProperty(ada)).toMatchObject({
      imageUrl: null,
      keyType: '',
      keyCode: '',
      keysAmount: null,
      guarantorName: '',
      certificates: [],
      invoices: [],
      compliance: NO_COMPLIANCE,
    });
  });

  it('needs nothing of a certificate but its name, and of an invoice nothing at all', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { certificates: [{ name: 'x' }], invoices: [{}] });
    expect(house).toMatchObject({
      certificates: [
        { name: 'x', issueDate: null, expirationDate: null, renewalFrequency: 'Yearly', cost: null, notes: '' },
      ],
      invoices: [{ invoiceDate: null, amount: null, description: '', file: null }],
    });
  });

  it('keeps its certificates and invoices in the order in which they were entered, however many', async () => {
    const ada = await landlord();
    const names = Array.from({ length: 200 }, (_, place) => `Certificate ${(place * 7919) % 200}`);
    const house = await addedProperty(ada, { certificates: names.map((name) => ({ name })) });
    expect(house.certificates.map(({ name }) => name)).toEqual(names);
    const [first] = house.certificates;
    const later = await save(ada, house, {
      certificates: [{ name: 'The last one' }, newCertificate({ ...first, name: 'Still the first' })],
      removedCertificates: house.certificates.slice(1).map(({ id }) => id),
    });
    expect(later.certificates.map(({ name }) => name)).toEqual(['Still the first', 'The last one']);
  });

  it('keeps the exact pence of every cost and amount', async () => {
    const ada = await landlord();
    const pence = [0, 1, 9, 10, 99, 100, 101, 12_345, 9_999_999_999];
    const house = await addedProperty(ada, {
      certificates: pence.map((cost) => newCertificate({ cost })),
      invoices: pence.map((amount) => newInvoice({ amount })),
    });
    expect(house.certificates.map(({ cost }) => cost)).toEqual(pence);
    expect(house.invoices.map(({ amount }) => amount)).toEqual(pence);
  });
});

describe('saving a property again', () => {
  it('leaves what it does not mention as it is', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, {
      certificates: [newCertificate()],
      invoices: [newInvoice()],
      compliance: newCompliance(),
    });
    const later = await save(ada, house, { rent: 1 });
    expect(later).toEqual({ ...house, rent: 1, version: 2 });
  });

  it('changes the rows it names by id, and their ids stay', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, {
      certificates: [newCertificate(), newCertificate({ name: 'EICR' })],
      invoices: [newInvoice(), newInvoice({ description: 'Roof' })],
    });
    const [gas, eicr] = house.certificates;
    const [boiler, roof] = house.invoices;
    const later = await save(ada, house, {
      certificates: [newCertificate({ ...gas, name: 'CP12', cost: null })],
      invoices: [{ ...roof, amount: 5 }],
    });
    expect(later.certificates).toEqual([{ ...gas, name: 'CP12', cost: null }, eicr]);
    expect(later.invoices).toEqual([boiler, { ...roof, amount: 5 }]);
    const again = await save(ada, later, { certificates: [newCertificate({ ...gas, id: gas?.id.toUpperCase() })] });
    expect(again.certificates).toEqual([gas, eicr]);
  });

  it('does not touch a row that is sent as it stands', async () => {
    const ada = await landlord();
    const parts = { certificates: [newCertificate(), newCertificate()], invoices: [newInvoice()] };
    const house = await addedProperty(ada, { ...parts, compliance: newCompliance() });
    const [first, second] = house.certificates;
    const certificates = [newCertificate(first), newCertificate({ ...second, notes: 'Now with notes' })];
    await save(ada, house, { certificates, invoices: house.invoices, compliance: house.compliance });
    expect(await versions('property_certificates', house)).toEqual({ [`${first?.id}`]: 1, [`${second?.id}`]: 2 });
    expect(Object.values(await versions('property_invoices', house))).toEqual([1]);
    expect(Object.values(await versions('property_compliance', house))).toEqual([1]);
  });

  it('removes by id: one of two, then the last one', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, {
      certificates: [newCertificate(), newCertificate({ name: 'EPC' })],
      invoices: [newInvoice()],
    });
    const [gas, epc] = house.certificates.map(({ id }) => id);
    const one = await save(ada, house, {
      removedCertificates: [`${gas}`],
      certificates: [newCertificate(house.certificates[1])],
    });
    expect(one.certificates).toEqual([house.certificates[1]]);
    const none = await save(ada, one, {
      removedCertificates: [`${epc}`, `${gas}`, randomUUID()],
      removedInvoices: house.invoices.map(({ id }) => id),
    });
    expect(none).toMatchObject({ certificates: [], invoices: [] });
  });

  it('raises its version by one, whatever part is different, or none', async () => {
    const ada = await landlord();
    let house = await addedProperty(ada);
    const steps = [{ certificates: [newCertificate()] }, { compliance: newCompliance() }, { invoices: [{}] }, {}];
    for (const step of steps) house = await save(ada, house, step);
    expect(house.version).toBe(5);
    expect((await ada.get(at(house))).headers.get('etag')).toContain('"5"');
  });

  it('at the same moment as another: one is saved, the other is shown both, and nothing is mixed', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { certificates: [newCertificate()] });
    const [kept] = house.certificates;
    const sent = ['left', 'right'].map((side) =>
      newProperty({ description: side, certificates: [newCertificate({ ...kept, notes: side }), { name: side }] }),
    );
    const answers = await Promise.all(sent.map((body) => ada.put(at(house), body, 1)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['409 changed_meanwhile', 'served']);
    const won = answers.find(({ status }) => status === 200)?.as(PropertyRecord);
    expect(won?.certificates.map(({ notes, name }) => notes || name)).toEqual([won?.description, won?.description]);
    expect(await read(ada, house)).toEqual(won);
    const lost = answers.find(({ status }) => status === 409)?.as(ErrorAnswer).error;
    expect(lost?.current).toEqual(won);
    const other = won?.description === 'left' ? 'right' : 'left';
    expect(lost?.yours).toMatchObject({
      description: other,
      certificates: [{ id: kept?.id, notes: other }, { name: other }],
    });
  });
});
