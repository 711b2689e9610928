import type { Context } from 'hono';
import { sql } from 'kysely';
import { accountName } from '../../../server/db/account-name.server.ts';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import { answer, failures, router } from '../../../server/http/routes.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { clearCookie } from '../../../server/session/cookies.server.ts';
import { callerToken, withUser } from '../../../server/session/session.server.ts';
import { refusal, type UserDb } from '../../../server/session/with-user.server.ts';
import { callerIdentity } from '../../account/account.server.ts';
import { PasswordProof } from '../../account/account.ts';
import { accountDeletedEmail, loginDeletedEmail, sharedAccountDeletedEmail } from '../../account/emails.ts';
import { SEND_EMAIL } from '../../account/jobs.server.ts';
import { type AccountServices, Done, done, post, signedIn } from '../../account/routes.server.ts';
import { caller, requireRecentProof } from '../../account/second-factor/second-factor.server.ts';
import { verifyPassword } from '../../account/sign-in/password.server.ts';
import { revokeAll } from '../../bank/connection/feeds.server.ts';
import { requestFileClearing } from '../../file/jobs.server.ts';
import { cancelAll } from '../../subscription/standing.server.ts';

/** Rows per statement, few enough for the statement timeout even on a busy machine. */
const BATCH_SIZE = 5_000;

/** Removes the caller's account in one transaction. A job then deletes the stored files. */
async function removeAccount(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const token = callerToken(services, c);
  await withUser(services, c, 'open', (db) => removeAll(services, { db, token }));
  await requestFileClearing(services);
}

type AccountRemovalPlan = { db: UserDb; token: string };

async function removeAll({ jobs, attempts, clock }: AccountServices, { db, token }: AccountRemovalPlan): Promise<void> {
  const person = await callerIdentity(db);
  const { account } = await db.selectFrom('profiles').select(accountName.as('account')).executeTakeFirstOrThrow();
  const others = await otherMembers(db);
  await cancelAll(db, { jobs, clock });
  await revokeAll(db, jobs);
  for (let deleted = 1; deleted > 0; ) {
    const { rows } = await sql<{
      deleted: number;
    }>`select app.remove_account_batch(${token}, ${BATCH_SIZE}) as deleted`.execute(db);
    deleted = Number(rows[0]?.deleted);
  }
  const { rows } = await sql<{ email: string }>`select app.remove_account(${token}) as email`.execute(db);
  const addresses = rows.map(({ email }) => email);
  // Without addresses the login is not deleted, as the person is a member of another account.
  if (addresses.length > 0) await attempts.forget(db, { person: person.id, addresses });
  await jobs.forget(db, [person.accountId, ...(addresses.length > 0 ? [person.id, ...addresses] : [])]);
  // Sent only if the deletion commits; `final` means that the emails are not stored afterwards.
  const farewell = accountDeletedEmail(person, addresses.length === 0);
  for (const email of [farewell, ...others.map((other) => sharedAccountDeletedEmail({ ...other, account }))])
    await jobs.send(SEND_EMAIL, email, { within: db, final: true });
}

/** Selects the members who lose the account with the caller. */
function otherMembers(db: UserDb): Promise<{ email: string }[]> {
  return db
    .selectFrom('members')
    .select('email')
    .where('state', 'in', ['active', 'paused'])
    .where('id', '<>', sql<string>`app.member_id()`)
    .execute();
}

/** Deletes the caller's login and memberships; the accounts' records remain. Throws `last_owner`. */
async function removeLogin(services: AccountServices, c: Context<AppEnv>): Promise<void> {
  const { attempts, clock, jobs, pool } = services;
  const person = await caller(services, c);
  const values = [callerToken(services, c), clock.now()];
  await inTransaction(pool, async (client) => {
    const { rows } = await client
      .query<{ email: string }>('select app.remove_person($1, $2) as email', values)
      .catch((error: unknown) => {
        throw refusal(error);
      });
    const addresses = rows.map(({ email }) => email);
    await attempts.forget(client, { person: person.id, addresses });
    await jobs.forget(client, [person.id, ...addresses]);
    await jobs.send(SEND_EMAIL, loginDeletedEmail(person), { within: client, final: true });
  });
}

const remove = post(
  'removeAccount',
  '/api/account/remove',
  'Permanently delete your account and everything in it',
  PasswordProof,
  {
    200: answer(Done, 'Account deleted'),
    ...signedIn,
    ...failures.code,
    ...failures.input,
    ...failures.limited,
  },
  'owner',
);

const removeSignIn = post(
  'removeLogin',
  '/api/login/remove',
  'Permanently delete your login and leave its accounts, which keep their records',
  PasswordProof,
  {
    200: answer(Done, 'Login deleted'),
    401: failures.signedIn[401],
    ...failures.code,
    ...failures.input,
    ...failures.taken,
    ...failures.limited,
  },
);

export function removeAccountApi(services: AccountServices) {
  return router()
    .openapi(remove, async (c) => {
      await prove(services, c, c.req.valid('json'));
      await removeAccount(services, c);
      clearBrowser(services, c);
      return c.json(done, 200);
    })
    .openapi(removeSignIn, async (c) => {
      await prove(services, c, c.req.valid('json'));
      await removeLogin(services, c);
      clearBrowser(services, c);
      return c.json(done, 200);
    });
}

async function prove(services: AccountServices, c: Context<AppEnv>, { password }: PasswordProof): Promise<void> {
  await verifyPassword(services, c, { field: 'password', password });
  await requireRecentProof(services, c);
}

function clearBrowser(services: AccountServices, c: Context<AppEnv>): void {
  for (const name of [services.cookies.session, services.cookies.device]) clearCookie(services, c, name);
  c.header('clear-site-data', '"cache", "storage"');
}
