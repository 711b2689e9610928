/** Who is shown the frame of the dashboard before its code has come. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CurrentUser } from '../../features/account/account.ts';
import { FirstFigures } from '../../features/overview/FirstFigures.tsx';
import type { Overview } from '../../features/overview/overview.ts';
import { sampleOverview } from '../../features/overview/sample-figures.ts';
import { withFirstData } from './first-data.server.ts';

const NOW = '2026-11-21T12:00:00Z';
const TEMPLATE = '<head></head><body><div id="root" class="contents"></div></body>';
const screen = {
  files: [],
  frame: '<header/>%WITHIN%',
  frameOnTrial: '<header/><aside>%WORDS%</aside>%WITHIN%',
  shapes: '<i/>',
  figures: renderToStaticMarkup(createElement(FirstFigures)),
};

const onTrialUntil = (trialEndDate: string) =>
  ({ trialEndDate, subscription: { status: 'trialing' }, now: NOW }) as CurrentUser;
const onPlan = { ...onTrialUntil(NOW), subscription: { status: 'active' } } as CurrentUser;

it.each([
  ['a plan', onPlan, '<header/><i/>'],
  ['a trial', onTrialUntil('2026-11-23T12:00:00Z'), '<header/><aside>Your free trial ends in 2 days.</aside><i/>'],
  ['a trial that is over, who is led away', onTrialUntil('2026-11-20T12:00:00Z'), ''],
  ['nobody signed in, who is led to the login', null, ''],
])('with %s the document shows the frame that fits', (_who, user, shown) => {
  const html = withFirstData(TEMPLATE, { path: '/dashboard/settings', search: {}, user, screen });
  expect(/<div id="root" class="contents">(.*)<\/div>/.exec(html)?.[1]).toBe(shown);
});

it('the overview comes with the landlord’s own figures, and without a property, or with the sample portfolio, with none', () => {
  const asked = { path: '/dashboard', search: {}, user: onPlan, screen } as const;
  const own = { ...sampleOverview('2026-11-21'), notLet: [{ id: '7', address: '</script>', since: '2026-11-01' }] };
  const shown = (overview: Overview, sample = false) => {
    const html = withFirstData(TEMPLATE, { ...asked, user: { ...onPlan, sample }, overview });
    const [, root = '', after = ''] = /<div id="root" class="contents">(.*)<\/div>(.*)/.exec(html) ?? [];
    return { root, words: root.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|'), after };
  };
  expect(shown(own).words).toContain('|21 Nov 2026 · 12 properties, 14 tenants|');
  expect(shown(own).words).toContain(
    '|Total Properties|12|+1 from last month|Occupancy Rate|91%|No change from last month|',
  );
  expect(shown(own).words).toContain(
    '|£8,460.00|No change from last month|£6,525.00 received this month|Expiring Leases|2|',
  );
  expect(shown(own).root).not.toMatch(/%[A-Z]+%|Needs attention/);
  const notice = {
    href: '/dashboard/finance',
    title: 'Rent <b> is overdue',
    where: 'York',
    day: '2026-11-12',
    away: '9 days overdue',
  };
  const attention = { items: [notice, notice], total: 7 } as Overview['attention'];
  expect(shown({ ...own, attention }).words).toContain(
    `|Needs attention|All 7|${'Rent &lt;b&gt; is overdue|York|12 Nov 2026|9 days overdue|'.repeat(2)}Total Properties|12|`,
  );
  expect(shown({ ...own, attention }).root).not.toMatch(/%[A-Z]+%/);
  expect(shown(own).after).toContain(JSON.stringify(own).replaceAll('<', '\\u003c'));
  expect(shown(own, true).root).toBe('<header/><i/>');
  const none = { count: 0, rent: 0 };
  expect(shown({ ...own, properties: { occupied: none, vacant: none, maintenance: none } }).root).toBe('<header/><i/>');
});
