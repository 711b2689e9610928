import type { ReactNode } from 'react';
import { DeadlinesCard } from '../../../../features/deadline/DeadlinesCard.tsx';
import { FactsCard } from '../../../../features/deadline/FactsCard.tsx';
import { MoneyThisYear } from '../../../../features/finance/MoneyThisYear.tsx';
import { useRunning } from '../../../../features/tenancy/running.client.ts';
import { formatPence } from '../../../../shared/money.ts';
import { counted } from '../../../../shared/text.ts';
import { May } from '../../../../web/http/session.client.ts';
import { Stat, StatStrip } from '../../../../web/ui/display/Facts.tsx';

export function PropertySummary({ propertyId, expires }: { propertyId: string; expires: ReactNode }) {
  return (
    <StatStrip label="Summary" compact>
      <May need="rent.see">
        <RentState propertyId={propertyId} />
      </May>
      {expires}
      <May need="money.see">
        <MoneyThisYear propertyId={propertyId} />
      </May>
    </StatStrip>
  );
}

export function DeadlinesOfProperty({ propertyId }: { propertyId: string }) {
  return (
    <div className="mt-5 grid items-start gap-5">
      <FactsCard propertyId={propertyId} />
      <DeadlinesCard propertyId={propertyId} />
    </div>
  );
}

function RentState({ propertyId }: { propertyId: string }) {
  const { data, isError } = useRunning(propertyId);
  if (!data)
    return <Stat name="Rent" value={isError ? '–' : '…'} compare={isError ? 'Could not be loaded' : '\u00a0'} />;
  const owing = data.items.filter(({ balance }) => balance > 0);
  const owed = owing.reduce((sum, { balance }) => sum + balance, 0);
  if (owed > 0) {
    const names = owing.map(({ names: of }) => of).join(', ');
    return (
      <Stat
        name="Rent owed"
        value={<span className="text-red">{formatPence(owed)}</span>}
        compare={<bdi>{names}</bdi>}
      />
    );
  }
  const count = data.items.length;
  if (count === 0) return <Stat name="Rent" value="–" compare="No tenancy" />;
  return <Stat name="Rent" value="Paid up" compare={counted(count, 'tenancy', 'tenancies')} />;
}
