/** Questions about transactions, answered by pointer or keyboard, on their own page and on an update's page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import Undo2 from 'lucide-react/icons/undo-2';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useMay } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Key } from '../../web/ui/display/Key.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { usePageKeys } from '../../web/ui/table/page-keys.client.ts';
import { amountLine, categoryLabel } from '../transaction/labels.ts';
import type { TaxLine } from '../transaction/listed.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { isLarge } from './rules/lines.ts';
import { ownerPart } from './rules/owner-sums.ts';
import { mayBeLoanPayment, optionsOf, payeeOf, QUESTIONS, questionOf } from './rules/questions.ts';
import { rowsOf, useAnswer, useAnswerAlike, useUndoAlike } from './tax.client.ts';
import type { TaxPeriodQuery, TaxRowItem } from './tax.ts';

type Params = { year: string } & TaxPeriodQuery;
type Questions = ReturnType<typeof useQuestions>;

/** Keyboard shortcuts work while the focus is in `region` or not yet on a control. */
export function useQuestions(of: Params, region: RefObject<HTMLElement | null>, { enabled = true } = {}) {
  const list = useInfiniteQuery({ ...rowsOf(of, 'ask'), enabled });
  const one = useAnswer();
  const several = useAnswerAlike();
  const back = useUndoAlike();
  const busy = one.isPending || several.isPending || back.isPending;
  const mayAnswer = useMay('money.change');
  // Hides answered rows until the refetched list omits them.
  const [answers, setAnswers] = useState<Answer[]>([]);
  const rows = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id, version }) => !answers.some(({ after }) => after.some((row) => row.id === id && row.version >= version)),
  );
  const [payee, setPayee] = useState<string | null>(null);
  const [place, setPlace] = useState({ id: '', at: 0 });
  const current = rows.find(({ id }) => id === place.id) ?? rows[Math.min(place.at, rows.length - 1)];
  const goTo = (row: TaxRowItem | undefined) => row && setPlace({ id: row.id, at: rows.indexOf(row) });
  const alike = current ? rows.filter((row) => row === current || isAlike(row, current)) : [];
  const isForAll = alike.length > 1 && current !== undefined && payeeKey(current) === payee;
  const toggleAll = () => setPayee(isForAll || !current ? null : payeeKey(current));
  const answer = (row: TaxRowItem, taxLine: TaxLine) => {
    if (busy || !mayAnswer) return;
    const at = rows.indexOf(row);
    const keep = (undone: Answer['undone'], after: Versioned[]) =>
      setAnswers((now) => [...now, { id: row.id, at, undone, after }]);
    if (isForAll && row === current)
      several.mutate(
        { rows: alike, line: taxLine },
        { onSuccess: ({ batch, left }) => keep({ batch }, left.length > 0 ? [] : alike.map(nextVersion)) },
      );
    else one.mutate({ before: row, input: { taxLine } }, { onSuccess: (after) => keep({ row: after }, [after]) });
  };
  const undo = () => {
    const last = answers.at(-1);
    if (busy || !last) return;
    const done = () => {
      setAnswers((now) => now.filter((answer) => answer !== last));
      setPlace(last);
    };
    if ('row' in last.undone) one.mutate({ before: last.undone.row, input: { taxLine: null } }, { onSuccess: done });
    else back.mutate(last.undone.batch, { onSettled: done });
  };
  usePageKeys(region, (key, inside) => {
    if (!inside) return false;
    const option = current && choicesOf(current).options[Number(key) - 1];
    if (key === 'u') undo();
    else if (!current) return false;
    else if (key === 'k' || key === 'ArrowUp') goTo(rows[rows.indexOf(current) - 1]);
    else if (key === 'a' && alike.length > 1) toggleAll();
    else if (key === 'j' || key === 'ArrowDown') goTo(rows[rows.indexOf(current) + 1]);
    else if (option && /^[1-9]$/.test(key)) answer(current, option.line);
    else return false;
    return true;
  });
  return {
    list,
    rows,
    current,
    alike: { count: alike.length, isForAll, toggle: toggleAll },
    goTo,
    answer,
    undo,
    canUndo: answers.length > 0,
    busy: busy || !mayAnswer,
  };
}

type Versioned = Pick<Transaction, 'id' | 'version'>;
/** `id` and `at` are the row and its place in the list, `after` the answered rows. */
type Answer = { id: string; at: number; after: readonly Versioned[]; undone: { row: Transaction } | { batch: string } };

const nextVersion = ({ id, version }: Versioned): Versioned => ({ id, version: version + 1 });

const payeeKey = ({ residentialPercent, ...row }: TaxRowItem): string | null => {
  const { description, type, category, refund, taxLine: ownLine, amount } = row;
  const payee = payeeOf({ description, type, category, refund, ownLine, isLarge: isLarge(amount) });
  return payee && `${residentialPercent} ${payee}`;
};

function isAlike(one: TaxRowItem, other: TaxRowItem): boolean {
  const key = payeeKey(one);
  return key !== null && key === payeeKey(other);
}

export function UndoAnswer({ questions: { undo, canUndo, busy }, ...size }: { questions: Questions; size?: 'small' }) {
  return (
    <Button icon={Undo2} disabled={!canUndo || busy} aria-keyshortcuts="U" onClick={undo} {...size}>
      Undo<Key>U</Key>
    </Button>
  );
}

export function QuestionList({ questions }: { questions: Questions }) {
  const { rows, current, alike, busy, goTo, answer } = questions;
  return (
    <ul aria-label="Questions" className="*:not-first:border-t *:not-first:border-line">
      {rows.map((row) => (
        <Question
          key={row.id}
          row={row}
          current={row === current}
          busy={busy}
          onCurrent={() => goTo(row)}
          onAnswer={(line) => answer(row, line)}
        >
          {row === current && alike.count > 1 && (
            <Checkbox
              className="mt-3"
              checked={alike.isForAll}
              disabled={busy}
              aria-keyshortcuts="A"
              onChange={alike.toggle}
              label={
                <>
                  {`Same answer for all ${alike.count} like this`}
                  <Key>A</Key>
                </>
              }
            />
          )}
        </Question>
      ))}
    </ul>
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
  children: ReactNode;
};

function Question({ row, current, busy, onCurrent, onAnswer, children }: QuestionProps) {
  const { text, options, note } = choicesOf(row) as ReturnType<typeof choicesOf> & { note?: string };
  const item = useRef<HTMLLIElement>(null);
  const wasCurrent = useRef(current);
  // Focuses the row when a key or an answer makes it current, but not initially, and not after a click in the row.
  useEffect(() => {
    if (current && !wasCurrent.current && !item.current?.contains(document.activeElement)) item.current?.focus();
    wasCurrent.current = current;
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
        <span className="figures text-right whitespace-nowrap">
          {amountLine(row)}
          <span className="block text-s text-ink-2">{ownerPart(row)}</span>
        </span>
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
        {current && mayBeLoanPayment(row) && (
          <p className="mt-2 text-s text-ink-2">
            Only interest counts, not capital. If this is a loan payment with capital, add the loan and link it there.
            <LinkButton to="/dashboard/tax/loans" variant="quiet" size="small">
              Open loans
            </LinkButton>
          </p>
        )}
        {children}
      </fieldset>
    </li>
  );
}
