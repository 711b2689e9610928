/** Highlights the rows of records that have just been added in another browser. */
import { useSyncExternalStore } from 'react';

/** The duration of the animation of `tr.arrived` (table.css). */
const HIGHLIGHT_MS = 2500;

let highlighted: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export function useHighlighted(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, shown, shown);
}

const shown = () => highlighted;

export function highlight(id: string): void {
  change(new Set([...highlighted, id]));
  setTimeout(() => change(new Set([...highlighted].filter((other) => other !== id))), HIGHLIGHT_MS);
}

function change(next: ReadonlySet<string>): void {
  highlighted = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
