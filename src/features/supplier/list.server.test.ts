/** The list of suppliers: searched, filtered, sorted and paged, and what may be sent instead. */
import { describe, expect, it } from 'vitest';
import { addedProperty, addedSupplier, type Landlord, landlord, listedSuppliers } from '../../../test/landlords.ts';
import { SUPPLIER_LIST, Supplier } from './supplier.ts';

const ID = '3f0e2a6e-58c5-4b9e-9a5e-0123456789ab';
// For what is refused: it changes nothing, so one landlord will do.
const cleo = await landlord();
const names = async (ada: Landlord, query: string) => (await listedSuppliers(ada, query)).items.map(({ name }) => name);
const found = (ada: Landlord, words: string) => names(ada, `?q=${encodeURIComponent(words)}`);

describe('the search', () => {
  it('looks through name, service type and email, in any case, and through nothing else', async () => {
    const ada = await landlord();
    await addedSupplier(ada, { name: 'Pike & Sons', serviceType: 'General Maintenance', email: 'office@pike.example' });
    await addedSupplier(ada, {
      name: 'Éclair Électrique',
      serviceType: 'Electrical',
      email: 'jean@eclair.example',
      contactPerson: 'Zebedee Quartz',
      address: '77 Xylophone Way',
      phone: '0800 555 555',
      website: 'unseen.example',
      notes: 'Whispered',
    });
    expect(await found(ada, 'PIKE')).toEqual(['Pike & Sons']);
    expect(await found(ada, 'general m')).toEqual(['Pike & Sons']);
    expect(await found(ada, 'Office@')).toEqual(['Pike & Sons']);
    expect(await found(ada, 'éCLAIR é')).toEqual(['Éclair Électrique']);
    expect(await found(ada, 'electrical')).toEqual(['Éclair Électrique']);
    expect(await found(ada, ' .example ')).toEqual(['Éclair Électrique', 'Pike & Sons']);
    for (const words of ['Quartz', 'Xylophone', '0800', 'unseen', 'Whispered']) {
      expect(await found(ada, words)).toEqual([]);
    }
  });

  it('takes every sign as itself: no wildcard, no SQL, and no match from one field into the next', async () => {
    const ada = await landlord();
    await addedSupplier(ada, { name: '100% Wool_Carpets', serviceType: 'Flooring' });
    await addedSupplier(ada, { name: "O'Brien \\ Sons" });
    expect(await found(ada, '%')).toEqual(['100% Wool_Carpets']);
    expect(await found(ada, '_')).toEqual(['100% Wool_Carpets']);
    expect(await found(ada, '\\')).toEqual(["O'Brien \\ Sons"]);
    expect(await found(ada, "' or 1=1 --")).toEqual([]);
    expect(await found(ada, 'wool.carpets')).toEqual([]);
    expect(await found(ada, 'CarpetsFlooring')).toEqual([]);
    expect(await found(ada, 'Carpets Flooring')).toEqual([]);
  });

  it('finds nothing of anybody else’s', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await addedSupplier(ada, { name: 'Harbour Plumbing' });
    expect(await found(bob, 'Harbour')).toEqual([]);
    expect((await listedSuppliers(bob)).total).toBe(0);
  });
});

describe('the list', () => {
  it('shows one service type, or who looks after one property, and all of these at once', async () => {
    const ada = await landlord();
    const [house, other] = [await addedProperty(ada), await addedProperty(ada)];
    await addedSupplier(ada, { name: 'Pike', serviceType: 'Plumbing', addedProperties: [house.id, other.id] });
    await addedSupplier(ada, { name: 'Roach', serviceType: 'Roofing', addedProperties: [house.id] });
    await addedSupplier(ada, { name: 'Perch', serviceType: 'Plumbing', addedProperties: [other.id] });
    const total = async (query: string) => (await listedSuppliers(ada, query)).total;
    expect(await names(ada, '?serviceType=Plumbing')).toEqual(['Perch', 'Pike']);
    expect(await names(ada, `?propertyId=${house.id}`)).toEqual(['Pike', 'Roach']);
    expect(await names(ada, `?propertyId=${house.id.toUpperCase()}&serviceType=Plumbing`)).toEqual(['Pike']);
    expect(await names(ada, `?propertyId=${other.id}&q=p&serviceType=Plumbing`)).toEqual(['Perch', 'Pike']);
    expect(await names(ada, `?propertyId=${other.id}&q=roa`)).toEqual([]);
    expect([await total('?serviceType=Plumbing'), await total(`?propertyId=${house.id}&limit=1`)]).toEqual([2, 2]);
    expect([await total('?serviceType=HVAC'), await total('?q=p&serviceType=Roofing')]).toEqual([0, 1]);
  });

  it('tells how many properties each looks after', async () => {
    const ada = await landlord();
    const houses = await Promise.all([addedProperty(ada), addedProperty(ada)]);
    await addedSupplier(ada, { name: 'None' });
    await addedSupplier(ada, { name: 'One', addedProperties: houses.slice(0, 1).map(({ id }) => id) });
    await addedSupplier(ada, { name: 'Two', addedProperties: houses.map(({ id }) => id) });
    expect((await listedSuppliers(ada)).items.map(({ properties }) => properties)).toEqual([0, 1, 2]);
    expect((await listedSuppliers(ada, '?q=plumbing')).items.map(({ properties }) => properties)).toEqual([0, 1, 2]);
  });

  it('sorts names without regard to case and accents, also over pages', async () => {
    const ada = await landlord();
    // A stroke through a letter is no accent: 'Łoś' stands where its own letter does, behind the others.
    const sorted = ['Ćwik', 'eclair cottages', 'Éclair House', 'ÉCLAIR roofs', 'öl & gas', 'Zoo', 'Łoś'];
    for (const name of ['Zoo', 'öl & gas', 'ÉCLAIR roofs', 'Łoś', 'Éclair House', 'eclair cottages', 'Ćwik']) {
      await addedSupplier(ada, { name });
    }
    expect(await names(ada, '')).toEqual(sorted);
    expect(await paged(ada, 'name', 2)).toEqual((await listedSuppliers(ada)).items.map(({ id }) => id));
  });

  it('sorts the newest first', async () => {
    const ada = await landlord();
    for (const name of ['Pike', 'Roach', 'Perch']) await addedSupplier(ada, { name });
    expect(await names(ada, '?sort=newest')).toEqual(['Perch', 'Roach', 'Pike']);
  });

  it.each(Object.keys(SUPPLIER_LIST.sorts))(
    'sorted by %s, gives every supplier once over pages of every size, also where many are alike',
    async (sort) => {
      const ada = await landlord();
      const alike = ['"Quoted" \\ Sons, 🔧', 'Éclair', 'E\u0301clair', 'eclair', 'Éclair', 'Pike', 'Éclair'];
      await Promise.all(alike.map((name) => addedSupplier(ada, { name })));
      const whole = (await listedSuppliers(ada, `?sort=${sort}`)).items.map(({ id }) => id);
      expect(new Set(whole).size).toBe(7);
      for (const limit of [1, 2, 3, 7, 100]) expect(await paged(ada, sort, limit)).toEqual(whole);
    },
  );

  it('goes on where it was when one that was shown has gone, and shows none twice when one has come', async () => {
    const ada = await landlord();
    for (const name of ['Bass', 'Carp', 'Pike', 'Tench']) await addedSupplier(ada, { name });
    const first = await listedSuppliers(ada, '?limit=2');
    await ada.delete(`/api/suppliers/${first.items[1]?.id}`, 1);
    await addedSupplier(ada, { name: 'Angler' });
    const rest = await names(ada, `?cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect(rest).toEqual(['Pike', 'Tench']);
  });

  it('counts right, also when many are added and removed at once', async () => {
    const ada = await landlord();
    const all = await Promise.all(Array.from({ length: 12 }, () => addedSupplier(ada)));
    const [kept, ...rest] = all;
    const removals = [...rest, ...rest].map(({ id }) => ada.delete(`/api/suppliers/${id}`, 1));
    expect((await Promise.all(removals)).filter(({ status }) => status === 204)).toHaveLength(11);
    expect(await listedSuppliers(ada)).toEqual({ items: [Supplier.parse(kept)], nextCursor: null, total: 1 });
  });

  it.each([
    'limit=0',
    'limit=101',
    'sort=email',
    'serviceType=plumbing',
    'serviceType=',
    'propertyId=x',
    'propertyId=',
    `q=${'x'.repeat(201)}`,
    'q=%00',
  ])('asked for %s is refused', async (wrong) => {
    expect((await cleo.get(`/api/suppliers?${wrong}`)).outcome).toBe('400 bad_request');
  });

  const instant = '2026-01-01T00:00:00.000Z';
  it.each([
    ['name', ['a\0b', ID]],
    ['name', ['\ud83d', ID]],
    ['name', [5, ID]],
    ['name', [null, ID]],
    ['name', [['Pike'], ID]],
    ['name', ['Pike', "x'; drop table suppliers; --"]],
    ['name', ['Pike', ID, ID]],
    ['name', ['Pike']],
    ['name', null],
    ['newest', ['Pike', ID]],
    ['newest', ['0000-01-01T00:00:00.000Z', ID]],
    ['newest', ["2026-01-01'; drop table suppliers; --", ID]],
    ['newest', [instant, 'not an id']],
  ])('sorted by %s does not go on after %j, which it never said', async (sort, cursor) => {
    const answer = await cleo.get(`/api/suppliers?sort=${sort}&cursor=${encodeURIComponent(JSON.stringify(cursor))}`);
    expect(answer.outcome).toBe('400 bad_request');
  });

  it('takes a name in a cursor as a name, however it reads', async () => {
    const ada = await landlord();
    await addedSupplier(ada, { name: 'Pike' });
    for (const name of ["'; drop table suppliers; --", '%', '\\', '']) {
      const cursor = encodeURIComponent(JSON.stringify([name, ID]));
      expect(await names(ada, `?cursor=${cursor}`)).toEqual(['Pike']);
    }
    expect(await names(ada, `?cursor=${encodeURIComponent(JSON.stringify(['ＰＩＫＥ', ID]))}`)).toEqual([]);
  });
});

/** The ids of all pages, one after the other. */
async function paged(ada: Landlord, sort: string, limit: number): Promise<string[]> {
  const pieces: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page = await listedSuppliers(ada, `?sort=${sort}&limit=${limit}${after}`);
    pieces.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return pieces;
}
