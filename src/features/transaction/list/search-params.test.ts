/** The address of the finance screen. */
import { describe, expect, it } from 'vitest';
import { chosenOf, FinanceSearch, filterOf, isNarrowed, totalsFilterOf, withChosen } from './search-params.ts';

const WHOLE = {
  tab: 'accounts',
  q: 'York',
  category: 'tax,ground rent',
  status: 'overdue',
  property: '00000000-0000-4000-8000-00000000000a',
  sort: 'lowest',
};

describe('the address of the finance screen', () => {
  it.each([
    [{ q: '', sort: 'recent', tab: 'transactions', status: '', category: '' }, {}],
    [{ tab: 'x', q: '  ', category: 'A;', status: 'paid', property: 'mine', sort: 'colour' }, {}],
    [
      { q: 'x'.repeat(500), property: 'none' },
      { q: 'x'.repeat(200), property: 'none' },
    ],
    [WHOLE, WHOLE],
  ])('%j is read as %j', (search, wanted) => {
    expect(FinanceSearch.parse(search)).toEqual(wanted);
  });

  it('asks the server for the recent ones unless it says otherwise, and for sums without an order', () => {
    const asked = { q: '', category: 'tax', propertyId: 'none', sort: 'recent' };
    expect(filterOf({ category: 'tax', property: 'none' })).toEqual(asked);
    expect(totalsFilterOf(filterOf({ status: 'overdue', sort: 'highest' }))).toEqual({ q: '', status: 'overdue' });
  });

  it('narrows the list by search and filters, not by tab and sort', () => {
    const narrowing = Object.entries(WHOLE).filter(([name, value]) => isNarrowed({ [name]: value }));
    expect(narrowing.map(([name]) => name)).toEqual(['q', 'category', 'status', 'property']);
  });

  it('has no category where none is chosen', () => {
    expect([chosenOf({}), withChosen([])]).toEqual([[], { category: undefined }]);
    expect(chosenOf(withChosen(['tax', 'rent']))).toEqual(['tax', 'rent']);
  });
});
