import { lazy, Suspense } from 'react';
import { ToMatch } from '../../../../features/bank/ConnectedBanks.tsx';
import { ImportPage } from '../../../../features/statement/ImportPage.tsx';

/** Loaded lazily, as ledgers rarely have gaps. */
const LedgerGaps = lazy(async () => ({
  default: (await import('../../../../features/rent/history/LedgerGaps.tsx')).LedgerGaps,
}));

export const StatementPage = () => (
  <ImportPage
    waiting={
      <>
        <ToMatch />
        <Suspense>
          <LedgerGaps className="mt-4" />
        </Suspense>
      </>
    }
  />
);
