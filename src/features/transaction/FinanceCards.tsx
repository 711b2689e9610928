/** The four figures of all transactions. What is to be paid leads to its rows. */
import { createLink } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { formatPence } from '../../shared/money.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { ErrorState } from '../../web/ui/display/ErrorState.tsx';
import { Icon } from '../../web/ui/display/Icon.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Skeleton.tsx';
import { Stat, StatLink, StatStrip } from '../../web/ui/display/Stat.tsx';
import { monthLine, overdueLine, pendingLine } from './card-words.ts';
import { useSummary } from './queries.client.ts';
import type { FinanceSummary } from './transaction.ts';

const ToRows = createLink(StatLink);
const LABEL = 'Figures';
const NAMES = ['Total Income', 'Total Expenses', 'Pending Transactions', 'Overdue Payments'] as const;

export function FinanceCards() {
  const summary = useSummary();
  const { error, busy, retry } = useRetry(summary);
  if (summary.data) return <Cards summary={summary.data} />;
  if (error)
    return <ErrorState title="Failed to load the figures" reason={error.message} busy={busy} onRetry={retry} />;
  return (
    <Loading label="Loading figures...">
      <StatStrip label={LABEL}>
        {NAMES.map((name) => (
          <Stat
            key={name}
            name={name}
            value={<Shape className="h-5 w-28" />}
            compare={<Shape className="h-3 w-36" />}
          />
        ))}
      </StatStrip>
    </Loading>
  );
}

/** In the line of what is coming, so that nothing moves when it comes. */
function Shape({ className }: { className: string }) {
  return (
    <span className="inline-block align-middle">
      <Skeleton className={className} />
    </span>
  );
}

function Cards({ summary }: { summary: FinanceSummary }) {
  const { income, expenses, lastMonth, pending, overdue } = summary;
  const today = useToday();
  return (
    <StatStrip label={LABEL}>
      <Stat name={NAMES[0]} value={formatPence(income)} compare={monthLine(income, lastMonth.income)} />
      <Stat name={NAMES[1]} value={formatPence(expenses)} compare={monthLine(expenses, lastMonth.expenses)} />
      <Owed name={NAMES[2]} owed={pending} status="pending" line={pendingLine(pending)} />
      <Owed
        name={NAMES[3]}
        owed={overdue}
        status="overdue"
        line={
          <span className="inline-flex items-center gap-[6px] text-red">
            <Icon of={CircleAlert} />
            {overdueLine(overdue, today)}
          </span>
        }
        none={overdueLine(overdue, today)}
      />
    </StatStrip>
  );
}

type OwedProps = {
  name: string;
  owed: FinanceSummary['pending'];
  status: 'pending' | 'overdue';
  line: ReactNode;
  /** Where there is nothing, if that is said otherwise. */
  none?: string;
};

function Owed({ name, owed: { count, amount }, status, line, none }: OwedProps) {
  const value = formatPence(amount);
  if (count === 0) return <Stat name={name} value={value} compare={none ?? line} />;
  return (
    <ToRows
      to="/dashboard/finance"
      search={{ status }}
      activeOptions={{ exact: true }}
      resetScroll={false}
      name={name}
      value={value}
      compare={line}
    />
  );
}
