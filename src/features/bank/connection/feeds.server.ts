import { sql, type Updateable } from 'kysely';
import { BankError, type ReadLimit } from '../../../outside/bank/bank.ts';
import { isoInstant } from '../../../server/db/record-table.server.ts';
import type { DB } from '../../../server/db/tables.server.ts';
import type { Jobs } from '../../../server/jobs/jobs.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { setLettingsOnly } from '../../bank-row/payer/rules.server.ts';
import { accountOfNumber } from '../bank-account.server.ts';
import { maskedNumber, maskedSortCode, wholeNumber, withoutNumber } from '../bank-account.ts';
import type { AccountFingerprint } from '../fingerprint.server.ts';
import {
  type AccountAnswer,
  BankConnections,
  type Confirmation,
  type PendingEntry,
  CONNECTION_TEXTS as TEXTS,
} from './connection.ts';
import { type Banking, failureOf, type Run, revoke } from './consent.server.ts';
import { FAILURES } from './failures.ts';
import { READ_ACCOUNT } from './queues.server.ts';

/** Maximum number of transactions that one statement reattaches to an account. */
const BATCH_SIZE = 10_000;
/** A balance newer than this is not requested again, because banks limit requests. */
export const FRESH_MS = 15 * 60_000;

/** Remaining requests until each limit resets, by kind, as stored with the feed. */
export type Reads = Partial<Record<'details' | 'balances' | 'transactions', { remaining: number; resetAt: string }>>;

export const countRead = (reads: Reads, kind: keyof Reads, limit: ReadLimit): Reads =>
  limit ? { ...reads, [kind]: { remaining: limit.remaining, resetAt: limit.resetAt.toISOString() } } : reads;

/** Returns when the next request is allowed, with `spared` requests reserved; undefined if it is allowed now. */
export function rateLimitedUntil(reads: Reads, kind: keyof Reads, { now, spared }: { now: Date; spared: number }) {
  const limit = reads[kind];
  return limit && limit.remaining <= spared && new Date(limit.resetAt) > now ? new Date(limit.resetAt) : undefined;
}

const feedWithBank = (db: UserDb, id: string) =>
  db
    .selectFrom('bank_feeds as feed')
    .innerJoin('bank_connections as connection', 'connection.id', 'feed.connection_id')
    .selectAll('feed')
    .select(['connection.institution', 'connection.status as consent', 'connection.provider'])
    .where('feed.id', '=', id);

const noAccount = () => new AppError('not_found', { message: 'Bank account not found' });

/** Requests an account's details and balance, unless stored and fresh. Throws `not_found`, or the bank's failure. */
export async function describeAccount(
  { bank, clock, fingerprint }: Banking & { fingerprint: AccountFingerprint },
  run: Run,
  id: string,
): Promise<AccountAnswer> {
  const feed = await run((db) => feedWithBank(db, id).executeTakeFirst());
  if (!feed || (feed.consent !== 'linked' && feed.consent !== 'active')) throw noAccount();
  const now = clock.now();
  let reads = feed.reads as Reads;
  if (feed.name === null) {
    const details = await bank.account(feed.external_id).catch(async (error: unknown) => {
      if (error instanceof BankError) await run((db) => recordFailure(db, id, error));
      throw error;
    });
    const number = wholeNumber(details);
    const masked = details.accountNumber ?? details.iban ?? '';
    reads = countRead(reads, 'details', details.limit);
    await keep(run, id, {
      name: withoutNumber(details.name),
      holder: withoutNumber(details.holder),
      account_number: maskedNumber(masked.replace(/[^0-9A-Z]/g, '')),
      sort_code: details.sortCode && maskedSortCode(details.sortCode),
      currency: details.currency,
      // Without a number, the provider's id identifies the account.
      fingerprint: fingerprint(number ?? `${bank.provider}/${feed.external_id}`),
      status: 'found',
      failure: null,
      retry_at: null,
      reads: JSON.stringify(reads),
    });
  }
  const stale = !feed.balance_at || now.getTime() - feed.balance_at.getTime() > FRESH_MS;
  if (stale && !rateLimitedUntil(reads, 'balances', { now, spared: 0 })) {
    const balance = await bank.balance(feed.external_id).catch((error: unknown) => {
      if (!(error instanceof BankError)) throw error;
    });
    if (balance)
      await keep(run, id, {
        balance: (balance.amount / 100).toFixed(2),
        balance_at: now,
        reads: JSON.stringify(countRead(reads, 'balances', balance.limit)),
      });
  }
  return run((db) => accountAnswer(db, id));
}

type Numbers = { fingerprint: string | null; account_number: string | null; sort_code: string | null };

type Change = Updateable<DB['bank_feeds']>;
const updateFeed = (db: UserDb) => db.updateTable('bank_feeds');
const keep = (run: Run, id: string, change: Change) =>
  run((db) => updateFeed(db).set(change).where('id', '=', id).execute());

async function recordFailure(db: UserDb, id: string, { failure, retryAt }: BankError): Promise<void> {
  await updateFeed(db)
    .set({ status: 'failed', failure, retry_at: retryAt ?? null })
    .where('id', '=', id)
    .execute();
}

async function accountAnswer(db: UserDb, id: string): Promise<AccountAnswer> {
  const feed = await feedWithBank(db, id)
    .select(sql<number | null>`(feed.balance * 100)::bigint`.as('pence'))
    .executeTakeFirst();
  if (!feed) throw noAccount();
  const known = await knownAccount(db, feed);
  return {
    account: {
      account_id: feed.id,
      name: feed.name ?? '',
      institution_name: feed.institution,
      holder: feed.holder ?? '',
      account_number: feed.account_number ?? '',
      sort_code: feed.sort_code,
      balance: feed.pence,
      currency: feed.currency ?? '',
    },
    known: known ?? null,
    failure: feed.currency === 'GBP' ? null : 'not_pounds',
  };
}

/** Matches a masked number only with its sort code, since four digits alone do not identify an account. */
const knownAccount = async (
  db: UserDb,
  { fingerprint, account_number: accountNumber, sort_code: sortCode }: Numbers,
) =>
  fingerprint
    ? accountOfNumber(db, { fingerprint, accountNumber: (sortCode && accountNumber) || '', sortCode })
    : undefined;

/** Creates or reconnects the chosen bank accounts, which jobs then sync. Throws `not_found` or `invalid_input`. */
export async function confirmAccounts(
  db: UserDb,
  jobs: Jobs,
  { id, accounts }: Confirmation & { id: string },
): Promise<void> {
  const connection = await db
    .selectFrom('bank_connections')
    .select(['user_id', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!connection) throw new AppError('not_found', { message: TEXTS.notFound });
  if (connection.status !== 'linked' && connection.status !== 'active')
    throw new AppError('invalid_input', { message: 'Your bank has not agreed to this connection yet.' });
  await updateConnection(db, id, { status: 'active', failure: null });
  for (const { id: feedId, name, lettingsOnly } of accounts) {
    const feed = await feedWithBank(db, feedId).where('feed.connection_id', '=', id).executeTakeFirst();
    if (!feed) throw noAccount();
    if (feed.name === null)
      throw new AppError('invalid_input', {
        message: 'We do not have this account’s details yet. Try again in a few seconds.',
      });
    if (feed.currency !== 'GBP') throw new AppError('invalid_input', { message: FAILURES.not_pounds.sentence() });
    const account = await connectAccount(db, feed, name);
    if (lettingsOnly !== undefined) await setLettingsOnly(db, { id: account, lettingsOnly });
    await updateFeed(db)
      .set({ bank_account_id: null })
      .where('bank_account_id', '=', account)
      .where('id', '<>', feedId)
      .execute();
    await updateFeed(db).set({ bank_account_id: account }).where('id', '=', feedId).execute();
    const reading = { userId: connection.user_id, feedId };
    await jobs.send(READ_ACCOUNT, reading, { about: [reading.userId], within: db });
  }
  await endUnusedConnections(db, jobs);
}

const updateConnection = (db: UserDb, id: string, change: { status: string; failure: string | null }) =>
  db.updateTable('bank_connections').set(change).where('id', '=', id).execute();

type Feed = NonNullable<Awaited<ReturnType<ReturnType<typeof feedWithBank>['executeTakeFirst']>>>;

async function connectAccount(db: UserDb, feed: Feed, name: string | undefined): Promise<string> {
  // Concurrent confirmations are serialised: the second finds the account that the first created.
  await sql`select pg_advisory_xact_lock(hashtextextended(${feed.fingerprint}, 0))`.execute(db);
  const bank = { institution: feed.institution, external_id: feed.external_id, is_connected: true };
  const known = await knownAccount(db, feed);
  const balance = feed.balance ?? undefined;
  if (known) {
    await db
      .updateTable('bank_accounts')
      .set({ ...bank, fingerprint: feed.fingerprint, ...(name && { name }), ...(balance !== undefined && { balance }) })
      .where('id', '=', known.id)
      .execute();
    // The bank rows of an account without a fingerprint were stored under its id.
    await db
      .updateTable('bank_entries')
      .set({ account_key: feed.fingerprint ?? known.id })
      .where('account_key', '=', known.id)
      .execute();
    return known.id;
  }
  const { id } = await db
    .insertInto('bank_accounts')
    .values({
      ...bank,
      name: name ?? feed.name ?? '',
      account_number: feed.account_number ?? maskedNumber(''),
      sort_code: feed.sort_code,
      balance: balance ?? 0,
      currency: 'GBP',
      fingerprint: feed.fingerprint,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (feed.fingerprint) await attachTransactions(db, id, feed.fingerprint);
  return id;
}

/** Reattaches the transactions of a removed account with the same key. */
async function attachTransactions(db: UserDb, account: string, key: string): Promise<void> {
  for (let some = BATCH_SIZE; some === BATCH_SIZE; ) {
    const { rows } = await sql<{ some: number }>`
      select app.attach_transactions(${account}::uuid, ${key}, ${BATCH_SIZE}) as some`.execute(db);
    some = Number(rows[0]?.some);
  }
}

/** Removes a connection with its feeds; transactions are kept. A job revokes the consent. Throws `not_found`. */
export async function removeConnection(db: UserDb, jobs: Jobs, id: string): Promise<void> {
  await sql`
    update bank_accounts set is_connected = false
    where is_connected and id in (select bank_account_id from bank_feeds where connection_id = ${id})`.execute(db);
  const removed = await db
    .deleteFrom('bank_connections')
    .where('id', '=', id)
    .returning(['provider', 'requisition_id'])
    .executeTakeFirst();
  if (!removed) throw new AppError('not_found', { message: TEXTS.notFound });
  await revoke(db, jobs, removed);
}

/** Revokes all consents of a landlord who is about to be deleted. */
export async function revokeAll(db: UserDb, jobs: Jobs): Promise<void> {
  const connections = await db.selectFrom('bank_connections').select(['provider', 'requisition_id']).execute();
  for (const connection of connections) await revoke(db, jobs, connection);
}

export async function endUnusedConnections(db: UserDb, jobs: Jobs): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_connections c where status in ('active', 'ended')
      and not exists (select from bank_feeds where connection_id = c.id and bank_account_id is not null)`.execute(db);
  for (const { id } of rows) await removeConnection(db, jobs, id);
}

export async function listConnections(db: UserDb): Promise<BankConnections> {
  const { rows } = await sql`
    select id, institution_id as "institutionId", institution, status as state, failure, ${isoInstant('access_until')} as "accessUntil",
      ${isoInstant('reconfirm_by')} as "reconfirmBy", ${isoInstant('created_at')} as "createdAt",
      (select coalesce(json_agg(json_build_object('id', f.id, 'bankAccountId', bank_account_id, 'name', name, 'holder', holder,
        'accountNumber', account_number, 'sortCode', sort_code, 'currency', currency, 'state', f.status, 'failure', f.failure,
        'retryAt', ${isoInstant('retry_at')}, 'syncedAt', ${isoInstant('synced_at')}, 'since', since, 'imported', imported,
        'pending', (select count(*) from pending_bank_rows p where p.bank_account_id = f.bank_account_id))
        order by f.external_id), '[]') from bank_feeds f where f.connection_id = c.id) as accounts
    from bank_connections c order by c.created_at desc, c.id limit 200`.execute(db);
  const connections = rows as { failure: string | null; accounts: { failure: string | null }[] }[];
  return BankConnections.parse({
    items: connections.map((one) => ({
      ...one,
      failure: failureOf(one.failure),
      accounts: one.accounts.map((account) => ({ ...account, failure: failureOf(account.failure) })),
    })),
  });
}

export async function listPending(db: UserDb, accountId: string): Promise<PendingEntry[]> {
  const account = await db.selectFrom('bank_accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  if (!account) throw noAccount();
  const { rows } = await sql<PendingEntry>`
    select id, date::text, (amount * 100)::bigint as amount, text from pending_bank_rows
    where bank_account_id = ${accountId} order by date desc, id limit 500`.execute(db);
  return rows;
}
