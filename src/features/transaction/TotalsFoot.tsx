/** Below the rows: what the transactions of the filter come to. It comes when it comes; the rows never wait for it. */
import { formatPence } from '../../shared/money.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { countOf } from './filter-words.ts';
import { amountLine } from './labels.ts';
import { useTotals } from './queries.client.ts';
import type { TransactionFilter } from './transaction.ts';

type Props = { filter: TransactionFilter; narrowed: boolean };

export function TotalsFoot({ filter, narrowed }: Props) {
  const totals = useTotals(filter);
  const { error, busy, retry } = useRetry(totals);
  const { data } = totals;
  if (!data && error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-s text-red">
        <p>Failed to load the totals. {error.message}</p>
        <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-s text-ink-2">
      <p className="flex-1 whitespace-nowrap">
        {countOf(data?.count, undefined)}
        {narrowed && data && ', filtered'}
      </p>
      {data && <Sums income={data.income} expenses={data.expenses} />}
    </div>
  );
}

function Sums({ income, expenses }: { income: number; expenses: number }) {
  const net = income - expenses;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 max-md:w-full max-md:justify-between">
      <Sum name="Income" words={amountLine({ type: 'income', amount: income })} className="text-green" />
      <Sum name="Expenses" words={expenses === 0 ? formatPence(0) : formatPence(-expenses)} />
      <Sum name="Net" words={net > 0 ? amountLine({ type: 'income', amount: net }) : formatPence(net)} />
    </dl>
  );
}

function Sum({ name, words, className = 'text-ink' }: { name: string; words: string; className?: string }) {
  return (
    <div className="flex gap-2 max-md:flex-col max-md:gap-0">
      <dt>{name}</dt>
      <dd className={`figures font-bold ${className}`}>{words}</dd>
    </div>
  );
}
