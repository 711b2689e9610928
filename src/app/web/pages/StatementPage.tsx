/** /dashboard/finance/import: statement files, and what of earlier ones waits to be matched. */
import { lazy, Suspense } from 'react';
import { ToMatch } from '../../../features/bank/ConnectedBanks.tsx';
import { ImportPage } from '../../../features/statement/ImportPage.tsx';

/** Comes after the page: it concerns few imports. */
const LedgerGaps = lazy(async () => ({
  default: (await import('../../../features/rent/history/LedgerGaps.tsx')).LedgerGaps,
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
