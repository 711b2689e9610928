/** Puts bank rows on the ledgers of tenancies as a landlord says, in parts where one pays for several or an agent kept a fee. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { acceptOffer } from '../bank-row/decisions.server.ts';
import { keepForUndo } from '../transaction/bulk/undo.server.ts';
import { refuseOtherSum, writeSplit } from '../transaction/split/split.server.ts';
import { AGENT_FEES, SplitInput } from '../transaction/split/split.ts';
import { lockOwners, lockTransactions } from '../transaction/transaction.server.ts';
import type { MatchAcceptance, MatchDismissal, MatchOutcome } from './matches.ts';

type Accepted = MatchAcceptance['rows'][number];
type Home = { id: string; names: string; propertyId: string | null; agent: string | null };

/**
 * Each row from its version; those that were changed since are left. `today` is the landlord's day. Throws `invalid_input` where the parts of
 * a row do not come to what was paid.
 */
export async function acceptMatches(
  db: UserDb,
  { rows, today }: MatchAcceptance & { today: string },
): Promise<MatchOutcome> {
  const homes = await lockAll(db, rows);
  const ids = rows.map(({ id }) => id);
  const locked = new Map((await lockTransactions(db, ids)).map((row) => [row.id, row]));
  const ready = rows.filter(({ id, version, parts }) => {
    const row = locked.get(id);
    const isHere = row?.version === version && row.type === 'income' && row.splitId === null;
    if (!isHere || !parts.every(({ tenancyId }) => homes.has(tenancyId))) return false;
    const sum = parts.reduce((total, { amount, fee }) => total + amount - fee, 0);
    refuseOtherSum(sum, row.amount);
    return true;
  });
  const batch = randomUUID();
  const whole = ready.filter(
    ({ paymentId, parts: [first, ...more] }) => !paymentId && more.length + (first?.fee ?? 0) === 0,
  );
  const free = whole.filter(({ id }) => locked.get(id)?.tenancyId === null);
  await keepForUndo(db, { batch, ids: free.map(({ id }) => id), change: 'changed' });
  const wholes = await putOnLedgers(db, free);
  const parted = ready.filter((row) => !row.paymentId && !whole.includes(row));
  for (const row of parted) await splitRow(db, row, { homes, today, batch });
  // Last, as each has a batch of its own.
  const same: string[] = [];
  for (const row of ready) if (row.paymentId) same.push(...(await makeOne(db, row)));
  const done = wholes + parted.length;
  return { done: done + same.length, left: rows.length - done - same.length, batch: done > 0 ? batch : null, same };
}

/** Everything that is named, before any of it is changed: properties, transactions, then tenancies, each in the order of ids. */
async function lockAll(db: UserDb, rows: readonly Accepted[]): Promise<Map<string, Home>> {
  const ids = rows.flatMap(({ id, paymentId }) => (paymentId ? [id, paymentId] : [id]));
  const tenancies = [...new Set(rows.flatMap(({ parts }) => parts.map(({ tenancyId }) => tenancyId)))];
  await lockOwners(db, ids);
  await sql`
    select id from properties where id in (select property_id from tenancies where id = any(${tenancies}::uuid[]))
    order by id for key share`.execute(db);
  await lockTransactions(db, ids);
  const { rows: homes } = await sql<Home>`
    select id, names, property_id as "propertyId", (select name from agents a where a.id = agent_id) as agent
    from tenancies where id = any(${tenancies}::uuid[]) order by id for no key update`.execute(db);
  return new Map(homes.map((home) => [home.id, home]));
}

async function putOnLedgers(db: UserDb, rows: readonly Accepted[]): Promise<number> {
  const chosen = rows.map(({ id, parts: [part] }) => ({ id, tenancy: part?.tenancyId }));
  const { numAffectedRows = 0n } = await sql`
    update transactions x set tenancy_id = t.id, category = 'rent', property_id = coalesce(x.property_id, t.property_id)
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as chosen (id uuid, tenancy uuid) join tenancies t on t.id = chosen.tenancy
    where x.id = chosen.id`.execute(db);
  return Number(numAffectedRows);
}

async function splitRow(
  db: UserDb,
  { id, version, parts }: Accepted,
  { homes, today, batch }: { homes: Map<string, Home>; today: string; batch: string },
): Promise<void> {
  const split = parts.flatMap(({ tenancyId, amount, fee }) => {
    const { names = '', propertyId = null, agent } = homes.get(tenancyId) ?? {};
    const rent = { amount, category: 'rent', description: `Rent, ${names}`.slice(0, 200), propertyId, tenancyId };
    const kept = { amount: -fee, category: AGENT_FEES, description: agent ? `Fee of ${agent}` : 'Fee', propertyId };
    return fee > 0 ? [rent, kept] : [rent];
  });
  await writeSplit(db, { input: SplitInput.parse({ rows: [{ id, version }], parts: split }), today, batch });
}

/** The row and what was recorded by hand become one payment, which keeps its ledger. The ids of the offers by which they can be undone. */
async function makeOne(db: UserDb, { id, paymentId, parts: [part] }: Accepted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into same_payments (imported_id, kept_id)
    select x.id, kept.id from transactions x, transactions kept
    where x.id = ${id} and kept.id = ${paymentId} and kept.source = 'hand' and x.source <> 'hand' and kept.amount = x.amount
      and kept.tenancy_id = ${part?.tenancyId ?? null}::uuid and kept.split_id is null
    on conflict (user_id, imported_id, kept_id) do update set state = 'offered' where same_payments.state <> 'declined'
    returning id`.execute(db);
  for (const offer of rows) await acceptOffer(db, offer.id);
  return rows.map((offer) => offer.id);
}

/** Never proposes the row for these tenancies again, nor where a bank or a file brings it anew; or does so again. Throws `not_found`. */
export async function dismissMatch(db: UserDb, { id, tenancyIds, dismissed }: MatchDismissal): Promise<void> {
  const { rows } = await sql`
    select t.id from transactions x, tenancies t where x.id = ${id} and t.id = any(${tenancyIds}::uuid[])`.execute(db);
  if (rows.length < new Set(tenancyIds).size) throw new AppError('not_found');
  if (dismissed)
    await sql`
      insert into rent_dismissals (transaction_id, tenancy_id, account_key, date, amount, text)
      select x.id, tenancy, e.account_key, e.date, e.amount, e.text
      from transactions x cross join unnest(${tenancyIds}::uuid[]) tenancy
        left join lateral (select * from bank_entries where transaction_id = x.id and state = 'new' limit 1) e on true
      where x.id = ${id} on conflict do nothing`.execute(db);
  else
    await sql`
      delete from rent_dismissals where transaction_id = ${id} and tenancy_id = any(${tenancyIds}::uuid[])`.execute(db);
}
