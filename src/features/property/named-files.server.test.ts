/** Which files a property and its parts may name: the landlord's own, stored, and no other row's. */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { newCertificate, newInvoice, newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { uploaded, uploadedPhoto } from '../../../test/uploads.ts';
import { beside, waitsForLock } from '../../../test/waiting.ts';
import { PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const NO_FILE = 'This file is no longer there. Please add it again.';

/** A certificate with a file of the landlord's, and that file. */
async function scanned(ada: Landlord) {
  const file = await uploaded(ada);
  return { file, certificate: newCertificate({ file: { url: file.url } }) };
}

/** Adding a property with this in it is refused and keeps nothing at all; answers with the sentences by field. */
async function refusedFields(ada: Landlord, given: Parameters<typeof newProperty>[0]): Promise<Record<string, string>> {
  const before = await snapshot(server.database);
  const answer = await ada.post('/api/properties', newProperty(given));
  expect(answer.outcome).toBe('422 invalid_input');
  expect(await snapshot(server.database)).toEqual(before);
  return answer.fields;
}

describe('a file that may not be named', () => {
  it('is another landlord’s: neither as photo nor with a certificate or an invoice, and nothing is half saved', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const photo = await uploadedPhoto(bob);
    const scan = await uploaded(bob);
    const bill = await uploaded(bob, { bucket: 'property-invoices' });
    const given = {
      imageUrl: photo.url,
      certificates: [newCertificate(), newCertificate({ file: { url: scan.url } })],
      invoices: [newInvoice({ file: { url: bill.url } })],
    };
    const fields = { imageUrl: NO_FILE, 'certificates.1.file': NO_FILE, 'invoices.0.file': NO_FILE };
    expect(await refusedFields(ada, given)).toEqual(fields);
    const house = await addedProperty(ada, { certificates: [newCertificate()] });
    const before = await snapshot(server.database);
    const removedCertificates = house.certificates.map(({ id }) => id);
    const answer = await ada.put(at(house), newProperty({ ...given, rent: 1, removedCertificates }), 1);
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('has not wholly arrived yet, or is there no more', async () => {
    const ada = await landlord();
    const [arriving, gone] = [await scanned(ada), await scanned(ada)];
    await query(server.database, 'update files set stored = false where url = $1', [arriving.file.url]);
    await query(server.database, 'delete from files where url = $1', [gone.file.url]);
    expect(await refusedFields(ada, { certificates: [arriving.certificate, gone.certificate] })).toEqual({
      'certificates.0.file': NO_FILE,
      'certificates.1.file': NO_FILE,
    });
  });

  it('is named by another row already, also of the same property, and by two of one save', async () => {
    const ada = await landlord();
    const [one, two] = [await scanned(ada), await scanned(ada)];
    const house = await addedProperty(ada, { certificates: [one.certificate] });
    const fields = { 'certificates.0.file': NO_FILE };
    expect(await refusedFields(ada, { certificates: [one.certificate] })).toEqual(fields);
    expect((await ada.put(at(house), newProperty({ certificates: [one.certificate] }), 1)).fields).toEqual(fields);
    expect(await refusedFields(ada, { certificates: [two.certificate, two.certificate] })).toEqual({
      'certificates.1.file': NO_FILE,
    });
  });
});

describe('a file that may be named', () => {
  it('is one’s own still, when the row is sent again', async () => {
    const ada = await landlord();
    const { certificate, file } = await scanned(ada);
    const photo = await uploadedPhoto(ada);
    const house = await addedProperty(ada, { imageUrl: photo.url, certificates: [certificate] });
    const certificates = house.certificates.map((row) => newCertificate({ ...row, notes: 'New' }));
    const answer = await ada.put(at(house), newProperty({ imageUrl: photo.url, certificates }), 1);
    expect(answer.as(PropertyRecord)).toMatchObject({ imageUrl: photo.url, certificates: [{ notes: 'New', file }] });
  });

  it('was that of a row which goes with the same save', async () => {
    const ada = await landlord();
    const { certificate, file } = await scanned(ada);
    const house = await addedProperty(ada, { certificates: [certificate] });
    const removedCertificates = house.certificates.map(({ id }) => id);
    const answer = await ada.put(at(house), newProperty({ removedCertificates, certificates: [certificate] }), 1);
    expect(answer.as(PropertyRecord).certificates).toEqual([
      { ...house.certificates[0], file, id: answer.as(PropertyRecord).certificates[0]?.id },
    ]);
    expect(await clearing(file.url)).toBeNull();
  });

  it('stays for a day when a form lets it go, and goes at once with its property', async () => {
    const ada = await landlord();
    const [kept, replaced] = [await scanned(ada), await scanned(ada)];
    const house = await addedProperty(ada, { certificates: [kept.certificate, replaced.certificate] });
    expect([await clearing(kept.file.url), await clearing(replaced.file.url)]).toEqual([null, null]);
    const [first, second] = house.certificates;
    const other = await scanned(ada);
    const certificates = [newCertificate({ ...second, file: other.certificate.file })];
    await ada.put(at(house), newProperty({ certificates, removedCertificates: [] }), 1);
    expect(await clearing(replaced.file.url)).toBeCloseTo(24, 1);
    await ada.put(at(house), newProperty({ removedCertificates: [`${first?.id}`] }), 2);
    expect(await clearing(kept.file.url)).toBeCloseTo(24, 1);
    expect((await ada.get(other.file.url)).status).toBe(200);
    expect((await ada.delete(at(house), 3)).status).toBe(204);
    while ((await ada.get(other.file.url)).status !== 404) await pause(20);
    expect(await query(server.database, 'select name from files where url = $1', [other.file.url])).toEqual([]);
    expect((await ada.get(kept.file.url)).status).toBe(200);
  });
});

/** In how many hours the file may be cleared away; null while a row names it. */
async function clearing(url: string): Promise<number | null> {
  const [row] = await query<{ hours: number | null }>(
    server.database,
    'select extract(epoch from clear_at - now())::float / 3600 as hours from files where url = $1',
    [url],
  );
  if (!row) throw new Error(`There is no file ${url}`);
  return row.hours;
}

describe('a file that another request takes between our look and our writing', () => {
  it.each([
    [
      'names it first',
      `insert into property_certificates (user_id, property_id, name, file_url) select user_id, id, 'x', $1 from properties where id = $2`,
    ],
    ['clears it away', 'delete from files where url = $1 and user_id = (select user_id from properties where id = $2)'],
  ])('%s: the save is refused in words, and nothing of it is kept', async (_, meanwhile) => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const { certificate, file } = await scanned(ada);
    await beside(async (other) => {
      await other.query(meanwhile, [file.url, house.id]);
      const saving = ada.post('/api/properties', newProperty({ certificates: [certificate] }));
      await waitsForLock();
      await other.query('commit');
      expect((await saving).outcome).toBe('422 invalid_input');
      expect((await saving).text).toContain('A file is no longer there. Please add it again.');
    });
    const left = await query(server.database, 'select id from properties where user_id = $1', [ada.id]);
    expect(left).toEqual([{ id: house.id }]);
  });
});
