/** Which transactions have just arrived from elsewhere, so that their rows stand out for a moment. */
import { useSyncExternalStore } from 'react';

/** As long as the light on the row takes to go out (finance.css). */
const MOMENT = 2500;

let arrived: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Their ids; the same set until one more comes or the moment of one is over. */
export function useArrived(): ReadonlySet<string> {
  return useSyncExternalStore(listen, () => arrived);
}

export function showArrival(id: string): void {
  change((ids) => ids.add(id));
  setTimeout(() => change((ids) => ids.delete(id)), MOMENT);
}

function change(how: (ids: Set<string>) => void): void {
  const next = new Set(arrived);
  how(next);
  arrived = next;
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
