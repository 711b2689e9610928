/** What the page of a property begins with: rent state, what ends next, and this tax year's money. */
import type { ReactNode } from 'react';
import { MoneyThisYear } from '../../../features/transaction/MoneyThisYear.tsx';
import { StatStrip } from '../../../web/ui/display/Facts.tsx';
import { RentState } from './RentState.tsx';

export function PropertySummary({ propertyId, expires }: { propertyId: string; expires: ReactNode }) {
  return (
    <StatStrip label="Summary" compact>
      <RentState propertyId={propertyId} />
      {expires}
      <MoneyThisYear propertyId={propertyId} />
    </StatStrip>
  );
}
