/**
 * Back closes the dialog on top. While a dialog is open the browser's history has one more entry with the same address, which the router
 * never hears of; a dialog over it has one more. A dialog that is closed otherwise takes its entry with it.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';

/** Milliseconds after which a step that the browser does not take is given up. */
const TIMEOUT = 1000;

type OpenDialog = { close: () => void };
/** `dialogs` is ours: over which of the router's entries it stands, and how many dialogs deep. */
type EntryState = { __TSR_key?: string; dialogs?: { over: string; depth: number } };
/** Where the browser stands: the key of the router's entry, its path, and how many dialogs deep. */
type Place = { key: string | undefined; path: string; depth: number };

/** From the lowest to the one on top. */
let open: OpenDialog[] = [];
let history: RouterHistory | undefined;
let here: Place = { key: undefined, path: '', depth: 0 };
/** A step of ours through the history that the browser has not yet taken. */
let step: { done: Promise<void>; end: () => void } | undefined;
/** A navigation that leaves the page has taken the entries away. */
let leaving = false;

/** While `shown`, Back calls `close`, which may leave it open. */
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
      open = open.filter((one) => one !== dialog);
      queueMicrotask(matchEntries);
    };
  }, [shown]);
}

/** The browser's history for the router, made once: without the steps between the entries of dialogs. */
export function historyWithDialogs(): RouterHistory {
  // Before the router listens, as it must not take such a step for a navigation.
  window.addEventListener('popstate', onStep);
  history = createBrowserHistory();
  here = placeOf(window.history.state);
  history.subscribe(({ location, action: { type } }) => {
    const before = here;
    if (isNew(type)) here = placeOf(location.state, location.pathname);
    // Where a step was declined, the router is about to take it back.
    else if (here.key !== placeOf(location.state).key) return;
    leaving = false;
    // Filters in a dialog change the address below it. Elsewhere the dialogs go with their page.
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

/** The page is not left after all: its dialogs have their entries again. */
export function stayInDialogs(): void {
  leaving = false;
  matchEntries();
}

/** As many entries as dialogs are open. */
function matchEntries(): void {
  if (!history || step || leaving) return;
  history.flush();
  if (here.key !== placeOf(history.location.state).key) return;
  if (here.depth > open.length) void go(open.length - here.depth);
  while (here.key && here.depth < open.length) {
    const dialogs = { over: here.key, depth: here.depth + 1 };
    const state: unknown = Object.assign({}, window.history.state, { dialogs });
    // The browser's own method: the router has put another in its place.
    History.prototype.pushState.call(window.history, state, '');
    here = placeOf(state);
  }
}

function onStep(event: PopStateEvent): void {
  const before = here;
  here = placeOf(event.state);
  if (here.key !== before.key) return; // from page to page: the router's
  event.stopImmediatePropagation();
  if (step) step.end();
  else if (here.depth > before.depth)
    matchEntries(); // Forward, to a dialog that is closed
  else closeDownTo(here.depth, before.depth);
}

function closeDownTo(depth: number, before: number): void {
  for (const dialog of open.slice(depth).toReversed()) dialog.close();
  // One that stays open, as it saves or asks first, keeps its entry, which is now the next one.
  setTimeout(() => {
    if (!step && !leaving && here.depth < open.length) void go(Math.min(before, open.length) - here.depth);
  });
}

/** Resolves when the browser is there. */
function go(entries: number): Promise<void> {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const timer = setTimeout(() => step?.end(), TIMEOUT);
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
  // A navigation may have taken the state along to an entry of its own.
  return { key, path, depth: dialogs && dialogs.over === key ? dialogs.depth : 0 };
}

function isNew(type: string): boolean {
  return type === 'PUSH' || type === 'REPLACE';
}
