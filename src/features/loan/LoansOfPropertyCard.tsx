/** The loans of a property, for its page. Renders null without loans. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { useToday } from '../../web/http/session.client.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { TEXTS } from './listed.ts';
import { loans, PATHS } from './loan.client.ts';
import type { Loan } from './loan.ts';
import { rateOn } from './rules/schedule.ts';

export function LoansOfPropertyCard({ propertyId }: { propertyId: string }) {
  const today = useToday();
  const list = useInfiniteQuery(loans.list({ q: '', propertyId, sort: 'newest' }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  const lineOf = ({ amount, rates, fixedUntil }: Loan) =>
    [formatPence(amount), `${rateOn(rates, today)}%`, fixedUntil && `fixed until ${formatDay(fixedUntil)}`]
      .filter(Boolean)
      .join(' · ');
  return (
    <LinkedRecords
      title={TEXTS.title}
      section
      items={items.map((loan) => ({ id: loan.id, name: loan.lender, line: lineOf(loan) }))}
      first={3}
      to={PATHS.one}
      pages={{ list, failed: TEXTS.listFailed }}
    />
  );
}
