/** Keys that lead somewhere from any screen: two letters, one after the other. The browser's part is `shortcuts.client.ts`. */
import type { Command } from '../../../shared/noun-parts.ts';
import { NOUNS } from '../../nouns.ts';

export const ADD: readonly Command[] = NOUNS.flatMap(({ shortcuts }) => shortcuts?.add ?? []);

export const GO: readonly Command[] = [
  { keys: 'gd', name: 'Dashboard', href: '/dashboard' },
  ...NOUNS.flatMap(({ shortcuts }) => shortcuts?.go ?? []),
  { keys: 'ge', name: 'Settings', href: '/dashboard/settings' },
  { keys: 'gm', name: 'My profile', href: '/dashboard/profile' },
  { keys: 'gl', name: 'Plans', href: '/dashboard/plans' },
];

const COMMANDS = [...ADD, ...GO];

/** After a key: the command that it completes, or the keys of one that has begun; a key that continues nothing begins anew. */
export function afterKey(before: string, key: string): { command?: Command; begun: string } {
  for (const keys of [before + key, key]) {
    const command = COMMANDS.find((one) => one.keys === keys);
    if (command) return { command, begun: '' };
    if (COMMANDS.some((one) => one.keys.startsWith(keys))) return { begun: keys };
  }
  return { begun: '' };
}

/** What opens a dialog over the list of Finance keeps the list's filters, if that is where one is. */
export function keepingFilters(href: string, here: { pathname: string; search: string }): string {
  const [path, query] = href.split('?');
  const asked = new URLSearchParams(query);
  if (path !== here.pathname || !asked.has('open')) return href;
  const kept = new URLSearchParams(here.search);
  kept.delete('tab');
  for (const [name, value] of asked) kept.set(name, value);
  return `${path}?${kept}`;
}
