/** /dashboard/finance/import: statement files, and unmatched rows of earlier imports. */
import { lazy, Suspense } from 'react';
import { ToMatch } from '../../../../features/bank/ConnectedBanks.tsx';
import { ImportPage } from '../../../../features/statement/ImportPage.tsx';

/** Loads after the page, as few imports need it. */
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
