/** Who is shown the frame of the dashboard before its code has come. */
import { expect, it } from 'vitest';
import type { CurrentUser } from '../../features/account/account.ts';
import { withFirstData } from './first-data.server.ts';

const NOW = '2026-11-21T12:00:00Z';
const TEMPLATE = '<head></head><body><div id="root" class="contents"></div></body>';
const screen = { files: [], frame: '<header/>', frameOnTrial: '<header/><aside>%WORDS%</aside>' };

const onTrialUntil = (trialEndDate: string) =>
  ({ trialEndDate, subscription: { status: 'trialing' }, now: NOW }) as CurrentUser;
const onPlan = { ...onTrialUntil(NOW), subscription: { status: 'active' } } as CurrentUser;

it.each([
  ['a plan', onPlan, '<header/>'],
  ['a trial', onTrialUntil('2026-11-23T12:00:00Z'), '<header/><aside>Your free trial ends in 2 days.</aside>'],
  ['a trial that is over, who is led away', onTrialUntil('2026-11-20T12:00:00Z'), ''],
  ['nobody signed in, who is led to the login', null, ''],
])('with %s the document shows the frame that fits', (_who, user, shown) => {
  const html = withFirstData(TEMPLATE, { path: '/dashboard/settings', search: {}, user, screen });
  expect(/<div id="root" class="contents">(.*)<\/div>/.exec(html)?.[1]).toBe(shown);
});
