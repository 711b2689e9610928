/**
 * Back closes the topmost dialog. Each open dialog adds a history entry with the same URL, hidden from the router.
 * A dialog that is closed in another way removes its entry.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

const TIMEOUT_MS = 1000;

type OpenDialog = { close: () => void };
/** `dialogs` is our state: the key of the router's entry below (`over`), and the number of open dialogs (`depth`). */
type EntryState = { __TSR_key?: string; dialogs?: { over: string; depth: number } };
/** The position in the history: the key of the router's entry, its path, and the number of dialogs. */
type Place = { key: string | undefined; path: string; depth: number };

let open: OpenDialog[] = [];
let history: RouterHistory | undefined;
let here: Place = { key: undefined, path: '', depth: 0 };
/** The app's own history step that is pending. */
let step: { done: Promise<void>; end: () => void } | undefined;
/** Whether a navigation that leaves the page has removed the dialogs' entries. */
let leaving = false;

/** While `shown`, Back calls `close`, which may keep the dialog open. */
export function useCloseOnBack(shown: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (!shown) return undefined;
    const dialog = { close: () => latest.current() };
    open = [...open, dialog];
    queueMicrotask(matchEntries);
    return () => {
      open = open.filter((other) => other !== dialog);
      queueMicrotask(matchEntries);
    };
  }, [shown]);
}

/** Returns the browser history for the router, without steps between dialogs' entries. Called once. */
export function historyWithDialogs(): RouterHistory {
  // Added before the router listens, which would treat such a step as a navigation.
  window.addEventListener('popstate', onStep);
  history = createBrowserHistory();
  here = placeOf(window.history.state);
  history.subscribe(({ location, action: { type } }) => {
    const before = here;
    if (isNew(type)) here = placeOf(location.state, location.pathname);
    // The router is about to revert a blocked step.
    else if (here.key !== placeOf(location.state).key) return;
    leaving = false;
    // Filters in a dialog change the URL below the dialog. Otherwise the dialogs disappear with their page.
    if (here.path === before.path || here.depth > 0) setTimeout(matchEntries);
  });
  history.block({
    enableBeforeUnload: false,
    blockerFn: async ({ action }) => {
      if (!isNew(action)) return false;
      await step?.done;
      leaving = here.depth > 0;
      if (leaving) await go(-here.depth);
      return false;
    },
  });
  matchEntries(); // a reload keeps the entries and closes the dialogs
  return history;
}

/** Restores the entries of the dialogs after a cancelled navigation. */
export function stayInDialogs(): void {
  leaving = false;
  matchEntries();
}

function matchEntries(): void {
  if (!history || step || leaving) return;
  history.flush();
  if (here.key !== placeOf(history.location.state).key) return;
  if (here.depth > open.length) void go(open.length - here.depth);
  while (here.key && here.depth < open.length) {
    const dialogs = { over: here.key, depth: here.depth + 1 };
    const state: unknown = Object.assign({}, window.history.state, { dialogs });
    // The native method, as the router has replaced the instance's.
    History.prototype.pushState.call(window.history, state, '');
    here = placeOf(state);
  }
}

function onStep(event: PopStateEvent): void {
  const before = here;
  here = placeOf(event.state);
  if (here.key !== before.key) return; // a step between pages, which the router handles
  event.stopImmediatePropagation();
  if (step) step.end();
  else if (here.depth > before.depth)
    matchEntries(); // a step forward to a closed dialog
  else closeDownTo(here.depth, before.depth);
}

function closeDownTo(depth: number, before: number): void {
  for (const dialog of open.slice(depth).toReversed()) dialog.close();
  // A dialog that stays open, as it is saving or shows a question, gets its entry back.
  setTimeout(() => {
    if (!step && !leaving && here.depth < open.length) void go(Math.min(before, open.length) - here.depth);
  });
}

/** Moves by a number of history entries. Resolves once the browser has moved, or after a timeout. */
function go(entries: number): Promise<void> {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(() => step?.end(), TIMEOUT_MS);
  step = {
    done,
    end: () => {
      clearTimeout(timer);
      step = undefined;
      end();
      matchEntries();
    },
  };
  window.history.go(entries);
  return done;
}

function placeOf(state: unknown, path = window.location.pathname): Place {
  const { __TSR_key: key, dialogs } = (state ?? {}) as EntryState;
  // A navigation may have copied the state to its own entry.
  return { key, path, depth: dialogs && dialogs.over === key ? dialogs.depth : 0 };
}

function isNew(type: string): boolean {
  return type === 'PUSH' || type === 'REPLACE';
}
