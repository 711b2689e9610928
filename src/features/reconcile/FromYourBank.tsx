/** Bank rows that may be rent: what is certain is accepted in one press, what is likely with its reasons, by pointer or keys; each can be undone. */
import { useMutation, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useEffect, useId, useRef, useState } from 'react';
import { counted } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';
import { landlord } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { ProgressBar } from '../../web/ui/display/Loading.tsx';
import { usePageKeys } from '../../web/ui/table/page-keys.client.ts';
import { setPersonal } from '../transaction/transaction.client.ts';
import { type Accepted, undoAccepted, useAccept, useDismiss } from './accept.client.ts';
import type { RentMatch } from './matches.ts';
import { ProposalRow } from './ProposalRow.tsx';
import { Unmatched } from './Unmatched.tsx';

/** Rows that are drawn at first: an agent has hundreds. */
const FIRST_ROWS = 20;

export function FromYourBank() {
  const { data } = useQuery({
    queryKey: ['rent', 'matches'],
    queryFn: ({ signal }) => read(api.rent.matches.$get({}, { init: { signal } })),
  });
  const section = useRef<HTMLElement>(null);
  const list = useId();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const answered = useRef(false);
  const [all, setAll] = useState(false);
  const { mutate: accept, isPending, data: last, progress } = useAccept();
  const { mutate: dismiss } = useDismiss();
  const { mutate: changePersonal } = useMutation({ mutationFn: setPersonal });
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
    // What is not certain needs a look, so it opens.
    if (!isPending && certain.length > 0)
      accept(certain, {
        onSuccess: () => {
          answered.current = true;
          setOpen(true);
        },
      });
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
    else if (key === 'z' && last) void undoAccepted(last);
    else return false;
    return true;
  };
  usePageKeys(section, press);
  const drawn = all ? items : items.slice(0, FIRST_ROWS);
  const proposals = items.length > 0 && (
    <section ref={section} aria-labelledby="from-your-bank" className="mt-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-5 py-3 max-md:px-4">
        <h2 id="from-your-bank" className="text-m tracking-normal">
          From your bank
        </h2>
        <p className="min-w-0 flex-1 basis-60 text-s text-ink-2">
          {counted(items.length + (data?.more ?? 0), 'payment')} may be rent. Nothing is recorded until you accept it.
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
        <Button
          variant="quiet"
          icon={open ? ChevronUp : ChevronDown}
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide' : 'Show'}
          <span className="sr-only"> payments from your bank</span>
        </Button>
      </div>
      {progress && progress.of > 1 && (
        <div className="mt-2 max-w-80">
          <ProgressBar
            label={`Accepting ${progress.done.toLocaleString('en-GB')} of ${progress.of.toLocaleString('en-GB')}`}
            share={progress.done / progress.of}
          />
        </div>
      )}
      {open && (
        <div id={list} className="mt-2">
          <p className="mb-2 text-s text-ink-2 max-md:hidden">
            <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>A</kbd> accept, <kbd>1</kbd>–<kbd>3</kbd> choose, <kbd>I</kbd> not
            theirs, <kbd>Z</kbd> undo
          </p>
          <ul className="rounded-card border border-line bg-surface">
            {drawn.map((item, at) => (
              <ProposalRow
                key={item.row.id}
                item={item}
                first={at === 0}
                chosen={chosen[item.row.id] ?? 0}
                busy={isPending}
                onChoose={(place) => setChosen((now) => ({ ...now, [item.row.id]: place }))}
                onAccept={(proposal) => accept([{ row: item.row, proposal }], onDone)}
                onDismiss={(proposal) => dismiss({ row: item.row, proposal }, onDone)}
                onNotForLets={() => changePersonal({ row: item.row, personal: true }, onDone)}
              />
            ))}
          </ul>
          {drawn.length < items.length && (
            <Button size="small" className="mt-2" onClick={() => setAll(true)}>
              Show {(items.length - drawn.length).toLocaleString('en-GB')} more
            </Button>
          )}
          {data && data.more > 0 && (
            <p className="mt-2 text-s text-ink-2">{counted(data.more, 'more row')} follow as you go on.</p>
          )}
        </div>
      )}
    </section>
  );
  return (
    <>
      {proposals}
      {data && <Unmatched rows={data.unmatched} more={data.unmatchedMore} busy={isPending} onAccept={accept} />}
    </>
  );
}
