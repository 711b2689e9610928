/** The bell's menu: transactions to pay first, then the latest. */
import { createLink, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { TEXTS } from '../transaction/labels.ts';
import { useLatest } from '../transaction/transaction.client.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { BELL } from './bell.ts';
import { financeSearch } from './list/search-params.ts';
import { Amount, StatusMark } from './TransactionMarks.tsx';

const LeadingRow = createLink(RowLink);
export function LatestTransactions({ leave, loading }: { leave: () => void; loading: ReactNode }) {
  const { data, ...latest } = useLatest();
  const { error, busy, retry } = useRetry(latest);
  if (error) return <Failed reason={error.message} busy={busy} retry={retry} />;
  return data ? <Found transactions={data} leave={leave} /> : loading;
}

function Found({ transactions, leave }: { transactions: Transaction[]; leave: () => void }) {
  // Finance keeps its filters unless they hide the opened transaction.
  const address = useSearch({ from: '/dashboard/finance', shouldThrow: false });
  const filters = address && financeSearch(address);
  if (transactions.length === 0) return <Note>{TEXTS.empty}</Note>;
  return (
    <Rows label={BELL.title}>
      {transactions.map((transaction) => (
        <Row
          key={transaction.id}
          line={
            <span className="flex flex-wrap items-center gap-x-2">
              {formatDay(transaction.date)}
              <StatusMark status={transaction.status} plain />
            </span>
          }
          end={<Amount transaction={transaction} />}
        >
          <LeadingRow
            to="/dashboard/finance"
            search={{ ...filters, tab: undefined, open: transaction.id }}
            className="clip block font-normal"
            onClick={leave}
          >
            <bdi>{transaction.description}</bdi>
          </LeadingRow>
        </Row>
      ))}
    </Rows>
  );
}

function Failed({ reason, busy, retry }: { reason: string; busy: boolean; retry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-5 pb-4 max-md:px-4">
      <p className="font-bold">{TEXTS.listFailed}</p>
      <p className="text-s text-ink-2">{reason}</p>
      <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
        Retry
      </Button>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-5 pb-4 text-ink-2 max-md:px-4">{children}</p>;
}
