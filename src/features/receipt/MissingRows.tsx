/** Expenses of a tax year without a receipt, and expenses that need none. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { yearLabel } from '../../shared/tax-years.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { CardOfPages } from '../../web/records/list/CardOfPages.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { EmptyState } from '../../web/ui/display/Card.tsx';
import { RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { amountLine, categoryLabel } from '../transaction/labels.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { AddReceipt } from './AddReceipt.tsx';
import { missingText } from './labels.ts';
import { missingQuery, missingTotals, useWaive } from './receipt.client.ts';

const WORDS = { loading: 'Loading transactions without a receipt...', failed: 'We could not load these transactions' };

const RecordLink = createLink(RowLink);

export function MissingRows({ year }: { year: string }) {
  const [waived, setWaived] = useState(false);
  const { data: totals } = useQuery(missingTotals(year));
  return (
    <div className="flex flex-col gap-3">
      {totals && (totals.waived > 0 || waived) && (
        <div className="flex flex-wrap items-center gap-3 text-s text-ink-2">
          <span>{missingText(totals)}</span>
          <Button size="small" variant="quiet" aria-pressed={waived} onClick={() => setWaived(!waived)}>
            {waived ? 'Show transactions without a receipt' : `Show ${totals.waived} that need none`}
          </Button>
        </div>
      )}
      <CardOfPages
        list={useInfiniteQuery(missingQuery({ year, waived }))}
        words={WORDS}
        level={2}
        empty={
          <EmptyState
            title={emptyTitle(waived, totals?.expenses)}
            words={`This list has paid expenses of ${yearLabel(year)} that are in a box of the tax return, and improvements.`}
            action={totals?.expenses === 0 && <LinkButton to="/dashboard/finance">Open Finance</LinkButton>}
          />
        }
      >
        {(rows) => (
          <Rows label={waived ? 'Transactions that need no receipt' : 'Transactions without a receipt'}>
            {rows.map((row) => (
              <MissingRow key={row.id} row={row} />
            ))}
          </Rows>
        )}
      </CardOfPages>
    </div>
  );
}

function emptyTitle(waived: boolean, expenses: number | undefined): string {
  if (waived) return 'All transactions need a receipt';
  return expenses === 0 ? 'No expenses in this tax year yet' : 'Every expense has its receipt';
}

export function MissingRow({ row, short = false }: { row: Transaction; short?: boolean }) {
  const { mutate, isPending } = useWaive();
  const { id, description, date, category, propertyAddress, receiptWaived } = row;
  const line = [formatDay(date), !short && categoryLabel(category), propertyAddress].filter(Boolean).join(' · ');
  return (
    <ActionRow
      row={row}
      line={line}
      name={
        <RecordLink to="/dashboard/finance" search={{ open: id }}>
          {description}
        </RecordLink>
      }
    >
      <May need="money.change">
        {!receiptWaived && <AddReceipt id={id} name={description} />}
        {!short && (
          <Button
            size="small"
            variant="quiet"
            busy={isPending ? 'Saving...' : undefined}
            onClick={() => mutate({ before: row, input: { receiptWaived: !receiptWaived } })}
          >
            {receiptWaived ? 'Receipt needed' : 'None needed'}
            <span className="sr-only"> for {description}</span>
          </Button>
        )}
      </May>
    </ActionRow>
  );
}

type ActionRowProps = { row: Pick<Transaction, 'type' | 'amount'>; line: string; name: ReactNode; children: ReactNode };

/** A transaction with actions, which are below it on a phone. */
export function ActionRow({ row, line, name, children }: ActionRowProps) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
      <div className="min-w-0 flex-1 basis-40">
        <div className="font-bold wrap-anywhere">{name}</div>
        <div className="text-s text-ink-2">{line}</div>
      </div>
      <span className="figures whitespace-nowrap">{amountLine(row)}</span>
      <div className="relative z-1 flex flex-wrap gap-2 empty:hidden max-md:w-full">{children}</div>
    </li>
  );
}
