import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addDays, formatDay } from '../../shared/dates.ts';
import { LEDGER_ERRORS, type LedgerStart } from './ledger-start.ts';

/** Adds the opening balance: debt or credit from before the ledger's first day. */
export async function openLedger(
  db: UserDb,
  { id, input: { from, owed }, today = from }: { id: string; input: LedgerStart; today?: string },
): Promise<void> {
  if (owed === 0) return;
  // The entry is dated the day before, to precede the first charge, but never in the future.
  const before = addDays(from, -1);
  const entry = { kind: 'opening', date: before > today ? today : before, note: `Before ${formatDay(from)}` };
  const amount = sql<string>`${owed}::numeric / 100`;
  await db
    .insertInto('ledger_entries')
    .values({ tenancy_id: id, ...entry, amount })
    .execute();
}

type Checked = { start: string; today: string; field: (name: keyof LedgerStart) => string };

/** Throws `invalid_input` for an impossible date, or a balance at the tenancy's start. `field` returns input paths. */
export function assertLedgerStart({ from, owed }: LedgerStart, { start, today, field }: Checked): void {
  if (from < start) refuse(field('from'), LEDGER_ERRORS.beforeStart);
  if (from > today) refuse(field('from'), LEDGER_ERRORS.toCome);
  if (from === start && owed !== 0) refuse(field('owed'), LEDGER_ERRORS.owedAtStart);
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_input', { fields: { [field]: message } });
}
