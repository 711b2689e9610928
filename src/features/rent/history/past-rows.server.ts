import { sql } from 'kysely';
import { runCooperatively } from '../../../server/cooperative.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { knownOf, rowsSince, tenanciesSince } from '../../reconcile/inputs.server.ts';
import { keptFee } from '../../reconcile/score/amount.ts';
import { dueFor } from '../../tenancy/schedule/rent-schedule.ts';
import { recordOf } from '../../tenancy/tenancy.server.ts';
import { termsOf } from '../../tenancy/tenancy.ts';
import { type PastRow, pastRents, pastUntil } from '../payments/payments.ts';
import { rowsBefore } from './gaps.ts';

/** Returns bank rows for a tenancy's past months, oldest first. `today` is the landlord's date. Throws `not_found`. */
export async function findPastRows(db: UserDb, { id, today }: { id: string; today: string }): Promise<PastRow[]> {
  const tenancy = await recordOf(db, id);
  const facts = { today, firstPaid: await firstPaid(db, id) };
  const charges = new Map(pastRents(tenancy, facts).map(({ due, amount }) => [due, amount]));
  if (charges.size === 0) return [];
  const begins = pastUntil(tenancy, facts);
  const rows = (await rowsSince(db, tenancy.start)).filter(({ date }) => date < begins);
  if (rows.length === 0) return [];
  const tenancies = (await tenanciesSince(db, tenancy.start)).map((other) =>
    other.id === id ? { ...other, begins } : other,
  );
  const pastRows = (await runCooperatively(rowsBefore(rows, await knownOf(db, tenancies)))).flatMap(
    ({ row: { id: rowId, version, date, amount, text }, tenancy: { id: tenancyId } }) => {
      const due = tenancyId === id ? dueFor(termsOf(tenancy), date) : null;
      const charge = charges.get(due ?? '');
      if (due === null || charge === undefined) return [];
      const fee = tenancy.agent ? keptFee(charge, amount, tenancy.agent) : 0;
      return [{ due, id: rowId, version, date, amount, fee, text }];
    },
  );
  return pastRows.toReversed();
}

export async function firstPaid(db: UserDb, id: string): Promise<string | null> {
  const first = await db
    .selectFrom('ledger_entries')
    .select((e) => e.fn.min('date').as('date'))
    .where('tenancy_id', '=', id)
    .where('kind', '=', 'payment')
    .executeTakeFirst();
  return first?.date ?? null;
}

/** Adds bank rows to the ledger. Returns false if any row has changed since `version`. */
export async function addToLedger(
  db: UserDb,
  { id, rows }: { id: string; rows: readonly { id: string; version: number }[] },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update transactions x set tenancy_id = t.id, category = 'rent', property_id = coalesce(x.property_id, t.property_id),
      tax_line = case when x.category = 'rent' then x.tax_line end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as chosen (id uuid, version integer), tenancies t
    where t.id = ${id} and x.id = chosen.id and x.version = chosen.version and x.tenancy_id is null and x.split_id is null
      and x.type = 'income' and x.source in ('bank', 'file')`.execute(db);
  return Number(numAffectedRows) === rows.length;
}
