/** What cannot be a tenant: refused in words that stand beside the field, and nothing is kept. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addedProperty, addedTenant, landlord } from '../../../test/landlords.ts';
import { newTenant } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { uploaded, uploadedPhoto } from '../../../test/uploads.ts';
import { TenantRecord } from './tenant.ts';

const at = ({ id }: { id: string }) => `/api/tenants/${id}`;

// Two landlords and a tenant of each will do for all: nothing here changes anything.
const [cleo, bob] = [await landlord(), await landlord()];
const tenant = await addedTenant(cleo);
const theirs = await addedTenant(bob);
const good = newTenant({ propertyId: tenant.propertyId ?? '' });

/** Adding and changing a tenant with this in it is refused and keeps nothing; answers with the sentences by field. */
async function refusedFields(wrong: object): Promise<Record<string, string>> {
  const before = await snapshot(server.database);
  const added = await cleo.post('/api/tenants', { ...good, ...wrong });
  const changed = await cleo.put(at(tenant), { ...good, ...wrong }, 1);
  expect([added.outcome, changed.outcome]).toEqual(['422 invalid_input', '422 invalid_input']);
  expect(changed.fields).toEqual(added.fields);
  expect(await snapshot(server.database)).toEqual(before);
  return added.fields;
}

const NOT_TEXT = 'This contains characters that cannot be stored';
const ONE_LINE = 'Please keep this to one line';
const LONGER = (most: number) => `Please keep this to ${most} characters`;
const YEAR = 'Please enter a year between 1900 and 2200';
const MAX = 'The most we can keep is £99,999,999.99';
const UPLOAD = 'Please upload the file again';
const EMAIL = 'Valid email is required';

describe('what cannot be a tenant', () => {
  it.each([
    [{ name: 'x'.repeat(201) }, LONGER(200)],
    [{ name: 'Grace\nHopper' }, ONE_LINE],
    [{ name: 'Grace\0' }, NOT_TEXT],
    [{ name: 'half \ud83d' }, NOT_TEXT],
    [{ name: ['Grace'] }, 'Name is required'],
    [{ email: 'grace' }, EMAIL],
    [{ email: 'grace@tenure' }, EMAIL],
    [{ email: 'grace@tenure.example\nBcc: all@tenure.example' }, EMAIL],
    [{ email: `${'x'.repeat(250)}@y.uk` }, EMAIL],
    [{ email: 'a\0@b.uk' }, EMAIL],
    [{ phone: '0'.repeat(51) }, LONGER(50)],
    [{ phone: '020 794\n6' }, ONE_LINE],
    [{ propertyId: null }, 'Property selection is required'],
    [{ propertyId: 7 }, 'Property selection is required'],
    [{ leaseStart: '0000-01-01' }, YEAR],
    [{ leaseStart: '2026-01-01T00:00:00Z' }, 'Please enter a date'],
    [{ leaseStart: null }, 'Lease start date is required'],
    [{ leaseEnd: '1899-12-31' }, YEAR],
    [{ leaseEnd: 20261231 }, 'Please enter a date'],
    [{ leaseEnd: 'infinity' }, 'Please enter a date'],
    [{ movedOut: '9999-12-31' }, YEAR],
    [{ rentAmount: 12.345 }, 'Pence are whole numbers'],
    [{ rentAmount: 1e10 }, MAX],
    [{ depositAmount: 1e300 }, 'Pence are whole numbers'],
    [{ depositAmount: 1e10 }, MAX],
    [{ guarantorName: 'x'.repeat(201) }, LONGER(200)],
    [{ guarantorAddress: 'x'.repeat(501) }, LONGER(500)],
    [{ guarantorPhone: '0'.repeat(51) }, LONGER(50)],
    [{ guarantorAltContact: 'x'.repeat(201) }, LONGER(200)],
    [{ guarantorAltContact: 'a\0b' }, NOT_TEXT],
    [{ avatar: 'https://elsewhere.example/cat.jpg' }, UPLOAD],
    [{ avatar: `/api/files/property_images/${cleo.id}/x.jpg` }, UPLOAD],
    [{ avatar: `/api/files/tenant_images/${cleo.id}/../x.jpg` }, UPLOAD],
  ])('%j is refused', async (wrong, sentence) => {
    expect(await refusedFields(wrong)).toEqual({ [`${Object.keys(wrong)[0]}`]: sentence });
  });

  it('is named field by field, all at once', async () => {
    const fields = ['name', 'email', 'phone', 'propertyId', 'leaseStart', 'rentAmount', 'depositAmount', 'leaseEnd'];
    expect(Object.keys((await cleo.post('/api/tenants', {})).fields).sort()).toEqual(fields.sort());
  });

  it.each([{}, { movedOut: 'soon' }, { movedOut: null, periodic: true }, { rentAmount: 1 }, { periodic: 1 }, []])(
    '%j is no change without the form',
    async (change) => {
      const before = await snapshot(server.database);
      expect((await cleo.patch(at(tenant), change, 1)).outcome).toBe('422 invalid_input');
      expect(await snapshot(server.database)).toEqual(before);
    },
  );
});

describe('a property that a tenant cannot be assigned to', () => {
  it.each([
    ['another landlord’s', () => theirs.propertyId],
    ['nobody’s', () => randomUUID()],
    ['a tenant and no property', () => tenant.id],
  ])('is %s', async (_, some) => {
    expect(await refusedFields({ propertyId: some() })).toEqual({
      propertyId: 'This property is no longer there. Please choose another.',
    });
  });

  it('is one that was deleted meanwhile', async () => {
    const house = await addedProperty(cleo);
    await cleo.delete(`/api/properties/${house.id}`, 1);
    expect(Object.keys(await refusedFields({ propertyId: house.id }))).toEqual(['propertyId']);
  });
});

describe('a photo that a tenant cannot have', () => {
  const sentence = 'This file is no longer there. Please add it again.';

  it('is another landlord’s, another tenant’s, or gone; and the property is named beside it', async () => {
    const tenantPhoto = { bucket: 'tenant_images' } as const;
    const another = await uploadedPhoto(bob, tenantPhoto);
    const taken = await uploadedPhoto(cleo, tenantPhoto);
    await addedTenant(cleo, { propertyId: good.propertyId, avatar: taken.url });
    for (const { url } of [another, taken]) expect(await refusedFields({ avatar: url })).toEqual({ avatar: sentence });
    const gone = `/api/files/tenant_images/${cleo.id}/gone.jpg`;
    expect(await refusedFields({ avatar: gone, propertyId: randomUUID() })).toEqual({
      avatar: sentence,
      propertyId: 'This property is no longer there. Please choose another.',
    });
  });

  it('is no picture at all', async () => {
    await expect(uploaded(cleo, { bucket: 'tenant_images', name: 'Lease.pdf' })).rejects.toThrow('answered 422');
  });

  it('may be the one that they have', async () => {
    const { url } = await uploadedPhoto(cleo, { bucket: 'tenant_images' });
    const one = await addedTenant(cleo, { ...good, avatar: url });
    const answer = await cleo.put(at(one), { ...good, avatar: url, name: 'Grace Murray' }, 1);
    expect(answer.as(TenantRecord)).toMatchObject({ name: 'Grace Murray', avatar: url });
  });
});

it('nothing that was refused has changed the tenant', async () => {
  expect((await cleo.get(at(tenant))).as(TenantRecord)).toEqual(tenant);
  expect((await bob.get(at(theirs))).as(TenantRecord)).toEqual(theirs);
});
