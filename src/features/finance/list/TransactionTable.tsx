/** Transactions as a table, or cards on a phone. A row opens its edit dialog; its checkbox selects it. */
import { type ChangeEvent, type MouseEvent, memo } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { May } from '../../../web/http/session.client.ts';
import { useHighlighted } from '../../../web/live/highlight.client.ts';
import type { ListedRecords } from '../../../web/records/list/RecordPages.tsx';
import { RecordTable } from '../../../web/records/list/RecordTable.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { Skeleton } from '../../../web/ui/display/Loading.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { Cell, HeadCell } from '../../../web/ui/table/Table.tsx';
import { useNarrow } from '../../../web/ui/table/view.client.ts';
import { amountLine, COLUMN_LABELS, categoryLabel, countOf, nameOf, placeLine } from '../../transaction/labels.ts';
import { useTotals } from '../../transaction/transaction.client.ts';
import type { Transaction, TransactionFilter } from '../../transaction/transaction.ts';
import type { Selection } from '../bulk/selection.client.ts';
import { Amount, StatusMark } from '../TransactionMarks.tsx';
import { RowActions, type RowHandlers } from './RowActions.tsx';

type Props = ListedRecords<Transaction> & {
  filter: TransactionFilter;
  narrowed: boolean;
  onSums: () => void;
  selection: Selection;
  handlers: RowHandlers;
};

export function TransactionTable({ filter, narrowed, onSums, selection, handlers, ...listed }: Props) {
  const { has, count, all, select, selectLoaded } = selection;
  const highlighted = useHighlighted();
  const narrow = useNarrow('lg');
  return (
    <RecordTable
      {...listed}
      name="transactions"
      label="Transactions"
      dense
      head={<Head all={all} some={count > 0} onAll={selectLoaded} />}
      row={(transaction) => ({
        selected: has(transaction.id),
        className: highlighted.has(transaction.id) ? `${ROW} arrived` : ROW,
        onClick: (event) => isRowPress(event) && handlers.edit(transaction),
      })}
      foot={<TotalsFoot filter={filter} narrowed={narrowed} onSums={onSums} />}
    >
      {(transaction) => (
        <Cells
          transaction={transaction}
          selected={has(transaction.id)}
          onSelect={select}
          handlers={handlers}
          narrow={narrow}
        />
      )}
    </RecordTable>
  );
}

const ROW = 'cursor-pointer max-md:grid-cols-[24px_minmax(0,1fr)_auto]! max-md:gap-y-0!';

/** Returns whether a click is on the row itself, not on a control or at the end of a text selection. */
function isRowPress({ target }: MouseEvent<HTMLElement>): boolean {
  const control = target instanceof Element && target.closest('button, input, label, [role=menu]');
  return !control && window.getSelection()?.isCollapsed !== false;
}

/** Classes of the columns, in the order of `COLUMN_LABELS`. */
const COLUMN_CLASSES = [
  'w-[112px] pl-0!',
  '',
  'w-[138px] max-lg:hidden',
  'w-[124px] max-lg:w-[108px]',
  'w-[128px] max-xl:hidden',
  'w-[126px]',
  'w-[156px] max-lg:w-[88px]',
];
const AT_END: readonly string[] = ['Amount', 'Actions'];

function Head({ all, some, onAll }: { all: boolean; some: boolean; onAll: (on: boolean) => void }) {
  return (
    <>
      <HeadCell className="w-[52px]">
        <May need="money.change">
          <Checkbox
            hideLabel
            label="Select all that are loaded"
            checked={all}
            indeterminate={some && !all}
            onChange={(event) => onAll(event.target.checked)}
          />
        </May>
      </HeadCell>
      {COLUMN_LABELS.map((label, index) => (
        <HeadCell key={label} end={AT_END.includes(label)} className={COLUMN_CLASSES[index]}>
          {label}
        </HeadCell>
      ))}
    </>
  );
}

function withShift({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

type CellsProps = {
  transaction: Transaction;
  selected: boolean;
  onSelect: Selection['select'];
  handlers: RowHandlers;
  narrow: boolean;
};

const Cells = memo(function Cells({ transaction, selected, onSelect, handlers, narrow }: CellsProps) {
  const { id, date, description, category, status, reference } = transaction;
  const place = placeLine(transaction);
  return (
    <>
      <Cell className="max-md:col-start-1! max-md:row-span-3 max-md:self-start">
        <May need="money.change">
          <Checkbox
            hideLabel
            label={`Select ${nameOf(transaction)}`}
            className="max-md:-m-3 max-md:[&_label]:p-3"
            checked={selected}
            onChange={(event) => onSelect(id, { on: event.target.checked, range: withShift(event) })}
          />
        </May>
      </Cell>
      <Cell className="figures pl-0! text-ink-2 max-md:col-start-2! max-md:row-start-3 max-md:text-s">
        {formatDay(date)}
      </Cell>
      <Cell className="max-md:col-start-2! max-md:row-span-2 max-md:row-start-1">
        <div className="flex items-baseline gap-x-3 max-xl:flex-col md:max-xl:min-h-11 md:max-xl:justify-center">
          <button
            type="button"
            data-name
            title={description}
            className="clip max-w-full cursor-pointer text-left hover:underline"
            onClick={() => handlers.edit(transaction)}
          >
            <bdi>{description}</bdi>
          </button>
          <span
            title={place || undefined}
            className={cx('clip max-w-full shrink-[9999] text-s text-ink-2 max-xl:h-5', !place && 'md:max-xl:hidden')}
          >
            <bdi>{place}</bdi>
          </span>
        </div>
      </Cell>
      <Cell narrow="hidden" className="clip text-ink-2 max-lg:hidden">
        {categoryLabel(category)}
      </Cell>
      <Cell className="max-md:col-start-3! max-md:row-start-2 max-md:text-right!">
        <StatusMark status={status} />
      </Cell>
      <Cell narrow="hidden" title={reference} className="clip figures text-s text-ink-2 max-xl:hidden">
        <bdi>{reference}</bdi>
      </Cell>
      <Cell end className="max-md:col-start-3! max-md:row-start-1 max-md:text-right!">
        <Amount transaction={transaction} />
      </Cell>
      <Cell end className="max-md:col-start-3! max-md:row-start-3 max-md:-my-3 max-md:-mr-3 max-md:text-right!">
        <RowActions transaction={transaction} handlers={handlers} narrow={narrow} />
      </Cell>
    </>
  );
});

export const ROW_SKELETON = (
  <div className="flex h-11 items-center gap-4 px-5 max-xl:h-14 max-md:h-24 max-md:px-4">
    <Skeleton className="size-5 flex-none" />
    <Skeleton className="h-4 w-24 max-md:hidden" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="h-4 w-24 max-lg:hidden" />
    <Skeleton className="ml-auto h-4 w-24" />
  </div>
);

/** The totals below the rows, which load independently. */
function TotalsFoot({ filter, narrowed, onSums }: Pick<Props, 'filter' | 'narrowed' | 'onSums'>) {
  const totals = useTotals(filter);
  const { error, busy, retry } = useRetry(totals);
  const { data } = totals;
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-s text-red">
        <p>We could not load the totals. {error.message}</p>
        <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-s text-ink-2">
      <p className="flex-1 whitespace-nowrap">
        {countOf(data?.count, undefined)}
        {narrowed && data && ', filtered'}
      </p>
      <Button size="small" onClick={onSums}>
        By property and category
      </Button>
      {data && <Sums income={data.income} expenses={data.expenses} />}
    </div>
  );
}

function Sums({ income, expenses }: { income: number; expenses: number }) {
  const net = income - expenses;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 max-md:w-full max-md:justify-between">
      <Sum
        name="Income"
        value={amountLine({ type: 'income', amount: income })}
        className={income > 0 ? 'text-green' : undefined}
      />
      <Sum name="Expenses" value={expenses === 0 ? formatPence(0) : formatPence(-expenses)} />
      <Sum name="Net" value={net > 0 ? amountLine({ type: 'income', amount: net }) : formatPence(net)} />
    </dl>
  );
}

function Sum({ name, value, className = 'text-ink' }: { name: string; value: string; className?: string | undefined }) {
  return (
    <div className="flex gap-2 max-md:flex-col max-md:gap-0">
      <dt>{name}</dt>
      <dd className={`figures font-bold ${className}`}>{value}</dd>
    </div>
  );
}
