import { expect, it } from 'vitest';
import { appPathAt } from '../../server/documents/paths.server.ts';
import { ADD, afterKey, GO, keepingFilters } from './shortcuts.client.ts';

function pressed(keys: string): string[] {
  let begun = '';
  return [...keys].flatMap((key) => {
    const after = afterKey(begun, key);
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
])('%s leads to %j', (keys, names) => {
  expect(pressed(keys)).toEqual(names);
});

it('each opens a screen with a unique shortcut', () => {
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
