/** Syncs that the landlord starts: of one account, of all accounts, or of an account just confirmed. */
import { sql } from 'kysely';
import { runOnBehalfOf, type UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { SyncOutcome, TransactionsAnswer } from './connection.ts';
import { failureOf, type Run } from './consent.server.ts';
import { type Reading, readAccount } from './sync.server.ts';

type FeedKey = { userId: string; feedId: string };

/** Maximum number of accounts of one landlord that are synced at the same time. */
const MAX_CONCURRENT = 4;
/** A confirmed account that was synced within this time is not synced again. */
const FRESH_MS = 10 * 60_000;
const MAX_SENT_TRANSACTIONS = 500;

const noAccount = () => new AppError('not_found', { message: 'Bank account not found' });

/** Throws `not_found`, or `invalid_input` for an account without a connection. */
async function feedOf(db: UserDb, accountId: string): Promise<FeedKey> {
  const { rows } = await sql<{ userId: string; feedId: string | null }>`
    select a.user_id as "userId", f.id as "feedId" from bank_accounts a left join bank_feeds f on f.bank_account_id = a.id
    where a.id = ${accountId}`.execute(db);
  const [found] = rows;
  if (!found) throw noAccount();
  const { userId, feedId } = found;
  if (!feedId) throw new AppError('invalid_input', { message: 'This account is not connected to a bank.' });
  return { userId, feedId };
}

export async function syncAccount(reading: Reading, run: Run, accountId: string): Promise<SyncOutcome> {
  const outcome = await readAccount(reading, await run((db) => feedOf(db, accountId)));
  if (!outcome) throw noAccount();
  return outcome;
}

export async function refreshAccounts(reading: Reading, run: Run): Promise<SyncOutcome[]> {
  const waiting = await run(async (db) => {
    const { rows } = await sql<FeedKey>`
      select f.user_id as "userId", f.id as "feedId" from bank_feeds f join bank_accounts a on a.id = f.bank_account_id
      order by a.created_at desc, f.id`.execute(db);
    return rows;
  });
  const outcomes = new Map<string, SyncOutcome>();
  const queue = waiting.values();
  const work = async () => {
    for (const found of queue) {
      const outcome = await readAccount(reading, found);
      if (outcome) outcomes.set(found.feedId, outcome);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return waiting.flatMap(({ feedId }) => outcomes.get(feedId) ?? []);
}

type Chosen = {
  userId: string;
  bankAccountId: string | null;
  name: string;
  institution: string;
  status: string;
  failure: string | null;
  syncedAt: Date | null;
  imported: number;
};

/** Syncs a confirmed account unless it was just synced. Throws `not_found`, or `invalid_input` before confirmation. */
export async function syncChosenAccount(reading: Reading, run: Run, feedId: string): Promise<TransactionsAnswer> {
  const now = reading.clock.now();
  const { rows } = await run((db) =>
    sql<Chosen>`
      select f.user_id as "userId", a.id as "bankAccountId", a.name, c.institution, f.status, f.failure, f.synced_at as "syncedAt", f.imported
      from bank_feeds f join bank_connections c on c.id = f.connection_id left join bank_accounts a on a.id = f.bank_account_id
      where f.id = ${feedId}`.execute(db),
  );
  const [chosen] = rows;
  if (!chosen) throw noAccount();
  const { userId, bankAccountId, name, institution, syncedAt, imported } = chosen;
  if (!bankAccountId) throw new AppError('invalid_input', { message: 'Confirm the account first.' });
  const justRead = chosen.status === 'imported' && syncedAt && now.getTime() - syncedAt.getTime() < FRESH_MS;
  const counts = { imported, updated: 0, asked: 0, offered: 0 };
  const outcome = justRead
    ? { bankAccountId, name, institution, ...counts, failure: failureOf(chosen.failure), retryAt: null }
    : await readAccount(reading, { userId, feedId });
  if (!outcome) throw noAccount();
  const transactions = await runOnBehalfOf(reading.pool, { userId, now }, (db) =>
    newest(db, bankAccountId, outcome.imported),
  );
  return { ...outcome, transactions };
}

/** Returns the newest imported transactions of the account; ids increase with time. */
async function newest(db: UserDb, accountId: string, count: number): Promise<TransactionsAnswer['transactions']> {
  const { rows } = await sql<TransactionsAnswer['transactions'][number]>`
    select id as transaction_id, (amount * 100)::bigint as amount, description, reference as remittance_information, date::text as booking_date,
      category
    from transactions where bank_account_id = ${accountId} and source = 'bank' order by id desc limit ${Math.min(count, MAX_SENT_TRANSACTIONS)}`.execute(
    db,
  );
  return rows;
}
