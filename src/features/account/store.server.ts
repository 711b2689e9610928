/** The signed-in person in SQL. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { CurrentUser } from './account.ts';

/** Of the asking landlord's address: whether it is confirmed, and which other one waits. To select from. */
export const ownEmail = sql<{ confirmed: boolean; waiting: string | null }>`app.own_email()`.as<'own_email'>(
  sql`own_email`,
);

/** Who is asking, with the trial as it stands at `now`; a trial that has run out is written down as expired first. */
export async function currentUser(db: UserDb, now: Date): Promise<CurrentUser> {
  await sql`select app.settle_trial()`.execute(db);
  const profile = await db.selectFrom(['profiles', ownEmail]).selectAll().executeTakeFirstOrThrow();
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    emailConfirmed: profile.confirmed,
    newEmail: profile.waiting,
    darkMode: profile.dark_mode,
    emailNotifications: profile.email_notifications,
    trialStartDate: profile.trial_start_date?.toISOString() ?? null,
    trialEndDate: profile.trial_end_date?.toISOString() ?? null,
    subscription: {
      status: profile.subscription_status as CurrentUser['subscription']['status'],
      plan: profile.plan,
    },
    now: now.toISOString(),
  };
}
