/** Bank rows that may be rent: what is certain is accepted in one press, what is likely with its reasons, and each can be undone. */
import { useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { readRentAgain } from '../rent/rent.client.ts';
import type { MatchAcceptance, RentMatch } from './matches.ts';

const FAILURE = {
  failed: 'Failed to put it on the ledger',
  signedOut: 'You must be logged in to record rent',
  missing: 'This bank row is no longer there',
};

export function FromYourBank() {
  const { data } = useQuery({
    queryKey: ['rent', 'matches'],
    queryFn: ({ signal }) => read(api.rent.matches.$get({}, { init: { signal } })),
  });
  const { mutate: accept, isPending } = useAccept();
  const { mutate: dismiss } = useDismiss();
  const items = data?.items ?? [];
  const certain = items.filter(({ proposals: [first] }) => first?.certain);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="from-your-bank" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="from-your-bank">From your bank</h2>
        <p className="min-w-0 flex-1 text-s text-ink-2">Nothing is recorded until you accept it.</p>
        {certain.length > 0 && (
          <Button
            icon={Check}
            busy={isPending ? 'Accepting...' : undefined}
            onClick={() =>
              isPending ||
              accept(certain.map(({ row, proposals: [first] }) => ({ row, tenancyId: first?.tenancyId ?? '' })))
            }
          >
            Accept {certain.length.toLocaleString('en-GB')} certain
          </Button>
        )}
      </div>
      <ul className="rounded-card border border-line bg-surface">
        {items.map((item) => (
          <Row key={item.row.id} item={item} busy={isPending} onAccept={accept} onDismiss={dismiss} />
        ))}
      </ul>
    </section>
  );
}

type Accepted = { row: RentMatch['row']; tenancyId: string };

type RowProps = {
  item: RentMatch;
  busy: boolean;
  onAccept: (rows: Accepted[]) => void;
  onDismiss: (wrong: { id: string; tenancyId: string }) => void;
};

function Row({ item: { row, proposals }, busy, onAccept, onDismiss }: RowProps) {
  const [chosen, setChosen] = useState(proposals[0]?.tenancyId ?? '');
  const proposal = proposals.find(({ tenancyId }) => tenancyId === chosen) ?? proposals[0];
  if (!proposal) return null;
  const { tenancyId, names, propertyName, reasons } = proposal;
  return (
    <li className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-4 px-5 py-3 not-first:border-t not-first:border-line max-lg:grid-cols-1 max-lg:gap-2 max-md:px-4">
      <div className="min-w-0">
        <p className="flex justify-between gap-3">
          <bdi className="wrap-anywhere">{row.text}</bdi>
          <b className="figures text-green">+{formatPence(row.amount)}</b>
        </p>
        <p className="text-s text-ink-2">{[formatDay(row.date), row.account].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="min-w-0">
        {proposals.length > 1 ? (
          <Select
            aria-label={`Whose rent is ${row.text}, ${formatPence(row.amount)}`}
            options={proposals.map((one) => ({
              value: one.tenancyId,
              label: [`Rent, ${one.names}`, one.propertyName].filter(Boolean).join(', '),
            }))}
            value={tenancyId}
            onChange={({ target }) => setChosen(target.value)}
          />
        ) : (
          <p className="wrap-anywhere">
            <b>
              Rent, <bdi>{names}</bdi>
            </b>{' '}
            <span className="text-s text-ink-2">{propertyName}</span>
          </p>
        )}
        <p className="text-s text-ink-2">{reasons.join(' · ')}</p>
      </div>
      <span className="flex flex-none gap-1 lg:justify-end">
        <Button size="small" icon={Check} disabled={busy} onClick={() => onAccept([{ row, tenancyId }])}>
          Accept
          <span className="sr-only">
            , {row.text}, {names}
          </span>
        </Button>
        <Button variant="quiet" size="small" disabled={busy} onClick={() => onDismiss({ id: row.id, tenancyId })}>
          Not theirs
          <span className="sr-only">
            , {row.text}, {names}
          </span>
        </Button>
      </span>
    </li>
  );
}

function useAccept() {
  return useMutation({
    mutationFn: (accepted: Accepted[]) => {
      const rows: MatchAcceptance['rows'] = accepted.map(({ row: { id, version }, tenancyId }) => ({
        id,
        version,
        tenancyId,
      }));
      return withSession(() => read(api.rent.matches.accept.$post({ json: { rows } })));
    },
    onSuccess: ({ done: count, left, batch }) => {
      readRentAgain();
      const words = `${counted(count, 'payment')} put on ${count === 1 ? 'a ledger' : 'their ledgers'}`;
      if (count === 0) toast.error(FAILURE.failed, { description: 'It has changed since. Please look again.' });
      else
        toast.success(words, {
          ...(left > 0 && { description: `${counted(left, 'bank row')} had changed since.` }),
          timeout: 10_000,
          ...(batch && { action: { label: 'Undo', act: () => void undo(batch) } }),
        });
    },
    meta: { texts: FAILURE },
  });
}

async function undo(batch: string): Promise<void> {
  try {
    await withSession(() => read(api.transactions.undo.$post({ json: { batch } })));
    toast.info('Taken off the ledgers again');
  } catch {
    toast.error('Failed to undo', { description: 'You find the payments in Finance.' });
  }
  readRentAgain();
}

function useDismiss() {
  return useMutation({
    mutationFn: (wrong: { id: string; tenancyId: string }) =>
      withSession(() => done(api.rent.matches.dismiss.$post({ json: wrong }))),
    onSuccess: readRentAgain,
    meta: { texts: { ...FAILURE, failed: 'Failed to say so', done: 'It will not be proposed for them again' } },
  });
}
