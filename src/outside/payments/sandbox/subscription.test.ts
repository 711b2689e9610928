import { expect, it } from 'vitest';
import { begun, DECISIONS, settled } from './subscription.ts';

const at = (day: string) => new Date(`${day}T23:30:00.000Z`);
const BEGUN = { customer: 'cus_1', metadata: {}, plan: 'basic', trialEnd: null };

it('is charged on its day of the month, or the last of a shorter one', () => {
  const { kept } = begun(BEGUN, at('2027-01-31'));
  const ends = ['2027-02-27', '2027-02-28', '2027-03-31', '2028-02-29'].map((day) => settled(kept, at(day)).kept.until);
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-03-31'].map((day) => at(day).toISOString()));
});

it('reports every due payment once', () => {
  const { kept } = begun(BEGUN, at('2027-01-15'));
  const { kept: later, happened } = settled(kept, at('2027-03-20'));
  expect(happened.filter((type) => type === 'invoice.paid')).toHaveLength(2);
  expect(settled(later, at('2027-03-20'))).toEqual({ kept: later, happened: [] });
});

it('continues from the day of an early payment', () => {
  const { kept } = begun({ ...BEGUN, trialEnd: at('2027-01-20').toISOString() }, at('2027-01-15'));
  const { kept: paid, happened } = DECISIONS.next(kept, at('2027-01-16'));
  expect([paid.status, paid.until, paid.trialEnd]).toEqual([
    'active',
    at('2027-02-16').toISOString(),
    at('2027-01-16').toISOString(),
  ]);
  expect(happened).toContain('invoice.paid');
});
