import { expect, it } from 'vitest';
import { TRIAL_EXPIRED } from '../../shared/trial-expired.ts';
import { daysLeft, ENDED_FOR_MEMBERS, isOver, trialBanner, untilNextDay } from './trial.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const START = Date.parse('2026-11-21T15:00:00.000Z');
const END = START + 168 * HOUR;

type Status = 'trialing' | 'expired' | 'active';

/** A landlord whose trial ends at END, in a response at `now`. */
function landlord(now: number, status: Status = 'trialing', end: number | null = END) {
  return {
    trialEndDate: end === null ? null : new Date(end).toISOString(),
    account: { rights: ['owner'] },
    subscription: { status },
    now: new Date(now).toISOString(),
  };
}

it.each([
  ['at sign-up', START, 7],
  ['a second after sign-up', START + SECOND, 7],
  ['a second before the sixth day begins', START + 24 * HOUR - SECOND, 7],
  ['when exactly six days are left', START + 24 * HOUR, 6],
  ['in the last hour', END - HOUR, 1],
  ['in the last second', END - SECOND, 1],
  ['when it ends', END, 0],
  ['long after', END + 1000 * HOUR, 0],
])('S1.4.15: counts the days left %s', (_when, now, days) => {
  expect(daysLeft(END, now)).toBe(days);
});

it.each([
  ['S1.9.1: a second before the end', landlord(END - SECOND), false],
  ['S1.9.1: at the end', landlord(END), true],
  ['after it', landlord(END + SECOND), true],
  ['S1.4.5: a trial without an end', landlord(START, 'trialing', null), true],
  ['one that the server calls expired', landlord(START, 'expired'), true],
  ['a plan, after the end', landlord(END + HOUR, 'active'), false],
  ['a plan, without an end', landlord(START, 'active', null), false],
])('%s: decides whether the trial is over', (_when, trial, over) => {
  expect(isOver(trial)).toBe(over);
});

it.each([
  ['S1.2.51 S1.4.17', landlord(START), START, { tone: 'amber', words: 'Your free trial ends in 7 days.' }],
  ['S1.4.17', landlord(START), END - 48 * HOUR, { tone: 'amber', words: 'Your free trial ends in 2 days.' }],
  ['S1.4.17', landlord(START), END - 24 * HOUR, { tone: 'amber', words: 'Your free trial ends in 1 day.' }],
  // The banner turns red only once the server has confirmed the end.
  ['S1.4.16', landlord(START), END, { tone: 'amber', words: 'Your free trial ends today!' }],
  ['S1.2.52', landlord(END), END, { tone: 'red', words: TRIAL_EXPIRED }],
  ['S1.2.52', landlord(START, 'expired'), START, { tone: 'red', words: TRIAL_EXPIRED }],
  ['a plan', landlord(END, 'active'), END, null],
] as const)('%s: the trial banner', (_id, trial, now, banner) => {
  expect(trialBanner(trial, now)).toEqual(banner);
});

it('a member who is not an owner sees no countdown, and whom to ask once it is over', () => {
  const shown = (now: number) => trialBanner({ ...landlord(now), account: { rights: ['rent.see'] } }, now);
  expect(shown(END - HOUR)).toBeNull();
  expect(shown(END)).toEqual({ tone: 'red', words: ENDED_FOR_MEMBERS });
});

it.each([
  ['when a whole number of days is left', landlord(START), START, 24 * HOUR],
  ['an hour later', landlord(START), START + HOUR, 23 * HOUR],
  ['in the last second', landlord(START), END - SECOND, SECOND],
  ['never after the end', landlord(START), END, null],
  ['never with a plan', landlord(START, 'active'), START, null],
  ['never without an end', landlord(START, 'trialing', null), START, null],
])('calculates when the banner changes %s', (_when, trial, now, wait) => {
  expect(untilNextDay(trial, now)).toBe(wait);
});
