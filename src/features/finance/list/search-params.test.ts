import { describe, expect, it } from 'vitest';
import { chosenOf, filterOf, financeSearch, isNarrowed, totalsFilterOf, withChosen } from './search-params.ts';

const TODAY = '2026-11-21';
const WHOLE = {
  tab: 'accounts',
  q: 'York',
  category: 'tax,ground rent',
  status: 'overdue',
  property: '00000000-0000-4000-8000-00000000000a',
  date: 'tax-year',
  from: '2026-07-01',
  to: '2026-09-30',
  sort: 'lowest',
};

describe('the search params of the finance screen', () => {
  it.each([
    [{ q: '', sort: 'recent', tab: 'transactions', status: '', category: '' }, {}],
    [{ tab: 'x', q: '  ', category: 'A;', status: 'paid', property: 'mine', sort: 'colour' }, {}],
    [{ date: 'week', from: '2026-02-29', to: '0026-01-01' }, {}],
    [
      { q: 'x'.repeat(500), property: 'none' },
      { q: 'x'.repeat(200), property: 'none' },
    ],
    [WHOLE, WHOLE],
  ])('parses %j as %j', (search, expected) => {
    expect(financeSearch(search)).toEqual(expected);
  });

  it('requests recent transactions by default, and sums without an order', () => {
    const filter = { q: '', category: 'tax', propertyId: 'none', sort: 'recent' };
    expect(filterOf({ category: 'tax', property: 'none' }, TODAY)).toEqual(filter);
    expect(totalsFilterOf(filterOf({ status: 'overdue', sort: 'highest' }, TODAY))).toEqual({
      q: '',
      status: 'overdue',
    });
  });

  it('requests the dates of a period, or custom dates', () => {
    const tax = { q: '', sort: 'recent', from: '2026-04-06', to: '2027-04-05' };
    expect(filterOf({ date: 'tax-year', from: '1990-01-01' }, TODAY)).toEqual(tax);
    expect(filterOf({ from: '2026-07-01' }, TODAY)).toEqual({ q: '', sort: 'recent', from: '2026-07-01' });
  });

  it('narrows the list by search and filters, not by tab and sort', () => {
    const narrowing = Object.entries(WHOLE).filter(([name, value]) => isNarrowed({ [name]: value }));
    expect(narrowing.map(([name]) => name)).toEqual(['q', 'category', 'status', 'property', 'date', 'from', 'to']);
  });

  it('omits the category if none is chosen', () => {
    expect([chosenOf({}), withChosen([])]).toEqual([[], { category: undefined }]);
    expect(chosenOf(withChosen(['tax', 'rent']))).toEqual(['tax', 'rent']);
  });
});
