/** The signed-in person in SQL. */
import { sql } from 'kysely';
import type { LandlordDb } from '../../server/landlord.server.ts';
import type { CurrentUser } from './account.ts';

/** Who is asking, with the trial as it stands at `now`; a trial that has run out is written down as expired first. */
export async function currentUser(db: LandlordDb, seen: { now: Date; emailVerified: boolean }): Promise<CurrentUser> {
  await sql`select app.settle_trial()`.execute(db);
  const profile = await db
    .selectFrom('profiles')
    .selectAll()
    .select(sql<string | null>`app.new_email()`.as('new_email'))
    .executeTakeFirstOrThrow();
  return {
    id: profile.id,
    name: profile.name,
    email: profile.email,
    emailConfirmed: seen.emailVerified,
    newEmail: profile.new_email,
    darkMode: profile.dark_mode,
    emailNotifications: profile.email_notifications,
    trialStartDate: profile.trial_start_date?.toISOString() ?? null,
    trialEndDate: profile.trial_end_date?.toISOString() ?? null,
    subscription: {
      status: profile.subscription_status as CurrentUser['subscription']['status'],
      plan: profile.plan,
    },
    now: seen.now.toISOString(),
  };
}
