/** Bank rows that wait for a landlord's answer, in the browser: the list, the answers, and taking them back. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { readAgain } from '../../web/http/query.client.ts';
import { withToast } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { type EntryDecision, type OpenEntry, type SamePaymentOffer, TEXTS } from './decisions.ts';

/** Read again with the transactions, of which they are. */
const OPEN_ROWS = ['transactions', 'open rows'];

export function useOpenRows() {
  return useQuery({
    queryKey: OPEN_ROWS,
    queryFn: ({ signal }) => read(api['bank-entries'].open.$get({}, { init: { signal } })),
    staleTime: 0,
  });
}

const { accept, decline, undo } = api['same-payments'][':id'];
const decide = (id: string, json: EntryDecision) =>
  read(api['bank-entries'][':id'].decide.$post({ param: { id }, json }));

type Act = () => Promise<unknown>;

const FAILURE = {
  failed: TEXTS.decideFailed,
  signedOut: 'You must be logged in to match bank rows',
  missing: TEXTS.gone,
};

/** One answer at a time; each is said in a toast, and the last ones can be undone, the latest first. */
export function useDecisions() {
  const [done, setDone] = useState<Act[]>([]);
  const [busy, setBusy] = useState(false);

  const run = async (act: Act): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    try {
      await withToast(act, FAILURE);
      return true;
    } catch {
      return false; // a toast has said so
    } finally {
      await readAgain({ queryKey: ['transactions'] });
      setBusy(false);
    }
  };
  const answer = async (act: Act, said: string, back: Act): Promise<boolean> => {
    const went = await run(act);
    if (went) {
      setDone((now) => [...now, back]);
      toast.success(said);
    }
    return went;
  };
  const onOffer = ({ id }: SamePaymentOffer) => ({ param: { id } });
  return {
    busy,
    canUndo: done.length > 0,
    accept: (offer: SamePaymentOffer) =>
      answer(
        () => read(accept.$post(onOffer(offer))),
        TEXTS.accepted,
        () => read(undo.$post(onOffer(offer))),
      ),
    decline: (offer: SamePaymentOffer) =>
      answer(
        () => read(decline.$post(onOffer(offer))),
        TEXTS.declined,
        () => read(undo.$post(onOffer(offer))),
      ),
    offerAgain: (offer: SamePaymentOffer) =>
      answer(
        () => read(undo.$post(onOffer(offer))),
        TEXTS.undone,
        () => read(decline.$post(onOffer(offer))),
      ),
    /** `before` is what it was. */
    decide: ({ id }: OpenEntry, decision: EntryDecision, before: EntryDecision) =>
      answer(
        () => decide(id, decision),
        SAID[decision.as],
        () => decide(id, before),
      ),
    undo: async () => {
      const last = done.at(-1);
      if (!last || !(await run(last))) return;
      setDone((now) => now.slice(0, -1));
      toast.success(TEXTS.undone);
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;

const SAID = { new: TEXTS.imported, same: TEXTS.chosen, asked: TEXTS.undone };
