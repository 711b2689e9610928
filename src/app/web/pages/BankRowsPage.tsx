/** /dashboard/rent/bank: the bank rows that wait, with what their ledgers and agents need. Open after the trial, without these. */
import { AgentStatements } from '../../../features/agent/statement/AgentStatements.tsx';
import { isOver } from '../../../features/billing/trial.ts';
import { BankRows } from '../../../features/reconcile/BankRows.tsx';
import { LedgerGaps } from '../../../features/rent/history/LedgerGaps.tsx';
import { useLandlord } from '../../../web/http/session.client.ts';

export function BankRowsPage() {
  const running = !isOver(useLandlord());
  return <BankRows actions={running && <AgentStatements />} above={running && <LedgerGaps className="mb-5" />} />;
}
