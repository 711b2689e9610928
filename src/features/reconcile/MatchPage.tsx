/** /dashboard/finance/match: bank rows that wait for an answer, by pointer or by keys, and below them those that were left out. */
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useRetry } from '../../web/http/retry.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { Scene } from '../../web/ui/brand/House.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { usePageKeys } from '../../web/ui/table/page-keys.client.ts';
import { Tally } from '../../web/ui/table/Rows.tsx';
import { type Decisions, useDecisions, useOpenRows } from '../bank-row/decisions.client.ts';
import { type EntryDecision, type OpenBankRows, type OpenEntry, TEXTS, toMatch } from '../bank-row/decisions.ts';
import { AskedRow, Key, OfferRow, SettledRow } from './MatchRows.tsx';

export function MatchPage() {
  const rows = useOpenRows();
  const { error, busy, retry } = useRetry(rows);
  const decisions = useDecisions();
  const page = useRef<HTMLDivElement>(null);
  const { data } = rows;
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const [place, setPlace] = useState(0);
  const open = data ? [...data.offered.items, ...data.asked.items] : [];
  const current = Math.min(place, open.length - 1);

  const press = (key: string, inside: boolean): boolean => {
    if (!inside) return false;
    const row = open[current];
    if (key === 'z') void decisions.undo();
    else if (key === 'ArrowDown') setPlace(Math.min(current + 1, open.length - 1));
    else if (key === 'ArrowUp') setPlace(Math.max(current - 1, 0));
    else if (row && 'kept' in row && key === 'a') void decisions.accept(row);
    else if (row && 'kept' in row && key === 'i') void decisions.decline(row);
    else if (row && 'choices' in row && key === 'a') answer(decisions, row, chosen[row.id]);
    else if (row && 'choices' in row && key === 'i') answer(decisions, row, row.choices.length);
    else if (row && 'choices' in row && Number(key) >= 1 && Number(key) <= row.choices.length + 1)
      setChosen((now) => ({ ...now, [row.id]: Number(key) - 1 }));
    else return false;
    return true;
  };
  usePageKeys(page, press);

  const line = data && (toMatch(data) === 0 ? TEXTS.none : `${toMatch(data).toLocaleString('en-GB')} to match`);
  return (
    <div ref={page}>
      <PageHead
        title={TEXTS.title}
        line={line ?? '\u00a0'}
        back={
          <LinkBack to="/dashboard/finance" search={{ tab: 'accounts' }}>
            Finance
          </LinkBack>
        }
        actions={
          <Button
            icon={Undo2}
            disabled={!decisions.canUndo || decisions.busy}
            aria-keyshortcuts="Z"
            onClick={() => void decisions.undo()}
          >
            Undo<Key>Z</Key>
          </Button>
        }
      />
      {error && <ErrorState title={TEXTS.failed} reason={error.message} busy={busy} onRetry={retry} />}
      {!data && !error && (
        <Loading label="Loading bank rows..." className="flex flex-col gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </Loading>
      )}
      {data && (
        <>
          {open.length > 0 ? (
            <Keys />
          ) : (
            <EmptyState title={TEXTS.none} words={TEXTS.noneWords} drawing={<Scene of="bank" />} />
          )}
          <Section title="Same payment?" {...data.offered}>
            {data.offered.items.map((offer, at) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                busy={decisions.busy}
                current={at === current}
                onCurrent={() => setPlace(at)}
                onAccept={() => void decisions.accept(offer)}
                onDecline={() => void decisions.decline(offer)}
              />
            ))}
          </Section>
          <Section title="Which one is it?" {...data.asked}>
            {data.asked.items.map((entry, n) => {
              const at = data.offered.items.length + n;
              return (
                <AskedRow
                  key={entry.id}
                  line={entry}
                  busy={decisions.busy}
                  current={at === current}
                  onCurrent={() => setPlace(at)}
                  chosen={chosen[entry.id]}
                  onChoose={(choice) => setChosen((now) => ({ ...now, [entry.id]: choice }))}
                  onAccept={() => answer(decisions, entry, chosen[entry.id])}
                />
              );
            })}
          </Section>
          <Settled {...data} decisions={decisions} />
        </>
      )}
    </div>
  );
}

function answer(decisions: Decisions, entry: OpenEntry, place: number | undefined): void {
  if (place === undefined) return;
  const choice = entry.choices[place];
  const decision: EntryDecision = choice ? { as: 'same', transactionId: choice.id } : { as: 'new' };
  void decisions.decide(entry, decision, { as: 'asked' });
}

const KEYS = [
  [['↑', '↓'], 'move'],
  [['A'], 'accept'],
  [['1', '2', '3'], 'choose'],
  [['I'], 'keep both, or take as new'],
  [['Z'], 'undo'],
] as const;

function Keys() {
  return (
    <p
      role="note"
      aria-label="Keys"
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-[6px] rounded-card border border-line px-5 py-[10px] text-s text-ink-2 max-md:hidden"
    >
      {KEYS.map(([keys, words]) => (
        <span key={words} className="inline-flex items-center gap-[6px]">
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {words}
        </span>
      ))}
      <span className="lg:ml-auto">Nothing changes until you answer</span>
    </p>
  );
}

type SectionProps = { title: string; items: readonly unknown[]; total: number; children: ReactNode };

function Section({ title, items, total, children }: SectionProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-8 first-of-type:mt-0">
      <div className="mb-3 flex items-center gap-3">
        <h2 id={id}>{title}</h2>
        <Tally count={total} />
      </div>
      <Card>
        <ul className="*:first:rounded-t-[7px] *:last:rounded-b-[7px]">{children}</ul>
      </Card>
      {total > items.length && (
        <p className="mt-2 text-s text-ink-2">These are the latest {items.length}. The others follow as you go on.</p>
      )}
    </section>
  );
}

function Settled({
  declined,
  leftOut,
  decisions,
}: Pick<OpenBankRows, 'declined' | 'leftOut'> & { decisions: Decisions }) {
  return (
    <Section title="Left out" items={[...declined.items, ...leftOut.items]} total={declined.total + leftOut.total}>
      {declined.items.map((offer) => (
        <SettledRow
          key={offer.id}
          {...offer.imported}
          text={offer.imported.description}
          why={`you kept it beside ${offer.kept.description}`}
          act="Offer again"
          busy={decisions.busy}
          onAct={() => void decisions.offerAgain(offer)}
        />
      ))}
      {leftOut.items.map((line) => (
        <LeftOut key={line.id} line={line} decisions={decisions} />
      ))}
    </Section>
  );
}

function LeftOut({ line, decisions }: { line: OpenEntry; decisions: Decisions }) {
  const [same] = line.choices;
  const why = same
    ? `${line.chosen ? 'you took it' : 'taken'} for ${same.description}`
    : 'its transaction was deleted since';
  const before: EntryDecision = same ? { as: 'same', transactionId: same.id } : { as: 'asked' };
  return (
    <SettledRow
      {...line}
      why={why}
      act="Import anyway"
      busy={decisions.busy}
      onAct={() => void decisions.decide(line, { as: 'new' }, before)}
    />
  );
}
