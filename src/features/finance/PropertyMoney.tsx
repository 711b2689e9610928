/** A property's latest income and its costs, for its page, with links to the transactions. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { FactLines } from '../../web/ui/display/Facts.tsx';
import { amountLine } from '../transaction/labels.ts';
import { usePropertyMoney } from '../transaction/transaction.client.ts';

export function PropertyMoney({ propertyId }: { propertyId: string }) {
  const { data, isError } = usePropertyMoney(propertyId);
  const waiting = isError ? 'Could not be loaded' : '…';
  const toFinance = (children: ReactNode) => (
    <Link
      to="/dashboard/finance"
      search={{ property: propertyId }}
      className="text-inherit max-md:-my-2 max-md:inline-block max-md:py-2"
    >
      {children}
    </Link>
  );
  const received = data?.received && (
    <>
      <span className="text-green">{amountLine({ type: 'income', amount: data.received.amount })}</span> on{' '}
      {formatDay(data.received.date)}
    </>
  );
  const costs = data && formatPence(-data.costs);
  return (
    <div className="border-t border-line px-5 py-[2px] max-md:px-4">
      <FactLines
        facts={[
          { name: 'Last received', value: data ? toFinance(received ?? 'No transactions yet') : waiting },
          { name: 'Costs in 12 months', value: data ? toFinance(costs) : waiting },
        ]}
      />
    </div>
  );
}
