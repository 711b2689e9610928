/**
 * Global shortcuts: two letters in sequence open a screen. They can be turned off in the settings, and are ignored
 * while typing or in dialogs.
 */
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { allowedBy, needing } from '../../../shared/allowed.ts';
import { landlord, useRights } from '../../../web/http/session.client.ts';
import type { Command } from '../../../web/records/noun-parts.client.ts';
import { NOUNS } from '../../nouns.client.ts';

export const ADD = NOUNS.flatMap(({ area, shortcuts }) =>
  (shortcuts?.add ?? []).map((command) => needing(`${area}.change`, command)),
);

export const GO = [
  { keys: 'gd', name: 'Dashboard', href: '/dashboard' },
  ...NOUNS.flatMap(({ area, shortcuts }) => (shortcuts?.go ?? []).map((command) => needing(`${area}.see`, command))),
  { keys: 'ge', name: 'Settings', href: '/dashboard/settings' },
  { keys: 'gm', name: 'My profile', href: '/dashboard/profile' },
  { keys: 'gu', name: 'Team', href: '/dashboard/team' },
  { keys: 'gl', name: 'Plans', href: '/dashboard/plans', need: 'owner' },
  { keys: 'gj', name: 'Import', href: '/dashboard/import', need: 'properties.add' },
  { keys: 'gy', name: 'API', href: '/dashboard/api', need: 'owner' },
] satisfies Command[];

/** The shortcuts of a role. */
export function commandsFor(rights: readonly string[] | undefined) {
  const allowed = allowedBy(rights);
  return { add: ADD.filter(allowed), go: GO.filter(allowed) };
}

export function useCommands() {
  return commandsFor(useRights());
}

/** Apple keyboards use ⌘, because Ctrl moves the cursor there. */
export const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

const PAUSE = 1500;
const TYPED_INTO = 'select, textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
/** Open elements with their own keys; closing ones are excluded. */
const OPEN = ':is(.scrim, [role=dialog], [role=menu], [role=listbox]):not([data-closed])';
/** The backdrop of every open dialog. */
const OPEN_SCRIM = '.scrim:not([data-closed])';

type Handlers = {
  /** Ctrl or ⌘ is held: K may follow. */
  onModifier: () => void;
  onSearch: () => void;
  onHelp: () => void;
  onCommand: (command: Command) => void;
  /** Whether the search is open: Ctrl K closes it, and early typing belongs to its field. */
  searching: boolean;
  onTyped: (sign: string) => void;
};

export function useShortcuts(handlers: Handlers): void {
  const begun = useRef({ keys: '', at: 0 });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp: now } = event;
    const held = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (held && !altKey && !shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault(); // the browser's search
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
      commandsFor(landlord()?.account.rights),
    );
    // Not the event's time: a busy machine handles keys late, and the next key comes after that.
    begun.current = { keys, at: performance.now() };
    if (command) {
      event.preventDefault(); // the focused field must not receive the letter
      handlers.onCommand(command);
    }
  });
  // Before the screen is painted, so that early keys are not lost.
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

/** After a key: the completed command, or the keys typed so far. An unmatched key starts a new sequence. */
export function afterKey(
  before: string,
  key: string,
  { add, go }: ReturnType<typeof commandsFor>,
): { command?: Command; begun: string } {
  const commands: readonly Command[] = [...add, ...go];
  for (const keys of [before + key, key]) {
    const command = commands.find((one) => one.keys === keys);
    if (command) return { command, begun: '' };
    if (commands.some((one) => one.keys.startsWith(keys))) return { begun: keys };
  }
  return { begun: '' };
}

/** Keeps the list's filters for dialogs that open over Finance's list. */
export function keepingFilters(href: string, here: { pathname: string; search: string }): string {
  const [path, query] = href.split('?');
  const asked = new URLSearchParams(query);
  if (path !== here.pathname || !asked.has('open')) return href;
  const kept = new URLSearchParams(here.search);
  kept.delete('tab');
  for (const [name, value] of asked) kept.set(name, value);
  return `${path}?${kept}`;
}
