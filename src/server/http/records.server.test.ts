/** ETag and If-Match, tested on properties; test/contracts/record-contract.ts covers every noun. */
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

it.each(NO_VERSIONS)('returns 428 for If-Match: %s', async (value) => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  const ask = { headers: { 'if-match': value } };
  expect((await ada.send('PUT', path(house), { ...ask, body: newProperty() })).outcome).toBe('428 version_required');
  expect((await ada.send('DELETE', path(house), ask)).outcome).toBe('428 version_required');
  expect((await ada.get(path(house))).as(PropertyRecord)).toEqual(house);
});

it('accepts the ETag of compressed and uncompressed responses', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  const tags = [];
  for (const encoding of ['identity', 'gzip']) {
    const read = await ada.get(path(house), { headers: { 'accept-encoding': encoding } });
    const etag = read.headers.get('etag') ?? '';
    const ask = { headers: { 'if-match': etag }, body: newProperty() };
    tags.push(etag, (await ada.send('PUT', path(house), ask)).headers.get('etag'));
  }
  // Weak when the response is compressed.
  expect(tags).toEqual(['"1"', 'W/"2"', 'W/"2"', 'W/"3"']);
});

it('applies only one of a concurrent change and removal', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada);
  const [change, removal] = await Promise.all([
    ada.put(path(house), newProperty({ rent: 1 }), 1),
    ada.delete(path(house), 1),
  ]);
  expect([
    ['served', '409 conflict'],
    ['404 not_found', 'served'],
  ]).toContainEqual([change.outcome, removal.outcome]);
});
