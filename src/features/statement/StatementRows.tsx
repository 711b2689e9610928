import { useMutation } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { amountLine } from '../transaction/labels.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import {
  type KnownRow,
  type LeftRow,
  type NewRow,
  SECTIONS,
  type SectionName,
  type StatementPreview,
  type UnreadableRow,
} from './preview.ts';
import { changeStatement, usePart } from './statement.client.ts';
import { becomesLine, reasonLine, updateLine } from './texts.ts';

type Props = {
  preview: StatementPreview;
  accountId: string | undefined;
  lettingsOnly: boolean | undefined;
  show: SectionName | undefined;
  onShow: (show: SectionName) => void;
  busy: boolean;
};

const TITLES: Record<SectionName, string> = {
  unreadable: 'Cannot be read',
  left: 'Left out',
  known: 'Already there',
  new: 'New',
  personal: 'Not for the lets: not in totals',
};
const MORE_LABELS: Record<SectionName, string> = {
  unreadable: 'that cannot be read',
  left: 'left out',
  known: 'already there',
  new: 'new',
  personal: 'not for the lets',
};
const SOURCES = { hand: 'entered by hand', bank: 'from the bank', file: 'from a statement' } as const;

export function StatementRows({ preview, accountId, lettingsOnly, show, onShow, busy }: Props) {
  const [correcting, setCorrecting] = useState<{ row: UnreadableRow; open: boolean }>();
  const part = usePart(preview.id, { accountId, lettingsOnly, show });
  const pages = part.data?.pages ?? [];
  const { mutate: change, isPending } = useMutation(changeStatement(preview.id));
  const shown: StatementPreview['rows'] = show
    ? {
        unreadable: pages.flatMap(({ rows }) => rows.unreadable),
        left: pages.flatMap(({ rows }) => rows.left),
        known: pages.flatMap(({ rows }) => rows.known),
        new: pages.flatMap(({ rows }) => rows.new),
        personal: pages.flatMap(({ rows }) => rows.personal),
      }
    : preview.rows;
  const anyway = (line: number, wanted: boolean) => change({ anyway: { line, wanted } });
  const newRow = (row: NewRow, personal: boolean) => (
    <New
      key={row.line}
      row={row}
      busy={isPending}
      personal={personal}
      onLeave={() => anyway(row.line, false)}
      onPersonal={() => change({ personal: { line: row.line, wanted: !personal } })}
    />
  );
  const rowsOf: Record<SectionName, ReactNode> = {
    unreadable: shown.unreadable.map((row) => (
      <Unreadable key={row.line} row={row} onCorrect={() => setCorrecting({ row, open: true })} />
    )),
    left: shown.left.map((row) => (
      <Left key={row.line} row={row} busy={isPending} onAnyway={() => anyway(row.line, true)} />
    )),
    known: shown.known.map((row) => (
      <Known key={row.line} row={row} busy={isPending} onAnyway={() => anyway(row.line, true)} />
    )),
    new: shown.new.map((row) => newRow(row, false)),
    personal: shown.personal.map((row) => newRow(row, true)),
  };
  return (
    <>
      <Table
        caption="Lines of the statement"
        busy={busy || (show !== undefined && part.isPending)}
        className="rounded-none! border-x-0! border-b-0!"
      >
        <TableHead>
          <HeadCell className="max-lg:hidden">Line</HeadCell>
          <HeadCell>Date</HeadCell>
          <HeadCell>Description</HeadCell>
          <HeadCell>Becomes</HeadCell>
          <HeadCell end>Amount</HeadCell>
          <HeadCell end>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {SECTIONS.filter((name) => (show ? name === show : preview.counts[name] > 0)).map((name) => (
            <Fragment key={name}>
              <Across className="bg-paper text-s text-ink-2">
                {TITLES[name]}, {preview.counts[name].toLocaleString('en-GB')}
              </Across>
              {rowsOf[name]}
              {!show && preview.counts[name] > shown[name].length && (
                <Across>
                  <Button size="small" variant="quiet" className="-ml-[10px]" onClick={() => onShow(name)}>
                    {(preview.counts[name] - shown[name].length).toLocaleString('en-GB')} more {MORE_LABELS[name]}
                  </Button>
                </Across>
              )}
            </Fragment>
          ))}
        </TableBody>
      </Table>
      <MoreButton list={part} className="mx-5 my-3">
        Show more lines
      </MoreButton>
      {correcting && (
        <CorrectDialog
          {...correcting}
          id={preview.id}
          onOpenChange={(open) => setCorrecting((now) => now && { ...now, open })}
        />
      )}
    </>
  );
}

function Across({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <TableRow className={className}>
      <Cell colSpan={6} narrow="title">
        {children}
      </Cell>
    </TableRow>
  );
}

const LINE_CELL = 'figures text-ink-3 max-lg:hidden';
/** Aligns the button's label with the text of the line on a phone. */
const ACTION = 'max-md:-ml-[10px]';

function Unreadable({ row, onCorrect }: { row: UnreadableRow; onCorrect: () => void }) {
  return (
    <TableRow>
      <Cell narrow="hidden" className={LINE_CELL}>
        {row.line}
      </Cell>
      <Cell colSpan={2} narrow="title" className="text-s text-ink-2 tabular-nums wrap-anywhere">
        {row.shown}
      </Cell>
      <Cell>
        <StatusState state="bad" small>
          {reasonLine(row)}
        </StatusState>
      </Cell>
      <Cell end narrow="hidden" />
      <Cell end>
        <Button size="small" variant="quiet" className={ACTION} onClick={onCorrect}>
          Correct<span className="sr-only"> line {row.line}</span>
        </Button>
      </Cell>
    </TableRow>
  );
}

function RowCells({
  row,
  quiet,
  children,
}: {
  row: KnownRow | LeftRow | NewRow;
  quiet?: boolean;
  children: ReactNode;
}) {
  const income = row.amount >= 0;
  return (
    <>
      <Cell narrow="hidden" className={LINE_CELL}>
        {row.line}
      </Cell>
      <Cell className="text-ink-2 tabular-nums whitespace-nowrap">{formatDay(row.date)}</Cell>
      <Cell narrow="title" className={cx('wrap-anywhere', quiet && 'text-ink-2')}>
        {row.text}
      </Cell>
      <Cell className="text-s text-ink-2">{children}</Cell>
      <Cell
        end
        narrow="beside"
        className={cx('figures', quiet ? 'text-ink-2' : cx('font-bold', income && 'text-green'))}
      >
        {amountLine({ type: income ? 'income' : 'expense', amount: row.amount })}
      </Cell>
    </>
  );
}

function Left({ row, busy, onAnyway }: { row: LeftRow; busy: boolean; onAnyway: () => void }) {
  return (
    <TableRow>
      <RowCells row={row} quiet>
        <StatusState state="soon" small>
          {reasonLine(row)}
        </StatusState>
      </RowCells>
      <Cell end>
        <Anyway line={row.line} busy={busy} onAnyway={onAnyway} />
      </Cell>
    </TableRow>
  );
}

function Anyway({ line, busy, onAnyway }: { line: number; busy: boolean; onAnyway: () => void }) {
  return (
    <Button size="small" variant="quiet" disabled={busy} className={ACTION} onClick={onAnyway}>
      Import anyway<span className="sr-only"> line {line}</span>
    </Button>
  );
}

function Known({ row, busy, onAnyway }: { row: KnownRow; busy: boolean; onAnyway: () => void }) {
  const { as, among } = row;
  const words = as
    ? [`${as.description}, ${formatDay(as.date)}, ${SOURCES[as.source]}`, updateLine(row)].filter(Boolean).join(' · ')
    : among > 0
      ? `May be one of ${among} transactions: we will ask you`
      : 'You deleted this transaction';
  return (
    <TableRow>
      <RowCells row={row} quiet>
        <StatusState state="none" small>
          {words}
        </StatusState>
      </RowCells>
      <Cell end>
        <Anyway line={row.line} busy={busy} onAnyway={onAnyway} />
      </Cell>
    </TableRow>
  );
}

type NewProps = { row: NewRow; busy: boolean; personal: boolean; onLeave: () => void; onPersonal: () => void };

function New({ row, busy, personal, onLeave, onPersonal }: NewProps) {
  return (
    <TableRow>
      <RowCells row={row} quiet={personal}>
        {becomesLine(row)}
        {row.sameAs !== null && ` · the same as line ${row.sameAs}, we keep both`}
      </RowCells>
      <Cell end>
        {row.anyway && (
          <Button size="small" variant="quiet" disabled={busy} className={ACTION} onClick={onLeave}>
            Leave out<span className="sr-only"> line {row.line}</span>
          </Button>
        )}
        <Button size="small" variant="quiet" disabled={busy} className={ACTION} onClick={onPersonal}>
          {personal ? 'For the lets' : 'Not for the lets'}
          <span className="sr-only">, line {row.line}</span>
        </Button>
      </Cell>
    </TableRow>
  );
}
