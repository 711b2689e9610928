import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '../../../features/account/account.ts';
import { closedIn, RIBBON_COOKIE, ribbonCookie, ribbonsOf } from './ribbons.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const landlord = (trialEndDate: string, status = 'trialing') =>
  ({
    trialEndDate,
    sample: false,
    account: { rights: ['owner'] },
    subscription: { status },
    now: '2026-11-21T12:00:00Z',
  }) as CurrentUser;
const shown = (user: CurrentUser, closed: 'trial'[] = [], path = '/dashboard') => {
  const { trial, sample, closable } = ribbonsOf(user, { path, now: NOW, closed });
  return { words: trial?.words, sample, closable };
};

describe('the ribbons', () => {
  const soon = landlord('2026-11-23T12:00:00Z');

  it('show the countdown, which can be closed', () => {
    expect(shown(soon)).toEqual({ words: 'Your free trial ends in 2 days.', sample: false, closable: ['trial'] });
    expect(shown(soon, ['trial'])).toEqual({ words: undefined, sample: false, closable: [] });
  });

  it('show only the sample ribbon in a sample account', () => {
    expect(shown({ ...soon, sample: true })).toEqual({ words: undefined, sample: true, closable: [] });
  });

  it.each([
    ['on its last day', landlord('2026-11-21T11:59:00Z', 'active'), undefined],
    [
      'once it is over',
      landlord('2026-11-20T12:00:00Z'),
      'Your trial has expired. Please choose a subscription plan to continue.',
    ],
  ])('keep the trial on screen %s, though its countdown was closed', (_when, user, words) => {
    expect(shown(user, ['trial'])).toEqual({ words, sample: false, closable: [] });
  });

  it('S1.2.12 omit the trial on Finance', () => {
    expect(shown(soon, [], '/dashboard/finance')).toEqual({ words: undefined, sample: false, closable: [] });
  });
});

describe('the cookie', () => {
  it('is read as it was written', () => {
    const [pair = ''] = ribbonCookie(['trial']).split(';');
    expect(closedIn(pair.replace(`${RIBBON_COOKIE}=`, ''))).toEqual(['trial']);
  });

  it.each([undefined, '', 'everything', '<script>', '.trials.'])('closes nothing as %j', (value) => {
    expect(closedIn(value)).toEqual([]);
  });
});
