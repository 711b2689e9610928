import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { mapCooperatively, runCooperatively } from '../../server/cooperative.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addDays } from '../../shared/dates.ts';
import { comparison, DAYS_APART, type KnownLine, type Source, suggestPairs } from './compare-rows.ts';
import { type EntryLine, NOT_LETTINGS } from './entry.ts';
import { choose, factsOf, type KnownPayers, type LineFacts } from './payer/payer.ts';
import { readPayers } from './payer/rules.server.ts';
import { sanitise } from './storable.server.ts';

/** `line` is the line number in a statement file. `personal` is the landlord's choice for the line. */
export type ImportLine = EntryLine & {
  line?: number;
  facts?: LineFacts | undefined;
  personal?: boolean;
};

export type ImportTarget = Source & {
  accountId: string;
  kind: 'bank' | 'file';
  importId?: string;
};

/** `transactionId` is null until the landlord has decided, and after the transaction is deleted. */
type Known = KnownLine & { transactionId: string | null };

/** Counts: `known` lines were stored before, `asked` lines need a decision, `offered` are suggested duplicates. */
export type ImportOutcome = {
  imported: number;
  updated: number;
  known: number;
  asked: number;
  offered: number;
};

/** Maximum rows per SQL statement, to stay below the statement timeout. */
const BATCH_SIZE = 5_000;

async function accountKey(db: UserDb, accountId: string, lock = sql``): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select coalesce(fingerprint, id::text) as key from bank_accounts where id = ${accountId} ${lock}`.execute(db);
  if (!rows[0]) throw new AppError('not_found');
  return rows[0].key;
}

/** Does not block inserts that reference the account. */
const LOCK = sql`for no key update`;

/**
 * Serialises imports into accounts with the same key, such as those of one file imported twice into a new account.
 * Locks the key first, as connecting an account does. Throws `not_found`.
 */
export async function lockKey(db: UserDb, accountId: string): Promise<string> {
  const key = await accountKey(db, accountId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  return accountKey(db, accountId, LOCK);
}

/** Returns the first and last day, or empty strings without lines. */
export function daysOf(lines: readonly { date: string }[]): { from: string; to: string } {
  let [from = '', to = from] = [lines[0]?.date, lines[0]?.date];
  for (const { date } of lines) {
    if (date < from) from = date;
    if (date > to) to = date;
  }
  return { from, to };
}

type Near = Pick<ImportTarget, 'provider' | 'from' | 'to'> & { ids: readonly string[] };

/** Returns stored rows of the account near these days or with these external ids, the provider's own rows first. */
async function readCandidates(db: UserDb, key: string, { provider, from, to, ids }: Near): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, provider, external_id as "externalId", date::text, (amount * 100)::bigint as amount, text,
           transaction_id as "transactionId", coalesce(transaction_id, id) as payment
    from bank_entries
    where account_key = ${key} and date between ${addDays(from, -DAYS_APART)} and ${addDays(to, DAYS_APART)}
       or provider = ${provider} and external_id = any(${ids})
    order by provider <> ${provider}, id`.execute(db);
  return rows;
}

/** Returns stored rows that lines of a file may match. Takes no lock. Throws `not_found`. */
export async function readKnownLines(
  db: UserDb,
  { accountId, ...near }: Near & { accountId: string },
): Promise<Known[]> {
  const key = await accountKey(db, accountId);
  return near.from === '' ? [] : readCandidates(db, key, near);
}

/**
 * Imports lines into one account, within the caller's transaction. Known lines are updated, except for fields that the
 * landlord has changed. Lines whose number is in `anyway` are always imported. Throws `not_found`.
 */
export async function importEntries(
  db: UserDb,
  target: ImportTarget,
  given: readonly ImportLine[],
  { anyway = new Set(), progress }: { anyway?: ReadonlySet<number>; progress?: (done: number) => void } = {},
): Promise<ImportOutcome> {
  const key = await lockKey(db, target.accountId);
  const lines = oldestFirst(withoutRepeats(await mapCooperatively(given, sanitise), anyway));
  if (lines.length === 0) return { imported: 0, updated: 0, known: 0, asked: 0, offered: 0 };
  const ids = lines.flatMap(({ externalId }) => externalId ?? []);
  const known = await readCandidates(db, key, { ...daysOf(lines), provider: target.provider, ids });
  const verdicts = await runCooperatively(comparison(lines, { known, source: target }));
  const added: ImportLine[] = [];
  const same: { line: ImportLine; as: Known }[] = [];
  const changed: { line: ImportLine; as: Known }[] = [];
  const asked: { line: ImportLine; among: Known[] }[] = [];
  let knownCount = 0;
  for (const [at, line] of lines.entries()) {
    const verdict = verdicts[at];
    if (line.line !== undefined && anyway.has(line.line)) added.push({ ...line, externalId: null });
    else if (verdict?.is === 'known') {
      knownCount += 1;
      if (verdict.by === 'id') {
        if (differs(line, verdict.as)) changed.push({ line, as: verdict.as });
      } else if (verdict.as.transactionId && (line.externalId || verdict.as.provider !== target.provider))
        same.push({ line, as: verdict.as });
    } else if (verdict?.is === 'asked') asked.push({ line, among: verdict.among });
    else added.push(line);
  }
  const scope: Scope = { db, key, target };
  await insertBankRows(
    scope,
    same.map(({ line, as }) => ({ line, state: 'same', transactionId: as.transactionId })),
  );
  await insertBankRows(
    scope,
    asked.map(({ line, among }) => ({
      line,
      state: 'asked',
      candidates: among.flatMap(({ transactionId }) => transactionId ?? []),
    })),
  );
  const updated = await updateChanged(scope, changed);
  const made = await addTransactions(scope, added, progress);
  const matchedIds = verdicts.flatMap((verdict) => (verdict.is === 'known' ? (verdict.as.transactionId ?? []) : []));
  const offered = await suggestDuplicates(scope, { lines: added, made, matchedIds });
  return { imported: made.length, updated, known: knownCount, asked: asked.length, offered };
}

type Scope = { db: UserDb; key: string; target: ImportTarget };

function withoutRepeats(lines: readonly ImportLine[], anyway: ReadonlySet<number>): ImportLine[] {
  const seen = new Set<string>();
  return lines.filter(({ externalId, line }) => {
    if (!externalId || (line !== undefined && anyway.has(line))) return true;
    return !seen.has(externalId) && seen.add(externalId);
  });
}

/** Lists show the highest id of a day first, so ids must follow time. Many statements start with the newest line. */
function oldestFirst(lines: ImportLine[]): ImportLine[] {
  return (lines[0]?.date ?? '') > (lines.at(-1)?.date ?? '') ? lines.toReversed() : lines;
}

/** Whether a line with the same id of the bank changes the stored row. */
export function differs(line: EntryLine, known: Known): boolean {
  return line.date !== known.date || line.amount !== known.amount || line.text !== known.text;
}

function* batches<T>(of: readonly T[]): Generator<T[]> {
  for (let from = 0; from < of.length; from += BATCH_SIZE) yield of.slice(from, from + BATCH_SIZE);
}

type DecidedLine = { line: ImportLine; state: 'same' | 'asked'; transactionId?: string | null; candidates?: string[] };

async function insertBankRows({ db, key, target }: Scope, lines: readonly DecidedLine[]): Promise<void> {
  for (const some of batches(lines)) {
    const rows = some.map(({ line, ...rest }) => ({ ...line, ...rest }));
    await sql`
      insert into bank_entries (account_key, provider, external_id, import_id, line, date, amount, text, state, transaction_id, candidates)
      select ${key}, ${target.provider}, "externalId", ${target.importId ?? null}, line, date, amount::numeric / 100, text, state, "transactionId", candidates
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("externalId" text, line int, date date, amount bigint, text text,
        state text, "transactionId" uuid, candidates uuid[])`.execute(db);
  }
}

async function updateChanged({ db }: Scope, changed: readonly { line: ImportLine; as: Known }[]): Promise<number> {
  let updated = 0;
  for (const some of batches(changed)) {
    const given = JSON.stringify(some.map(({ line, as }) => ({ ...line, id: as.id })));
    const { rows } = await sql<{ changed: number }>`select app.update_lines(${given}::jsonb) as changed`.execute(db);
    updated += rows[0]?.changed ?? 0;
  }
  return updated;
}

/** Returns the ids of the new transactions, in the order of `lines`. */
async function addTransactions(
  { db, key, target }: Scope,
  lines: readonly ImportLine[],
  progress?: (done: number) => void,
): Promise<string[]> {
  const made: string[] = [];
  // Serialise each batch while the database imports the previous one.
  const written = jsonBatches(lines, await readPayers(db, target));
  let given = (await written.next()).value;
  while (given) {
    const added = sql<{ id: string }>`
      select id from app.import_lines(${target.accountId}, ${key}, ${target.provider}, ${target.kind}, ${target.importId ?? null},
        ${given}::jsonb) as id`.execute(db);
    const [{ rows }, next] = await Promise.all([added, written.next()]);
    made.push(...rows.map(({ id }) => id));
    progress?.(made.length);
    given = next.value;
  }
  return made;
}

async function* jsonBatches(lines: readonly ImportLine[], known: KnownPayers): AsyncGenerator<string, undefined> {
  let before = lines.length;
  for (const some of batches(lines)) {
    // Yields to the event loop, so that the previous batch is sent first.
    await setImmediate();
    const left = before;
    const rows = await mapCooperatively(some, ({ facts, ...line }, place) => ({
      ...line,
      place,
      before: left - place,
      ...choose(facts ?? factsOf(line), known, line.personal),
    }));
    yield JSON.stringify(rows);
    before -= some.length;
  }
}

/**
 * Suggests existing transactions, by hand or from the account's other source, as duplicates of new ones. Returns their
 * number. A split is compared as a whole, by its total and its payment's date.
 */
async function suggestDuplicates(
  { db, target }: Scope,
  { lines, made, matchedIds }: { lines: readonly ImportLine[]; made: readonly string[]; matchedIds: readonly string[] },
): Promise<number> {
  if (made.length === 0) return 0;
  const days = lines.map(({ date }) => date).sort();
  const near = (day: string) =>
    sql`${sql.ref(day)} between ${addDays(days[0] ?? '', -DAYS_APART)}::date and ${addDays(days.at(-1) ?? '', DAYS_APART)}::date`;
  const { rows: present } = await sql<{ id: string; date: string; amount: number }>`
    select id, date::text, (amount * 100)::bigint as amount from (
      select id, source, bank_account_id, date, amount from transactions
      where split_id is null and category <> ${NOT_LETTINGS} and ${near('date')}
      union all
      select id, source, bank_account_id, split_date, split_amount from transactions where split_id = id and ${near('split_date')}
    ) present
    where (source = 'hand' and (bank_account_id is null or bank_account_id = ${target.accountId})
        or source not in ('hand', ${target.kind}) and bank_account_id = ${target.accountId})
      and id <> all (${matchedIds})`.execute(db);
  const imported = lines.map(({ date, amount }, at) => ({ id: made[at] ?? '', date, amount }));
  const pairs = suggestPairs(imported, present);
  for (const some of batches(pairs))
    await sql`
      insert into duplicate_suggestions (imported_id, kept_id)
      select imported, present from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as pair (imported uuid, present uuid)`.execute(
      db,
    );
  return pairs.length;
}

/**
 * Suggests that a returned payment recorded by hand and an outgoing bank row imported earlier are the same. Members
 * without access to bank rows add no suggestion.
 */
export async function suggestReturnedRow(
  db: UserDb,
  { id, date, amount }: { id: string; date: string; amount: number },
): Promise<void> {
  await sql`
    insert into duplicate_suggestions (imported_id, kept_id)
    select id, ${id} from transactions t
    where source in ('bank', 'file') and tenancy_id is null and split_id is null and category <> ${NOT_LETTINGS}
      and amount = ${-amount}::numeric / 100 and date between ${addDays(date, -DAYS_APART)}::date and ${addDays(date, DAYS_APART)}::date
      and not exists (select from duplicate_suggestions s where s.imported_id = t.id)
      and (select app.may('banks.change') and app.sees_all())
    order by abs(date - ${date}::date), id limit 1`.execute(db);
}
