/** What a landlord on trial reads, up to the second in which it ends. */
import { describe, expect, it } from 'vitest';
import { daysLeft, isOver, TRIAL_EXPIRED, trialBanner, untilNextDay } from './trial.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const START = Date.parse('2026-11-21T15:00:00.000Z');
const END = START + 168 * HOUR;

type Status = 'trialing' | 'expired' | 'active';

/** A landlord whose trial ends at END, as the server told it at `now`. */
function landlord(now: number, status: Status = 'trialing', end: number | null = END) {
  return {
    trialEndDate: end === null ? null : new Date(end).toISOString(),
    subscription: { status },
    now: new Date(now).toISOString(),
  };
}

describe('the days that are left of a trial', () => {
  it.each([
    ['at sign-up', START, 7],
    ['a second after sign-up', START + SECOND, 7],
    ['a second before the sixth day begins', START + 24 * HOUR - SECOND, 7],
    ['when exactly six days are left', START + 24 * HOUR, 6],
    ['in the last hour', END - HOUR, 1],
    ['in the last second', END - SECOND, 1],
    ['when it ends', END, 0],
    ['long after', END + 1000 * HOUR, 0],
  ])('%s', (_when, now, days) => {
    expect(daysLeft(END, now)).toBe(days);
  });
});

describe('whether a trial is over', () => {
  it('runs for exactly 168 hours from sign-up', () => {
    expect(isOver(landlord(END - SECOND))).toBe(false);
    expect(isOver(landlord(END))).toBe(true);
    expect(isOver(landlord(END + SECOND))).toBe(true);
  });

  it('is over for a profile that has no end date, and for one the server calls expired', () => {
    expect(isOver(landlord(START, 'trialing', null))).toBe(true);
    expect(isOver(landlord(START, 'expired'))).toBe(true);
  });

  it('does not matter to a landlord with a plan', () => {
    expect(isOver(landlord(END + HOUR, 'active'))).toBe(false);
    expect(isOver(landlord(START, 'active', null))).toBe(false);
  });
});

describe('the trial banner', () => {
  const words = (now: number, told = START) => trialBanner(landlord(told), now);

  it('counts the days, one of them in the singular', () => {
    expect(words(START)).toEqual({ tone: 'amber', words: 'Your free trial ends in 7 days.' });
    expect(words(END - 48 * HOUR)).toEqual({ tone: 'amber', words: 'Your free trial ends in 2 days.' });
    expect(words(END - 24 * HOUR)).toEqual({ tone: 'amber', words: 'Your free trial ends in 1 day.' });
  });

  it('says today when the end is reached, and bars nobody before the server has said so', () => {
    expect(words(END)).toEqual({ tone: 'amber', words: 'Your free trial ends today!' });
    expect(words(END, END)).toEqual({ tone: 'red', words: TRIAL_EXPIRED });
  });

  it('is red for an expired landlord and absent for one with a plan', () => {
    expect(trialBanner(landlord(START, 'expired'), START)?.tone).toBe('red');
    expect(trialBanner(landlord(END, 'active'), END)).toBeNull();
  });
});

describe('when the words change next', () => {
  it('is when a whole number of days is left', () => {
    expect(untilNextDay(landlord(START), START)).toBe(24 * HOUR);
    expect(untilNextDay(landlord(START), START + HOUR)).toBe(23 * HOUR);
    expect(untilNextDay(landlord(START), END - SECOND)).toBe(SECOND);
  });

  it('is never after the end, with a plan, or without an end date', () => {
    expect(untilNextDay(landlord(START), END)).toBeNull();
    expect(untilNextDay(landlord(START, 'active'), START)).toBeNull();
    expect(untilNextDay(landlord(START, 'trialing', null), START)).toBeNull();
  });
});
