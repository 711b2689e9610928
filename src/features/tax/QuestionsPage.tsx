/** /dashboard/tax/$year/questions: transactions that need an answer, by pointer or keys. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useMay } from '../../web/http/session.client.ts';
import { LinkBack, LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Key } from '../../web/ui/display/Key.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { usePageKeys } from '../../web/ui/table/page-keys.client.ts';
import { amountLine, categoryLabel } from '../transaction/labels.ts';
import type { TaxLine } from '../transaction/listed.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isLarge } from './rules/lines.ts';
import { optionsOf, QUESTIONS, questionOf } from './rules/questions.ts';
import { rowsOf, useAnswer } from './tax.client.ts';
import { type TaxRowItem, yearLabel } from './tax.ts';

export function QuestionsPage() {
  const { year } = useParams({ from: '/dashboard/tax/$year/questions' });
  const search = useSearch({ from: '/dashboard/tax/$year/questions' });
  const query = useInfiniteQuery(rowsOf({ year, ...search }, 'ask'));
  const { error, busy: retrying, retry } = useRetry(query);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { mutate, isPending } = useAnswer();
  const mayAnswer = useMay('money.change');
  // Hides an answered row until the refetched list omits it.
  const [answered, setAnswered] = useState<Transaction[]>([]);
  const rows = (data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id, version }) => !answered.some((one) => one.id === id && one.version >= version),
  );
  const [place, setPlace] = useState({ id: '', at: 0 });
  const current = rows.find(({ id }) => id === place.id) ?? rows[Math.min(place.at, rows.length - 1)];
  const goTo = (row: TaxRowItem | undefined) => row && setPlace({ id: row.id, at: rows.indexOf(row) });
  const answer = (row: TaxRowItem, taxLine: TaxLine) => {
    if (isPending || !mayAnswer) return;
    mutate({ before: row, input: { taxLine } }, { onSuccess: (after) => setAnswered((now) => [...now, after]) });
  };
  const undo = () => {
    const last = answered.at(-1);
    if (isPending || !last) return;
    mutate(
      { before: last, input: { taxLine: null } },
      { onSuccess: () => setAnswered((now) => now.filter(({ id }) => id !== last.id)) },
    );
  };
  const page = useRef<HTMLDivElement>(null);
  usePageKeys(page, (key, inside) => {
    if (!inside) return false;
    const option = current && choicesOf(current).options[Number(key) - 1];
    if (key === 'u') undo();
    else if (!current) return false;
    else if (key === 'k' || key === 'ArrowUp') goTo(rows[rows.indexOf(current) - 1]);
    else if (key === 'j' || key === 'ArrowDown') goTo(rows[rows.indexOf(current) + 1]);
    else if (option && /^[1-9]$/.test(key)) answer(current, option.line);
    else return false;
    return true;
  });
  return (
    <div ref={page}>
      <PageHead
        back={
          <LinkBack to="/dashboard/tax/$year" params={{ year }} search={search}>
            {`Tax year ${yearLabel(year)}`}
          </LinkBack>
        }
        title="Questions"
        line={data ? `${counted(rows.length, 'row')}${hasNextPage ? ' or more' : ''} to answer` : '\u00a0'}
        actions={
          <Button icon={Undo2} disabled={answered.length === 0 || isPending} aria-keyshortcuts="U" onClick={undo}>
            Undo<Key>U</Key>
          </Button>
        }
      />
      {!data && !error && (
        <Loading label="Loading the questions..." className="flex flex-col gap-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-24 w-full" />
          ))}
        </Loading>
      )}
      {!data && error && (
        <ErrorState title="We could not load the questions" reason={error.message} onRetry={retry} busy={retrying} />
      )}
      {data && rows.length === 0 && (
        <EmptyState
          title="No questions left"
          words="You have answered every question about this tax year."
          action={
            <LinkButton to="/dashboard/tax/$year" params={{ year }} search={search}>
              {`Open tax year ${yearLabel(year)}`}
            </LinkButton>
          }
        />
      )}
      {rows.length > 0 && (
        <Card>
          <ul aria-label="Questions" className="*:not-first:border-t *:not-first:border-line">
            {rows.map((row) => (
              <Question
                key={row.id}
                row={row}
                current={row === current}
                busy={isPending || !mayAnswer}
                onCurrent={() => goTo(row)}
                onAnswer={(line) => answer(row, line)}
              />
            ))}
          </ul>
          {hasNextPage && (
            <div className="border-t border-line px-5 py-2">
              <Button
                variant="quiet"
                size="small"
                busy={isFetchingNextPage ? 'Loading...' : undefined}
                onClick={() => void fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          )}
        </Card>
      )}
    </div>
  );
}

function choicesOf({ type, category, refund, taxLine, amount, residentialPercent }: TaxRowItem) {
  const question = questionOf({ type, category, refund, ownLine: taxLine, isLarge: isLarge(amount) });
  return { ...QUESTIONS[question], options: optionsOf(question, { residentialPercent }) };
}

type QuestionProps = {
  row: TaxRowItem;
  current: boolean;
  busy: boolean;
  onCurrent: () => void;
  onAnswer: (line: TaxLine) => void;
};

function Question({ row, current, busy, onCurrent, onAnswer }: QuestionProps) {
  const { text, options, note } = choicesOf(row) as ReturnType<typeof choicesOf> & { note?: string };
  const item = useRef<HTMLLIElement>(null);
  const was = useRef(current);
  // When keys move to it, or the row above was answered: not on arrival, and not on a click inside.
  useEffect(() => {
    if (current && !was.current && !item.current?.contains(document.activeElement)) item.current?.focus();
    was.current = current;
  }, [current]);
  const name = `${row.description}, ${amountLine(row)}`;
  return (
    <li
      ref={item}
      tabIndex={-1}
      aria-current={current || undefined}
      aria-label={name}
      className={cx('px-5 py-4 max-md:px-4', current && 'bg-primary-soft shadow-[inset_2px_0_0_var(--primary)]')}
      onFocus={() => current || onCurrent()}
    >
      <div className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 font-bold wrap-anywhere">{row.description}</span>
        <span className="figures whitespace-nowrap">{amountLine(row)}</span>
      </div>
      <p className="text-s text-ink-2">
        {[formatDay(row.date), categoryLabel(row.category), row.propertyAddress].filter(Boolean).join(' · ')}
      </p>
      <fieldset className="mt-3 min-w-0">
        <legend className="text-s">{text}</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {options.map(({ line, label }, place) => (
            <Button
              key={line}
              size="small"
              disabled={busy}
              aria-keyshortcuts={place < 9 ? `${place + 1}` : undefined}
              className="h-auto! min-h-8 text-left whitespace-normal! max-md:w-full max-md:justify-start"
              onClick={() => onAnswer(line)}
            >
              {label}
              <span className="sr-only">, {name}</span>
              {current && place < 9 && <Key>{`${place + 1}`}</Key>}
            </Button>
          ))}
        </div>
        {note && <p className="mt-2 text-s text-ink-2">{note}</p>}
      </fieldset>
    </li>
  );
}
