/** Two people, one record: nobody's change is lost unseen. Properties stand for every record. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, landlord } from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { PropertyRecord } from '../../features/property/property.ts';

const Conflict = z.object({ error: z.object({ current: PropertyRecord, yours: z.unknown().optional() }) });
const path = ({ id }: { id: string }) => `/api/properties/${id}`;

describe('a record', () => {
  it('carries its version as ETag when it is made, read and changed', async () => {
    const ada = await landlord();
    const made = await ada.post('/api/properties', newProperty());
    const house = made.as(PropertyRecord);
    expect(made.headers.get('location')).toBe(path(house));
    const tags = [
      made,
      await ada.get(path(house)),
      await ada.put(path(house), newProperty(), 1),
      await ada.get(path(house)),
    ];
    // Weak, because answers travel compressed.
    expect(tags.map(({ headers }) => headers.get('etag'))).toEqual(['W/"1"', 'W/"1"', 'W/"2"', 'W/"2"']);
  });

  it('cannot be changed or removed without saying which version was meant', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    expect((await ada.put(path(house), newProperty())).outcome).toBe('428 version_required');
    expect((await ada.delete(path(house))).outcome).toBe('428 version_required');
    expect((await ada.get(path(house))).as(PropertyRecord)).toEqual(house);
  });

  it.each([
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
    '"1"; drop table properties',
  ])('takes If-Match: %s for no version at all', async (value) => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const ask = { headers: { 'if-match': value } };
    expect((await ada.send('PUT', path(house), { ...ask, body: newProperty() })).outcome).toBe('428 version_required');
    expect((await ada.send('DELETE', path(house), ask)).outcome).toBe('428 version_required');
  });

  it('is changed from the ETag as it came, compressed or not', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    for (const encoding of ['identity', 'gzip']) {
      const read = await ada.get(path(house), { headers: { 'accept-encoding': encoding } });
      const ask = { headers: { 'if-match': read.headers.get('etag') ?? '' }, body: newProperty() };
      expect((await ada.send('PUT', path(house), ask)).status).toBe(200);
    }
    expect((await ada.get(path(house))).as(PropertyRecord).version).toBe(3);
  });

  it('that changed meanwhile is left as it is, and both versions are shown', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const first = (await ada.put(path(house), newProperty({ rent: 100_000 }), 1)).as(PropertyRecord);
    const second = await ada.put(path(house), newProperty({ rent: 200_000 }), 1);
    expect(second.outcome).toBe('409 changed_meanwhile');
    const { error } = second.as(Conflict);
    expect(error.current).toEqual(first);
    expect(error.yours).toMatchObject(newProperty({ rent: 200_000 }));
    expect((await ada.get(path(house))).as(PropertyRecord)).toEqual(first);
  });

  it('that changed meanwhile is not removed either', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const changed = (await ada.put(path(house), newProperty({ rent: 100_000 }), 1)).as(PropertyRecord);
    const removal = await ada.delete(path(house), 1);
    expect(removal.outcome).toBe('409 changed_meanwhile');
    expect(removal.as(Conflict).error.current).toEqual(changed);
    expect((await ada.delete(path(house), 2)).status).toBe(204);
    expect((await ada.get(path(house))).outcome).toBe('404 not_found');
  });

  it('that is gone is not found, whatever version is named', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await ada.delete(path(house), 1);
    expect((await ada.put(path(house), newProperty(), 1)).outcome).toBe('404 not_found');
    expect((await ada.delete(path(house), 1)).outcome).toBe('404 not_found');
  });

  it('takes exactly one of ten changes that start from one version at once', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const rents = Array.from({ length: 10 }, (_, index) => 100_000 + index);
    const answers = await Promise.all(rents.map((rent) => ada.put(path(house), newProperty({ rent }), 1)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'changed_meanwhile')).toHaveLength(9);
    const kept = (await ada.get(path(house))).as(PropertyRecord);
    expect(kept).toEqual(winners[0]?.as(PropertyRecord));
    expect(kept.version).toBe(2);
  });

  it('cannot be changed and removed at once', async () => {
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
});
