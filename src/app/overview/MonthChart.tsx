/** Income and expenses of twelve months as bars, with a table for screen readers. */
import { Link } from '@tanstack/react-router';
import { addDays, addMonths } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { shortMonth, shortPounds } from './figures.ts';
import type { Month } from './overview.ts';

const HEIGHT = 190;

type Props = { months: readonly Month[]; linked: boolean };

export function MonthChart({ months, linked }: Props) {
  const total = (kind: 'income' | 'expenses') => months.reduce((sum, month) => sum + month[kind], 0);
  const [income, expenses] = [total('income'), total('expenses')];
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? ''];
  const range = `${shortMonth(first)} – ${shortMonth(last)}`;
  return (
    <Card aria-labelledby="months">
      <CardHead id="months" title="Income and expenses">
        {linked ? (
          <Link to="/dashboard/finance" search={{ from: first, to: addDays(addMonths(last, 1), -1) }}>
            {range}
          </Link>
        ) : (
          range
        )}
      </CardHead>
      <div className="px-5 py-4 max-md:px-4">
        <dl className="mb-4 flex flex-wrap gap-x-7 tabular-nums *:flex *:gap-2 max-md:flex-col max-md:*:justify-between">
          <div>
            <dt className="font-bold text-chart-in">Income</dt>
            <dd>{formatPence(income)}</dd>
          </div>
          <div>
            <dt className="font-bold text-ink-2">Expenses</dt>
            <dd>{formatPence(expenses)}</dd>
          </div>
          <div className="text-ink-2 md:ml-auto">
            <dt>Net</dt>
            <dd>{formatPence(income - expenses)}</dd>
          </div>
        </dl>
        <Bars months={months} />
        <table className="sr-only">
          <caption>Income and expenses by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Income</th>
              <th scope="col">Expenses</th>
            </tr>
          </thead>
          <tbody>
            {months.map((one) => (
              <tr key={one.month}>
                <th scope="row">{shortMonth(one.month)}</th>
                <td>{formatPence(one.income)}</td>
                <td>{formatPence(one.expenses)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Bars({ months }: { months: readonly Month[] }) {
  const most = (kind: 'income' | 'expenses') => Math.max(0, ...months.map((month) => month[kind]));
  const [up, down] = [most('income'), most('expenses')];
  const highest = (kind: 'income' | 'expenses') => months.findIndex((month) => month[kind] === most(kind));
  const scale = HEIGHT / Math.max(1, up + down);
  return (
    <ol aria-hidden="true" className="grid grid-cols-12 gap-4 max-md:gap-[5px]">
      {months.map(({ month, income, expenses }, place) => (
        <li key={month} className="flex min-w-0 flex-col items-stretch text-center text-s tabular-nums">
          <div className="flex flex-col justify-end" style={{ height: up * scale + 20 }}>
            <Label pence={income} always={place === highest('income')} />
            <span className="block rounded-t-mark bg-chart-in" style={{ height: income * scale }} />
          </div>
          <div className="-mx-2 border-t border-edge pt-px max-md:-mx-[3px]" />
          <div style={{ height: down * scale + 22 }}>
            <span className="block rounded-b-mark bg-chart-out" style={{ height: expenses * scale }} />
            <Label pence={expenses} always={place === highest('expenses')} />
          </div>
          <span className={cx('text-ink-2', place === months.length - 1 && 'font-bold text-ink!')}>
            {shortMonth(month).slice(0, 1)}
            <span className="max-md:hidden">{shortMonth(month).slice(1, 3)}</span>
          </span>
          {place === months.length - 1 && <span className="-mx-2 text-ink-2 max-md:hidden">so far</span>}
        </li>
      ))}
    </ol>
  );
}

/** On phones only the highest bar has a label. */
function Label({ pence, always }: { pence: number; always: boolean }) {
  if (pence === 0) return null;
  return (
    <span className={cx('-mx-3 block leading-5 text-ink-2', !always && 'max-md:hidden')}>{shortPounds(pence)}</span>
  );
}
