import { describe, expect, it } from 'vitest';
import { RIGHTS } from '../../../shared/rights.ts';
import { APP_PATHS } from '../../server/documents/paths.server.ts';
import { openHref, placesFor, rightAt, rowAt, TABS, tabAt, tabsFor } from './navigation.client.ts';
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
    ['/dashboard/deadlines', { group: 'overdue' }, 'Deadlines'],
    ['/dashboard/rent', { month: '2026-11' }, 'This month'],
    ['/dashboard/rent/bank', {}, 'From your bank'],
    ['/dashboard/finance', { q: 'gas' }, 'Transactions'],
    ['/dashboard/finance', { tab: 'accounts' }, 'Bank accounts'],
    ['/dashboard/finance/import', {}, 'Bank accounts'],
    ['/dashboard/plans', {}, 'Plans'],
    ['/dashboard/team', {}, 'Team'],
    ['/dashboard/import', {}, 'Import'],
    ['/dashboard/import/7', { step: 'check' }, 'Import'],
    ['/dashboard/api/deliveries', {}, 'API'],
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

describe('a role', () => {
  const guest = ['properties.see', 'money.see', 'suppliers.see', 'tax.see', 'reports.see'];

  it('has the tabs and second rows that it may open', () => {
    expect(tabsFor(RIGHTS)).toEqual(TABS);
    expect(TABS.map((tab) => placesFor(tab, RIGHTS))).toEqual(TABS.map(({ row = [] }) => row));
    expect(tabsFor(guest).map((tab) => [tab.name, placesFor(tab, guest).map(({ name }) => name)])).toEqual([
      ['Dashboard', []],
      ['Properties', ['Properties', 'Certificates and compliance', 'Deadlines', 'Documents']],
      ['Suppliers', []],
      ['Finance', ['Transactions', 'Reports', 'Tax', 'Receipts']],
      ['Settings', ['Settings', 'Profile', 'Team']],
    ]);
  });

  it.each([
    ['/dashboard', {}, undefined],
    ['/dashboard/activity', {}, undefined],
    ['/dashboard/notifications', {}, undefined],
    ['/dashboard/profile', {}, undefined],
    ['/dashboard/plans', {}, 'owner'],
    ['/dashboard/properties', { q: 'leeds' }, 'properties.see'],
    ['/dashboard/properties/add', {}, 'properties.add'],
    ['/dashboard/properties/edit/7', {}, 'properties.change'],
    ['/dashboard/properties/7', {}, 'properties.see'],
    ['/dashboard/certificates', {}, 'properties.see'],
    ['/dashboard/tenants/7/', {}, 'people.see'],
    ['/dashboard/tenants/add/', {}, 'people.change'],
    ['/dashboard/tenancies/7', {}, 'rent.see'],
    ['/dashboard/rent/bank', {}, 'banks.see'],
    ['/dashboard/suppliers/edit/7', {}, 'suppliers.change'],
    ['/dashboard/finance', { open: 'new' }, 'money.see'],
    ['/dashboard/finance', { tab: 'accounts' }, 'banks.see'],
    ['/dashboard/finance/import', {}, 'banks.change'],
    ['/dashboard/import', {}, 'properties.add'],
    ['/dashboard/import/7', {}, 'properties.add'],
  ])('at %s %j needs the right %s', (path, search, need) => {
    expect(rightAt(path, search)).toBe(need);
  });

  it('opens the record instead of its form without the right to change it', () => {
    const form = '/dashboard/properties/edit/7?tab=compliance';
    expect(openHref(form, RIGHTS)).toBe(form);
    expect(openHref(form, guest)).toBe('/dashboard/properties/7?tab=compliance');
    expect(openHref('/dashboard/finance?open=7', guest)).toBe('/dashboard/finance?open=7');
  });
});
