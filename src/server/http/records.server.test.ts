/** Versions on the wire: ETag out, If-Match in. What every noun keeps to is in test/contracts/record-contract.ts; properties stand for all here. */
import { expect, it } from 'vitest';
import { addedProperty, landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { PropertyRecord } from '../../features/property/property.ts';

const path = ({ id }: { id: string }) => `/api/properties/${id}`;
const NO_VERSIONS = [
  '',
  '*',
  '1',
  '"one"',
  '"1',
  '"-1"',
  '"1.0"',
  '"9999999999"',
  '"1", "2"',
  "'1'",
  '"1"; drop table x',
];

it.each(NO_VERSIONS)('takes If-Match: %s for no version at all', async (value) => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  const ask = { headers: { 'if-match': value } };
  expect((await ada.send('PUT', path(house), { ...ask, body: newProperty() })).outcome).toBe('428 version_required');
  expect((await ada.send('DELETE', path(house), ask)).outcome).toBe('428 version_required');
  expect((await ada.get(path(house))).as(PropertyRecord)).toEqual(house);
});

it('takes the ETag as it came, compressed or not', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  const tags = [];
  for (const encoding of ['identity', 'gzip']) {
    const read = await ada.get(path(house), { headers: { 'accept-encoding': encoding } });
    const etag = read.headers.get('etag') ?? '';
    const ask = { headers: { 'if-match': etag }, body: newProperty() };
    tags.push(etag, (await ada.send('PUT', path(house), ask)).headers.get('etag'));
  }
  // Weak where the answer travels compressed.
  expect(tags).toEqual(['"1"', 'W/"2"', 'W/"2"', 'W/"3"']);
});

it('does not change and remove a record at once', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  const [change, removal] = await Promise.all([
    ada.put(path(house), newProperty({ rent: 1 }), 1),
    ada.delete(path(house), 1),
  ]);
  expect([
    ['served', '409 changed_meanwhile'],
    ['404 not_found', 'served'],
  ]).toContainEqual([change.outcome, removal.outcome]);
});
