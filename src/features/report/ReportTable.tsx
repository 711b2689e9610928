/** The rows of a report. A row with transactions expands to its categories, and a category to its transactions. */
import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, lazy, Suspense, useState } from 'react';
import { Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Cell, HeadCell, Table, TableBody, TableFoot, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { cellText, changeText, isNumber } from './body.ts';
import { RowBars } from './ReportChart.tsx';
import type { Cell as CellValue, Column, Report, Row } from './report.ts';

const DrilledRows = lazy(async () => ({ default: (await import('./DrilledRows.tsx')).DrilledRows }));

/** Maximum number of rows on screen. The files contain all rows. */
const MAX_ROWS = 500;

export function ReportTable({ report }: { report: Report }) {
  const { title, line, columns, rows, totals, chart } = report;
  const result = columns.findIndex(({ strong }) => strong);
  return (
    <Table
      caption={`${title}, ${line}`}
      className={cx('max-md:overflow-clip', chart !== null && 'max-md:rounded-t-none')}
    >
      <TableHead>
        {columns.map(({ id, title: name, kind }) => (
          <HeadCell key={id} end={isNumber(kind)}>
            {name}
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <ReportRow key={row.id} report={report} row={row} result={result} />
        ))}
      </TableBody>
      {rows.length > MAX_ROWS && (
        <TableBody>
          <tr>
            <td colSpan={columns.length} className="text-ink-2">
              {`The first ${MAX_ROWS} of ${rows.length.toLocaleString('en-GB')} rows. Export the report to see them all.`}
            </td>
          </tr>
        </TableBody>
      )}
      {totals && (
        <TableFoot className="max-md:block">
          <TableRow className="font-bold *:border-t *:border-rule max-md:border-t max-md:border-b-0! max-md:border-rule max-md:*:border-0">
            {columns.map((column, place) => (
              <Cell
                key={column.id}
                end={isNumber(column.kind)}
                {...(place > 0 && { label: column.title })}
                narrow="wide"
                className={cx(
                  totals[place] === null && 'max-md:hidden',
                  'max-md:col-span-full max-md:flex max-md:h-auto! max-md:justify-between max-md:p-0!',
                )}
              >
                {totals[place] === null ? '' : shown(totals[place] ?? null, column)}
              </Cell>
            ))}
          </TableRow>
        </TableFoot>
      )}
    </Table>
  );
}

function shown(cell: CellValue, { kind, id, strong }: Column): string {
  if (cell === 0 && isNumber(kind) && !strong) return '–';
  return id === 'change' && typeof cell === 'number' ? changeText(cell) : cellText(cell, kind);
}

type RowProps = { report: Report; row: Row; result: number };

function ReportRow({ report, row, result }: RowProps) {
  const [open, setOpen] = useState(false);
  const { columns, chart } = report;
  const { cells, more, drill } = row;
  // On a phone, a row with transactions shows its cells only when open. Empty cells are hidden.
  const isShown = (place: number) => (open || !drill) && (cells[place] ?? null) !== null;
  const name = cellText(cells[0] ?? null, columns[0]?.kind ?? 'text');
  return (
    <Fragment>
      <TableRow className={cx(open && '[&>td]:border-b-0 max-md:border-b-0!')}>
        {columns.map((column, place) => (
          <Cell
            key={column.id}
            end={isNumber(column.kind)}
            narrow={place === 0 ? 'title' : place === result ? 'figure' : isShown(place) ? 'wide' : 'hidden'}
            {...(place > 0 && place !== result && { label: column.title })}
            className={cx(
              column.strong && 'font-bold',
              column.id === 'change' && 'text-s text-ink-2',
              place > 0 && place !== result && 'max-md:data-[narrow=wide]:flex max-md:justify-between max-md:pl-8!',
            )}
          >
            {place === 0 ? (
              <span className="flex items-center gap-1">
                {drill && (
                  <button
                    type="button"
                    aria-expanded={open}
                    aria-label={`Details of ${name}`}
                    className="-ml-2 grid size-7 flex-none cursor-pointer place-items-center rounded-mark text-ink-3 hover:bg-sunken max-md:-my-2 max-md:size-11"
                    onClick={() => setOpen(!open)}
                  >
                    <Icon of={ChevronRight} className={cx('transition-[rotate]', open && 'rotate-90')} />
                  </button>
                )}
                <span className="min-w-0 wrap-anywhere">
                  <Name row={row} name={name} />
                  {more && <span className="ml-2 text-s text-ink-2 max-lg:ml-0 max-lg:block">{more}</span>}
                </span>
              </span>
            ) : (
              shown(cells[place] ?? null, column)
            )}
          </Cell>
        ))}
        {chart && !open && (
          <td role="presentation" className="hidden max-md:col-span-full! max-md:block! max-md:pl-8!">
            <RowBars report={report} chart={chart} row={row} />
          </td>
        )}
      </TableRow>
      {open && drill && (
        <TableRow className="hover:bg-transparent!">
          <Cell narrow="wide" colSpan={columns.length} className="pt-0! pb-3! pl-10! max-md:pl-0!">
            <Suspense fallback={<p className="py-2 text-s text-ink-2">Loading...</p>}>
              <DrilledRows drill={drill} name={name} />
            </Suspense>
          </Cell>
        </TableRow>
      )}
    </Fragment>
  );
}

function Name({ row: { record, narrow }, name }: { row: Row; name: string }) {
  const className = 'font-bold text-inherit no-underline hover:underline';
  if (narrow)
    return (
      <Link to="." search={(search: object) => ({ ...search, ...narrow })} className={className}>
        {name}
      </Link>
    );
  if (!record) return <span className="font-bold">{name}</span>;
  const params = { id: record.id };
  if (record.kind === 'property')
    return (
      <Link to="/dashboard/properties/$id" params={params} className={className}>
        {name}
      </Link>
    );
  if (record.kind === 'tenancy')
    return (
      <Link to="/dashboard/tenancies/$id" params={params} className={className}>
        {name}
      </Link>
    );
  return (
    <Link to="/dashboard/suppliers/$id" params={params} className={className}>
      {name}
    </Link>
  );
}
