/** Properties to choose from, for a field that names one: the first few, by address, also when the trial is over. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { PropertyChoice } from './property.ts';

const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;

const choices = async (ada: Landlord, asked = '') =>
  (await ada.get(`/api/properties/choices?${asked}`)).as(z.object({ items: z.array(PropertyChoice) })).items;
const addresses = async (ada: Landlord, asked?: string) => (await choices(ada, asked)).map(({ address }) => address);

/** Three addresses in an order that is neither that of the alphabet nor that of their being added. */
async function three(ada: Landlord) {
  const [ten, two, éclair] = [
    await addedProperty(ada, { address: '10 Mill Lane', city: 'Bath', postalCode: 'BA1 1AA' }),
    await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath', postalCode: 'BA1 1AB' }),
    await addedProperty(ada, { address: 'Éclair House', city: 'Wells', postalCode: 'BA5 2PU' }),
  ];
  return { ten, two, éclair };
}

describe('the properties to choose from', () => {
  it('stand by address, as people sort, and tell no more than a choice needs', async () => {
    const ada = await landlord();
    const { two, éclair } = await three(ada);
    expect(await addresses(ada)).toEqual(['2 Mill Lane', '10 Mill Lane', 'Éclair House']);
    expect(JSON.parse((await ada.get('/api/properties/choices?limit=1')).text)).toEqual({
      items: [{ id: two.id, address: '2 Mill Lane', city: 'Bath' }],
    });
    expect(await choices(ada, `id=${éclair.id}`)).toEqual([{ id: éclair.id, address: 'Éclair House', city: 'Wells' }]);
  });

  it.each([
    ['q=mill', ['2 Mill Lane', '10 Mill Lane']],
    ['q=WELLS', ['Éclair House']],
    ['q=ba52pu', ['Éclair House']],
    ['q=%20mill%20&limit=1', ['2 Mill Lane']],
    ['q=100%25', []],
    ['q=nowhere', []],
  ])('are searched by address, city and postcode: %s', async (asked, wanted) => {
    const ada = await landlord();
    await three(ada);
    expect(await addresses(ada, asked)).toEqual(wanted);
  });

  it('are the landlord’s own: what is asked for by id, too', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { ten } = await three(ada);
    expect(await choices(bob)).toEqual([]);
    expect(await choices(bob, 'q=mill')).toEqual([]);
    expect(await choices(bob, `id=${ten.id}`)).toEqual([]);
    expect(await choices(ada, `id=${randomUUID()}`)).toEqual([]);
    expect(await addresses(ada, `id=${ten.id.toUpperCase()}`)).toEqual(['10 Mill Lane']);
  });

  it('are told when the trial is over, unlike anything else of a property', async () => {
    const ada = await landlord();
    const { ten } = await three(ada);
    await server.later(NINE_DAYS, async () => {
      expect(await addresses(ada, `id=${ten.id}`)).toEqual(['10 Mill Lane']);
      expect((await ada.get(`/api/properties/${ten.id}`)).outcome).toBe('402 trial_expired');
    });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'id=x', 'id=', 'q=%00', `q=${'x'.repeat(201)}`])(
    'cannot be asked with %s',
    async (asked) => {
      expect((await (await landlord()).get(`/api/properties/choices?${asked}`)).outcome).toBe('400 bad_request');
    },
  );
});
