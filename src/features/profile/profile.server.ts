import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Services } from '../../server/services.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { callerIdentity, type Person } from '../account/account.server.ts';
import type { SettingsInput } from '../account/account.ts';
import {
  addressTakenEmail,
  newAddressAskedEmail,
  newAddressEmail,
  newAddressInForceEmail,
  passwordChangedEmail,
} from '../account/emails.ts';
import { SEND_EMAIL } from '../account/jobs.server.ts';
import type { AccountServices } from '../account/routes.server.ts';

export function isNewAddress(person: Person, email: string): boolean {
  return person.email.toLowerCase() !== email.toLowerCase();
}

/** Saves the name and cancels any pending address except `waiting`. `token` is that of the caller's session. */
export async function saveName(
  db: UserDb,
  { token, name, waiting }: { token: string; name: string; waiting: string | null },
): Promise<void> {
  await sql`select app.save_profile(${token}, ${name}, ${waiting}::text, null)`.execute(db);
}

/**
 * Saves the name and stores a new address for 24 hours. Emails the old address, and the new one a link unless it
 * already has an account, which the response does not reveal.
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

type Moved = { person_id: string; old_email: string; new_email: string };

/** Confirms the new address to which `key` was emailed, and emails the old one. Throws `link_expired`. */
export async function confirmNewAddress({ pool, jobs, attempts, clock, settings, log }: AccountServices, key: string) {
  const moved = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Moved>('select * from app.confirm_new_email($1, $2)', [
      hashed(key),
      clock.now(),
    ]);
    for (const { person_id: id, old_email: email, new_email } of rows) {
      const message = newAddressInForceEmail({ email }, settings.contactEmail);
      await jobs.send(SEND_EMAIL, message, { about: [id, email, new_email], within: client });
    }
    return rows[0];
  });
  if (!moved) throw new AppError('link_expired');
  // The address is confirmed even if this fails. The counted attempts expire anyway.
  await attempts.resetAttempts(moved.new_email).catch((error: unknown) => {
    log.warn({ err: error }, 'Could not reset failed attempts for a confirmed address');
  });
}

/** Stores the hash of a new password, ends every other session and, if `endFeeds`, calendar feeds. */
export async function replacePassword(
  { jobs, appUrl }: Services,
  db: UserDb,
  { token, hash, endFeeds }: { token: string; hash: string; endFeeds: boolean },
): Promise<void> {
  await sql`select app.replace_password(${token}, ${hash}, ${endFeeds})`.execute(db);
  const person = await callerIdentity(db);
  const message = passwordChangedEmail(person, `${appUrl}/forgot-password`);
  await jobs.send(SEND_EMAIL, message, { about: [person.id, person.email], within: db });
}

export async function saveSettings(db: UserDb, input: SettingsInput): Promise<void> {
  const { darkMode, emailNotifications, keyShortcuts } = input;
  await sql`
    with own as (
      update people set dark_mode = coalesce(${darkMode ?? null}, dark_mode),
        key_shortcuts = coalesce(${keyShortcuts ?? null}, key_shortcuts))
    update members set email_notifications = ${emailNotifications ?? null}::boolean
    where id = app.member_id() and email_notifications <> ${emailNotifications ?? null}::boolean`.execute(db);
}

// Only the hash is stored, so the database contains no usable links.
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
