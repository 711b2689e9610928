import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { decide as categoryFor } from '../bank-row/payer/payer.ts';
import { readPayers } from '../bank-row/payer/rules.server.ts';
import { undoBatch } from '../transaction/bulk/undo.server.ts';
import type { LineDecision, Reversal } from './bank-rows.ts';
import { currentIdOf } from './inputs.server.ts';
import { TEXTS } from './listed.ts';

type Entry = {
  id: string;
  state: 'new' | 'same' | 'asked';
  amount: number;
  text: string;
  transactionId: string | null;
  candidates: string[] | null;
};

async function lockEntry(db: UserDb, id: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select id, state, (amount * 100)::bigint as amount, text, transaction_id as "transactionId", candidates
    from bank_entries where id = ${id} for update`.execute(db);
  const [entry] = rows;
  // A line that was imported immediately never needed a decision.
  return entry?.state === 'new' && !entry.candidates ? undefined : entry;
}

/**
 * Decides a line that was not imported. Returns null if it was deleted or decided. Throws `invalid_input` for a
 * transaction that is not a candidate.
 */
export async function decideLine(db: UserDb, decision: LineDecision): Promise<Reversal | null> {
  const entry = await lockEntry(db, decision.id);
  if (!entry || entry.state === 'new') return null;
  if (decision.as === 'same') {
    if (!(await isCandidate(db, entry, decision.transactionId)))
      throw new AppError('invalid_input', { message: TEXTS.notAChoice });
    await setLine(db, { id: entry.id, state: 'same', transactionId: decision.transactionId });
  } else {
    const line = { ...entry, externalId: null, date: '', reference: '', category: null };
    const { category, refund } = categoryFor(line, await readPayers(db, { accountId: null, lettingsOnly: true }));
    await sql`select app.import_entry(${entry.id}, ${category}, ${refund})`.execute(db);
  }
  return { line: entry.id, state: entry.state, transactionId: entry.transactionId };
}

/** Restores the earlier state of a line. Returns whether that was possible. */
export async function undoLine(
  db: UserDb,
  { line: id, state, transactionId }: Extract<Reversal, { line: string }>,
): Promise<boolean> {
  const entry = await lockEntry(db, id);
  if (!entry || (state === 'asked' && !entry.candidates)) return false;
  if (state === 'same' && !(transactionId && (await isCandidate(db, entry, transactionId)))) return false;
  if (entry.state === 'new' && !(await deleteCreated(db, entry))) return false;
  await setLine(db, { id, state, transactionId: state === 'same' ? transactionId : null });
  return true;
}

async function setLine(
  db: UserDb,
  { id, state, transactionId }: { id: string; state: string; transactionId: string | null },
): Promise<void> {
  await sql`update bank_entries set state = ${state}, transaction_id = ${transactionId} where id = ${id}`.execute(db);
}

async function isCandidate(db: UserDb, { candidates, transactionId }: Entry, candidateId: string): Promise<boolean> {
  const { rows } = await sql`
    select t.id from transactions t
    where t.id = ${candidateId} and t.id in (select ${currentIdOf(sql`c`)} from unnest(${candidates ?? [transactionId]}::uuid[]) c)
    for key share`.execute(db);
  return rows.length > 0;
}

/** Deletes the transaction that was created from a line. Returns false if it has been changed. */
async function deleteCreated(db: UserDb, { transactionId }: Entry): Promise<boolean> {
  const [created] = transactionId ? await lockRows(db, [transactionId]) : [];
  if (created && created.version !== 1) return false;
  if (created) await db.deleteFrom('transactions').where('id', '=', created.id).execute();
  return true;
}

type Locked = { id: string; version: number; source: string };

/** Locks bank accounts, then transactions in id order, to avoid deadlock. */
async function lockRows(db: UserDb, ids: readonly string[]): Promise<Locked[]> {
  await sql`
    select from bank_accounts where id in (select bank_account_id from transactions where id = any(${ids}::uuid[])) for key share`.execute(
    db,
  );
  const { rows } = await sql<Locked>`
    select id, version, source from transactions where id = any(${ids}::uuid[]) order by id for update`.execute(db);
  return rows;
}

type PairIds = { id: string; transactionId: string };

/** Merges an imported transaction into a payment, whose ledger entry remains. Returns null if either has changed. */
export async function joinPair(db: UserDb, ids: PairIds): Promise<Reversal | null> {
  const pair = await pairFor(db, ids, 'offered');
  if (!pair) return null;
  const [a, b] = await lockRows(db, [ids.id, ids.transactionId]);
  if (a?.source === b?.source) return null;
  const batch = randomUUID();
  const { rows: entries } = await sql<{ id: string }>`
    select id from bank_entries where transaction_id = ${ids.id}`.execute(db);
  const { rows } = await sql<{ merged: boolean }>`
    select app.merge_payment(${ids.id}, ${ids.transactionId}, ${batch}) as merged`.execute(db);
  if (!rows[0]?.merged) return null;
  await sql`
    update duplicate_suggestions set state = 'accepted', batch = ${batch}, entries = ${entries.map((entry) => entry.id)} where id = ${pair}`.execute(
    db,
  );
  return { pair };
}

/** Declines a pair, which is not suggested again. Returns null if one of the payments was deleted. */
export async function keepTwo(db: UserDb, ids: PairIds): Promise<Reversal | null> {
  const pair = await pairFor(db, ids, 'declined');
  return pair ? { pair } : null;
}

/** Stores the state of a pair of payments with the same amount. Returns its id, undefined if the pair was declined. */
async function pairFor(
  db: UserDb,
  { id, transactionId }: PairIds,
  state: 'offered' | 'declined',
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into duplicate_suggestions (imported_id, kept_id, state)
    select x.id, kept.id, ${state} from transactions x, transactions kept
    where x.id = ${id} and kept.id = ${transactionId} and x.source <> 'hand' and kept.source <> x.source and x.split_id is null
      and coalesce(kept.split_amount, kept.amount) = x.amount
    on conflict (user_id, imported_id, kept_id) do update set state = excluded.state where duplicate_suggestions.state <> 'declined'
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Suggests the pair again, and separates a merged payment. Returns false after ten minutes or a change. */
export async function undoPair(db: UserDb, id: string): Promise<boolean> {
  const { rows } = await sql<{ importedId: string; state: string; batch: string | null; entries: string[] | null }>`
    select imported_id as "importedId", state, batch, entries from duplicate_suggestions where id = ${id} for update`.execute(
    db,
  );
  const [pair] = rows;
  if (!pair) return false;
  if (pair.state === 'accepted' && pair.batch) {
    if (!(await isAsMerged(db, pair.batch))) return false;
    await undoBatch(db, pair.batch);
    await sql`
      update bank_entries set transaction_id = ${pair.importedId} where id = any(${pair.entries ?? []}::uuid[])`.execute(
      db,
    );
  }
  await sql`update duplicate_suggestions set state = 'offered', batch = null, entries = null where id = ${id}`.execute(
    db,
  );
  return true;
}

/** Whether a merge can be undone. Locks its transactions, as a partial undo would count a payment twice. */
async function isAsMerged(db: UserDb, batch: string): Promise<boolean> {
  const { rows } = await sql<{ id: string; version: number | null }>`
    select id, version from app.transaction_undo where batch = ${batch}`.execute(db);
  const currentVersions = new Map(
    (
      await lockRows(
        db,
        rows.map(({ id }) => id),
      )
    ).map((row) => [row.id, row.version]),
  );
  return rows.length > 0 && rows.every(({ id, version }) => version === null || currentVersions.get(id) === version);
}
