/** In the bar of every screen: how many are to be paid, and those first, then the latest; each opens. */
import { createLink, useSearch } from '@tanstack/react-router';
import CirclePoundSterling from 'lucide-react/icons/circle-pound-sterling';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Popover } from '../../web/ui/overlay/Menu.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { TEXTS } from './labels.ts';
import { Amount, StatusMark } from './TransactionMarks.tsx';
import { useLatest, useSummary } from './transaction.client.ts';
import type { Transaction } from './transaction.ts';

const LeadingRow = createLink(RowLink);
const TITLE = TEXTS.bell;

export function TransactionBell() {
  const [open, setOpen] = useState(false);
  const { data } = useSummary();
  const owed = (data?.pending.count ?? 0) + (data?.overdue.count ?? 0);
  return (
    <Popover
      label={TITLE}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[320px] p-0! max-h-(--available-height) overflow-y-auto"
      trigger={
        <IconButton
          icon={CirclePoundSterling}
          label={owed === 0 ? TITLE : `${TITLE}, ${owed.toLocaleString('en-GB')} to pay or overdue`}
          count={owed}
        />
      }
    >
      <Latest leave={() => setOpen(false)} />
    </Popover>
  );
}

function Latest({ leave }: { leave: () => void }) {
  const latest = useLatest();
  const { error, busy, retry } = useRetry(latest);
  return (
    <>
      <h2 className="px-5 pt-3 pb-2 text-m tracking-normal max-md:px-4">{TITLE}</h2>
      {error && <Failed reason={error.message} busy={busy} retry={retry} />}
      {!error && (latest.data ? <Found transactions={latest.data} leave={leave} /> : <Placeholder />)}
      <div className="border-t border-line p-1">
        <LinkButton to="/dashboard/finance" variant="quiet" wide onClick={leave}>
          {TEXTS.viewAll}
        </LinkButton>
      </div>
    </>
  );
}

function Found({ transactions, leave }: { transactions: Transaction[]; leave: () => void }) {
  // In Finance its filters stay, unless they hide what is opened.
  const filters = useSearch({ from: '/dashboard/finance', shouldThrow: false });
  if (transactions.length === 0) return <Note>{TEXTS.empty}</Note>;
  return (
    <Rows label={TITLE}>
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

const SHAPES = ['first', 'second', 'third', 'fourth'];

function Placeholder() {
  return (
    <Loading label={TEXTS.loadingList}>
      {SHAPES.map((row) => (
        <div key={row} className="flex min-h-[60px] flex-col justify-center gap-3 px-5 max-md:px-4">
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </Loading>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-5 pb-4 text-ink-2 max-md:px-4">{children}</p>;
}
