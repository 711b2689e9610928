/** Live changes, as the screens hear them: what happened to a landlord's rows, in whichever browser or by whatever means. */
import { useEffect } from 'react';
import { readSessionAgain, useSession } from '../features/account/queries.client.ts';
import { type LiveChange, RELOADS } from '../shared/live-change.ts';
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

let heardBefore = false;

/** Listens while somebody is signed in. Once, in the frame of the dashboard. */
export function useLive(): void {
  const landlord = useSession().data?.id;
  useEffect(() => {
    if (!landlord) return undefined;
    // What happened since this tab last listened nobody has told it. Only a page that has just loaded has read everything just now.
    if (heardBefore) RELOADS.forEach(tell);
    heardBefore = true;
    return takePart({ landlord, hear: tell, ended: () => void readSessionAgain() });
  }, [landlord]);
}
