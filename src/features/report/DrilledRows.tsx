/** The categories of a report's row, their transactions, and a link to Finance. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { ownerPart } from '../tax/rules/owner-sums.ts';
import { amountLine, categoryLabel } from '../transaction/labels.ts';
import { cellText } from './body.ts';
import { categoriesOf, financeSearchOf, rowsOf } from './report.client.ts';
import type { Drill } from './report.ts';

type Props = { drill: Drill; name: string };

const BOX = 'rounded-control border border-line bg-paper';

export function DrilledRows({ drill, name }: Props) {
  if (drill.category)
    return (
      <div className={BOX}>
        <Transactions drill={drill} name={name} />
      </div>
    );
  return <Categories drill={drill} name={name} />;
}

function Categories({ drill, name }: Props) {
  const { data, error } = useQuery(categoriesOf(drill));
  const [open, setOpen] = useState<string>();
  if (error && !data)
    return <p role="alert" className="py-2">{`We could not load the categories. ${error.message}`}</p>;
  if (!data) return <p className="py-2 text-s text-ink-2">Loading...</p>;
  const [count, net] = ['rows', 'net'].map((id) => data.columns.findIndex((column) => column.id === id));
  return (
    <ul aria-label={`Categories of ${name}`} className={cx(BOX, '*:not-first:border-t *:not-first:border-line')}>
      {data.rows.map(({ id, cells }) => (
        <li key={id}>
          <button
            type="button"
            aria-expanded={open === id}
            onClick={() => setOpen(open === id ? undefined : id)}
            className={cx(
              'flex w-full cursor-pointer gap-3 px-4 py-[6px] text-left focus-visible:-outline-offset-2! max-md:min-h-11 max-md:items-center',
              open === id ? 'bg-primary-soft font-bold' : 'hover:bg-hover',
            )}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              {cells[0]}
              <span className="ml-2 text-s font-normal text-ink-2">
                {counted(Number(cells[count ?? 1]), 'transaction')}
              </span>
            </span>
            <span className="tabular-nums">{cellText(cells[net ?? 2] ?? null, 'pence')}</span>
          </button>
          {open === id && <Transactions drill={{ ...drill, category: id }} name={`${categoryLabel(id)}, ${name}`} />}
        </li>
      ))}
      {data.rows.length === 0 && <li className="px-4 py-2 text-ink-2">No income or expenses</li>}
    </ul>
  );
}

function Transactions({ drill, name }: Props) {
  const list = useInfiniteQuery(rowsOf(drill));
  const { data, error, hasNextPage } = list;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  if (error && !data)
    return <p role="alert" className="px-4 py-2">{`We could not load the transactions. ${error.message}`}</p>;
  if (!data) return <p className="px-4 py-2 text-s text-ink-2">Loading...</p>;
  return (
    <div className="border-t border-line bg-surface">
      <ul aria-label={name} className="*:not-first:border-t *:not-first:border-line">
        {items.map((transaction) => (
          <li
            key={transaction.id}
            className="grid grid-cols-[100px_minmax(0,1fr)_auto] gap-x-3 px-4 py-[6px] max-md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="text-ink-2 tabular-nums max-md:order-last max-md:text-s">
              {formatDay(transaction.date)}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <Link
                to="/dashboard/finance"
                search={{ open: transaction.id }}
                className="text-inherit no-underline hover:underline"
              >
                {transaction.description}
              </Link>
              {transaction.supplier && (
                <span className="ml-2 text-s text-ink-2 max-md:hidden">{transaction.supplier}</span>
              )}
            </span>
            <span className="text-right tabular-nums">
              {amountLine(transaction)}
              <span className="block text-s text-ink-2">{ownerPart(transaction)}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-4 border-t border-line px-4 py-2 text-s">
        <MoreButton list={list} size="small" />
        <Link to="/dashboard/finance" search={financeSearchOf(drill)}>
          {hasNextPage
            ? 'Open these transactions in Finance'
            : `Open ${items.length === 1 ? 'this transaction' : `these ${items.length} transactions`} in Finance`}
        </Link>
      </div>
    </div>
  );
}
