/** A property's income and expenses of this tax year, for its summary. */
import { createLink } from '@tanstack/react-router';
import { formatPence } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { StatLink } from '../../web/ui/display/Facts.tsx';
import { useTotals } from '../transaction/transaction.client.ts';
import { filterOf, totalsFilterOf } from './list/search-params.ts';

const LinkedStat = createLink(StatLink);

export function MoneyThisYear({ propertyId }: { propertyId: string }) {
  const search = { date: 'tax-year', property: propertyId } as const;
  const { data, isError } = useTotals(totalsFilterOf(filterOf(search, useToday())));
  const words = data ? `${formatPence(data.income)} in, ${formatPence(data.expenses)} out` : '\u00a0';
  return (
    <LinkedStat
      to="/dashboard/finance"
      search={search}
      name="This tax year"
      value={data ? formatPence(data.income - data.expenses) : isError ? '–' : '…'}
      compare={isError && !data ? 'Could not be loaded' : words}
    />
  );
}
