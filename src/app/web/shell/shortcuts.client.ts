/**
 * The keys that work on every screen: two letters, one after the other, lead somewhere. Letters alone can be switched off in the
 * settings, and do nothing while something is typed or open.
 */
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { landlord } from '../../../web/http/session.client.ts';
import type { Command } from '../../../web/records/noun-parts.client.ts';
import { NOUNS } from '../../nouns.client.ts';

export const ADD: readonly Command[] = NOUNS.flatMap(({ shortcuts }) => shortcuts?.add ?? []);

export const GO: readonly Command[] = [
  { keys: 'gd', name: 'Dashboard', href: '/dashboard' },
  ...NOUNS.flatMap(({ shortcuts }) => shortcuts?.go ?? []),
  { keys: 'ge', name: 'Settings', href: '/dashboard/settings' },
  { keys: 'gm', name: 'My profile', href: '/dashboard/profile' },
  { keys: 'gl', name: 'Plans', href: '/dashboard/plans' },
];

const COMMANDS = [...ADD, ...GO];

/** On Apple's keyboards ⌘ stands where others have Ctrl, which moves the cursor there. */
export const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** Milliseconds in which the second letter must follow. */
const PAUSE = 1500;
const TYPED_INTO = 'select, textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
/** Each takes letters of its own, or waits for an answer; what is closing does not. */
const OPEN = ':is(.scrim, [role=dialog], [role=menu], [role=listbox]):not([data-closed])';
/** Stands behind every dialog. */
const OPEN_SCRIM = '.scrim:not([data-closed])';

type Handlers = {
  /** Ctrl or ⌘ is held: K may follow. */
  onModifier: () => void;
  onSearch: () => void;
  onHelp: () => void;
  onCommand: (command: Command) => void;
  /** Ctrl K closes what it has opened. What is typed before its field has the focus is for that field. */
  searching: boolean;
  onTyped: (sign: string) => void;
};

export function useShortcuts(handlers: Handlers): void {
  const begun = useRef({ keys: '', at: 0 });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp: now } = event;
    const held = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (held && !altKey && !shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault(); // the browser's own search
      if (!repeat && (handlers.searching || !document.querySelector(OPEN_SCRIM))) handlers.onSearch();
      return;
    }
    if (key === (isApple() ? 'Meta' : 'Control')) handlers.onModifier();
    if (event.defaultPrevented || event.isComposing || ctrlKey || metaKey || altKey) return;
    if (handlers.searching && key.length === 1 && !isWithin(event.target, '[role=dialog]')) {
      event.preventDefault();
      return handlers.onTyped(key);
    }
    if (repeat || isBusy(event.target) || landlord()?.keyShortcuts !== true) return;
    if (key === '?') return handlers.onHelp();
    if (key === 'Shift') return;
    const { command, begun: keys } = afterKey(
      now - begun.current.at < PAUSE ? begun.current.keys : '',
      key.toLowerCase(),
    );
    // Not when it was pressed: a busy machine takes its time to hear of it, and the next is pressed after that.
    begun.current = { keys, at: performance.now() };
    if (command) {
      event.preventDefault(); // the field that it leads to is not to get the letter
      handlers.onCommand(command);
    }
  });
  // Before the screen is seen, so that no key is lost that is pressed on it.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function isBusy(target: EventTarget | null): boolean {
  const typed = target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_INTO));
  return typed || document.querySelector(OPEN) !== null;
}

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
