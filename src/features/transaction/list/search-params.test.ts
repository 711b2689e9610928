/** The address of the finance screen. */
import { describe, expect, it } from 'vitest';
import { chosenOf, FinanceSearch, filterOf, isNarrowed, totalsFilterOf, withChosen } from './search-params.ts';

const PROPERTY = '00000000-0000-4000-8000-00000000000a';

describe('the address of the finance screen', () => {
  it('is plain when everything is at its default', () => {
    expect(FinanceSearch.parse({ q: '', sort: 'recent', tab: 'transactions', status: '', category: '' })).toEqual({});
  });

  it('keeps tab, search, categories, status, property and sort', () => {
    const search = {
      tab: 'accounts',
      q: 'York',
      category: 'tax,ground rent',
      status: 'overdue',
      property: PROPERTY,
      sort: 'lowest',
    };
    expect(FinanceSearch.parse(search)).toEqual(search);
    expect(FinanceSearch.parse({ property: 'none' })).toEqual({ property: 'none' });
  });

  it('opens the whole list where it says what does not exist', () => {
    const nonsense = { tab: 'x', q: '  ', category: 'A;', status: 'paid', property: 'mine', sort: 'colour' };
    expect(FinanceSearch.parse(nonsense)).toEqual({});
  });

  it('never asks for a text longer than the server takes', () => {
    expect(FinanceSearch.parse({ q: 'x'.repeat(500) }).q).toHaveLength(200);
  });

  it('asks the server for the recent ones unless it says otherwise, and for sums without an order', () => {
    expect(filterOf({ category: 'tax', property: 'none' })).toEqual({
      q: '',
      category: 'tax',
      propertyId: 'none',
      sort: 'recent',
    });
    expect(totalsFilterOf(filterOf({ status: 'overdue', sort: 'highest' }))).toEqual({ q: '', status: 'overdue' });
  });

  it('narrows the list by search and filters, not by tab and sort', () => {
    const searches = [
      { q: 'a' },
      { category: 'tax' },
      { status: 'overdue' },
      { property: 'none' },
      { sort: 'oldest' },
      { tab: 'accounts' },
    ] as const;
    expect(searches.map(isNarrowed)).toEqual([true, true, true, true, false, false]);
  });

  it('has no category where none is chosen', () => {
    expect(withChosen([])).toEqual({ category: undefined });
    expect(chosenOf({})).toEqual([]);
    expect(chosenOf(withChosen(['tax', 'rent']))).toEqual(['tax', 'rent']);
  });
});
