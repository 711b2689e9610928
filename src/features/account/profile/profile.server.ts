/** SQL for the signed-in landlord: profile, email address, password and settings. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hasSample } from '../../../server/db/sample-rows.server.ts';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import type { Services } from '../../../server/services.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { readStanding } from '../../subscription/standing.server.ts';
import type { CurrentUser, SettingsInput } from '../account.ts';
import {
  addressTakenEmail,
  newAddressAskedEmail,
  newAddressEmail,
  newAddressInForceEmail,
  passwordChangedEmail,
} from '../emails.ts';
import { SEND_EMAIL } from '../jobs.server.ts';
import type { AccountServices } from '../routes.server.ts';

/** Sign-in details of the caller, as a source to select from. */
const ownEmail = sql<{
  confirmed: boolean;
  waiting: string | null;
  second_factor: boolean;
  passkeys: number;
}>`app.own_email()`.as<'own_email'>(sql`own_email`);

/** The caller, with the subscription at `now`. */
export async function currentUser(db: UserDb, now: Date): Promise<CurrentUser> {
  const subscription = await readStanding(db, now);
  const profile = await db
    .selectFrom(['profiles', ownEmail])
    .selectAll()
    .select(hasSample.as('sample'))
    .executeTakeFirstOrThrow();
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    emailConfirmed: profile.confirmed,
    newEmail: profile.waiting,
    secondFactor: profile.second_factor,
    passkeys: profile.passkeys,
    darkMode: profile.dark_mode,
    emailNotifications: profile.email_notifications,
    keyShortcuts: profile.key_shortcuts,
    trialStartDate: profile.trial_start_date?.toISOString() ?? null,
    trialEndDate: profile.trial_end_date?.toISOString() ?? null,
    subscription,
    sample: profile.sample,
    now: now.toISOString(),
  };
}

type Person = { id: string; name: string; email: string };

export function callerIdentity(db: UserDb): Promise<Person & { waiting: string | null }> {
  return db.selectFrom(['profiles', ownEmail]).select(['id', 'name', 'email', 'waiting']).executeTakeFirstOrThrow();
}

export function isNewAddress(person: Person, email: string): boolean {
  return person.email.toLowerCase() !== email.toLowerCase();
}

/** Saves the name and cancels any pending address except `waiting`. `token`: the caller's session. */
export async function saveName(
  db: UserDb,
  { token, name, waiting }: { token: string; name: string; waiting: string | null },
): Promise<void> {
  await sql`select app.save_profile(${token}, ${name}, ${waiting}::text, null)`.execute(db);
}

/**
 * Saves the name and stores a new address for 24 hours. Emails the old address, and the new one a link unless it
 * already has an account. The response does not reveal which.
 */
export async function requestEmailChange(
  { jobs, appUrl }: Services,
  db: UserDb,
  { token, person, name, email }: { token: string; person: Person; name: string; email: string },
): Promise<void> {
  const address = email.toLowerCase();
  const key = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ taken: boolean }>`
    select app.save_profile(${token}, ${name}, ${address}, ${hashed(key)}) as taken`.execute(db);
  const emails = [
    newAddressAskedEmail(person, `${appUrl}/forgot-password`),
    rows[0]?.taken
      ? addressTakenEmail(address, `${appUrl}/login`)
      : newAddressEmail({ email: address }, `${appUrl}/confirm-new-email?token=${key}`),
  ];
  const about = [person.id, person.email, address];
  for (const message of emails) await jobs.send(SEND_EMAIL, message, { about, within: db });
}

type Moved = { landlord_id: string; old_email: string; new_email: string };

/** Confirms the address that was emailed this key, and emails the old one. Throws `link_expired`. */
export async function confirmNewAddress({ pool, jobs, attempts, clock, settings, log }: AccountServices, key: string) {
  const moved = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Moved>('select * from app.confirm_new_email($1, $2)', [
      hashed(key),
      clock.now(),
    ]);
    for (const { landlord_id: id, old_email: email, new_email } of rows) {
      const message = newAddressInForceEmail({ email }, settings.contactEmail);
      await jobs.send(SEND_EMAIL, message, { about: [id, email, new_email], within: client });
    }
    return rows[0];
  });
  if (!moved) throw new AppError('link_expired');
  // The address is confirmed even if this fails; the counted attempts expire anyway.
  await attempts.resetAttempts(moved.new_email).catch((error: unknown) => {
    log.warn({ err: error }, 'Could not reset failed attempts for a confirmed address');
  });
}

/** `hash`: the new password's. Ends every other session and emails the landlord. */
export async function replacePassword(
  { jobs, appUrl }: Services,
  db: UserDb,
  { token, hash }: { token: string; hash: string },
): Promise<void> {
  await sql`select app.replace_password(${token}, ${hash})`.execute(db);
  const person = await callerIdentity(db);
  const message = passwordChangedEmail(person, `${appUrl}/forgot-password`);
  await jobs.send(SEND_EMAIL, message, { about: [person.id, person.email], within: db });
}

export async function saveSettings(db: UserDb, input: SettingsInput): Promise<void> {
  const { darkMode, emailNotifications, keyShortcuts } = input;
  await sql`
    update profiles set
      dark_mode = coalesce(${darkMode ?? null}, dark_mode),
      email_notifications = coalesce(${emailNotifications ?? null}, email_notifications),
      key_shortcuts = coalesce(${keyShortcuts ?? null}, key_shortcuts)`.execute(db);
}

// Only the hash is stored, so the database contains no usable links.
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
