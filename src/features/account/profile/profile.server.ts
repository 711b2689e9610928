/** The signed-in landlord in SQL: who they are, and the changes of their name, address, password and settings. */
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

/** Of the asking landlord's address: whether it is confirmed, and which other one waits. To select from. */
const ownEmail = sql<{
  confirmed: boolean;
  waiting: string | null;
  second_factor: boolean;
  passkeys: number;
}>`app.own_email()`.as<'own_email'>(sql`own_email`);

/** Who is asking, and how they stand at `now`. */
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

/** Who is asking, as emails name them, and the address that waits to be theirs. */
export function whoAsks(db: UserDb): Promise<Person & { waiting: string | null }> {
  return db.selectFrom(['profiles', ownEmail]).select(['id', 'name', 'email', 'waiting']).executeTakeFirstOrThrow();
}

/** Whether this is another address than the person's own, in any case. */
export function isNewAddress(person: Person, email: string): boolean {
  return person.email.toLowerCase() !== email.toLowerCase();
}

/**
 * Saves the name. The present address is kept, and none waits any more but `waiting`, whose email stays good. `token` is that of the
 * session which asks.
 */
export async function saveName(
  db: UserDb,
  { token, name, waiting }: { token: string; name: string; waiting: string | null },
): Promise<void> {
  await sql`select app.save_profile(${token}, ${name}, ${waiting}::text, null)`.execute(db);
}

/**
 * Saves the name and puts a new address aside, for 24 hours. Two emails are posted with it: one to the old address, and one to the
 * new, with its link, or without one where the address has an account already. The answer tells nothing of that.
 */
export async function askForNewAddress(
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

/** Puts the address in force to which the email with this key went; the old one is told. Throws `link_expired`. */
export async function confirmNewAddress({ pool, jobs, attempts, clock, settings, log }: AccountServices, key: string) {
  const moved = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Moved>('select * from app.take_new_email($1, $2)', [hashed(key), clock.now()]);
    for (const { landlord_id: id, old_email: email, new_email } of rows) {
      const message = newAddressInForceEmail({ email }, settings.contactEmail);
      await jobs.send(SEND_EMAIL, message, { about: [id, email, new_email], within: client });
    }
    return rows[0];
  });
  if (!moved) throw new AppError('link_expired');
  // The address is in force, whatever becomes of the guesses that were counted against it: they end by themselves.
  await attempts.resetAttempts(moved.new_email).catch((error: unknown) => {
    log.warn({ err: error }, 'Failed attempts at a proven address could not be forgotten');
  });
}

/** Replaces the password; `hash` is that of the new one. Every other session ends, and the landlord is told. */
export async function replacePassword(
  { jobs, appUrl }: Services,
  db: UserDb,
  { token, hash }: { token: string; hash: string },
): Promise<void> {
  await sql`select app.replace_password(${token}, ${hash})`.execute(db);
  const person = await whoAsks(db);
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

// The database holds no key that could be followed.
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
