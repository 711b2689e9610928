/** Bank rows that may be rent: what is certain is accepted in one press, what is likely with its reasons, by pointer or keys; each can be undone. */
import { useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { api, done, read } from '../../../web/http/api.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { landlord } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { usePageKeys } from '../../../web/ui/table/page-keys.client.ts';
import { readRentAgain } from '../rent/rent.client.ts';
import type { MatchOutcome, RentMatch } from './matches.ts';

const FAILURE = {
  failed: 'Failed to put it on the ledger',
  signedOut: 'You must be logged in to record rent',
  missing: 'This bank row is no longer there',
};

type Proposal = RentMatch['proposals'][number];
type Accepted = { row: RentMatch['row']; proposal: Proposal };

export function FromYourBank() {
  const { data } = useQuery({
    queryKey: ['rent', 'matches'],
    queryFn: ({ signal }) => read(api.rent.matches.$get({}, { init: { signal } })),
  });
  const section = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const answered = useRef(false);
  const { mutate: accept, isPending, data: last } = useAccept();
  const { mutate: dismiss } = useDismiss();
  // The row with the focus may be gone: the next one takes it.
  useEffect(() => {
    const { activeElement: now } = document;
    if (!data || !answered.current) return;
    answered.current = false;
    if (now === document.body || now?.tagName === 'H1' || section.current?.contains(now))
      section.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  }, [data]);
  const items = data?.items ?? [];
  const proposalOf = ({ row, proposals }: RentMatch) => proposals[chosen[row.id] ?? 0] ?? proposals[0];
  // What is shown: another choice than the certain one is accepted by itself.
  const certain = items.flatMap((item): Accepted[] => {
    const proposal = proposalOf(item);
    return proposal?.certain ? [{ row: item.row, proposal }] : [];
  });
  const onDone = { onSuccess: () => (answered.current = true) };
  const acceptCertain = () => {
    if (!isPending && certain.length > 0) accept(certain, onDone);
  };
  const press = (key: string, inside: boolean): boolean => {
    if (key === 'Shift+A' && landlord()?.keyShortcuts === true) {
      acceptCertain();
      return certain.length > 0;
    }
    const rows = [...(section.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const item = items[at];
    if (!inside || !item) return false;
    const proposal = proposalOf(item);
    const place = Number(key) - 1;
    if (key === 'ArrowDown' || key === 'ArrowUp') rows[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
    else if (key === 'a' && proposal && !isPending) accept([{ row: item.row, proposal }], onDone);
    else if (key === 'i' && proposal) dismiss({ row: item.row, proposal }, onDone);
    else if (item.proposals[place]) setChosen((now) => ({ ...now, [item.row.id]: place }));
    else if (key === 'z' && last) void undo(last);
    else return false;
    return true;
  };
  usePageKeys(section, press);
  if (items.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="from-your-bank" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="from-your-bank">From your bank</h2>
        <p className="min-w-0 flex-1 text-s text-ink-2">
          Nothing is recorded until you accept it.
          <span className="max-md:hidden">
            {' '}
            <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>A</kbd> accept, <kbd>1</kbd>–<kbd>3</kbd> choose, <kbd>I</kbd> not
            theirs, <kbd>Z</kbd> undo
          </span>
        </p>
        {certain.length > 0 && (
          <Button
            icon={Check}
            aria-keyshortcuts="Shift+A"
            busy={isPending ? 'Accepting...' : undefined}
            onClick={acceptCertain}
          >
            Accept {certain.length.toLocaleString('en-GB')} certain
            <span aria-hidden="true" className="max-md:hidden">
              <kbd>⇧ A</kbd>
            </span>
          </Button>
        )}
      </div>
      <ul className="rounded-card border border-line bg-surface">
        {items.map((item, at) => (
          <Row
            key={item.row.id}
            item={item}
            first={at === 0}
            chosen={chosen[item.row.id] ?? 0}
            busy={isPending}
            onChoose={(place) => setChosen((now) => ({ ...now, [item.row.id]: place }))}
            onAccept={(proposal) => accept([{ row: item.row, proposal }], onDone)}
            onDismiss={(proposal) => dismiss({ row: item.row, proposal }, onDone)}
          />
        ))}
      </ul>
      {data && data.more > 0 && (
        <p className="mt-2 text-s text-ink-2">{counted(data.more, 'more row')} follow as you go on.</p>
      )}
    </section>
  );
}

type RowProps = {
  item: RentMatch;
  first: boolean;
  chosen: number;
  busy: boolean;
  onChoose: (place: number) => void;
  onAccept: (proposal: Proposal) => void;
  onDismiss: (proposal: Proposal) => void;
};

function Row({ item: { row, proposals }, first, chosen, busy, onChoose, onAccept, onDismiss }: RowProps) {
  const proposal = proposals[chosen] ?? proposals[0];
  if (!proposal) return null;
  const names = proposal.parts.map((part) => part.names).join(', ');
  return (
    <li
      data-row
      tabIndex={first ? 0 : -1}
      className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-4 px-5 py-3 not-first:border-t not-first:border-line max-lg:grid-cols-1 max-lg:gap-2 max-md:px-4"
    >
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
            options={proposals.map((one, place) => ({ value: String(place), label: titleOf(one) }))}
            value={String(chosen)}
            onChange={({ target }) => onChoose(Number(target.value))}
          />
        ) : (
          <p className="wrap-anywhere">
            <b>
              <bdi>{titleOf(proposal)}</bdi>
            </b>
          </p>
        )}
        <Parts proposal={proposal} />
        <p className="text-s text-ink-2">{proposal.reasons.join(' · ')}</p>
      </div>
      <span className="flex flex-none gap-1 lg:justify-end">
        <Button size="small" icon={Check} disabled={busy} onClick={() => onAccept(proposal)}>
          {proposal.kind === 'same-payment' ? 'Same payment' : 'Accept'}
          <span className="sr-only">
            , {row.text}, {names}
          </span>
        </Button>
        <Button variant="quiet" size="small" disabled={busy} onClick={() => onDismiss(proposal)}>
          Not theirs
          <span className="sr-only">
            , {row.text}, {names}
          </span>
        </Button>
      </span>
    </li>
  );
}

/** 'Rent, J Patel, 2 Mill Lane'; 'Rent of 3 tenancies'. */
function titleOf({ parts: [first, ...more] }: Proposal): string {
  if (more.length > 0) return `Rent of ${more.length + 1} tenancies`;
  return ['Rent', first?.names, first?.propertyName].filter(Boolean).join(', ');
}

/** What the row becomes, where that is more than one thing. */
function Parts({ proposal: { parts } }: { proposal: Proposal }) {
  if (parts.length === 1 && parts[0]?.fee === 0) return null;
  return (
    <ul className="my-1 border-l-2 border-line pl-3 text-s">
      {parts.map(({ tenancyId, names, amount, fee }) => (
        <li key={tenancyId} className="flex flex-wrap justify-between gap-x-4">
          <bdi>Rent, {names}</bdi>
          <span className="figures">
            {formatPence(amount)}
            {fee > 0 && <span className="text-ink-2"> less a fee of {formatPence(fee)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useAccept() {
  return useMutation({
    mutationFn: (accepted: Accepted[]) => {
      const rows = accepted.map(({ row: { id, version }, proposal: { paymentId, parts } }) => ({
        id,
        version,
        paymentId,
        parts: parts.map(({ tenancyId, amount, fee }) => ({ tenancyId, amount, fee })),
      }));
      return withSession(() => read(api.rent.matches.accept.$post({ json: { rows } })));
    },
    onSuccess: (outcome) => {
      readRentAgain();
      const { done: count, left } = outcome;
      const words = `${counted(count, 'payment')} put on ${count === 1 ? 'a ledger' : 'their ledgers'}`;
      if (count === 0) toast.error(FAILURE.failed, { description: 'It has changed since. Please look again.' });
      else
        toast.success(words, {
          ...(left > 0 && { description: `${counted(left, 'bank row')} had changed since.` }),
          timeout: 10_000,
          action: { label: 'Undo', act: () => void undo(outcome) },
        });
    },
    meta: { texts: FAILURE },
  });
}

async function undo({ batch, same }: MatchOutcome): Promise<void> {
  try {
    const undone = batch
      ? await withSession(() => read(api.transactions.undo.$post({ json: { batch } })))
      : { done: 0, kept: 0 };
    for (const id of same) await withSession(() => read(api['same-payments'][':id'].undo.$post({ param: { id } })));
    const description = `${counted(undone.kept, 'transaction')} changed since stay as they are.`;
    if (undone.done + same.length === 0) toast.error('Failed to undo', { description });
    else toast.info('Taken off the ledgers again', { ...(undone.kept > 0 && { description }) });
  } catch {
    toast.error('Failed to undo', { description: 'You find the payments in Finance.' });
  }
  readRentAgain();
}

type Dismissal = { id: string; tenancyIds: string[] };

function useDismiss() {
  return useMutation({
    mutationFn: async ({ row: { id }, proposal: { parts } }: Accepted): Promise<Dismissal> => {
      const dismissal = { id, tenancyIds: parts.map(({ tenancyId }) => tenancyId) };
      await withSession(() => done(api.rent.matches.dismiss.$post({ json: dismissal })));
      return dismissal;
    },
    onSuccess: (dismissal) => {
      readRentAgain();
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
  readRentAgain();
}
