/** The keys that work on every screen. Letters alone can be switched off in the settings, and do nothing while something is typed or open. */
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Command } from '../../../shared/noun-parts.ts';
import { landlord } from '../../../web/http/session.client.ts';
import { afterKey } from './shortcuts.ts';

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
