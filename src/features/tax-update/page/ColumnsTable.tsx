/** A table in which the last update, corrections and new transactions add up to this update; below, the corrections. */
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { shareText } from '../../owner/rules/shares.ts';
import { partOf } from '../../tax/rules/owner-sums.ts';
import type { ChangedRow, Column, TaxUpdate } from '../update.ts';

type Props = { update: TaxUpdate; chosen: string | null; onChoose: (box: string) => void };

const CELL = 'figures py-2 pl-2 text-right whitespace-nowrap';
const EXPENSES = '25 24 26 27 28 29';

export function ColumnsTable({ update: { update, last, columns, changed }, chosen, onChoose }: Props) {
  const name = `Update ${update.update}`;
  const isExpense = ({ box }: Column) => EXPENSES.includes(box ?? '-');
  const expenses = columns.filter(isExpense);
  const before = columns.filter((column) => !isExpense(column) && (column.box ?? '') < '24');
  const after = columns.filter((column) => !isExpense(column) && (column.box ?? '') >= '24');
  const row = (column: Column) => (
    <tr
      key={column.box}
      className={cx(column.box === chosen && 'bg-primary-soft shadow-[inset_3px_0_0_var(--primary)]')}
    >
      <th scope="row" className="py-2 pl-5 text-left font-normal max-md:pl-4">
        <button
          type="button"
          aria-pressed={column.box === chosen}
          className="flex min-h-8 w-full cursor-pointer items-center gap-3 text-left hover:underline max-md:min-h-11"
          onClick={() => column.box && onChoose(column.box)}
        >
          <BoxMark box={column.box} />
          <span className={cx('wrap-anywhere', column.box === chosen && 'font-bold')}>
            {column.label}
            {last && column.corrected !== 0 && (
              <span className="block text-s font-normal text-blue md:hidden">{`${signed(column.corrected)} corrected`}</span>
            )}
          </span>
        </button>
      </th>
      <Amounts column={column} hasLast={last !== null} />
    </tr>
  );
  const total = (label: string, all: Column[]) => (
    <tr className="bg-sunken font-bold">
      <th scope="row" className="py-3 pl-5 text-left max-md:pl-4">
        {label}
      </th>
      <Amounts column={sumOf(all)} hasLast={last !== null} />
    </tr>
  );
  return (
    <Card aria-labelledby="figures">
      <CardHead id="figures" title="Figures">
        <span className="text-s text-ink-2 max-md:hidden">Choose a line to see its transactions</span>
      </CardHead>
      <table className="w-full">
        <caption className="sr-only">{last ? `${name} and update ${last.update}` : name}</caption>
        <thead>
          <tr className="text-s text-ink-2 *:font-normal">
            <th scope="col" className="py-2 pl-5 text-left max-md:pl-4">
              Box
            </th>
            {last && (
              <>
                <th scope="col" className={cx(CELL, 'max-md:hidden')}>{`Sent with ${last.update}`}</th>
                <th scope="col" className={cx(CELL, 'max-md:hidden')}>
                  Corrected
                </th>
                <th scope="col" className={cx(CELL, 'max-md:hidden')}>
                  New
                </th>
              </>
            )}
            <th scope="col" className={cx(CELL, 'pr-5 max-md:pr-4')}>
              {name}
            </th>
          </tr>
        </thead>
        <tbody className="*:border-t *:border-line">
          {before.map(row)}
          {expenses.map(row)}
          {expenses.length > 0 && total('Expenses', expenses)}
          {after.map(row)}
        </tbody>
      </table>
      {last && changed.rows.length > 0 && (
        <div className="border-t border-line">
          <Disclosure
            title={`Corrections after update ${last.update}`}
            line={`${counted(changed.rows.length, 'row')}${changed.more ? ' or more' : ''}`}
            startsOpen
          >
            <ChangedRows rows={changed.rows} />
          </Disclosure>
        </div>
      )}
    </Card>
  );
}

export function BoxMark({ box }: { box: string | null }) {
  return (
    <span className="inline-grid h-6 w-9 flex-none place-items-center rounded-control border border-line text-s font-bold tabular-nums">
      <span className="sr-only">Box </span>
      {box ?? '–'}
    </span>
  );
}

function Amounts({ column: { last, corrected, added, pence }, hasLast }: { column: Sum; hasLast: boolean }) {
  return (
    <>
      {hasLast && (
        <>
          <td className={cx(CELL, 'text-ink-2 max-md:hidden')}>{formatPence(last)}</td>
          <td className={cx(CELL, 'max-md:hidden', corrected !== 0 ? 'font-bold text-blue' : 'text-ink-3')}>
            {signed(corrected)}
          </td>
          <td className={cx(CELL, 'text-ink-2 max-md:hidden')}>{signed(added)}</td>
        </>
      )}
      <td className={cx(CELL, 'pr-5 font-bold max-md:pr-4')}>{formatPence(pence)}</td>
    </>
  );
}

type Sum = Pick<Column, 'last' | 'corrected' | 'added' | 'pence'>;

function sumOf(columns: readonly Column[]): Sum {
  const sum = (of: (column: Column) => number) => columns.reduce((total, column) => total + of(column), 0);
  return {
    last: sum(({ last }) => last),
    corrected: sum(({ corrected }) => corrected),
    added: sum(({ added }) => added),
    pence: sum(({ pence }) => pence),
  };
}

/** Such as '+£95.00' or '−£38.62'; '–' for zero. */
const signed = (pence: number) => (pence === 0 ? '–' : `${pence > 0 ? '+' : ''}${formatPence(pence)}`);

export function ChangedRows({ rows }: { rows: readonly ChangedRow[] }) {
  return (
    <ul aria-label="Corrections" className="*:not-first:border-t *:not-first:border-line">
      {rows.map(({ id, date, description, address, box, boxBefore, before, after, share }) => (
        <li key={id} className="flex items-center gap-3 py-2">
          <span className="min-w-0 flex-1">
            <b className="wrap-anywhere">{description ?? 'Deleted transaction'}</b>
            <span className="block text-s text-ink-2">
              {[date && formatDay(date), address, changeOf({ before, after, box, boxBefore })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <BoxMark box={box ?? boxBefore} />
          <span className="figures text-right whitespace-nowrap">
            {signed((after ?? 0) - (before ?? 0))}
            <span className="block text-s text-ink-2">{partText({ before, after, share })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Such as '60%: +£57.00'; '' for the whole amount. */
function partText({ before, after, share }: Pick<ChangedRow, 'before' | 'after' | 'share'>): string {
  if (!share || share.numerator === share.denominator) return '';
  return `${shareText(share)}: ${signed(partOf(after ?? 0, share) - partOf(before ?? 0, share))}`;
}

function changeOf({ before, after, box, boxBefore }: Pick<ChangedRow, 'before' | 'after' | 'box' | 'boxBefore'>) {
  if (before === null) return 'Added after it was sent';
  if (after === null) return 'No longer in this update';
  if (box !== boxBefore) return `Moved from box ${boxBefore} to box ${box}`;
  return before === after ? '' : `${formatPence(before)} changed to ${formatPence(after)}`;
}
