/** Live changes, as the screens hear them: what happened to a landlord's rows, in whichever browser or by whatever means. */
import { QueryObserver } from '@tanstack/react-query';
import { type LiveChange, RELOADS } from '../../shared/live-change.ts';
import { pageIsLeft } from '../forms/leave.client.ts';
import { queryClient } from '../http/query.client.ts';
import { readSessionAgain, sessionQuery } from '../http/session.client.ts';
import { takePart } from './live-tabs.client.ts';

const listeners = new Set<(change: LiveChange) => void>();

/** `listener` is called in every tab for each change, also for this tab's own, until the answer is called. */
export function onLive(listener: (change: LiveChange) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(change: LiveChange): void {
  for (const listener of listeners) listener(change);
}

/**
 * Once, when the app starts: from then on changes are heard while somebody is signed in. It begins as soon as that is known, so
 * that what the first screen reads need not be read again.
 */
export function followChanges(): void {
  let landlord: string | undefined;
  let before = false;
  let leave = () => {};
  const follow = (next: string | undefined) => {
    if (next === landlord || (next && pageIsLeft.aborted)) return;
    landlord = next;
    leave();
    leave = () => {};
    if (!next) return;
    // What happened while nobody was signed in here no tab has been told.
    if (before) RELOADS.forEach(tell);
    before = true;
    leave = takePart({ landlord: next, hear: tell, ended: () => void readSessionAgain() });
  };
  // Who signs out takes the session from all tabs: none is to ask for a stream any more.
  pageIsLeft.addEventListener('abort', () => follow(undefined));
  new QueryObserver(queryClient, { ...sessionQuery, enabled: false }).subscribe(({ data }) => follow(data?.id));
}
