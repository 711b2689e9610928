/** Expenses of a tax year without a receipt, and those that need none. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { yearLabel } from '../tax/tax.ts';
import { categoryLabel } from '../transaction/labels.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { ActionRow } from './ActionRow.tsx';
import { AddReceipt } from './AddReceipt.tsx';
import { missingText } from './labels.ts';
import { missingQuery, missingTotals, useWaive } from './receipt.client.ts';

const RecordLink = createLink(RowLink);

export function MissingRows({ year }: { year: string }) {
  const [waived, setWaived] = useState(false);
  const { data: totals } = useQuery(missingTotals(year));
  const query = useInfiniteQuery(missingQuery({ year, waived }));
  const { error, busy, retry } = useRetry(query);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="flex flex-col gap-3">
      {totals && (totals.waived > 0 || waived) && (
        <div className="flex flex-wrap items-center gap-3 text-s text-ink-2">
          <span>{missingText(totals)}</span>
          <Button size="small" variant="quiet" aria-pressed={waived} onClick={() => setWaived(!waived)}>
            {waived ? 'Show rows without a receipt' : `Show ${totals.waived} that need none`}
          </Button>
        </div>
      )}
      {!data && !error && (
        <Loading label="Loading rows without a receipt..." className="flex flex-col gap-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-12 w-full" />
          ))}
        </Loading>
      )}
      {!data && error && (
        <ErrorState title="We could not load these rows" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {data && rows.length === 0 && (
        <EmptyState
          title={waived ? 'All rows need a receipt' : 'Every expense has its receipt'}
          words={`Here are paid expenses of ${yearLabel(year)} that are in a box of the tax return.`}
        />
      )}
      {rows.length > 0 && (
        <Card>
          <Rows label={waived ? 'Rows that need no receipt' : 'Rows without a receipt'}>
            {rows.map((row) => (
              <MissingRow key={row.id} row={row} />
            ))}
          </Rows>
          {hasNextPage && (
            <div className="border-t border-line px-5 py-2">
              <Button
                variant="quiet"
                size="small"
                busy={isFetchingNextPage ? 'Loading...' : undefined}
                onClick={() => void fetchNextPage()}
              >
                Show more
              </Button>
            </div>
          )}
        </Card>
      )}
    </div>
  );
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
            <span className="sr-only">{description}</span>
          </Button>
        )}
      </May>
    </ActionRow>
  );
}
