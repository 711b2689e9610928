/** /dashboard/rent/bank: open after the trial, then without ledger gaps and agent statements. */
import { AgentStatements } from '../../../features/agent/statement/AgentStatements.tsx';
import { isOver } from '../../../features/billing/trial.ts';
import { BankRows } from '../../../features/reconcile/BankRows.tsx';
import { LedgerGaps } from '../../../features/rent/history/LedgerGaps.tsx';
import { useLandlord } from '../../../web/http/session.client.ts';

export function BankRowsPage() {
  const running = !isOver(useLandlord());
  return <BankRows actions={running && <AgentStatements />} above={running && <LedgerGaps className="mb-5" />} />;
}
