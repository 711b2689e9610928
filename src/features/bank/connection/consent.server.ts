/** Landlords' consents at a bank. Requests to the bank run outside database transactions. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import {
  type Bank,
  BankError,
  type Institution as BankInstitution,
  type Consent,
  type ConsentState,
} from '../../../outside/bank/bank.ts';
import type { Clock } from '../../../outside/clock.ts';
import type { Jobs } from '../../../server/jobs/jobs.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import type { Attempts } from '../../account/sign-in/attempts.server.ts';
import { type AuthUrl, type Institution, type RequisitionStatus, CONNECTION_TEXTS as TEXTS } from './connection.ts';
import { type BankFailure, FAILURES } from './failures.ts';
import { REVOKE_CONSENT } from './queues.server.ts';

/** Runs `work` in one transaction as the landlord, in their session or on their behalf. */
export type Run = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

export type Banking = { bank: Bank; clock: Clock; appUrl: string };

const DAY_MS = 86_400_000;
/** In the UK, a landlord must reconfirm consent after this many days. */
const RECONFIRM_DAYS = 90;

/** Translates a `BankError` into `bank_provider_error`, with this message if given. Returns other errors unchanged. */
export function bankFailed(error: unknown, { message, now }: { message?: string; now: Date }): unknown {
  if (!(error instanceof BankError)) return error;
  const wait = error.retryAt && Math.ceil((error.retryAt.getTime() - now.getTime()) / 1000);
  return new AppError('bank_provider_error', {
    ...(message && { message }),
    ...(wait && wait > 0 && { retryAfter: wait }),
    cause: error,
  });
}

export async function listInstitutions({ bank }: Banking): Promise<Institution[]> {
  const found = await bank.institutions();
  return found
    .map(({ accessDays, ...one }) => ({ ...one, accessDays, agreeAgainDays: Math.min(accessDays, RECONFIRM_DAYS) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-GB'));
}

const callbackOf = ({ appUrl }: Banking) => `${appUrl}/api/bank-connections/callback`;
const hashOf = (reference: string) => createHash('sha256').update(reference).digest('hex');
const newReference = () => randomBytes(32).toString('base64url');

export type Starting = Banking & { attempts: Attempts; jobs: Jobs };

/** Starts a consent at the bank. Throws `invalid_input`, `too_many_attempts`, or the bank's failure. */
export async function beginConnection(starting: Starting, run: Run, institutionId: string): Promise<AuthUrl> {
  const institution = (await starting.bank.institutions()).find(({ id }) => id === institutionId);
  if (!institution) throw invalidField('institutionId', 'Choose a bank from the list');
  const account = await run(async (db) => (await sql<{ id: string }>`select app.user_id() as id`.execute(db)).rows[0]);
  const limit = { account: account?.id ?? '', message: TEXTS.tooMany };
  return starting.attempts.startConsent(limit, () => startConsent(starting, run, institution));
}

async function startConsent(starting: Starting, run: Run, institution: BankInstitution): Promise<AuthUrl> {
  const { bank, clock, jobs } = starting;
  const { provider } = bank;
  const reference = newReference();
  const id = await run(async (db) => {
    const { id: institution_id, name, historyDays: history_days } = institution;
    const added = await db
      .insertInto('bank_connections')
      .values({
        provider,
        institution_id,
        institution: name.slice(0, 200),
        history_days,
        reference_hash: hashOf(reference),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return added.id;
  });
  let consent: Consent | undefined;
  try {
    consent = await bank.begin({ institution, callbackUrl: callbackOf(starting), reference });
    await storeConsent(run, { id, consent, now: clock.now().getTime() });
    return { requisitionId: id, authUrl: consent.url };
  } catch (error) {
    // Revoked directly if possible, in case the database has failed.
    const isRevoked =
      consent &&
      (await bank.revoke(consent.id).then(
        () => true,
        () => false,
      ));
    await run(async (db) => {
      await db.deleteFrom('bank_connections').where('id', '=', id).execute();
      if (consent && !isRevoked) await revoke(db, jobs, { provider, requisition_id: consent.id });
    });
    throw error;
  }
}

/** Throws `not_found` if the connection was removed while the bank was starting the consent. */
async function storeConsent(run: Run, { id, consent, now }: { id: string; consent: Consent; now: number }) {
  const { reconfirmDays } = consent;
  const { numUpdatedRows } = await run((db) =>
    db
      .updateTable('bank_connections')
      .set({
        requisition_id: consent.id,
        agreement_id: consent.agreementId,
        access_until: new Date(now + consent.accessDays * DAY_MS),
        reconfirm_days: reconfirmDays,
        reconfirm_by: reconfirmDays === null ? null : new Date(now + reconfirmDays * DAY_MS),
      })
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw missing();
}

/** A job revokes the consent, and retries until the provider has accepted. */
export async function revoke(
  db: UserDb,
  jobs: Jobs,
  { provider, requisition_id: consentId }: { provider: string; requisition_id: string | null },
): Promise<void> {
  if (!consentId) return;
  const { rows } = await sql<{ now: Date }>`select app.instant() as now`.execute(db);
  const since = (rows[0]?.now ?? new Date(0)).toISOString();
  await jobs.send(REVOKE_CONSENT, { provider, consentId, since, tries: 0 }, { within: db, final: true });
}

const read = (db: UserDb, id: string) =>
  db
    .selectFrom('bank_connections')
    .select(['id', 'status', 'failure', 'requisition_id', 'agreement_id', 'access_until'])
    .where('id', '=', id);

const missing = () => new AppError('not_found', { message: TEXTS.notFound });

/** Reads the consent's state at the bank and stores it. Throws `not_found`, or the bank's failure. */
export async function checkConnection({ bank }: Banking, run: Run, id: string): Promise<RequisitionStatus> {
  const settled = await run(async (db) => {
    const connection = await read(db, id).executeTakeFirst();
    if (!connection) throw missing();
    if (connection.status !== 'pending' || !connection.requisition_id) return { answer: await statusOf(db, id) };
    return { requisition: connection.requisition_id };
  });
  if (settled.answer) return settled.answer;
  const state = await bank.state(settled.requisition).catch((error: unknown): ConsentState => {
    if (error instanceof BankError && error.failure === 'not_found')
      return { outcome: 'expired', status: 'ER', accounts: [] };
    throw error;
  });
  return run(async (db) => {
    const connection = await read(db, id).forUpdate().executeTakeFirst();
    if (!connection) throw missing();
    if (connection.status === 'pending') await settle(db, { id, failure: connection.failure, state });
    return statusOf(db, id, state.status);
  });
}

type Settling = { id: string; failure: string | null; state: ConsentState };

async function settle(db: UserDb, { id, failure, state: { outcome, accounts } }: Settling): Promise<void> {
  const end = (status: 'linked' | 'failed', why: string | null) =>
    db.updateTable('bank_connections').set({ status, failure: why }).where('id', '=', id).execute();
  if (outcome === 'linked' && accounts.length > 0) {
    const feeds = [...new Set(accounts)].map((external_id) => ({ connection_id: id, external_id }));
    await db
      .insertInto('bank_feeds')
      .values(feeds)
      .onConflict((same) => same.columns(['connection_id', 'external_id']).doNothing())
      .execute();
    await end('linked', null);
  } else if (outcome === 'linked') await end('failed', 'no_accounts');
  else if (outcome !== 'pending') await end('failed', failure ?? 'refused_at_bank');
  // The bank may still report pending after the landlord has cancelled.
  else if (failure) await end('failed', failure);
}

/** Returns the stored state. `providerStatus` is the provider's name for a pending state. */
async function statusOf(db: UserDb, id: string, providerStatus = 'CR'): Promise<RequisitionStatus> {
  const { status, failure } = await read(db, id).executeTakeFirstOrThrow();
  const feeds = await db.selectFrom('bank_feeds').select('id').where('connection_id', '=', id).orderBy('id').execute();
  const accounts = feeds.map((feed) => feed.id);
  if (status === 'linked' || status === 'active') return { status: 'LN', accounts, failure: null };
  if (status === 'pending')
    return {
      status: providerStatus === 'LN' || providerStatus === 'ER' ? 'CR' : providerStatus,
      accounts: [],
      failure: null,
    };
  return { status: 'ER', accounts: [], failure: failureOf(failure) ?? 'refused_at_bank' };
}

/** Returns null if the stored failure is empty, or unknown in this version. */
export function failureOf(stored: string | null): BankFailure | null {
  return stored !== null && Object.hasOwn(FAILURES, stored) ? (stored as BankFailure) : null;
}

/** Returns the address to renew access. Throws `not_found`, `bank_provider_error`, or the bank's failure. */
export async function renewConnection(banking: Banking, run: Run, id: string): Promise<{ authUrl: string }> {
  const connection = await run((db) => read(db, id).executeTakeFirst());
  if (!connection) throw missing();
  const { agreement_id: agreementId, status, access_until } = connection;
  const over = !access_until || access_until <= banking.clock.now();
  if (!agreementId || over || (status !== 'active' && status !== 'ended'))
    throw new AppError('bank_provider_error', {
      message: 'This connection cannot be renewed. Connect the bank again.',
    });
  const reference = newReference();
  const callback = `${callbackOf(banking)}?${new URLSearchParams({ ref: reference })}`;
  const { url } = await banking.bank.renew({ agreementId, callbackUrl: callback });
  await run((db) =>
    db
      .updateTable('bank_connections')
      .set({ reference_hash: hashOf(reference), returned_at: null })
      .where('id', '=', id)
      .execute(),
  );
  return { authUrl: url };
}

/** Records the return from the bank, once per reference. Returns the connection's id, if any. Needs no session. */
export async function recordConsentReturn(pool: pg.Pool, { bank, clock }: Banking, query: URLSearchParams) {
  const { reference, outcome } = bank.returned(query);
  if (!reference) return undefined;
  const failure = outcome === 'returned' ? null : outcome === 'cancelled' ? 'cancelled' : 'refused_at_bank';
  const { rows } = await pool.query<{ id: string | null }>('select app.record_bank_return($1, $2, $3) as id', [
    hashOf(reference),
    failure,
    clock.now(),
  ]);
  return rows[0]?.id ?? undefined;
}

export async function isOwn(db: UserDb, id: string): Promise<boolean> {
  const { rows } = await sql`select from bank_connections where id = ${id}`.execute(db);
  return rows.length > 0;
}
