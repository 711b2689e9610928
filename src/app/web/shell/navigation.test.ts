import { describe, expect, it } from 'vitest';
import { APP_PATHS } from '../../server/documents/paths.server.ts';
import { rowAt, TABS, tabAt } from './navigation.client.ts';
import { GO } from './shortcuts.client.ts';

describe('the tabs', () => {
  it('are those of the specification in its order, and Rent', () => {
    expect(TABS.map(({ name }) => name)).toEqual([
      'Dashboard',
      'Properties',
      'Tenants',
      'Rent',
      'Suppliers',
      'Finance',
      'Settings',
    ]);
  });

  it.each([
    ['/dashboard', 'Dashboard', 'page'],
    ['/dashboard/activity', 'Dashboard', 'true'],
    ['/dashboard/properties/7', 'Properties', 'page'],
    ['/dashboard/certificates', 'Properties', 'true'],
    ['/dashboard/tenancies/7', 'Rent', 'true'],
    ['/dashboard/rent/bank', 'Rent', 'page'],
    ['/dashboard/profile', 'Settings', 'true'],
  ])('at %s mark %s as %s', (path, name, current) => {
    expect([tabAt(path)?.tab.name, tabAt(path)?.current]).toEqual([name, current]);
  });

  it.each(['/dashboard/notifications', '/dashboard/nothing', '/login'])('mark none at %s', (path) => {
    expect(tabAt(path)).toBeUndefined();
  });
});

describe('the second row', () => {
  it.each([
    ['/dashboard/properties', {}, 'Properties'],
    ['/dashboard/properties', { q: 'leeds' }, 'Properties'],
    ['/dashboard/certificates', {}, 'Certificates and compliance'],
    ['/dashboard/rent', { month: '2026-11' }, 'This month'],
    ['/dashboard/rent/bank', {}, 'From your bank'],
    ['/dashboard/finance', { q: 'gas' }, 'Transactions'],
    ['/dashboard/finance', { tab: 'accounts' }, 'Bank accounts'],
    ['/dashboard/finance/import', {}, 'Bank accounts'],
    ['/dashboard/plans', {}, 'Plans'],
    ['/dashboard/team', {}, 'Team'],
  ])('at %s %j marks %s', (path, search, name) => {
    expect(rowAt(path, search)?.open.name).toBe(name);
  });

  it.each(['/dashboard', '/dashboard/tenants', '/dashboard/properties/7', '/dashboard/properties/add', '/dashboard/x'])(
    'is left out at %s',
    (path) => {
      expect(rowAt(path, {})).toBeUndefined();
    },
  );

  it('has at least two links, each with a unique URL and shortcut', () => {
    const rows = TABS.flatMap(({ row }) => (row ? [row] : []));
    expect(rows.filter((row) => row.length < 2)).toEqual([]);
    const hrefs = rows.flat().map(({ to, search }) => to + (search ? `?${new URLSearchParams(search)}` : ''));
    expect(new Set(hrefs).size).toBe(hrefs.length);
    expect(hrefs.filter((href) => !GO.some((command) => command.href === href))).toEqual([]);
  });
});

it('every list of the dashboard belongs to a tab', () => {
  const lost = APP_PATHS.filter((path) => path.startsWith('/dashboard') && !tabAt(path.replace('$id', '7')));
  expect(lost).toEqual(['/dashboard/notifications']);
});
