import { describe, expect, it } from 'vitest';
import { formatInstantAsTime } from '../../shared/dates.ts';
import { DEFAULT_STEPS, dueStep, isWithinSendingHours, lessPaid, ReminderInput, reminderEmail } from './reminder.ts';

const DUE = '2026-03-28';
const rent = (due = DUE) => ({ due, left: 120_000 });
const due = (today: string, changes: Partial<Parameters<typeof dueStep>[0]> = {}) =>
  dueStep({ open: [rent()], steps: DEFAULT_STEPS, written: [], today, ...changes })?.step ?? null;

describe('the reminder that is due', () => {
  it.each([
    ['2026-03-24', null],
    ['2026-03-25', -3],
    // After downtime a reminder is sent up to a day late.
    ['2026-03-26', -3],
    ['2026-03-27', null],
    ['2026-03-28', 0],
    // Across the change to summer time.
    ['2026-03-31', 3],
    ['2026-04-04', 7],
    ['2026-04-11', 14],
    ['2026-04-12', 14],
    ['2026-04-13', null],
  ])('on %s is of step %s', (today, step) => {
    expect(due(today)).toBe(step);
  });

  it('is sent once, and never after a later step', () => {
    expect(due('2026-03-26', { written: [{ due: DUE, step: -3 }] })).toBeNull();
    expect(due('2026-03-29', { steps: [0, 1], written: [{ due: DUE, step: 1 }] })).toBeNull();
    expect(due('2026-03-29', { steps: [0, 1], written: [{ due: DUE, step: 0 }] })).toBe(1);
  });

  it('is for the latest rent with a step due, and null without unpaid rent', () => {
    const open = [rent('2026-03-21'), rent()];
    expect(dueStep({ open, steps: [0, 7], written: [], today: DUE })).toEqual({ due: DUE, step: 0 });
    expect(due(DUE, { open: [] })).toBeNull();
  });
});

it('emails are sent from 08:00 to 20:00', () => {
  expect(['07:59', '08:00', '19:59', '20:00'].map(isWithinSendingHours)).toEqual([false, true, true, false]);
});

it.each([
  // Summer time is from 29 March to 25 October 2026.
  ['2026-03-28T07:59:00Z', false],
  ['2026-03-28T08:00:00Z', true],
  ['2026-03-29T06:59:00Z', false],
  ['2026-03-29T07:00:00Z', true],
  ['2026-10-24T07:00:00Z', true],
  ['2026-10-25T07:59:00Z', false],
  ['2026-10-25T08:00:00Z', true],
])('in London, as at %s: %s', (instant, may) => {
  expect(isWithinSendingHours(formatInstantAsTime(new Date(instant)))).toBe(may);
});

it('deducts payments from the oldest rent first', () => {
  const open = [rent('2026-02-28'), rent()];
  expect(
    [0, 50_000, 120_000, 130_000, 240_000, 300_000].map((paid) => lessPaid(open, paid).map(({ left }) => left)),
  ).toEqual([[120_000, 120_000], [70_000, 120_000], [120_000], [110_000], [], []]);
});

it('accepts up to eight days from 14 before to 60 after, sorted without duplicates', () => {
  const steps = (changes: number[]) => ReminderInput.safeParse({ active: false, steps: changes });
  expect(steps([7, 0, 7, -3]).data?.steps).toEqual([-3, 0, 7]);
  for (const wrong of [[], [-15], [61], [1.5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) expect(steps(wrong).success).toBe(false);
});

describe('the reminder email', () => {
  const email = (open: Parameters<typeof reminderEmail>[0]['open'], today = DUE) =>
    reminderEmail({ landlord: 'Ada\r\nBcc: x', names: 'Grace Hopper', property: '2 Mill Lane, Leeds', open, today });

  it('distinguishes rent due later, due today and outstanding', () => {
    expect(email([rent()], '2026-03-25').subject).toBe('Rent of £1,200.00 is due on 28 Mar 2026');
    expect(email([rent()]).subject).toBe('Rent of £1,200.00 is due today');
    expect(email([rent()], '2026-04-04').subject).toBe('Rent of £1,200.00 is outstanding');
  });

  it('lists and adds up unpaid rent, and prevents header injection', () => {
    const { subject, paragraphs } = email([{ due: '2026-02-28', left: 5_000 }, rent()], '2026-04-04');
    expect(subject).toBe('Rent of £1,250.00 is outstanding');
    expect(paragraphs[2]).toBe('£50.00 due 28 Feb 2026; £1,200.00 due 28 Mar 2026. Together: £1,250.00.');
    expect(paragraphs.join('')).not.toMatch(/[\r\n]|fee/);
    const before = email([{ due: '2026-02-28', left: 5_000 }, rent()], '2026-03-25');
    expect(before.subject).toBe('Rent of £1,200.00 is due on 28 Mar 2026');
    expect(before.paragraphs[1]).toMatch(/^This is .* is due on 28 Mar 2026. Earlier rent is still outstanding\.$/);
  });
});
