/** Highlights the rows of records that have just been added in another browser. */
import { createStore, useStore } from '../http/store.client.ts';

/** The duration of the animation of `tr.arrived` (table.css). */
const HIGHLIGHT_MS = 2500;

const highlighted = createStore<ReadonlySet<string>>(new Set());

export function useHighlighted(): ReadonlySet<string> {
  return useStore(highlighted);
}

export function highlight(id: string): void {
  highlighted.set(new Set([...highlighted.get(), id]));
  setTimeout(() => highlighted.set(new Set([...highlighted.get()].filter((other) => other !== id))), HIGHLIGHT_MS);
}
