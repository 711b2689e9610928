/** /dashboard/rent/bank, which stays open after the trial, but without ledger gaps and agent statements. */
import { lazy, Suspense } from 'react';
import { isOver } from '../../../../features/billing/trial.ts';
import { BankRows } from '../../../../features/reconcile/BankRows.tsx';
import { useLandlord } from '../../../../web/http/session.client.ts';

const LedgerGaps = lazy(async () => ({
  default: (await import('../../../../features/rent/history/LedgerGaps.tsx')).LedgerGaps,
}));
const AgentStatements = lazy(async () => ({
  default: (await import('../../../../features/agent/statement/AgentStatements.tsx')).AgentStatements,
}));

export function BankRowsPage() {
  const running = !isOver(useLandlord());
  return (
    <BankRows
      actions={<Suspense>{running && <AgentStatements />}</Suspense>}
      above={<Suspense>{running && <LedgerGaps className="mb-5" />}</Suspense>}
    />
  );
}
