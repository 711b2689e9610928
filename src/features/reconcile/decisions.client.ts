import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { invalidateRent } from '../tenancy/tenancy.client.ts';
import { acceptAll, toastFor } from './answers.ts';
import type { Decided, Decision, Reversal } from './bank-rows.ts';
import { MAX_DECISIONS, MAX_PAGE } from './listed.ts';

const FAILURE = {
  failed: 'We could not save your answer',
  signedOut: 'You must be logged in to match bank rows',
  missing: 'This bank row no longer exists',
};
const CHANGED = 'The bank row has changed. Check the list and try again.';

type DecisionSource = readonly Decision[] | (() => Promise<readonly Decision[]>);
type Done = readonly Reversal[];

/** Allows one save at a time. Undo starts with the latest decision. */
export function useDecisions() {
  const [done, setDone] = useState<readonly Done[]>([]);
  const [progress, setProgress] = useState<{ label: string; share: number }>();
  const undoing = useMutation({
    mutationFn: async (undo: Done) => {
      const outcome = await withSession(() => read(api['bank-rows'].undo.$post({ json: { undo: [...undo] } })));
      await invalidateRent();
      return outcome;
    },
    onSuccess: ({ done: undone, kept }) => {
      const description = `We did not undo ${counted(kept, 'transaction')} that had changed.`;
      if (undone === 0)
        toast.error('We could not undo this', { description: 'The payment has changed, or ten minutes have passed.' });
      else toast.info('Undone', { ...(kept > 0 && { description }) });
    },
    meta: { texts: { ...FAILURE, failed: 'We could not undo this' } },
  });
  const deciding = useMutation({
    mutationFn: async (source: DecisionSource) => {
      const decisions = typeof source === 'function' ? await source() : source;
      const all: Decided = { done: 0, left: 0, undo: [] };
      const count = decisions.length;
      try {
        for (let from = 0; from < count; from += MAX_DECISIONS) {
          const label = `Accepting ${from.toLocaleString('en-GB')} of ${count.toLocaleString('en-GB')}`;
          if (count > 1) setProgress({ label, share: from / count });
          const json = { decisions: decisions.slice(from, from + MAX_DECISIONS) };
          const batch = await withSession(() => read(api['bank-rows'].decide.$post({ json })));
          all.done += batch.done;
          all.left += batch.left;
          all.undo.push(...batch.undo);
        }
      } finally {
        // Queries are invalidated even after a failure, as earlier batches are saved.
        await invalidateRent();
        setProgress(undefined);
      }
      return { ...all, decisions };
    },
    onSuccess: ({ decisions, done: count, left, undo }) => {
      if (count === 0) toast.error(FAILURE.failed, { description: CHANGED });
      else {
        setDone((now) => [...now, undo]);
        toast.success(toastFor(decisions, count), {
          ...(left > 0 && { description: `We left out ${counted(left, 'bank row')} that had changed.` }),
          timeout: 10_000,
          action: { label: 'Undo', act: () => undoSteps(undo) },
        });
      }
    },
    meta: { texts: FAILURE },
  });
  const { mutate: undoNow } = undoing;
  const undoSteps = (undo: Done | undefined) => {
    if (!undo) return;
    setDone((now) => now.filter((other) => other !== undo));
    undoNow(undo);
  };
  const busy = deciding.isPending || undoing.isPending;
  const decide = (source: DecisionSource) => busy || deciding.mutate(source);
  return {
    busy,
    progress,
    decide,
    /** Accepts all certain rows except `others`, for which the landlord chose another proposal. */
    acceptCertain: (others: ReadonlySet<string> = new Set()) =>
      decide(async () => {
        const query = { section: 'certain', limit: String(MAX_PAGE) } as const;
        const { items } = await read(api['bank-rows'].list.$get({ query }));
        return acceptAll(items.filter(({ id }) => !others.has(id)));
      }),
    undoSteps,
    canUndo: done.length > 0,
    undo: () => busy || undoSteps(done.at(-1)),
  };
}
