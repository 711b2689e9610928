/** The four figures of the filtered dates. Pending and overdue amounts link to their transactions. */

import { createLink } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { formatDays } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useToday } from '../../web/http/session.client.ts';
import { Icon } from '../../web/ui/display/Button.tsx';
import { ErrorState } from '../../web/ui/display/Card.tsx';
import { Stat, StatLink, StatStrip } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { CARD_LABELS, monthLine, overdueLine, pendingLine } from '../transaction/labels.ts';
import { periodLabel } from '../transaction/period.ts';
import { useSummary } from '../transaction/summary.client.ts';
import type { FinanceSummary } from '../transaction/transaction.ts';
import { type FinanceSearch, requestedDays } from './list/search-params.ts';

const ToRows = createLink(StatLink);
const LABEL = 'Figures';

type Props = { search: FinanceSearch };

export function FinanceCards({ search }: Props) {
  const summary = useSummary(requestedDays(search, useToday()));
  const { error, busy, retry } = useRetry(summary);
  if (summary.data) return <Cards summary={summary.data} search={search} />;
  if (error)
    return <ErrorState title="Failed to load the figures" reason={error.message} busy={busy} onRetry={retry} />;
  return (
    <Loading label="Loading figures...">
      <StatStrip label={LABEL} compact>
        {CARD_LABELS.map((name) => (
          <Stat
            key={name}
            name={name}
            value={<Placeholder className="h-5 w-28" />}
            compare={<Placeholder className="h-3 w-36" />}
          />
        ))}
      </StatStrip>
    </Loading>
  );
}

/** A placeholder as high as the figure, to avoid a layout shift. */
function Placeholder({ className }: { className: string }) {
  return (
    <span className="inline-block align-middle">
      <Skeleton className={className} />
    </span>
  );
}

function Cards({ summary, search }: Props & { summary: FinanceSummary }) {
  const { income, expenses, thisMonth, lastMonth, pending, overdue } = summary;
  const { date, from, to } = search;
  const today = useToday();
  const days = date ? periodLabel(date, today) : formatDays(search);
  return (
    <StatStrip label={LABEL} compact>
      <Stat
        name={CARD_LABELS[0]}
        value={formatPence(income)}
        compare={days || soFar(thisMonth.income, lastMonth.income)}
      />
      <Stat
        name={CARD_LABELS[1]}
        value={formatPence(expenses)}
        compare={days || soFar(thisMonth.expenses, lastMonth.expenses)}
      />
      <Owed
        name={CARD_LABELS[2]}
        owed={pending}
        search={{ status: 'pending', date, from, to }}
        line={pendingLine(pending)}
      />
      <Owed
        name={CARD_LABELS[3]}
        owed={overdue}
        search={{ status: 'overdue', date, from, to }}
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

/** The figure above is for all dates, so its lines name the month. */
function soFar(now: number | null, last: number | null): ReactNode {
  const line = monthLine(now, last);
  if (now === null && last === null) return line;
  return (
    <>
      <span className="block">{formatPence(now ?? 0)} this month</span> {line}
    </>
  );
}

type OwedProps = {
  name: string;
  owed: FinanceSummary['pending'];
  search: FinanceSearch;
  line: ReactNode;
  none?: string;
};

function Owed({ name, owed: { count, amount }, search, line, none }: OwedProps) {
  const value = formatPence(amount);
  if (count === 0) return <Stat name={name} value={value} compare={none ?? line} />;
  return (
    <ToRows
      to="/dashboard/finance"
      search={search}
      activeOptions={{ exact: true }}
      resetScroll={false}
      name={name}
      value={value}
      compare={line}
    />
  );
}
