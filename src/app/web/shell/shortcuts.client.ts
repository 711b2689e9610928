/** Two letters in sequence open a screen, unless disabled in the settings, in text fields or in open dialogs. */
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { allowedBy, needing } from '../../../shared/allowed.ts';
import { landlord, useRights } from '../../../web/http/session.client.ts';
import type { Command } from '../../../web/records/noun-parts.client.ts';
import { isTextField, SEQUENCE_TIMEOUT_MS } from '../../../web/ui/table/typing.client.ts';
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

export function commandsFor(rights: readonly string[] | undefined) {
  const allowed = allowedBy(rights);
  return { add: ADD.filter(allowed), go: GO.filter(allowed) };
}

export function useCommands() {
  return commandsFor(useRights());
}

/** Whether shortcuts use ⌘. On Apple keyboards, Ctrl with a letter moves the cursor. */
export const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** Selects open elements that handle keys themselves, except those that are closing. */
const OPEN_OVERLAY = ':is(.scrim, [role=dialog], [role=menu], [role=listbox]):not([data-closed])';
const OPEN_SCRIM = '.scrim:not([data-closed])';

type Handlers = {
  /** Called when Ctrl or ⌘ is pressed, as K may follow. */
  onModifier: () => void;
  onSearch: () => void;
  onHelp: () => void;
  onCommand: (command: Command) => void;
  /** Whether the search is open: Ctrl K closes it, and `onTyped` gets letters typed before its field has focus. */
  searching: boolean;
  onTyped: (sign: string) => void;
};

export function useShortcuts(handlers: Handlers): void {
  const begun = useRef({ keys: '', at: 0 });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp: now } = event;
    const held = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (held && !altKey && !shiftKey && key.toLowerCase() === 'k') {
      event.preventDefault(); // prevents the browser's search
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
      now - begun.current.at < SEQUENCE_TIMEOUT_MS ? begun.current.keys : '',
      key.toLowerCase(),
      commandsFor(landlord()?.account.rights),
    );
    // Uses the current time, as a busy browser handles keys late: the event's time would leave less for the next key.
    begun.current = { keys, at: performance.now() };
    if (command) {
      event.preventDefault(); // keeps the letter out of the field that gets the focus
      handlers.onCommand(command);
    }
  });
  // Added before the first paint, so that early keys are not lost.
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
  return isTextField(target) || document.querySelector(OPEN_OVERLAY) !== null;
}

/** Returns the command that a key completes, or the keys so far. An unmatched key starts a new sequence. */
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

/** Returns `href` with Finance's current filters if it opens a dialog over Finance's list. */
export function keepingFilters(href: string, here: { pathname: string; search: string }): string {
  const [path, query] = href.split('?');
  const params = new URLSearchParams(query);
  if (path !== here.pathname || !params.has('open')) return href;
  const merged = new URLSearchParams(here.search);
  merged.delete('tab');
  for (const [name, value] of params) merged.set(name, value);
  return `${path}?${merged}`;
}
