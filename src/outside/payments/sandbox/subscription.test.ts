import { expect, it } from 'vitest';
import { begun, DECISIONS, settled } from './subscription.ts';

const at = (day: string) => new Date(`${day}T23:30:00.000Z`);
const BEGUN = { customer: 'cus_1', metadata: {}, plan: 'basic', trialEnd: null };

it('is charged on its day of the month, or the last of a shorter one', () => {
  const { stored } = begun(BEGUN, at('2027-01-31'));
  const ends = ['2027-02-27', '2027-02-28', '2027-03-31', '2028-02-29'].map(
    (day) => settled(stored, at(day)).stored.until,
  );
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-03-31'].map((day) => at(day).toISOString()));
});

it('reports every due payment once', () => {
  const { stored } = begun(BEGUN, at('2027-01-15'));
  const { stored: later, events } = settled(stored, at('2027-03-20'));
  expect(events.filter((type) => type === 'invoice.paid')).toHaveLength(2);
  expect(settled(later, at('2027-03-20'))).toEqual({ stored: later, events: [] });
});

it('continues from the day of an early payment', () => {
  const { stored } = begun({ ...BEGUN, trialEnd: at('2027-01-20').toISOString() }, at('2027-01-15'));
  const { stored: paid, events } = DECISIONS.next(stored, at('2027-01-16'));
  expect([paid.status, paid.until, paid.trialEnd]).toEqual([
    'active',
    at('2027-02-16').toISOString(),
    at('2027-01-16').toISOString(),
  ]);
  expect(events).toContain('invoice.paid');
});
