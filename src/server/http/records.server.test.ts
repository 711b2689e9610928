/** ETag and If-Match, tested on properties; test/contracts/record-contract.ts covers every noun. */
import { expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PropertyRecord } from '../../features/property/property.ts';
import { ErrorAnswer } from './errors.server.ts';

const path = ({ id }: { id: string }) => `/api/properties/${id}`;
const INVALID_VERSIONS = [
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

it.each(INVALID_VERSIONS)('returns 428 for If-Match: %s', async (value) => {
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
    const headers = { 'accept-encoding': encoding };
    const etag = (await ada.get(path(house), { headers })).headers.get('etag') ?? '';
    const ask = { headers: { ...headers, 'if-match': etag }, body: newProperty() };
    tags.push(etag, (await ada.send('PUT', path(house), ask)).headers.get('etag'));
  }
  // ETags of compressed responses are weak.
  expect(tags).toEqual(['"1"', '"2"', 'W/"2"', 'W/"3"']);
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

it('names the author of a conflicting change to members in reach, and hides a record out of reach', async () => {
  const owner = await landlord();
  const [home, far] = [await addedProperty(owner), await addedProperty(owner)];
  const manager = await member(owner, { role: 'manager', properties: [home.id] });
  const put = (who: Landlord, property: PropertyRecord, version: number) =>
    who.put(path(property), newProperty({ description: `${who.name} ${version}` }), version);
  const conflictFor = async (who: Landlord, property = home) => {
    const { code, changedBy } = (await put(who, property, 1)).as(ErrorAnswer).error;
    return [code, changedBy];
  };
  for (const property of [home, far]) expect((await put(owner, property, 1)).outcome).toBe('served');
  expect(await conflictFor(manager)).toEqual(['conflict', { you: false, name: owner.name }]);
  expect(await conflictFor(manager, far)).toEqual(['not_found', undefined]);
  expect((await put(manager, home, 2)).outcome).toBe('served');
  expect(await conflictFor(owner)).toEqual(['conflict', { you: false, name: manager.name }]);
  expect(await conflictFor(manager)).toEqual(['conflict', { you: true, name: manager.name }]);

  await query(server.database, `update properties set description = 'By a job' where id = $1`, [home.id]);
  expect(await conflictFor(owner)).toEqual(['conflict', { you: false, name: 'Tenure' }]);
  // An update without a difference is not logged.
  await query(server.database, 'update properties set description = description where id = $1', [home.id]);
  expect(await conflictFor(owner)).toEqual(['conflict', undefined]);
});
