import type { ReactNode } from 'react';
import { receivedSince } from '../../../../features/rent/ledger/ledger.ts';
import { useLedger } from '../../../../features/rent/rent.client.ts';
import { daysOf } from '../../../../features/transaction/period.ts';
import { daysBetween, formatDay } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import { counted } from '../../../../shared/text.ts';
import { useToday } from '../../../../web/http/session.client.ts';
import { Stat, StatStrip } from '../../../../web/ui/display/Facts.tsx';

export function SummaryOfTenancy({ tenancyId, lease }: { tenancyId: string; lease: ReactNode }) {
  const today = useToday();
  const { data: ledger, isError } = useLedger(tenancyId);
  const waiting = isError ? '–' : '…';
  const owed = ledger?.balance ?? 0;
  const [oldest] = ledger?.unpaid ?? [];
  const late = oldest ? daysBetween(oldest.date, today) : 0;
  const { nextDue, lastPayment } = ledger ?? {};
  const next = nextDue ? `Next due ${formatDay(nextDue.date)}` : 'No further rent is due';
  return (
    <StatStrip label="Summary" compact>
      <Stat
        name={owed > 0 ? 'Rent owed' : owed < 0 ? 'In credit' : 'Rent'}
        value={
          ledger ? (
            <span className={owed > 0 ? 'text-red' : ''}>{owed === 0 ? 'Paid up' : formatPence(Math.abs(owed))}</span>
          ) : (
            waiting
          )
        }
        compare={ledger ? (owed > 0 && late > 0 ? `${counted(late, 'day')} late` : next) : '\u00a0'}
      />
      {lease}
      <Stat
        name="Received this tax year"
        value={ledger ? formatPence(receivedSince(ledger, daysOf('tax-year', today).from)) : waiting}
        compare={lastPayment ? `Last on ${formatDay(lastPayment.date)}` : '\u00a0'}
      />
    </StatStrip>
  );
}
