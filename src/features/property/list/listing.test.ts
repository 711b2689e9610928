/** The list that the browser holds after a landlord's own changes. */
import { describe, expect, it } from 'vitest';
import { type Change, withChange as changed } from '../../../web/records/pages.ts';
import type { Property, PropertyFilter } from '../property.ts';
import { propertyListing } from './listing.ts';

const house = (number: number, over: Partial<Property> = {}): Property => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  address: `${number} Mill Lane`,
  city: 'Otley',
  state: 'Otley',
  postalCode: 'LS21 1BT',
  propertyType: 'house',
  bedrooms: 3,
  bathrooms: 1,
  rent: number * 10_000,
  description: '',
  status: 'vacant',
  imageUrl: null,
  dateAdded: `2026-11-0${number}T09:00:00.000Z`,
  version: 1,
  ...over,
});
const all: PropertyFilter = { q: '', sort: 'newest' };
const withChange = (list: ReturnType<typeof listOf>, change: Change<Property>, filter: PropertyFilter) =>
  changed(list, change, propertyListing(filter));

/** A list of one page for each argument; `more` says that the server has further pages. */
function listOf(pages: Property[][], { more = false, total = pages.flat().length } = {}) {
  return {
    pages: pages.map((items, index) => ({
      items,
      nextCursor: more || index < pages.length - 1 ? `after page ${index}` : null,
      total,
    })),
    pageParams: pages.map((_, index) => String(index)),
  };
}
const shown = (list: { pages: { items: Property[] }[] }) =>
  list.pages.map(({ items }) => items.map(({ address }) => address));
const totals = (list: { pages: { total: number | null }[] }) => list.pages.map(({ total }) => total);

describe('a property that was added', () => {
  it('stands first when the newest come first, and is counted', () => {
    const list = withChange(listOf([[house(2), house(1)]]), { after: house(3) }, all);
    expect(shown(list)).toEqual([['3 Mill Lane', '2 Mill Lane', '1 Mill Lane']]);
    expect(totals(list)).toEqual([3]);
  });

  it('stands first in a list that was empty', () => {
    expect(shown(withChange(listOf([[]]), { after: house(1) }, all))).toEqual([['1 Mill Lane']]);
  });

  it('takes its place by rent, across pages', () => {
    const list = listOf([
      [house(9), house(7)],
      [house(5), house(3)],
    ]);
    expect(shown(withChange(list, { after: house(4) }, { q: '', sort: 'rent' }))).toEqual([
      ['9 Mill Lane', '7 Mill Lane'],
      ['5 Mill Lane', '4 Mill Lane', '3 Mill Lane'],
    ]);
  });

  it('takes its place by address, whatever the case of the letters', () => {
    const list = listOf([[house(1, { address: 'ash Close' }), house(2, { address: 'Elm Row' })]]);
    const added = house(3, { address: 'Birch Way' });
    expect(shown(withChange(list, { after: added }, { q: '', sort: 'address' }))).toEqual([
      ['ash Close', 'Birch Way', 'Elm Row'],
    ]);
  });

  it('is only counted when its place is on a page that has not come yet', () => {
    const list = withChange(
      listOf([[house(1), house(2)]], { more: true, total: 90 }),
      { after: house(8) },
      { q: '', sort: 'oldest' },
    );
    expect(shown(list)).toEqual([['1 Mill Lane', '2 Mill Lane']]);
    expect(totals(list)).toEqual([91]);
  });

  it.each([
    { q: 'MILL', found: true },
    { q: 'otl', found: true },
    { q: 'hous', found: true },
    { q: 'ls21', found: true },
    { q: 'ls211bt', found: true },
    { q: '1b', found: true },
    { q: '11b', found: true },
    { q: '12b', found: false },
    { q: 'Leeds', found: false },
  ])('is in the list that looks for "$q": $found', ({ q, found }) => {
    const list = withChange(listOf([[]]), { after: house(1) }, { q, sort: 'newest' });
    expect(totals(list)).toEqual([found ? 1 : 0]);
  });
});

describe('a property that was changed', () => {
  it('shows what was saved and stays where it was', () => {
    const after = house(2, { address: '2 Mill Lane, rear', version: 2 });
    const list = withChange(listOf([[house(3), house(2), house(1)]]), { before: house(2), after }, all);
    expect(shown(list)).toEqual([['3 Mill Lane', '2 Mill Lane, rear', '1 Mill Lane']]);
    expect(totals(list)).toEqual([3]);
  });

  it('leaves the list of vacant ones when it is occupied', () => {
    const change = { before: house(2), after: house(2, { status: 'occupied' }) };
    const list = withChange(listOf([[house(2), house(1)]]), change, { ...all, status: 'vacant' });
    expect(shown(list)).toEqual([['1 Mill Lane']]);
    expect(totals(list)).toEqual([1]);
  });

  it('is not counted twice when its page has not come yet', () => {
    const change = { before: house(1), after: house(1, { rent: 5 }) };
    expect(totals(withChange(listOf([[house(9)]], { more: true, total: 60 }), change, all))).toEqual([60]);
  });

  it('is not counted twice when what was shown is older than what was changed', () => {
    const change = { before: house(2, { status: 'occupied' }), after: house(2, { rent: 5 }) };
    const list = withChange(listOf([[house(2), house(1)]]), change, { ...all, status: 'vacant' });
    expect(totals(list)).toEqual([2]);
  });
});

describe('a property that was deleted', () => {
  it('is gone and no longer counted', () => {
    const list = withChange(listOf([[house(3)], [house(2), house(1)]]), { before: house(2) }, all);
    expect(shown(list)).toEqual([['3 Mill Lane'], ['1 Mill Lane']]);
    expect(totals(list)).toEqual([2, 2]);
  });

  it('does not touch a list that never had it', () => {
    const list = listOf([[house(1)]]);
    expect(withChange(list, { before: house(2) }, { q: '1 Mill', sort: 'newest' })).toEqual(list);
  });
});
