/** 'From your bank': one list of the bank rows that need a decision, with keyboard shortcuts and Undo. */
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, useId, useRef, useState } from 'react';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { landlord } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Scene } from '../../web/ui/brand/House.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Key } from '../../web/ui/display/Key.tsx';
import { Loading, ProgressBar, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { usePageKeys } from '../../web/ui/table/page-keys.client.ts';
import { CountBadge } from '../../web/ui/table/Rows.tsx';
import { bankRowsQuery, useWaiting } from '../bank-row/waiting.client.ts';
import { type Answer, decisionOf, rentOf } from './answers.ts';
import { BankRowItem, LeftOutRow } from './BankRowItem.tsx';
import type { BankRow } from './bank-rows.ts';
import { useDecisions } from './decisions.client.ts';
import { MAX_PAGE, type Section, TEXTS, TITLES } from './listed.ts';
import { type Listed, useSection } from './sections.client.ts';

type Props = {
  actions: ReactNode;
  above: ReactNode;
};

export function BankRows({ actions, above }: Props) {
  const read = useQuery(bankRowsQuery);
  const { data } = read;
  const { error, busy: retrying, retry } = useRetry(read);
  const decisions = useDecisions();
  const { busy, decide } = decisions;
  const count = useWaiting();
  const page = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Partial<Record<Section, boolean>>>({});
  const sections = [
    useSection('rent', data, opened.rent),
    useSection('same', data, opened.same),
    useSection('choose', data, opened.choose),
    useSection('other', data, opened.other),
  ];
  const leftOut = useSection('left-out', data, opened['left-out']);
  const rows = sections.flatMap(({ items }) => items);
  // After a decision, the next row moves to this index.
  const [position, setPosition] = useState({ id: '', at: 0 });
  const current = rows.find(({ id }) => id === position.id) ?? rows[Math.min(position.at, rows.length - 1)];
  const goTo = (row: BankRow | undefined) => row && setPosition({ id: row.id, at: rows.indexOf(row) });
  const [chosen, setChosen] = useState<Record<string, number>>({});
  const [picking, setPicking] = useState<string>();

  /** Index of the selected choice, by default the first. A line that was not imported has no default. */
  const chosenOf = ({ id, version }: BankRow) => chosen[id] ?? (version === null ? undefined : 0);
  const choose = ({ id }: BankRow, at: number) => setChosen((now) => ({ ...now, [id]: at }));
  const applyAnswer = (row: BankRow, answer: Answer) => {
    const decision = decisionOf(row, answer, chosenOf(row));
    if (decision) decide([decision]);
    else if (row.section === 'other' && answer === 'accept') setPicking(row.id);
  };
  // Excludes rows for which the user chose a proposal other than the certain one.
  const acceptCertain = () =>
    decisions.acceptCertain(new Set(Object.keys(chosen).filter((id) => (chosen[id] ?? 0) > 0)));
  const certain = Math.min(data?.certain ?? 0, MAX_PAGE);

  const press = (key: string, inside: boolean): boolean => {
    const at = Number(key) - 1;
    const answer = ANSWERS_BY_KEY[key];
    if (key === 'Shift+A' && landlord()?.keyShortcuts === true && certain > 0) acceptCertain();
    else if (!inside) return false;
    else if (key === 'z') decisions.undo();
    else if (!current) return false;
    else if (key === 'ArrowUp') goTo(rows[rows.indexOf(current) - 1]);
    else if (key === 'ArrowDown' && current !== rows.at(-1)) goTo(rows[rows.indexOf(current) + 1]);
    else if (key === 'ArrowDown') sections.find(({ items }) => items.includes(current))?.more?.();
    else if (answer) applyAnswer(current, answer);
    else if (at >= 0 && at < current.choices.length + Number(current.version === null)) choose(current, at);
    else return false;
    return true;
  };
  usePageKeys(page, press);

  const sectionOf = (listed: Listed) => (
    <SectionCard
      key={listed.section}
      {...listed}
      onToggle={() => setOpened((now) => ({ ...now, [listed.section]: !listed.open }))}
    >
      {listed.items.map((row) =>
        row.section === 'left-out' ? (
          <LeftOutRow
            key={row.id}
            row={row}
            busy={busy}
            onAct={() => (row.undo ? decisions.undoSteps([row.undo]) : applyAnswer(row, 'refuse'))}
          />
        ) : (
          <BankRowItem
            key={row.id}
            row={row}
            current={row === current}
            busy={busy}
            chosen={chosenOf(row)}
            picking={picking === row.id}
            onCurrent={() => goTo(row)}
            onChoose={(at) => choose(row, at)}
            onAnswer={(answer) => applyAnswer(row, answer)}
            onPayer={({ tenancyId }) => decide(rentOf(row, tenancyId))}
          />
        ),
      )}
    </SectionCard>
  );
  const line = data && (count === 0 ? TEXTS.none : `${count.toLocaleString('en-GB')} to match`);
  return (
    <div ref={page}>
      <PageHead
        title={TEXTS.title}
        line={line ?? '\u00a0'}
        actions={
          <>
            {actions}
            <Button
              icon={Undo2}
              disabled={!decisions.canUndo || busy}
              aria-keyshortcuts="Z"
              onClick={() => decisions.undo()}
            >
              Undo<Key>Z</Key>
            </Button>
            {certain > 0 && (
              <Button
                variant="primary"
                icon={Check}
                aria-keyshortcuts="Shift+A"
                busy={busy ? 'Saving...' : undefined}
                onClick={acceptCertain}
              >
                Accept {counted(certain, 'exact match', 'exact matches')}
                <Key>Shift A</Key>
              </Button>
            )}
          </>
        }
      />
      {above}
      {decisions.progress && (
        <div className="mb-4 max-w-80">
          <ProgressBar {...decisions.progress} />
        </div>
      )}
      {error && <ErrorState title={TEXTS.failed} reason={error.message} busy={retrying} onRetry={retry} />}
      {!data && !error && (
        <Loading label="Loading bank rows..." className="flex flex-col gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16 w-full" />
          ))}
        </Loading>
      )}
      {data?.stale && (
        <p role="status" className="mb-4 text-s text-ink-2">
          {TEXTS.stale}
        </p>
      )}
      {rows.length > 0 && <Keys />}
      {data && count === 0 && !data.stale && (
        <EmptyState
          title={TEXTS.none}
          words={TEXTS.noneWords}
          drawing={<Scene of="bank" />}
          action={
            <LinkButton to="/dashboard/finance" search={{ tab: 'accounts' }}>
              Open bank accounts
            </LinkButton>
          }
        />
      )}
      {[...sections, leftOut].map(sectionOf)}
    </div>
  );
}

const ANSWERS_BY_KEY: Partial<Record<string, Answer>> = { a: 'accept', i: 'refuse', n: 'personal' };

const KEYS = [
  [['↑', '↓'], 'move'],
  [['A'], 'accept'],
  [['1', '2', '3'], 'choose'],
  [['I'], 'not theirs, keep both, or import as new'],
  [['N'], 'not for the lets'],
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
      <span className="xl:ml-auto">We do not change anything until you answer</span>
    </p>
  );
}

type SectionProps = Omit<Listed, 'items'> & { onToggle: () => void; children: ReactNode };

function SectionCard({ section, total, open, more, onToggle, children }: SectionProps) {
  const id = useId();
  if (total === 0) return null;
  const spoken = <span className="sr-only">, {TITLES[section]}</span>;
  return (
    <section aria-labelledby={id} className="mt-8 first-of-type:mt-0">
      <div className="mb-3 flex items-center gap-3">
        <h2 id={id}>{TITLES[section]}</h2>
        <CountBadge count={total} />
        <Button
          size="small"
          variant="quiet"
          icon={open ? ChevronUp : ChevronDown}
          className="ml-auto"
          aria-expanded={open}
          onClick={onToggle}
        >
          {open ? 'Hide' : 'Show'}
          {spoken}
        </Button>
      </div>
      {open && (
        <Card>
          <ul className="*:first:rounded-t-[7px] *:last:rounded-b-[7px]">{children}</ul>
        </Card>
      )}
      {more && (
        <Button size="small" className="mt-2" onClick={more}>
          Show more{spoken}
        </Button>
      )}
    </section>
  );
}
