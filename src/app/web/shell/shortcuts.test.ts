import { expect, it } from 'vitest';
import { RIGHTS } from '../../../shared/rights.ts';
import { appPathAt } from '../../server/documents/paths.server.ts';
import { ADD, afterKey, commandsFor, GO, keepingFilters } from './shortcuts.client.ts';

function pressed(keys: string, rights?: string[]): string[] {
  let begun = '';
  return [...keys].flatMap((key) => {
    const after = afterKey(begun, key, commandsFor(rights));
    begun = after.begun;
    return after.command?.name ?? [];
  });
}

it.each([
  ['ap', ['Add a property']],
  ['ai', ['Add income']],
  ['a', []],
  ['pa', []],
  ['aap', ['Add a property']],
  ['axp', []],
  ['agf', ['Finance']],
  ['apt', ['Add a property']],
  ['gpat', ['Properties', 'Add a tenant']],
])('the keys %s run %j', (keys, names) => {
  expect(pressed(keys)).toEqual(names);
});

it('commandsFor returns only what the role may open', () => {
  const guest = ['properties.see', 'money.see', 'suppliers.see', 'tax.see', 'reports.see'];
  expect(commandsFor(guest).add).toEqual([]);
  expect(commandsFor(guest).go.map(({ name }) => name)).toEqual([
    'Dashboard',
    'Properties',
    'Certificates and compliance',
    'Deadlines',
    'Documents',
    'Suppliers',
    'Finance',
    'Reports',
    'Tax',
    'Receipts',
    'Settings',
    'My profile',
    'Team',
  ]);
  expect(pressed('aegtgbglgf', guest)).toEqual(['Finance']);
  expect(commandsFor(RIGHTS)).toEqual({ add: ADD, go: GO });
});

it('every command opens an existing screen and has unique keys', () => {
  const all = [...ADD, ...GO];
  expect(all.filter(({ href }) => !appPathAt(href.replace(/\?.*/, '')))).toEqual([]);
  expect(new Set(all.map(({ keys }) => keys)).size).toBe(all.length);
});

it.each([
  ['/dashboard/finance?open=new', '?tab=accounts&q=gas&date=month', '/dashboard/finance?q=gas&date=month&open=new'],
  ['/dashboard/finance?property=7&open=new', '?property=8', '/dashboard/finance?property=7&open=new'],
  ['/dashboard/finance?q=rent', '?q=gas', '/dashboard/finance?q=rent'],
  ['/dashboard/finance', '?q=gas', '/dashboard/finance'],
])('%s keeps the filters of Finance, %s, where it opens a dialog there', (href, search, expected) => {
  expect(keepingFilters(href, { pathname: '/dashboard/finance', search })).toBe(expected);
  expect(keepingFilters(href, { pathname: '/dashboard', search })).toBe(href);
});
