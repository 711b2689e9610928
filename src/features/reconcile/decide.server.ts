/** Applies and undoes decisions about bank rows. A row that pays several tenancies, or less a fee, is split. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { learning } from '../bank-row/payer/rules.server.ts';
import { changeMany } from '../transaction/bulk/bulk.server.ts';
import { saveForUndo, undoBatch } from '../transaction/bulk/undo.server.ts';
import { assertSumMatches, writeSplit } from '../transaction/split/split.server.ts';
import { AGENT_FEES, SplitInput } from '../transaction/split/split.ts';
import { type LockedTransaction, lockOwners, lockTransactions } from '../transaction/transaction.server.ts';
import type { UndoOutcome } from '../transaction/transaction.ts';
import type { Decided, Decision, LineDecision, Reversal, RowDecision } from './bank-rows.ts';
import { decideLine, joinPair, keepTwo, undoLine, undoPair } from './lines.server.ts';
import { removeStoredRows } from './stored.server.ts';

type Rent = Extract<RowDecision, { as: 'rent' }>;
type TenancyCandidate = { id: string; names: string; propertyId: string | null; agent: string | null };

const isLine = (decision: Decision): decision is LineDecision => decision.version === null;
const isRent = (decision: Decision): decision is Rent => decision.as === 'rent';

/**
 * Applies decisions and skips rows with another version. `today` is the landlord's date. Throws `invalid_input` if
 * parts do not add up to the amount, or for a transaction that is not a candidate of a line.
 */
export async function decide(
  db: UserDb,
  { decisions, today }: { decisions: readonly Decision[]; today: string },
): Promise<Decided> {
  const lines = decisions.filter(isLine);
  const rows = decisions.filter((decision): decision is RowDecision => !isLine(decision));
  const { tenanciesById, locked } = await lockAll(db, rows);
  const ready = rows.filter(({ id, version }) => locked.get(id)?.version === version);
  const rents = ready.filter(isRent).filter((rent) => isPayable(rent, locked, tenanciesById));
  const undo: Reversal[] = [];
  const batch = await acceptRents(db, rents, { tenanciesById, today });
  if (batch) undo.push({ batch });
  const done = rents.map(({ id }) => id);
  // Each other decision has its own Undo step.
  const others = [...ready.flatMap((decision) => (isRent(decision) ? [] : [decision])), ...lines];
  for (const decision of others) {
    const reversal = isLine(decision) ? await decideLine(db, decision) : await decideRow(db, decision);
    if (!reversal) continue;
    undo.push(reversal);
    done.push(decision.id);
  }
  await removeStoredRows(db, done);
  return { done: done.length, left: decisions.length - done.length, undo };
}

/** Returns null if the decision is no longer possible. */
async function decideRow(db: UserDb, decision: Exclude<RowDecision, Rent>): Promise<Reversal | null> {
  const { id, version } = decision;
  switch (decision.as) {
    case 'same':
      return joinPair(db, decision);
    case 'two':
      return keepTwo(db, decision);
    case 'not theirs':
      return (await dismiss(db, decision)) ? { row: id, tenancyIds: decision.tenancyIds } : null;
    case 'personal':
    case 'transfer': {
      const change = decision.as === 'personal' ? { personal: true } : ({ category: 'transfer' } as const);
      const { batch } = await changeMany(db, { rows: [{ id, version }], change, dryRun: false }, learning);
      return batch ? { batch } : null;
    }
  }
}

function isPayable(
  { id, parts }: Rent,
  locked: Map<string, LockedTransaction>,
  tenanciesById: Map<string, TenancyCandidate>,
): boolean {
  const row = locked.get(id);
  const isFree = row?.type === 'income' && row.splitId === null && row.tenancyId === null;
  if (!isFree || !parts.every(({ tenancyId }) => tenanciesById.has(tenancyId))) return false;
  const sum = parts.reduce((total, { amount, fee }) => total + amount - fee, 0);
  assertSumMatches(sum, row.amount);
  return true;
}

type LockedRows = { tenanciesById: Map<string, TenancyCandidate>; locked: Map<string, LockedTransaction> };

/** Locks all affected rows first: properties, transactions, then tenancies, each in id order. */
async function lockAll(db: UserDb, rows: readonly RowDecision[]): Promise<LockedRows> {
  const ids = rows.flatMap((row) => ('transactionId' in row ? [row.id, row.transactionId] : [row.id]));
  const tenancies = [...new Set(rows.filter(isRent).flatMap(({ parts }) => parts.map(({ tenancyId }) => tenancyId)))];
  await lockOwners(db, ids);
  await sql`
    select id from properties where id in (select property_id from tenancies where id = any(${tenancies}::uuid[]))
    order by id for key share`.execute(db);
  const locked = await lockTransactions(db, ids);
  const { rows: tenancyRows } = await sql<TenancyCandidate>`
    select id, names, property_id as "propertyId", (select name from agents a where a.id = agent_id) as agent
    from tenancies where id = any(${tenancies}::uuid[]) order by id for no key update`.execute(db);
  return {
    tenanciesById: new Map(tenancyRows.map((tenancy) => [tenancy.id, tenancy])),
    locked: new Map(locked.map((row) => [row.id, row])),
  };
}

async function acceptRents(
  db: UserDb,
  rents: readonly Rent[],
  { tenanciesById, today }: Pick<LockedRows, 'tenanciesById'> & { today: string },
): Promise<string | null> {
  if (rents.length === 0) return null;
  const batch = randomUUID();
  const wholeRents = rents.filter(({ parts: [first, ...more] }) => more.length + (first?.fee ?? 0) === 0);
  await saveForUndo(db, { batch, ids: wholeRents.map(({ id }) => id), change: 'changed' });
  const chosen = wholeRents.map(({ id, parts: [part] }) => ({ id, tenancy: part?.tenancyId }));
  await sql`
    update transactions x set tenancy_id = t.id, category = 'rent', property_id = coalesce(x.property_id, t.property_id),
      tax_line = case when x.category = 'rent' then x.tax_line end
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as chosen (id uuid, tenancy uuid) join tenancies t on t.id = chosen.tenancy
    where x.id = chosen.id`.execute(db);
  for (const { id, version, parts } of rents.filter((rent) => !wholeRents.includes(rent))) {
    const split = parts.flatMap(({ tenancyId, amount, fee }) => {
      const { names = '', propertyId = null, agent } = tenanciesById.get(tenancyId) ?? {};
      const rent = { amount, category: 'rent', description: `Rent, ${names}`.slice(0, 200), propertyId, tenancyId };
      const feePart = {
        amount: -fee,
        category: AGENT_FEES,
        description: agent ? `Fee of ${agent}` : 'Fee',
        propertyId,
      };
      return fee > 0 ? [rent, feePart] : [rent];
    });
    await writeSplit(db, { input: SplitInput.parse({ rows: [{ id, version }], parts: split }), today, batch });
  }
  return batch;
}

/** Dismisses the row for these tenancies, even if it is imported again. Returns false if a tenancy was deleted. */
async function dismiss(
  db: UserDb,
  { id, tenancyIds }: { id: string; tenancyIds: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`select id from tenancies where id = any(${tenancyIds}::uuid[])`.execute(db);
  if (rows.length < new Set(tenancyIds).size) return false;
  await sql`
    insert into dismissed_matches (transaction_id, tenancy_id, account_key, date, amount, text)
    select x.id, tenancy, e.account_key, e.date, e.amount, e.text
    from transactions x cross join unnest(${tenancyIds}::uuid[]) tenancy
      left join lateral (select * from bank_entries where transaction_id = x.id and state = 'new' limit 1) e on true
    where x.id = ${id} on conflict do nothing`.execute(db);
  return true;
}

/** Undoes decisions, the last first. `kept` counts transactions that have changed or are older than ten minutes. */
export async function undoDecisions(db: UserDb, undo: readonly Reversal[]): Promise<UndoOutcome> {
  const outcome = { done: 0, kept: 0 };
  for (const reversal of undo.toReversed()) {
    const { done, kept } = await reverse(db, reversal);
    outcome.done += done;
    outcome.kept += kept;
  }
  return outcome;
}

const outcomeOf = (undone: boolean): UndoOutcome => ({ done: Number(undone), kept: Number(!undone) });

async function reverse(db: UserDb, reversal: Reversal): Promise<UndoOutcome> {
  if ('pair' in reversal) return outcomeOf(await undoPair(db, reversal.pair));
  if ('line' in reversal) return outcomeOf(await undoLine(db, reversal));
  if ('row' in reversal) {
    const { row, tenancyIds } = reversal;
    const { numAffectedRows = 0n } = await sql`
      delete from dismissed_matches where transaction_id = ${row} and tenancy_id = any(${tenancyIds}::uuid[])`.execute(
      db,
    );
    return outcomeOf(numAffectedRows > 0n);
  }
  const outcome = await undoBatch(db, reversal.batch);
  await learning.unlearn(db, reversal.batch);
  return outcome.done + outcome.kept > 0 ? outcome : outcomeOf(false);
}
