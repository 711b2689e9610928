import { sql } from 'kysely';
import { accountName } from '../../server/db/account-name.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { RIGHTS, type Role } from '../../shared/rights.ts';
import { readStanding } from '../subscription/standing.server.ts';
import type { CurrentUser } from './account.ts';

/** The caller's sign-in details, for a `from` clause. */
const ownEmail = sql<{
  confirmed: boolean;
  waiting: string | null;
  second_factor: boolean;
  passkeys: number;
}>`app.own_email()`.as<'own_email'>(sql`own_email`);

export async function currentUser(db: UserDb, now: Date): Promise<CurrentUser> {
  const subscription = await readStanding(db, now);
  const found = await db
    .selectFrom(['profiles', 'people', ownEmail])
    .innerJoin('members', (join) => join.on('members.id', '=', sql<string>`app.member_id()`))
    .select(['people.id', 'members.name', 'members.email', 'members.role', 'members.whole', 'members.tax_years'])
    .select(['confirmed', 'waiting', 'second_factor', 'passkeys', 'dark_mode', 'key_shortcuts', 'email_notifications'])
    .select(['profiles.id as account_id', 'trial_start_date', 'trial_end_date', 'sample'])
    .select(accountName.as('account_name'))
    .select(
      sql<string[]>`array(select need from unnest(${[...RIGHTS]}::text[]) need
      where app.may(need) and (app.sees_all() or need <> 'properties.add' and need not like 'banks.%'))`.as('rights'),
    )
    .executeTakeFirstOrThrow();
  return {
    id: found.id,
    account: {
      id: found.account_id,
      name: found.account_name,
      role: found.role as Role,
      whole: found.whole,
      rights: found.rights,
      taxYears: found.role === 'guest' ? found.tax_years : null,
    },
    name: found.name,
    email: found.email,
    emailConfirmed: found.confirmed,
    newEmail: found.waiting,
    secondFactor: found.second_factor,
    passkeys: found.passkeys,
    darkMode: found.dark_mode,
    emailNotifications: found.email_notifications,
    keyShortcuts: found.key_shortcuts,
    trialStartDate: found.trial_start_date?.toISOString() ?? null,
    trialEndDate: found.trial_end_date?.toISOString() ?? null,
    subscription,
    sample: found.sample,
    now: now.toISOString(),
  };
}

export type Person = { id: string; name: string; email: string };

/** Returns the caller as a person: `id` is the person's id, not the account's. */
export function callerIdentity(db: UserDb): Promise<Person & { accountId: string; waiting: string | null }> {
  return db
    .selectFrom(['people', ownEmail])
    .innerJoin('members', (join) => join.on('members.id', '=', sql<string>`app.member_id()`))
    .select(['people.id', 'members.user_id as accountId', 'members.name', 'members.email', 'waiting'])
    .executeTakeFirstOrThrow();
}
