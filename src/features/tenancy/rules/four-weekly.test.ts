import { expect, it } from 'vitest';
import { driftLine } from './four-weekly.ts';

const council = (...dates: string[]) =>
  dates.map((date) => ({ date, amount: 46_152, text: 'LEEDS CITY COUNCIL HB 0021' }));
const TERMS = { rent: 50_000, frequency: 'monthly' } as const;

it('explains a council’s four-weekly payments for monthly rent', () => {
  expect(driftLine(council('2026-09-14', '2026-10-12', '2026-11-09'), TERMS, '2026-11-25')).toBe(
    'The council pays £461.52 every 4 weeks, which is £499.98 a month on average. The rent is £500.00. ' +
      'A month with one payment leaves £38.48 unpaid. One month a year has two payments. Over a year, this leaves £0.24 unpaid.',
  );
  const more = driftLine(council('2026-10-12', '2026-11-09'), { ...TERMS, rent: 46_000 }, '2026-11-25');
  expect(more).toContain('Over a year, they pay £479.76 more than the rent.');
});

it.each([
  ['one payment', council('2026-11-09'), TERMS, '2026-11-25'],
  ['payments a month apart', council('2026-10-09', '2026-11-09'), TERMS, '2026-11-25'],
  ['payments that have ended', council('2026-08-17', '2026-09-14'), TERMS, '2026-11-25'],
  [
    'a rent every four weeks',
    council('2026-10-12', '2026-11-09'),
    { rent: 46_152, frequency: '4-weekly' } as const,
    '2026-11-25',
  ],
])('is null for %s', (_, payments, terms, today) => {
  expect(driftLine(payments, terms, today)).toBeNull();
});
