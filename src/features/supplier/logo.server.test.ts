/** The logo of a supplier: the landlord's own, wholly stored, nobody else's, and gone with the supplier. */
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedSupplier, type Landlord, landlord, listedSuppliers } from '../../../test/landlords.ts';
import { newSupplier } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { photo, uploaded, uploadedPhoto } from '../../../test/uploads.ts';
import { SupplierRecord } from './supplier.ts';

const at = ({ id }: { id: string }) => `/api/suppliers/${id}`;
const NO_FILE = { logo: 'This file is no longer there. Please add it again.' };

/** A logo that the landlord has just uploaded: its url. */
async function uploadedLogo(owner: Landlord): Promise<string> {
  const bytes = await photo({ width: 60, height: 40 }).png().toBuffer();
  return (await uploaded(owner, { bucket: 'supplier_images', name: 'Logo.png', bytes })).url;
}

/** In how many hours the file may be cleared away; null while a supplier names it. */
async function clearing(url: string): Promise<number | null> {
  const [row] = await query<{ hours: number | null }>(
    server.database,
    'select extract(epoch from clear_at - now())::float / 3600 as hours from files where url = $1',
    [url],
  );
  if (!row) throw new Error(`There is no file ${url}`);
  return row.hours;
}

describe('a logo', () => {
  it('is shown with its supplier on page and list, stays when it is sent again, and can be taken off', async () => {
    const ada = await landlord();
    const logo = await uploadedLogo(ada);
    const plumber = await addedSupplier(ada, { logo });
    expect([plumber.logo, (await listedSuppliers(ada)).items[0]?.logo]).toEqual([logo, logo]);
    expect((await sharp((await ada.get(`${logo}?size=thumb`)).bytes).metadata()).format).toBe('jpeg');
    const kept = await query(server.database, 'select image_url from suppliers where id = $1', [plumber.id]);
    expect(kept).toEqual([{ image_url: logo }]);
    expect(await clearing(logo)).toBeNull();
    const same = (await ada.put(at(plumber), newSupplier({ logo, notes: 'New' }), 1)).as(SupplierRecord);
    expect([same.logo, await clearing(logo)]).toEqual([logo, null]);
    const bare = (await ada.put(at(plumber), newSupplier(), 2)).as(SupplierRecord);
    expect(bare.logo).toBeNull();
    expect(await clearing(logo)).toBeCloseTo(24, 1);
  });

  it('that another replaces stays for a day, and goes at once with its supplier', async () => {
    const ada = await landlord();
    const [first, second] = [await uploadedLogo(ada), await uploadedLogo(ada)];
    const plumber = await addedSupplier(ada, { logo: first });
    expect((await ada.put(at(plumber), newSupplier({ logo: second }), 1)).status).toBe(200);
    expect(await clearing(first)).toBeCloseTo(24, 1);
    expect((await ada.delete(at(plumber), 2)).status).toBe(204);
    while ((await ada.get(second)).status !== 404) await pause(20);
    expect(await query(server.database, 'select name from files where url = $1', [second])).toEqual([]);
    expect((await ada.get(first)).status).toBe(200);
  });
});

/** Adding and changing a supplier with this logo is refused and keeps nothing at all; answers with the sentences by field. */
async function refusedFields(ada: Landlord, logo: string): Promise<Record<string, string>> {
  const plumber = await addedSupplier(ada);
  const before = await snapshot(server.database);
  const wrong = newSupplier({ logo, notes: 'New' });
  const [added, changed] = [await ada.post('/api/suppliers', wrong), await ada.put(at(plumber), wrong, 1)];
  expect([added.outcome, changed.outcome]).toEqual(['422 invalid_input', '422 invalid_input']);
  expect(changed.fields).toEqual(added.fields);
  expect(await snapshot(server.database)).toEqual(before);
  return added.fields;
}

describe('a logo that may not be named', () => {
  it('is another landlord’s', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await uploadedLogo(bob);
    expect(await refusedFields(ada, theirs)).toEqual(NO_FILE);
    expect((await ada.get(theirs)).outcome).toBe('404 not_found');
    await addedSupplier(bob, { logo: theirs });
    expect(await refusedFields(ada, theirs)).toEqual(NO_FILE);
  });

  it('has not wholly arrived yet, or is there no more, or never was', async () => {
    const ada = await landlord();
    const [arriving, gone] = [await uploadedLogo(ada), await uploadedLogo(ada)];
    await query(server.database, 'update files set stored = false where url = $1', [arriving]);
    await query(server.database, 'delete from files where url = $1', [gone]);
    expect(await refusedFields(ada, arriving)).toEqual(NO_FILE);
    expect(await refusedFields(ada, gone)).toEqual(NO_FILE);
    expect(await refusedFields(ada, `/api/files/supplier_images/${ada.id}/supplier_1.jpg`)).toEqual(NO_FILE);
  });

  it('is another supplier’s already', async () => {
    const ada = await landlord();
    const logo = await uploadedLogo(ada);
    await addedSupplier(ada, { logo });
    expect(await refusedFields(ada, logo)).toEqual(NO_FILE);
  });

  it('is of another kind, such as the photo of a house', async () => {
    const ada = await landlord();
    expect(await refusedFields(ada, (await uploadedPhoto(ada)).url)).toEqual({ logo: 'Please upload the file again' });
  });

  it('is one that another save takes at the same moment: one of two has it', async () => {
    const ada = await landlord();
    for (let round = 0; round < 5; round++) {
      const logo = await uploadedLogo(ada);
      const answers = await Promise.all([1, 2].map(() => ada.post('/api/suppliers', newSupplier({ logo }))));
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['422 invalid_input', 'served']);
      expect(answers.find(({ status }) => status === 422)?.fields).toEqual(NO_FILE);
    }
  });
});
