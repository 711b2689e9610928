import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '../../../features/account/account.ts';
import { closedIn, RIBBON_COOKIE, ribbonCookie, ribbonsOf } from './ribbons.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const landlord = (trialEndDate: string, { sample = false, status = 'trialing' } = {}) =>
  ({ trialEndDate, sample, subscription: { status }, now: '2026-11-21T12:00:00Z' }) as CurrentUser;
const shown = (user: CurrentUser, closed: ('trial' | 'sample')[] = [], path = '/dashboard') => {
  const { trial, sample, closable } = ribbonsOf(user, { path, now: NOW, closed });
  return { words: trial?.words, sample, closable };
};

describe('the ribbons', () => {
  const both = landlord('2026-11-23T12:00:00Z', { sample: true });

  it('show the countdown and the sample data, and both can be closed', () => {
    const words = 'Your free trial ends in 2 days.';
    expect(shown(both)).toEqual({ words, sample: true, closable: ['trial', 'sample'] });
    expect(shown(both, ['trial'])).toEqual({ words: undefined, sample: true, closable: ['sample'] });
    expect(shown(both, ['sample'])).toEqual({ words, sample: false, closable: ['trial'] });
    expect(shown(both, ['trial', 'sample'])).toEqual({ words: undefined, sample: false, closable: [] });
  });

  it.each([
    ['on its last day', landlord('2026-11-21T11:59:00Z', { status: 'active' }), undefined],
    [
      'once it is over',
      landlord('2026-11-20T12:00:00Z'),
      'Your trial has expired. Please choose a subscription plan to continue.',
    ],
  ])('keep the trial on screen %s, though its countdown was closed', (_when, user, words) => {
    expect(shown(user, ['trial'])).toEqual({ words, sample: false, closable: [] });
  });

  it('S1.2.12 leave the trial out on Finance, and keep the sample data', () => {
    expect(shown(both, [], '/dashboard/finance')).toEqual({ words: undefined, sample: true, closable: ['sample'] });
  });
});

describe('the cookie', () => {
  it('is read as it was written', () => {
    const [pair = ''] = ribbonCookie(['trial', 'sample']).split(';');
    expect(closedIn(pair.replace(`${RIBBON_COOKIE}=`, ''))).toEqual(['trial', 'sample']);
  });

  it.each([undefined, '', 'everything', '<script>', '.trials.'])('closes nothing as %j', (value) => {
    expect(closedIn(value)).toEqual([]);
  });
});
