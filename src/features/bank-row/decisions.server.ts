/** A landlord's decisions about bank rows. Row-level security limits every statement to one landlord. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { type EntryDecision, MOST_LISTED, type OpenBankRows, type OpenEntry, TEXTS } from './decisions.ts';
import { decide } from './payer/payer.ts';
import { readPayers } from './payer/rules.server.ts';

/** Of a transaction `t`; of one in parts what they come to. */
const matchRow = sql`jsonb_build_object('id', t.id, 'date', t.date, 'amount', (coalesce(t.split_amount, t.amount) * 100)::bigint, 'description', t.description,
  'category', t.category, 'source', t.source,
  'propertyAddress', coalesce((select p.address || ', ' || p.city from properties p where p.id = t.property_id), t.property_address),
  'account', (select jsonb_build_object('name', a.name, 'accountNumber', a.account_number) from bank_accounts a where a.id = t.bank_account_id))`;

/** Pairs whose rows still stand as they did: one that was accepted elsewhere has the bank's source by now. */
async function offersOf(db: UserDb, state: 'offered' | 'declined'): Promise<OpenBankRows['offered']> {
  const { rows } = await sql<OpenBankRows['offered']['items'][number] & { total: number }>`
    select s.id, (select ${matchRow} from transactions t where t.id = i.id) as imported,
           (select ${matchRow} from transactions t where t.id = k.id) as kept, count(*) over () as total
    from same_payments s join transactions i on i.id = s.imported_id join transactions k on k.id = s.kept_id
    where s.state = ${state} and i.split_id is null and i.amount = coalesce(k.split_amount, k.amount) and i.source <> k.source
    order by i.date desc, s.id limit ${MOST_LISTED}`.execute(db);
  return { items: rows.map(({ total: _, ...offer }) => offer), total: rows[0]?.total ?? 0 };
}

/** What became of a transaction that was made one with another. */
const nowOf = (id: RawBuilder<unknown>) =>
  sql`coalesce((select s.kept_id from same_payments s where s.imported_id = ${id} and s.state = 'accepted' limit 1), ${id})`;

async function entriesOf(db: UserDb, state: 'asked' | 'same'): Promise<OpenBankRows['asked']> {
  const candidates = state === 'asked' ? sql`e.candidates` : sql`array[e.transaction_id]`;
  const { rows } = await sql<OpenEntry & { total: number }>`
    select e.id, e.date::text, (e.amount * 100)::bigint as amount, e.text, e.candidates is not null and e.state = 'same' as chosen,
      (select jsonb_build_object('name', a.name, 'accountNumber', a.account_number) from bank_accounts a
       where coalesce(a.fingerprint, a.id::text) = e.account_key order by a.created_at limit 1) as account,
      coalesce((select jsonb_agg(${matchRow} order by t.date, t.id) from transactions t
        where t.id in (select ${nowOf(sql`c`)} from unnest(${candidates}) c)), '[]') as choices,
      count(*) over () as total
    from bank_entries e where e.state = ${state}
    order by e.date desc, e.id limit ${MOST_LISTED}`.execute(db);
  return { items: rows.map(({ total: _, ...entry }) => entry), total: rows[0]?.total ?? 0 };
}

/** The latest of each kind. */
export async function listOpenRows(db: UserDb): Promise<OpenBankRows> {
  return {
    offered: await offersOf(db, 'offered'),
    asked: await entriesOf(db, 'asked'),
    declined: await offersOf(db, 'declined'),
    leftOut: await entriesOf(db, 'same'),
  };
}

type Entry = {
  id: string;
  state: 'new' | 'same' | 'asked';
  amount: number;
  text: string;
  transactionId: string | null;
  candidates: string[] | null;
};

/**
 * Says what a line is that was asked about or left out, or takes that back: the transaction that it became goes again. Throws
 * `not_found`, `invalid_input` for a transaction that it cannot be, or `changed_meanwhile` where it became one that was changed since.
 */
export async function decideEntry(db: UserDb, id: string, decision: EntryDecision): Promise<string> {
  const { rows } = await sql<Entry>`
    select id, state, (amount * 100)::bigint as amount, text, transaction_id as "transactionId", candidates
    from bank_entries where id = ${id} for update`.execute(db);
  const [entry] = rows;
  // A line that was new from the start was never a question.
  if (!entry || (entry.state === 'new' && !entry.candidates)) throw new AppError('not_found');
  if (decision.as === 'asked' && !entry.candidates) throw new AppError('invalid_input', { message: TEXTS.notAChoice });
  if (decision.as === 'same') await refuseOthers(db, entry, decision.transactionId);
  if (decision.as === entry.state && decision.as !== 'same') return entry.state;
  if (entry.state === 'new') await takeBack(db, entry);
  if (decision.as === 'new') {
    const line = { ...entry, externalId: null, date: '', reference: '', category: null };
    const { category, refund } = decide(line, await readPayers(db, { accountId: null, onlyLets: true }));
    await sql`select app.import_entry(${id}, ${category}, ${refund})`.execute(db);
  } else {
    const as = decision.as === 'same' ? decision.transactionId : null;
    await sql`update bank_entries set state = ${decision.as}, transaction_id = ${as} where id = ${id}`.execute(db);
  }
  return decision.as;
}

async function refuseOthers(db: UserDb, { candidates, transactionId }: Entry, wanted: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transactions t
    where t.id = ${wanted} and t.id in (select ${nowOf(sql`c`)} from unnest(${candidates ?? [transactionId]}::uuid[]) c)
    for key share`.execute(db);
  if (rows.length === 0) throw new AppError('invalid_input', { message: TEXTS.notAChoice });
}

/** Removes the transaction that the landlord had made of a line, unless it is gone already. */
async function takeBack(db: UserDb, { transactionId }: Entry): Promise<void> {
  const [made] = transactionId ? await lockRows(db, [transactionId]) : [];
  if (!made) return;
  if (made.version !== 1) throw new AppError('changed_meanwhile', { message: TEXTS.importedChanged });
  await db.deleteFrom('transactions').where('id', '=', made.id).execute();
}

type Locked = { id: string; version: number; source: string };

/** Locks transactions until the SQL transaction ends, as everywhere first the account that they name, then them in the order of their ids. */
async function lockRows(db: UserDb, ids: readonly string[]): Promise<Locked[]> {
  await sql`
    select from bank_accounts where id in (select bank_account_id from transactions where id = any(${ids}::uuid[])) for key share`.execute(
    db,
  );
  const { rows } = await sql<Locked>`
    select id, version, source from transactions where id = any(${ids}::uuid[]) order by id for update`.execute(db);
  return rows;
}

type Offer = { importedId: string; keptId: string; state: string; batch: string | null; entries: string[] | null };

async function lockOffer(db: UserDb, id: string): Promise<Offer> {
  const { rows } = await sql<Offer>`
    select imported_id as "importedId", kept_id as "keptId", state, batch, entries from same_payments where id = ${id} for update`.execute(
    db,
  );
  if (!rows[0]) throw new AppError('not_found');
  return rows[0];
}

/** Makes one payment of both. Throws `not_found`, or `changed_meanwhile` where one of them is no longer as it was. */
export async function acceptOffer(db: UserDb, id: string): Promise<string> {
  const { importedId, keptId, state } = await lockOffer(db, id);
  if (state === 'accepted') return state;
  const [one, other] = await lockRows(db, [importedId, keptId]);
  const batch = randomUUID();
  const { rows: entries } = await sql<{ id: string }>`
    select id from bank_entries where transaction_id = ${importedId}`.execute(db);
  const { rows } = await sql<{ merged: boolean }>`
    select app.merge_payment(${importedId}, ${keptId}, ${batch}) as merged`.execute(db);
  if (!rows[0]?.merged || one?.source === other?.source)
    throw new AppError('changed_meanwhile', { message: TEXTS.changed });
  await sql`
    update same_payments set state = 'accepted', batch = ${batch}, entries = ${entries.map((entry) => entry.id)} where id = ${id}`.execute(
    db,
  );
  return 'accepted';
}

/** They stay two, and are not offered again. Throws `not_found`, and for what was accepted `changed_meanwhile`. */
export async function declineOffer(db: UserDb, id: string): Promise<string> {
  const { state } = await lockOffer(db, id);
  if (state === 'accepted') throw new AppError('changed_meanwhile', { message: TEXTS.mergedChanged });
  await sql`update same_payments set state = 'declined' where id = ${id}`.execute(db);
  return 'declined';
}

/** Offers it again; what was made one becomes two. Throws `not_found` where it is too late, `changed_meanwhile` where the payment was changed since. */
export async function undoOffer(db: UserDb, id: string): Promise<string> {
  const { importedId, state, batch, entries } = await lockOffer(db, id);
  if (state === 'accepted' && batch) {
    const { rows } = await sql<{ done: number; kept: number }>`
      select done, kept from app.undo_transactions(${batch})`.execute(db);
    const { done, kept } = rows[0] ?? { done: 0, kept: 0 };
    if (done + kept === 0) throw new AppError('not_found', { message: TEXTS.tooLate });
    if (kept > 0) throw new AppError('changed_meanwhile', { message: TEXTS.mergedChanged });
    await sql`update bank_entries set transaction_id = ${importedId} where id = any(${entries ?? []}::uuid[])`.execute(
      db,
    );
  }
  await sql`update same_payments set state = 'offered', batch = null, entries = null where id = ${id}`.execute(db);
  return 'offered';
}
