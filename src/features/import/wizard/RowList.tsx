import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useRetry } from '../../../web/http/retry.client.ts';
import { MoreButton } from '../../../web/records/list/MoreButton.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import type { Outcome } from '../../import-file/kinds.ts';
import type { ImportRow } from '../../import-row/row.ts';
import { type ChangeRow, type RowChange, useRows } from '../import.client.ts';
import type { Import, ImportSheet } from '../import.ts';
import { OUTCOME_LABELS } from '../listed.ts';
import { rowName } from '../words.ts';
import { ChangedValues } from './ChangedValues.tsx';
import { WrongCells } from './WrongCells.tsx';
import { WrongRowsLinks } from './WrongRowsLinks.tsx';

type Props = {
  file: Import;
  outcome: Outcome;
  sheet: number | undefined;
  change: (change: RowChange) => void;
};

const EMPTY: Record<Outcome, string> = {
  wrong: 'No rows to correct',
  new: 'No new rows',
  changed: 'No changed rows',
  known: 'No known rows',
  left_out: 'No rows left out by you',
  depends: 'No rows left out with others',
};

export function RowList({ file, outcome, sheet, change }: Props) {
  const rows = useRows(file.id, { outcome, sheet });
  const { error, busy, retry } = useRetry(rows);
  const { data } = rows;
  const title = OUTCOME_LABELS[outcome];
  const count = data?.pages[0]?.total ?? 0;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [current, setCurrent] = useState('');
  const leavable = items.filter(canLeaveOut);
  const reached = leavable.find((row) => keyOf(row) === current) ?? leavable[0];
  return (
    <section aria-labelledby={`rows-${outcome}`} className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={`rows-${outcome}`}>{title}</h2>
        {outcome === 'wrong' && <WrongRowsLinks file={file} />}
      </div>
      {!data && error && (
        <ErrorState title="We could not load the rows" reason={error.message} busy={busy} onRetry={retry} level={3} />
      )}
      {!data && !error && (
        <Loading label="Loading rows..." className="grid gap-3">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </Loading>
      )}
      {data && count === 0 && <EmptyState level={3} title={EMPTY[outcome]} />}
      {data && count > 0 && (
        <Table
          caption={title}
          busy={rows.isPlaceholderData}
          foot={rows.hasNextPage && <MoreButton list={rows} variant="quiet" size="small" />}
        >
          <TableHead>
            <HeadCell className="w-[64px]">Row</HeadCell>
            <HeadCell className="w-[28%]">Record</HeadCell>
            <HeadCell>{HEADINGS[outcome]}</HeadCell>
            <HeadCell end className="w-[130px]">
              <span className="sr-only">Actions</span>
            </HeadCell>
          </TableHead>
          <TableBody>
            {items.map((row) => (
              <OneRow
                key={keyOf(row)}
                file={file}
                row={row}
                shown={outcome}
                reached={row === reached}
                onReach={() => setCurrent(keyOf(row))}
                change={(changed, other = row) => change({ row: other, change: changed })}
              />
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  );
}

const HEADINGS: Record<Outcome, string> = {
  wrong: 'Cells to correct',
  new: 'In your file',
  changed: 'Tenure’s value and your file’s',
  known: 'In your file',
  left_out: 'In your file',
  depends: 'Why',
};

const keyOf = ({ sheet, number }: ImportRow) => `${sheet} ${number}`;
const canLeaveOut = ({ outcome }: ImportRow) => outcome !== 'depends' && outcome !== 'known';

const STEPS: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Roving focus: arrow keys move between the rows' buttons, which share one tab stop. */
function moveBetweenRows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-leave-out]') ?? [])];
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus();
}

type OneProps = { file: Import; row: ImportRow; shown: Outcome; change: ChangeRow };
type ReachProps = { reached: boolean; onReach: () => void };

function OneRow({ file, row, shown, reached, onReach, change }: OneProps & ReachProps) {
  const sheet = file.sheets.find(({ id }) => id === row.sheet);
  const several = file.sheets.filter(({ kind }) => kind !== null).length > 1;
  const name = rowName(sheet, row);
  const where = (
    <span className="sr-only">
      {' '}
      row {row.number}, {name}
    </span>
  );
  const leaves = row.outcome === 'left_out';
  return (
    <TableRow onFocus={onReach}>
      <Cell narrow="hidden" className="figures text-ink-2">
        {row.number}
      </Cell>
      <Cell narrow="title">
        <span className="font-bold wrap-anywhere">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-s text-ink-2 wrap-anywhere">
          <span className="md:hidden">
            Row {row.number}
            {several && ', '}
          </span>
          {several && sheet?.name}
        </span>
      </Cell>
      <Cell narrow="wide">{sheet && <What {...{ file, sheet, row, shown, change }} />}</Cell>
      <Cell end narrow="wide">
        {canLeaveOut(row) && (
          <Button
            size="small"
            variant="quiet"
            className="max-md:-ml-[10px]"
            data-leave-out
            tabIndex={reached ? 0 : -1}
            aria-keyshortcuts="ArrowUp ArrowDown"
            onKeyDown={moveBetweenRows}
            onClick={() => change({ leaveOut: !leaves })}
          >
            {leaves ? 'Include' : 'Leave out'}
            {where}
          </Button>
        )}
      </Cell>
    </TableRow>
  );
}

function What({ file, sheet, row, shown, change }: OneProps & { sheet: ImportSheet }): ReactNode {
  if (shown === 'wrong') return <WrongCells {...{ sheet, row, change }} />;
  if (shown === 'changed' && row.changes.length > 0) return <ChangedValues row={row} change={change} />;
  if (row.needs) {
    const other = file.sheets.find(({ id }) => id === row.needs?.sheet);
    return `Needs row ${row.needs.number}${other ? ` of ‘${other.name}’` : ''}, which is left out or needs correcting`;
  }
  if (row.outcome !== shown) return OUTCOME_LABELS[row.outcome];
  return (
    <span className="text-s text-ink-2 wrap-anywhere">
      {row.cells
        .filter((cell) => cell.trim() !== '')
        .slice(0, 6)
        .join(' · ')}
    </span>
  );
}
