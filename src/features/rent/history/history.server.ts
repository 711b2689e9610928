import { sql } from 'kysely';
import { runCooperatively } from '../../../server/cooperative.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { invalidField } from '../../../shared/app-error.ts';
import { knownOf, rowsSince, tenanciesSince } from '../../reconcile/inputs.server.ts';
import { assertLedgerStart, openLedger } from '../../tenancy/ledger-start.server.ts';
import { LEDGER_ERRORS, type LedgerStart } from '../../tenancy/ledger-start.ts';
import { readTerms, writeCharges } from '../../tenancy/schedule/charges.server.ts';
import { dueFor } from '../../tenancy/schedule/rent-schedule.ts';
import { lockTenancy, recordOf } from '../../tenancy/tenancy.server.ts';
import type { TenancyRecord } from '../../tenancy/tenancy.ts';
import { oldestBefore } from './gaps.ts';
import type { Gap, LedgerMoves } from './history.ts';

type Args<Input> = { id: string; input: Input; today: string };

/**
 * Changes the start of a ledger and replaces its opening balance. Throws `not_found`, or `invalid_input` for a date
 * before the tenancy, in the future, or after a payment.
 */
export async function startLedger(db: UserDb, { id, input, today }: Args<LedgerStart>): Promise<TenancyRecord> {
  const { start } = await lockTenancy(db, id);
  assertLedgerStart(input, { start, today, field: (name) => name });
  const first = db
    .selectFrom('ledger_entries')
    .select('date')
    .where('tenancy_id', '=', id)
    .where('kind', '=', 'payment')
    .where('date', '<', input.from)
    .orderBy('date')
    .limit(1);
  const paid = await first.executeTakeFirst();
  const { chargesFrom } = await recordOf(db, id);
  if (paid && input.from > chargesFrom) throw invalidField('from', LEDGER_ERRORS.paidBefore(paid.date));
  await db.updateTable('tenancies').set({ charges_from: input.from }).where('id', '=', id).execute();
  await db.deleteFrom('ledger_entries').where('tenancy_id', '=', id).where('kind', '=', 'opening').execute();
  await openLedger(db, { id, input });
  await writeCharges(db, [id], today);
  return recordOf(db, id);
}

/** Returns ledgers whose tenants have earlier bank rows that are not on a ledger. */
export async function findGaps(db: UserDb): Promise<Gap[]> {
  const { rows: ranges } = await sql<{ first: string | null; last: string | null }>`
    select min(start_date) as first, max(charges_from) as last from tenancies where start_date < charges_from`.execute(
    db,
  );
  const { first = null, last = null } = ranges[0] ?? {};
  if (!first || !last) return [];
  const rows = (await rowsSince(db, first)).filter(({ date }) => date < last);
  if (rows.length === 0) return [];
  const tenancies = (await tenanciesSince(db, first)).filter(({ begins }) => begins !== null);
  const reached = await runCooperatively(oldestBefore(rows, await knownOf(db, tenancies)));
  if (reached.size === 0) return [];
  const { rows: opened } = await sql<{ id: string }>`
    select distinct tenancy_id as id from ledger_entries where kind = 'opening' and tenancy_id = any(${[...reached.keys()]}::uuid[])`.execute(
    db,
  );
  const openings = new Set(opened.map(({ id }) => id));
  const byId = new Map(tenancies.map((tenancy) => [tenancy.id, tenancy]));
  const terms = await readTerms(db, [...reached.keys()]).execute();
  return terms.flatMap(({ id, chargesFrom, ...rentTerms }) => {
    const [reaches, tenancy] = [reached.get(id), byId.get(id)];
    const from = reaches && rentTerms.rents.length > 0 ? dueFor(rentTerms, reaches) : null;
    if (!reaches || !from || !tenancy || from >= chargesFrom) return [];
    const { namesText: names, propertyName } = tenancy;
    return [{ tenancyId: id, names, propertyName, begins: chargesFrom, reaches, from, hasOpening: openings.has(id) }];
  });
}

/** Moves all ledgers back, or throws. Returns the number moved. Ledgers that already start earlier are unchanged. */
export async function moveLedgers(
  db: UserDb,
  { tenancies, today }: LedgerMoves & { today: string },
): Promise<{ moved: number }> {
  const startById = new Map(tenancies.map(({ tenancyId, from }) => [tenancyId, from]));
  let moved = 0;
  // Ledgers are locked in the order of their ids to avoid deadlock.
  for (const [id, from] of [...startById].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { chargesFrom } = await lockTenancy(db, id);
    if (from >= chargesFrom) continue;
    const opening = db
      .selectFrom('ledger_entries')
      .select('id')
      .where('tenancy_id', '=', id)
      .where('kind', '=', 'opening');
    if (await opening.limit(1).executeTakeFirst()) throw invalidField('tenancies', HAS_OPENING);
    await startLedger(db, { id, input: { from, owed: 0 }, today });
    moved += 1;
  }
  return { moved };
}

const HAS_OPENING = 'One of these ledgers has an opening balance. Open it and enter the balance for the earlier day.';
