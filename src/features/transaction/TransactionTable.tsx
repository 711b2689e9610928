/** The transactions as a table, on a phone as small cards. A row opens its edit dialog; its checkbox selects it. */
import { type ChangeEvent, type MouseEvent, memo } from 'react';
import { formatDay } from '../../shared/dates.ts';
import type { ListedRecords } from '../../web/records/RecordPages.tsx';
import { RecordTable } from '../../web/records/RecordTable.tsx';
import { Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { useNarrow } from '../../web/ui/table/narrow.client.ts';
import { Cell, HeadCell } from '../../web/ui/table/Table.tsx';
import { useArrived } from './arrived.client.ts';
import { categoryLabel } from './category.ts';
import { nameOf } from './labels.ts';
import { RowActions, type RowDeeds } from './RowActions.tsx';
import type { Selection } from './selection.client.ts';
import { TotalsFoot } from './TotalsFoot.tsx';
import { Amount, StatusMark } from './TransactionMarks.tsx';
import type { Transaction, TransactionFilter } from './transaction.ts';

type Props = ListedRecords<Transaction> & {
  filter: TransactionFilter;
  narrowed: boolean;
  selection: Selection;
  deeds: RowDeeds;
};

export function TransactionTable({ filter, narrowed, selection, deeds, ...listed }: Props) {
  const { ids, rows, all, select, selectLoaded } = selection;
  const arrived = useArrived();
  const narrow = useNarrow();
  return (
    <RecordTable
      {...listed}
      name="transactions"
      label="Transactions"
      dense
      head={<Head all={all} some={rows.length > 0} onAll={selectLoaded} />}
      row={(transaction) => ({
        selected: ids.has(transaction.id),
        className: arrived.has(transaction.id) ? `${ROW} arrived` : ROW,
        onClick: (event) => pressed(event) && deeds.edit(transaction),
      })}
      foot={<TotalsFoot filter={filter} narrowed={narrowed} />}
    >
      {(transaction) => (
        <Cells
          transaction={transaction}
          selected={ids.has(transaction.id)}
          onSelect={select}
          deeds={deeds}
          narrow={narrow}
        />
      )}
    </RecordTable>
  );
}

const ROW = 'cursor-pointer max-md:grid-cols-[24px_minmax(0,1fr)_auto]! max-md:gap-y-0!';

/** A press on the row itself, and not on a control in it or at the end of marking words. */
function pressed({ target }: MouseEvent<HTMLElement>): boolean {
  const control = target instanceof Element && target.closest('button, input, label, [role=menu]');
  return !control && window.getSelection()?.isCollapsed !== false;
}

function Head({ all, some, onAll }: { all: boolean; some: boolean; onAll: (on: boolean) => void }) {
  return (
    <>
      <HeadCell className="w-[52px]">
        <Checkbox
          hideLabel
          label="Select all that are loaded"
          checked={all}
          indeterminate={some && !all}
          onChange={(event) => onAll(event.target.checked)}
        />
      </HeadCell>
      <HeadCell className="w-[112px] pl-0!">Date</HeadCell>
      <HeadCell>Description</HeadCell>
      <HeadCell className="w-[138px] max-lg:hidden">Category</HeadCell>
      <HeadCell className="w-[124px]">Status</HeadCell>
      <HeadCell className="w-[128px] max-xl:hidden">Reference</HeadCell>
      <HeadCell end className="w-[126px]">
        Amount
      </HeadCell>
      <HeadCell end className="w-[124px]">
        Actions
      </HeadCell>
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
  deeds: RowDeeds;
  narrow: boolean;
};

const Cells = memo(function Cells({ transaction, selected, onSelect, deeds, narrow }: CellsProps) {
  const { id, date, description, category, status, reference, propertyAddress } = transaction;
  return (
    <>
      <Cell className="max-md:col-start-1! max-md:row-span-3 max-md:self-start">
        <Checkbox
          hideLabel
          label={`Select ${nameOf(transaction)}`}
          className="max-md:-m-3 max-md:[&_label]:p-3"
          checked={selected}
          onChange={(event) => onSelect(id, { on: event.target.checked, range: withShift(event) })}
        />
      </Cell>
      <Cell className="figures pl-0! text-ink-2 max-md:col-start-2! max-md:row-start-3 max-md:text-s">
        {formatDay(date)}
      </Cell>
      <Cell className="max-md:col-start-2! max-md:row-span-2 max-md:row-start-1">
        <div className="flex items-baseline gap-x-3 max-xl:flex-col">
          <button
            type="button"
            data-name
            title={description}
            className="clip max-w-full cursor-pointer text-left hover:underline"
            onClick={() => deeds.edit(transaction)}
          >
            <bdi>{description}</bdi>
          </button>
          <span
            title={propertyAddress ?? undefined}
            className="clip max-w-full shrink-[3] text-s text-ink-2 max-xl:h-5"
          >
            <bdi>{propertyAddress}</bdi>
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
        <RowActions transaction={transaction} deeds={deeds} narrow={narrow} />
      </Cell>
    </>
  );
});

export const SHAPE_OF_ROW = (
  <div className="flex h-11 items-center gap-4 px-5 max-xl:h-14 max-md:h-24 max-md:px-4">
    <Skeleton className="size-5 flex-none" />
    <Skeleton className="h-4 w-24 max-md:hidden" />
    <Skeleton className="h-4 w-1/3" />
    <Skeleton className="h-4 w-24 max-lg:hidden" />
    <Skeleton className="ml-auto h-4 w-24" />
  </div>
);
