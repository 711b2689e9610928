/** Accepting bank rows as rent and saying that one is not theirs, in the browser, each with Undo. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../shared/text.ts';
import { api, done, read } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { readRentAgain } from '../tenancy/tenancy.client.ts';
import { ACCEPTED_AT_ONCE, type MatchOutcome, type RentMatch } from './matches.ts';

const FAILURE = {
  failed: 'Failed to put it on the ledger',
  signedOut: 'You must be logged in to record rent',
  missing: 'This bank row is no longer there',
};

type Proposal = RentMatch['proposals'][number];
type Part = Pick<Proposal['parts'][number], 'tenancyId' | 'amount' | 'fee'>;
/** A row, and what it is accepted as. */
export type Accepted = {
  row: RentMatch['row'];
  proposal: Pick<Proposal, 'paymentId'> & { parts: readonly Part[] };
};

/** What several batches came to; each is undone by itself. */
type Outcome = Pick<MatchOutcome, 'done' | 'left' | 'same'> & { batches: string[] };

/** Accepts in batches, one transaction each; `progress` is how many rows of how many are done. */
export function useAccept() {
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const accepting = useMutation({
    mutationFn: async (accepted: Accepted[]) => {
      const rows = accepted.map(({ row: { id, version }, proposal: { paymentId, parts } }) => ({
        id,
        version,
        paymentId,
        parts: parts.map(({ tenancyId, amount, fee }) => ({ tenancyId, amount, fee })),
      }));
      const outcome: Outcome = { done: 0, left: 0, same: [], batches: [] };
      for (let from = 0; from < rows.length; from += ACCEPTED_AT_ONCE) {
        setProgress({ done: from, of: rows.length });
        const some = rows.slice(from, from + ACCEPTED_AT_ONCE);
        const part = await withSession(() => read(api.rent.matches.accept.$post({ json: { rows: some } })));
        outcome.done += part.done;
        outcome.left += part.left;
        outcome.same.push(...part.same);
        if (part.batch) outcome.batches.push(part.batch);
      }
      return outcome;
    },
    onSuccess: (outcome) => {
      const { done: count, left } = outcome;
      const words = `${counted(count, 'payment')} put on ${count === 1 ? 'a ledger' : 'their ledgers'}`;
      if (count === 0) toast.error(FAILURE.failed, { description: 'It has changed since. Please look again.' });
      else
        toast.success(words, {
          ...(left > 0 && { description: `${counted(left, 'bank row')} had changed since.` }),
          timeout: 10_000,
          action: { label: 'Undo', act: () => void undoAccepted(outcome) },
        });
    },
    // Also where a later batch failed: those before it are on their ledgers.
    onSettled: () => {
      setProgress(undefined);
      void readRentAgain();
    },
    meta: { texts: FAILURE },
  });
  return { ...accepting, progress };
}

export async function undoAccepted({ batches, same }: Outcome): Promise<void> {
  let [undone, kept] = [0, 0];
  try {
    for (const batch of batches) {
      const outcome = await withSession(() => read(api.transactions.undo.$post({ json: { batch } })));
      undone += outcome.done;
      kept += outcome.kept;
    }
    for (const id of same) await withSession(() => read(api['same-payments'][':id'].undo.$post({ param: { id } })));
    const description = `${counted(kept, 'transaction')} changed since stay as they are.`;
    if (undone + same.length === 0) toast.error('Failed to undo', { description });
    else toast.info('Taken off the ledgers again', { ...(kept > 0 && { description }) });
  } catch {
    toast.error('Failed to undo', { description: 'You find the payments in Finance.' });
  }
  void readRentAgain();
}

type Dismissal = { id: string; tenancyIds: string[] };

export function useDismiss() {
  return useMutation({
    mutationFn: async ({ row: { id }, proposal: { parts } }: Accepted): Promise<Dismissal> => {
      const dismissal = { id, tenancyIds: parts.map(({ tenancyId }) => tenancyId) };
      await withSession(() => done(api.rent.matches.dismiss.$post({ json: dismissal })));
      return dismissal;
    },
    onSuccess: (dismissal) => {
      void readRentAgain();
      toast.success('It will not be proposed for them again', {
        timeout: 10_000,
        action: { label: 'Undo', act: () => void proposeAgain(dismissal) },
      });
    },
    meta: { texts: { ...FAILURE, failed: 'Failed to say so' } },
  });
}

async function proposeAgain(dismissal: Dismissal): Promise<void> {
  try {
    await withSession(() => done(api.rent.matches.dismiss.$post({ json: { ...dismissal, dismissed: false } })));
    toast.info('Proposed again');
  } catch {
    toast.error('Failed to undo', { description: 'You find the payment in Finance.' });
  }
  void readRentAgain();
}
