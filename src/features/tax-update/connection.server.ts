/** HMRC authorisation: sign-in, encrypted tokens, and the business. Calls to HMRC run outside transactions. */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../../outside/clock.ts';
import { type Grant, type Sender, type TaxAuthority, TaxError } from '../../outside/tax/tax.ts';
import { createEncryption } from '../../server/jobs/encryption.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { addMonths, londonDay } from '../../shared/dates.ts';
import { listOwners, ownerTable, readNino, saveNino } from '../owner/owner.server.ts';
import type { Owner } from '../owner/owner.ts';
import { taxYearOf } from '../tax/rules/tax-year.ts';
import { followQuarters } from './quarters.server.ts';
import { sentenceOf } from './sentences.ts';
import type { Taxpayer } from './taxpayer.server.ts';
import type { Connection } from './update.ts';

/** Runs one transaction as the landlord, in their session or on their behalf. */
export type Run = <T>(work: (db: UserDb) => Promise<T>) => Promise<T>;

export type Plan = { tax: TaxAuthority; clock: Clock; secret: string; appUrl: string };

export const CALLBACK_PATH = '/api/tax-connections/callback';
const callbackOf = ({ appUrl }: Pick<Plan, 'appUrl'>) => `${appUrl}${CALLBACK_PATH}`;
const hashOf = (state: string) => createHash('sha256').update(state).digest('hex');
const CONSENT_MONTHS = 18;
const MAX_SIGN_IN_MS = 60 * 60_000;
const REFRESH_MS = 60_000;
const POLL_MS = 200;

const encryptionOf = ({ secret }: Pick<Plan, 'secret'>) => createEncryption(secret, 'tax');

type Kind = { available: boolean; sandbox: boolean; approved: boolean; disconnectUrl: string | null };

/** `started` is the first day of the business at HMRC. */
export async function readConnection(
  db: UserDb,
  { owner }: Taxpayer,
  { available, ...kind }: Kind,
): Promise<{ connection: Connection; started: string | null }> {
  const row = owner
    ? await db
        .selectFrom('tax_connections')
        .select(['state', 'failure', 'business_start', 'granted_at'])
        .where('owner_id', '=', owner.id)
        .executeTakeFirst()
    : undefined;
  const state = available ? ((row?.state ?? 'none') as Connection['state']) : 'unavailable';
  const facts = { year: '', earliest: '', due: '', started: row?.business_start ?? null, reference: null };
  return {
    started: row?.business_start ?? null,
    connection: {
      ...kind,
      state,
      sentence: row?.failure ? (REASONS[row.failure] ?? sentenceOf(row.failure, facts)) : null,
      until: row?.granted_at && state === 'active' ? addMonths(londonDay(row.granted_at), CONSENT_MONTHS) : null,
      needsNino: !owner?.nino,
    },
  };
}

const REASONS: Record<string, string> = {
  refused: 'You returned from HMRC without giving permission.',
  failed: 'HMRC did not complete the sign-in. Connect again.',
};

type OwnerDetails = { nino: string | undefined; nation: Owner['nation'] | undefined; name: string };

/**
 * Returns the address of HMRC's sign-in. An account without owners gets the person as its only owner. Throws
 * `invalid_input` for a company, or without a National Insurance number or nation.
 */
export async function beginConnection(
  plan: Plan,
  run: Run,
  of: Taxpayer,
  details: OwnerDetails,
): Promise<{ url: string }> {
  const state = randomBytes(32).toString('base64url');
  await run(async (db) => {
    const owner = of.owner ?? (await addOnlyOwner(db, details));
    if (owner.kind === 'company') throw invalidField('owner', 'Choose a person');
    if (details.nino) await saveNino(plan, db, { id: owner.id, number: details.nino });
    else if (!owner.nino) throw invalidField('nino', 'Enter a National Insurance number');
    await db
      .insertInto('tax_connections')
      .values({ owner_id: owner.id, state_hash: hashOf(state) })
      .onConflict((same) =>
        same.columns(['user_id', 'owner_id']).doUpdateSet({ state_hash: hashOf(state), begun_at: plan.clock.now() }),
      )
      .execute();
  });
  return { url: plan.tax.connect({ callbackUrl: callbackOf(plan), state }) };
}

async function addOnlyOwner(db: UserDb, { nation, name }: OwnerDetails): Promise<Owner> {
  await sql`select app.lock_account()`.execute(db);
  // A concurrent request may have added the owner.
  const [only] = await listOwners(db);
  if (only) return only;
  if (!nation) throw invalidField('nation', 'Choose where you pay tax');
  const owner = await ownerTable.add(db, { name, kind: 'person', nation, closed: false });
  await db.updateTable('tax_quarters').set({ owner_id: owner.id }).where('owner_id', 'is', null).execute();
  return owner;
}

/** Stores the result of the sign-in. Returns false unless this account started it within `MAX_SIGN_IN_MS`. */
export async function finishConnection(plan: Plan, run: Run, query: URLSearchParams): Promise<boolean> {
  const { state, outcome, code } = plan.tax.returned(query);
  const since = new Date(plan.clock.now().getTime() - MAX_SIGN_IN_MS);
  const started = await run((db) =>
    db
      .updateTable('tax_connections')
      .set({ state_hash: null })
      .where('state_hash', '=', hashOf(state))
      .where('begun_at', '>', since)
      .returning(['id', 'state'])
      .executeTakeFirst(),
  );
  if (!started) return false;
  const fail = (failure: string) =>
    run((db) => db.updateTable('tax_connections').set({ failure }).where('id', '=', started.id).execute());
  if (outcome !== 'granted') {
    await fail(outcome);
    return true;
  }
  const grant = await plan.tax.grant({ code, callbackUrl: callbackOf(plan) }).catch((error: unknown) => {
    if (error instanceof TaxError) return null;
    throw error;
  });
  if (!grant) await fail('failed');
  else
    await run((db) =>
      db
        .updateTable('tax_connections')
        .set({ ...tokensOf(plan, grant), state: 'granted', failure: null, granted_at: plan.clock.now() })
        .where('id', '=', started.id)
        .execute(),
    );
  return true;
}

function tokensOf(plan: Plan, { access, refresh, accessUntil }: Grant) {
  const tokens = encryptionOf(plan).encrypt(JSON.stringify({ access, refresh }));
  return { tokens, access_until: accessUntil, refreshing_until: null };
}

type Access = { access: string; nino: string; connectionId: string; businessId: string | null };

const ended = () => new TaxError('consent_ended', 'no permission is stored');

/**
 * Returns a valid access token. Only one worker refreshes it, because a refresh token works once; other workers wait.
 * Throws `TaxError`.
 */
export async function accessOf(plan: Plan, run: Run, ownerId: string): Promise<Access> {
  const { tax, clock } = plan;
  const deadline = Date.now() + REFRESH_MS;
  for (;;) {
    const { row, nino } = await run(async (db) => ({
      row: await db.selectFrom('tax_connections').selectAll().where('owner_id', '=', ownerId).executeTakeFirst(),
      nino: await readNino(plan, db, ownerId),
    }));
    if (!row?.tokens || !nino || row.state === 'ended') throw ended();
    const stored = JSON.parse(encryptionOf(plan).decrypt(row.tokens)) as { access: string; refresh: string };
    const found = { nino, connectionId: row.id, businessId: row.business_id };
    const now = clock.now();
    if (row.access_until && row.access_until > now) return { ...found, access: stored.access };
    const { tokens } = row;
    // Not if the person has connected again since then.
    const set = (values: object) =>
      run((db) =>
        db.updateTable('tax_connections').set(values).where('id', '=', row.id).where('tokens', '=', tokens).execute(),
      );
    const mine = await run((db) =>
      db
        .updateTable('tax_connections')
        .set({ refreshing_until: new Date(now.getTime() + REFRESH_MS) })
        .where('id', '=', row.id)
        .where('tokens', '=', tokens)
        .where((or) => or.or([or('refreshing_until', 'is', null), or('refreshing_until', '<=', now)]))
        .returning('id')
        .executeTakeFirst(),
    );
    if (mine) {
      const grant = await tax.refresh(stored.refresh).catch(async (error: unknown) => {
        const isOver = error instanceof TaxError && error.failure === 'consent_ended';
        await set(isOver ? { state: 'ended', failure: 'consent_ended', tokens: null } : { refreshing_until: null });
        throw error;
      });
      await set(tokensOf(plan, grant));
      return { ...found, access: grant.access };
    }
    if (Date.now() > deadline) throw new TaxError('unavailable', 'another worker did not refresh the tokens');
    await delay(POLL_MS);
  }
}

/** Reads and stores the business and quarters at HMRC. Throws `not_found` or `tax_authority_error`. */
export async function readBusiness(plan: Plan, run: Run, of: Taxpayer, sender: Sender): Promise<void> {
  const { owner } = of;
  if (!owner) throw new AppError('not_found', { message: 'Connect to HMRC first.' });
  try {
    const { access, nino, connectionId } = await accessOf(plan, run, owner.id);
    const [business] = await plan.tax.businesses({ access, nino, sender });
    if (!business) throw new TaxError('no_business', 'the list is empty');
    const { year } = taxYearOf(londonDay(plan.clock.now()));
    await run(async (db) => {
      await db
        .updateTable('tax_connections')
        .set({ state: 'active', failure: null, business_id: business.id, business_start: business.started })
        .where('id', '=', connectionId)
        .execute();
      if (business.quarters) await followQuarters(db, of, { year, kind: business.quarters });
    });
  } catch (error) {
    if (!(error instanceof TaxError)) throw error;
    const { failure } = error;
    await run((db) => db.updateTable('tax_connections').set({ failure }).where('owner_id', '=', owner.id).execute());
    throw taxFailed(error);
  }
}

/** Chooses the quarters at HMRC, for a business that is known there. Throws `tax_authority_error` with a sentence. */
export async function chooseQuarters(
  plan: Plan,
  run: Run,
  of: Taxpayer,
  { sender, ...choice }: { year: string; kind: 'standard' | 'calendar'; sender: Sender },
): Promise<void> {
  try {
    const { access, nino, businessId } = await accessOf(plan, run, of.owner?.id ?? '');
    if (businessId) await plan.tax.chooseQuarters({ access, nino, sender }, { businessId, ...choice });
  } catch (error) {
    throw error instanceof TaxError ? taxFailed(error) : error;
  }
}

function taxFailed(error: TaxError): AppError {
  const { correlationId = null } = error.answer;
  const facts = { year: '', earliest: '', due: '', started: null, reference: correlationId };
  const sentence = error.failure === 'unavailable' ? 'HMRC is not answering. Try again later.' : null;
  const message = sentence ?? sentenceOf(error.failure, facts);
  return new AppError('tax_authority_error', { ...(message && { message }), cause: error });
}

/** Deletes the connection and its tokens. HMRC has no call to end permission: the landlord ends it on HMRC's site. */
export async function endConnection(db: UserDb, { owner }: Taxpayer): Promise<void> {
  await db
    .deleteFrom('tax_connections')
    .where('owner_id', '=', owner?.id ?? null)
    .execute();
}
