/** Bank rows for the past months of a tenancy: listed, and added to its ledger. */
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

/** Rows for months before its oldest payment, oldest first. `today` is the landlord's day. Throws `not_found`. */
export async function findPastRows(db: UserDb, { id, today }: { id: string; today: string }): Promise<PastRow[]> {
  const tenancy = await recordOf(db, id);
  const known = { today, firstPaid: await firstPaid(db, id) };
  const charges = new Map(pastRents(tenancy, known).map(({ due, amount }) => [due, amount]));
  if (charges.size === 0) return [];
  const begins = pastUntil(tenancy, known);
  const rows = (await rowsSince(db, tenancy.start)).filter(({ date }) => date < begins);
  if (rows.length === 0) return [];
  const tenancies = (await tenanciesSince(db, tenancy.start)).map((one) => (one.id === id ? { ...one, begins } : one));
  const found = (await runCooperatively(rowsBefore(rows, await knownOf(db, tenancies)))).flatMap(
    ({ row: { id: rowId, version, date, amount, text }, tenancy: { id: of } }) => {
      const due = of === id ? dueFor(termsOf(tenancy), date) : null;
      const charge = charges.get(due ?? '');
      if (due === null || charge === undefined) return [];
      const fee = tenancy.agent ? keptFee(charge, amount, tenancy.agent) : 0;
      return [{ due, id: rowId, version, date, amount, fee, text }];
    },
  );
  return found.toReversed();
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

/** Adds rows to the ledger in id order. Returns false if any row has changed. */
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
