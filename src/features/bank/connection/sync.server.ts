/** Requests run outside transactions, and one transaction stores the result. One server syncs an account at a time. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import {
  type Balance,
  type Bank,
  type BankEntry,
  BankError,
  type Entries,
  type ReadLimit,
} from '../../../outside/bank/bank.ts';
import type { Clock } from '../../../outside/clock.ts';
import { runOnBehalfOf, type UserDb } from '../../../server/session/with-user.server.ts';
import { addDays, londonDay } from '../../../shared/dates.ts';
import { type ImportOutcome, importEntries } from '../../bank-row/entries.server.ts';
import type { EntryLine } from '../../bank-row/entry.ts';
import { sanitise } from '../../bank-row/storable.server.ts';
import type { SyncOutcome } from './connection.ts';
import { failureOf, type Run } from './consent.server.ts';
import { type BankFailure, FAILURES } from './failures.ts';
import { countRead, FRESH_MS, type Reads, rateLimitedUntil } from './feeds.server.ts';

export type Reading = { bank: Bank; pool: pg.Pool; clock: Clock; log: Logger };

type Params = { userId: string; feedId: string };

/** The initiator of a sync. Two requests a day are reserved for the landlord. */
type By = 'landlord' | 'server';

const RESERVED_READS = { landlord: 0, server: 2 };
/** Interval between automatic syncs. Banks suspend access after too many failures. */
export const SYNC_INTERVAL_MS = 12 * 3_600_000;
/** Duration of a server's lock on an account: two requests of 30 seconds each, and storing. */
export const BUSY_MS = 75_000;
const WAIT_MS = 200;
const NOT_STORED = 'A bank account could not be stored';
/** A sync starts this many days before the last one, because banks book late. */
const OVERLAP_DAYS = 14;

type Feed = {
  id: string;
  external_id: string;
  bank_account_id: string;
  name: string;
  institution: string;
  provider: string;
  consent: string;
  history_days: number;
  status: string;
  failure: string | null;
  retry_at: Date | null;
  synced_at: Date | null;
  tried_at: Date | null;
  busy_until: Date | null;
  balance_at: Date | null;
  imported: number;
  reads: Reads;
};

const readFeed = async (db: UserDb, id: string): Promise<Feed | undefined> =>
  (
    await sql<Feed>`
      select f.id, f.external_id, f.bank_account_id, a.name, c.institution, c.provider, c.status as consent, c.history_days, f.status, f.failure,
        f.retry_at, f.synced_at, f.tried_at, f.busy_until, f.balance_at, f.imported, f.reads
      from bank_feeds f join bank_connections c on c.id = f.connection_id join bank_accounts a on a.id = f.bank_account_id
      where f.id = ${id} for update of f`.execute(db)
  ).rows[0];

type Claim = { feed: Feed } & (
  | { is: 'mine' | 'busy' | 'too soon' }
  | { is: 'refused'; failure: BankFailure; retryAt: Date | null }
);

/** Locks the account for this sync, unless another sync holds it or the bank would reject the request. */
async function claim(db: UserDb, feedId: string, { by, now }: { by: By; now: Date }): Promise<Claim | undefined> {
  const feed = await readFeed(db, feedId);
  if (!feed) return undefined;
  if (feed.busy_until && feed.busy_until > now) return { feed, is: 'busy' };
  if (feed.consent !== 'active') return { feed, is: 'refused', failure: 'consent_ended', retryAt: null };
  const interrupted = feed.status === 'importing';
  const again = interrupted || feed.failure === 'not_saved';
  if (by === 'server' && !again && feed.tried_at && now.getTime() - feed.tried_at.getTime() < SYNC_INTERVAL_MS)
    return { feed, is: 'too soon' };
  const why = failureOf(feed.failure);
  if (by === 'server' && why && !FAILURES[why].isRetryable) return { feed, is: 'too soon' };
  const spent = rateLimitedUntil(feed.reads, 'transactions', { now, spared: interrupted ? 0 : RESERVED_READS[by] });
  if (feed.retry_at && feed.retry_at > now)
    return { feed, is: 'refused', failure: failureOf(feed.failure) ?? 'limit_reached', retryAt: feed.retry_at };
  if (spent) return { feed, is: by === 'server' ? 'too soon' : 'refused', failure: 'limit_reached', retryAt: spent };
  await sql`
    update bank_feeds set status = 'importing', failure = null, retry_at = null, tried_at = ${now}, busy_until = ${new Date(now.getTime() + BUSY_MS)}
    where id = ${feedId}`.execute(db);
  return { feed, is: 'mine' };
}

const asLandlord =
  ({ pool, clock }: Reading, userId: string): Run =>
  (work) =>
    runOnBehalfOf(pool, { userId, now: clock.now() }, work);

/** Syncs one account for the landlord, or waits for a concurrent sync. Returns undefined for an unknown account. */
export async function readAccount(reading: Reading, { userId, feedId }: Params): Promise<SyncOutcome | undefined> {
  const run = asLandlord(reading, userId);
  for (;;) {
    const claimed = await run((db) => claim(db, feedId, { by: 'landlord', now: reading.clock.now() }));
    if (!claimed) return undefined;
    const { feed } = claimed;
    if (claimed.is === 'mine') return fetchAndStore(reading, run, feed);
    if (claimed.is === 'refused') return outcomeOf(feed, claimed);
    const kept = await untilFree(reading, run, feedId);
    if (!kept) return undefined;
    // If the lock expired during the import, the server that held it has crashed, and the sync starts again.
    if (kept.status !== 'importing')
      return outcomeOf(kept, { failure: failureOf(kept.failure), retryAt: kept.retry_at, imported: kept.imported });
  }
}

/** Syncs an account if due. Returns 'busy' if another server does. Throws if storing failed, so the job retries. */
export async function syncScheduled(reading: Reading, { userId, feedId }: Params): Promise<'busy' | 'settled'> {
  const run = asLandlord(reading, userId);
  const claimed = await run((db) => claim(db, feedId, { by: 'server', now: reading.clock.now() }));
  if (claimed?.is === 'mine') {
    const { failure } = await fetchAndStore(reading, run, claimed.feed);
    if (failure === 'not_saved') throw new Error(NOT_STORED);
  }
  return claimed?.is === 'busy' ? 'busy' : 'settled';
}

async function untilFree({ clock }: Reading, run: Run, feedId: string): Promise<Feed | undefined> {
  for (;;) {
    const feed = await run((db) => readFeed(db, feedId));
    if (!feed?.busy_until || feed.busy_until <= clock.now()) return feed;
    await pause(WAIT_MS);
  }
}

type SyncCounts = Partial<Pick<ImportOutcome, 'imported' | 'updated' | 'asked' | 'offered'>> & {
  failure?: BankFailure | null;
  retryAt?: Date | null;
};

function outcomeOf({ bank_account_id, name, institution }: Feed, result: SyncCounts = {}): SyncOutcome {
  const { imported = 0, updated = 0, asked = 0, offered = 0, failure = null, retryAt } = result;
  const counts = { imported, updated, asked, offered };
  return {
    bankAccountId: bank_account_id,
    name,
    institution,
    ...counts,
    failure,
    retryAt: retryAt?.toISOString() ?? null,
  };
}

async function fetchAndStore(reading: Reading, run: Run, feed: Feed): Promise<SyncOutcome> {
  const { clock, log } = reading;
  const today = londonDay(clock.now());
  const from = feed.synced_at
    ? addDays(londonDay(feed.synced_at), -OVERLAP_DAYS)
    : addDays(today, -Math.min(feed.history_days, 730));
  let limit: ReadLimit;
  try {
    const entries = await reading.bank.entries(feed.external_id, from);
    limit = entries.limit;
    const lines = linesOf(entries.booked);
    const pending = linesOf(entries.pending);
    const balance = await readBalance(reading, feed);
    const outcome = await run((db) =>
      store(db, feed, { lines, pending, entries, balance, from, today, now: clock.now() }),
    );
    return outcomeOf(feed, outcome);
  } catch (error) {
    const bankError = error instanceof BankError ? error : undefined;
    const failure = bankError?.failure ?? 'not_saved';
    const retryAt = bankError?.retryAt ?? null;
    if (bankError) log.warn({ err: bankError, feed: feed.id }, 'A bank account could not be read');
    else log.error({ err: error, feed: feed.id }, NOT_STORED);
    await run((db) => recordFailure(db, feed, { failure, retryAt, limit }));
    return outcomeOf(feed, { failure, retryAt });
  }
}

async function readBalance({ bank, clock, log }: Reading, feed: Feed): Promise<Balance | undefined> {
  const now = clock.now();
  if (feed.balance_at && now.getTime() - feed.balance_at.getTime() < FRESH_MS) return undefined;
  if (rateLimitedUntil(feed.reads, 'balances', { now, spared: 0 })) return undefined;
  try {
    return await bank.balance(feed.external_id);
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    // The transactions are stored without a balance, which a later sync reads.
    log.warn({ err: error, feed: feed.id }, 'The balance of a bank account could not be read');
    return undefined;
  }
}

const MAX_PENCE = 9_999_999_999;

/** Throws for an invalid entry, which would otherwise be skipped silently. */
function linesOf(entries: readonly BankEntry[]): EntryLine[] {
  return entries.map(({ currency, ...entry }) => {
    if (currency !== 'GBP') throw new BankError('bad_answer', 'an entry of another currency than its account');
    if (Math.abs(entry.amount) > MAX_PENCE || entry.date < '1900-01-01' || entry.date > '2200-12-31')
      throw new BankError('bad_answer', 'an amount or a day beyond all measure');
    return sanitise(entry);
  });
}

type Fetched = {
  lines: EntryLine[];
  pending: EntryLine[];
  entries: Entries;
  balance: Balance | undefined;
  from: string;
  today: string;
  now: Date;
};

/** Locks the account before its feed, in the same order as removal, to avoid a deadlock. */
async function store(db: UserDb, feed: Feed, fetched: Fetched): Promise<ImportOutcome> {
  const { lines, pending, entries, balance, from, today, now } = fetched;
  const accountId = feed.bank_account_id;
  const target = { accountId, provider: feed.provider, kind: 'bank', from, to: today } as const;
  const outcome = await importEntries(db, target, lines);
  await sql`delete from pending_bank_rows where bank_account_id = ${accountId}`.execute(db);
  await sql`
    insert into pending_bank_rows (bank_account_id, date, amount, text)
    select ${accountId}, date, amount::numeric / 100, text
    from jsonb_to_recordset(${JSON.stringify(pending)}::jsonb) as line (date date, amount bigint, text text)`.execute(
    db,
  );
  const pence = balance?.currency === 'GBP' ? balance.amount : null;
  await sql`
    update bank_accounts set last_synced = ${now}, is_connected = true, balance = coalesce(${pence}::bigint::numeric / 100, balance)
    where id = ${accountId}`.execute(db);
  const reads = countRead(countRead(feed.reads, 'transactions', entries.limit), 'balances', balance?.limit);
  const { numAffectedRows } = await sql`
    update bank_feeds set status = 'imported', failure = null, retry_at = null, busy_until = null, synced_at = ${now}, imported = ${outcome.imported},
      since = coalesce(since, ${from}::date), reads = ${JSON.stringify(reads)}::jsonb,
      balance = coalesce(${pence}::bigint::numeric / 100, balance), balance_at = case when ${pence}::bigint is null then balance_at else ${now} end
    where id = ${feed.id} and bank_account_id = ${accountId}`.execute(db);
  if (numAffectedRows !== 1n) throw new Error('The connection was removed while its account was read');
  return outcome;
}

/** Stores the failure and applies its effect. Earlier transactions are kept. */
async function recordFailure(
  db: UserDb,
  feed: Feed,
  { failure, retryAt, limit }: { failure: BankFailure; retryAt: Date | null; limit: ReadLimit },
) {
  const { ends } = FAILURES[failure];
  if (ends === 'connection') await endConnection(db, { feed: feed.id, failure });
  if (ends === 'account')
    await sql`update bank_accounts set is_connected = false where id = ${feed.bank_account_id}`.execute(db);
  const left = failure === 'limit_reached' && retryAt ? { remaining: 0, resetAt: retryAt } : limit;
  await sql`
    update bank_feeds set status = 'failed', failure = ${failure}, retry_at = ${retryAt}, busy_until = null, imported = 0,
      reads = ${JSON.stringify(countRead(feed.reads, 'transactions', left))}::jsonb
    where id = ${feed.id}`.execute(db);
}

/** Ends a consent, given by its connection or one of its feeds, and disconnects its accounts. */
export async function endConnection(
  db: UserDb,
  { feed, connection, failure }: { feed?: string; connection?: string; failure: BankFailure },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_connections
    where id = ${connection ?? null} or id = (select connection_id from bank_feeds where id = ${feed ?? null}) for update`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (!id) return;
  await sql`
    update bank_accounts set is_connected = false
    where is_connected and id in (select bank_account_id from bank_feeds where connection_id = ${id})`.execute(db);
  await sql`update bank_connections set status = 'ended', failure = ${failure} where id = ${id} and status = 'active'`.execute(
    db,
  );
}
