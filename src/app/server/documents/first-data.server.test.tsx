import { expect, it } from 'vitest';
import type { CurrentUser } from '../../../features/account/account.ts';
import { RIGHTS } from '../../../shared/rights.ts';
import type { Overview } from '../../overview/overview.ts';
import { sampleOverview } from '../../overview/sample-figures.ts';
import { withFirstData } from './first-data.server.tsx';

const NOW = '2026-11-21T12:00:00Z';
const TEMPLATE = '<head></head><body><div id="root" class="contents"></div></body>';
const onTrialUntil = (trialEndDate: string) =>
  ({
    name: 'Ada </b>',
    account: { rights: [...RIGHTS] },
    trialEndDate,
    subscription: { status: 'trialing' },
    now: NOW,
  }) as unknown as CurrentUser;
const onPlan = { ...onTrialUntil(NOW), subscription: { status: 'active' } } as CurrentUser;

function shown(request: Omit<Parameters<typeof withFirstData>[1], 'search'>) {
  const html = withFirstData(TEMPLATE, { ...request, search: {} });
  const [, root = '', after = ''] = /<div id="root" class="contents">(.*)<\/div>(.*)/.exec(html) ?? [];
  return { words: root.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|'), after };
}

const FRAME = '|Account of |Ada &lt;/b&gt;|';
const SHAPES = '|Loading your dashboard...|';

it.each([
  ['a plan', onPlan, [FRAME, SHAPES]],
  ['a trial', onTrialUntil('2026-11-23T12:00:00Z'), [FRAME, '|Your free trial ends in 2 days.|', SHAPES]],
])('renders the matching frame with %s', (_who, user, parts) => {
  const { words } = shown({ path: '/dashboard/settings', user });
  expect([FRAME, '|Your free trial ends in 2 days.|', SHAPES].filter((part) => words.includes(part))).toEqual(parts);
});

it.each([
  ['an ended trial', onTrialUntil('2026-11-20T12:00:00Z')],
  ['no session', null],
])('renders no frame with %s', (_who, user) => {
  expect(shown({ path: '/dashboard/settings', user }).words).toBe('');
});

it('preloads the screen’s first requests if there are no rows', () => {
  const search = { q: 'a"b', sort: 'rent', page: '9', status: 'nonsense' };
  const html = withFirstData(TEMPLATE, { path: '/dashboard/properties', search, user: onPlan });
  const reads = [...html.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g)];
  expect(reads.map(([, address]) => address)).toEqual([
    '/api/properties?q=a%22b&amp;sort=rent&amp;limit=50',
    '/api/transactions/summary',
  ]);
});

it('renders and preloads only what the role may see', () => {
  const user = { ...onPlan, account: { ...onPlan.account, rights: ['properties.see', 'suppliers.see'] } };
  const { words } = shown({ path: '/dashboard', user, overview: sampleOverview('2026-11-21') });
  expect(words).toContain('|Dashboard|Properties|Suppliers|Settings|');
  expect(words).toContain('|21 Nov 2026 · 12 properties|');
  expect(words).toContain('|Total Properties|12|');
  expect(words).not.toMatch(/Occupancy|Revenue|Leases|Add/);
  for (const path of ['/dashboard/tenants', '/dashboard/finance'])
    expect(withFirstData(TEMPLATE, { path, search: {}, user })).not.toContain('rel="preload"');
});

it('renders the overview’s figures', () => {
  const own = { ...sampleOverview('2026-11-21'), notLet: [{ id: '7', address: '</script>', since: '2026-11-01' }] };
  const at = (overview: Overview) => shown({ path: '/dashboard', user: onPlan, overview });
  expect(at(own).words).toContain('|21 Nov 2026 · 12 properties, 14 tenants|');
  expect(at(own).words).toContain(
    '|Total Properties|12|+1 from last month|Occupancy Rate|91%|No change from last month|',
  );
  expect(at(own).words).toContain(
    '|£8,460.00|No change from last month|£6,525.00 received this month|Expiring Leases|2|',
  );
  expect(at(own).words).not.toMatch(/Needs attention|Three steps/);
  const notice = {
    href: '/dashboard/finance',
    title: 'Rent <b> is overdue',
    where: 'York',
    day: '2026-11-12',
    away: '9 days overdue',
  };
  const items = ['a', 'b'].map((key) => ({ ...notice, key }));
  const attention = { items, total: 7 } as Overview['attention'];
  expect(at({ ...own, attention }).words).toContain(
    `|Needs attention|All 7|${'Rent &lt;b&gt; is overdue|York|12 Nov 2026|9 days overdue|'.repeat(2)}Total Properties|12|`,
  );
  expect(at(own).after).toContain(JSON.stringify(own).replaceAll('<', '\\u003c'));
});

it('renders a new landlord’s first steps, without figures if there is no property', () => {
  const none = { count: 0, rent: 0 };
  const properties = { occupied: none, vacant: none, maintenance: none };
  const own = { ...sampleOverview('2026-11-21'), steps: { property: true, tenant: false, money: false } };
  const at = (overview: Overview) => shown({ path: '/dashboard', user: onPlan, overview }).words;
  expect(at(own)).toMatch(
    /Done\|First property\|.*\|See your properties\|2 of 3\|.*\|Add a tenant\|.*\|Total Properties\|12\|/,
  );
  expect(at({ ...own, properties })).toContain('|Welcome, Ada &lt;/b&gt;.|Three steps to start|');
  expect(at({ ...own, properties })).not.toContain('Total Properties');
  expect(at({ ...own, properties, steps: null })).toContain(SHAPES);
});
