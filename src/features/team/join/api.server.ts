import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import { networkOf } from '../../../server/http/client-address.server.ts';
import { answer, body, failures, router } from '../../../server/http/routes.server.ts';
import type { AppEnv } from '../../../server/services.server.ts';
import { callerToken } from '../../../server/session/session.server.ts';
import { refusal } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isPlainText } from '../../../shared/text.ts';
import { SignUpInput } from '../../account/account.ts';
import { SEND_EMAIL } from '../../account/jobs.server.ts';
import { type AccountServices, Done, done } from '../../account/routes.server.ts';
import { caller } from '../../account/second-factor/second-factor.server.ts';
import { signUpInvited } from '../../account/sign-in/sign-in.server.ts';
import { declinedEmail, requestedEmail } from '../emails.ts';
import { hashOf } from '../team.server.ts';
import { Invitation, MAX_ACCOUNTS, MAX_NAMED, OwnAccounts } from '../team.ts';

const tags = ['Team'];
const signedIn = { 401: failures.signedIn[401], ...failures.member };

const Token = z.object({ token: z.string().min(1).max(200).refine(isPlainText) });
const JOIN = '/api/join';

const read = createRoute({
  operationId: 'getInvitation',
  method: 'get',
  path: JOIN,
  tags,
  summary: 'Read an invitation by the token of its link; no session needed',
  request: { query: Token },
  responses: { 200: answer(Invitation, 'The invitation'), ...failures.limited, 422: failures.input[422] },
});

const join = createRoute({
  operationId: 'joinAccount',
  method: 'post',
  path: JOIN,
  tags,
  summary: 'Join an account as the signed-in person, whose address must be the invited one',
  request: { body: body(Token) },
  responses: { 200: answer(Done, 'Joined'), ...signedIn, ...failures.input, 409: failures.taken[409] },
});

const JoinSignUp = SignUpInput.omit({ email: true }).extend(Token.shape);

const signUp = createRoute({
  operationId: 'joinBySignUp',
  method: 'post',
  path: `${JOIN}/sign-up`,
  tags,
  summary: 'Sign up with the invited address, which counts as confirmed, and join without starting an account',
  request: { body: body(JoinSignUp) },
  responses: { 201: answer(Done, 'Signed up and joined'), ...failures.taken, ...failures.input, ...failures.limited },
});

const decline = createRoute({
  operationId: 'declineInvitation',
  method: 'post',
  path: `${JOIN}/decline`,
  tags,
  summary: 'Decline an invitation; its inviter is notified',
  request: { body: body(Token) },
  responses: { 200: answer(Done, 'Declined'), ...failures.input, ...failures.limited },
});

const request = createRoute({
  operationId: 'requestInvitation',
  method: 'post',
  path: `${JOIN}/request`,
  tags,
  summary: 'Ask the owners for a new link instead of an expired one, at most once a day',
  request: { body: body(Token) },
  responses: { 200: answer(Done, 'The owners are notified'), ...failures.input, ...failures.limited },
});

const ACCOUNTS = '/api/accounts';
const Chosen = z.object({ id: z.uuid() });

const accounts = createRoute({
  operationId: 'listAccounts',
  method: 'get',
  path: ACCOUNTS,
  tags,
  summary: 'List the accounts of the signed-in person, and invitations to their confirmed address',
  responses: { 200: answer(OwnAccounts, 'The accounts'), 401: failures.signedIn[401] },
});

const switching = createRoute({
  operationId: 'switchAccount',
  method: 'post',
  path: `${ACCOUNTS}/switch`,
  tags,
  summary: 'Work in another account from now on, in every tab of this browser',
  request: { body: body(Chosen) },
  responses: { 200: answer(Done, 'Switched'), 401: failures.signedIn[401], ...failures.input, ...failures.found },
});

const accept = createRoute({
  operationId: 'acceptInvitation',
  method: 'post',
  path: `${ACCOUNTS}/accept`,
  tags,
  summary: 'Accept one of the listed invitations',
  request: { body: body(Chosen) },
  responses: { 200: answer(Done, 'Joined'), 401: failures.signedIn[401], ...failures.input },
});

const start = createRoute({
  operationId: 'startAccount',
  method: 'post',
  path: ACCOUNTS,
  tags,
  summary: 'Start an account, once; its 7-day free trial starts now',
  responses: { 201: answer(Done, 'Started'), 401: failures.signedIn[401], 422: failures.input[422] },
});

const OUTCOMES: Record<string, string> = {
  expired: 'This invitation has expired.',
  used: 'This invitation has already been used.',
  revoked: 'This invitation was withdrawn.',
  gone: 'The person who invited you has left the account.',
  wrong_email: 'This invitation is for a different email address.',
  too_many: 'You are already in 20 accounts. Leave one of them first.',
};

function assertJoined(outcome: string | undefined): void {
  if (outcome === 'joined' || outcome === 'member') return;
  throw new AppError('link_expired', { message: OUTCOMES[outcome ?? 'expired'] ?? OUTCOMES.expired ?? '' });
}

type FoundInvitation = z.input<typeof Invitation> & {
  found_state: string;
  ends_on: string | null;
  tax_years: string[] | null;
  sees_payers: boolean;
};

type SessionPerson = {
  id: string | null;
  name: string;
  email: string;
  own_account: boolean;
  last_account: string | null;
  paused: boolean;
};

/** The caller of these routes may have no account. */
export function joinApi(services: AccountServices) {
  const { appUrl, attempts, clock, jobs, pool } = services;
  const now = () => clock.now();
  const teamUrl = `${appUrl}/dashboard/team`;

  /** Calls an SQL function about a session, which may have no account. Throws AppError. */
  async function callFunction<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await pool.query<Row>(text, values).catch((error: unknown) => {
      throw refusal(error);
    });
    return rows;
  }

  async function limitGuesses(c: Context<AppEnv>): Promise<void> {
    await attempts.limitNetwork('join', networkOf(c.var.clientAddress));
  }

  async function ownAccounts(c: Context<AppEnv>): Promise<OwnAccounts> {
    const token = callerToken(services, c);
    const [signIn, persons, found, invitations] = await Promise.all([
      caller(services, c),
      pool.query<SessionPerson>('select * from app.session_person($1, $2)', [token, now()]),
      pool.query<OwnAccounts['accounts'][number] & { working: boolean }>('select * from app.session_accounts($1, $2)', [
        token,
        now(),
      ]),
      pool.query<OwnAccounts['invitations'][number]>('select * from app.session_invitations($1, $2)', [token, now()]),
    ]);
    const [person] = persons.rows;
    if (!person?.id) throw new AppError('unauthenticated');
    return {
      person: { name: person.name, email: person.email, secondFactor: signIn.on, passkeys: signIn.passkeys },
      accounts: found.rows.map(({ id, name, role, working }) => ({ id, name, role, current: working })),
      closed:
        person.last_account !== null && !found.rows.some(({ working }) => working)
          ? { account: person.last_account, paused: person.paused }
          : null,
      invitations: invitations.rows,
      canStart: !person.own_account && found.rows.length < MAX_ACCOUNTS,
    };
  }

  /** Calls the SQL function `answered`, and emails the people whom it returns: the inviter or the owners. */
  async function notify(
    answered: 'app.decline_invitation' | 'app.request_invitation',
    token: string,
    email: typeof declinedEmail,
  ): Promise<void> {
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Parameters<typeof declinedEmail>[0]>(`select * from ${answered}($1, $2)`, [
        hashOf(token),
        now(),
      ]);
      for (const row of rows) await jobs.send(SEND_EMAIL, email(row, teamUrl), { about: [row.email], within: client });
    });
  }

  async function acceptInvitation(token: string, hash: string): Promise<void> {
    const [joining] = await callFunction<{ outcome: string }>('select * from app.accept_invitation($1, $2, $3)', [
      token,
      hash,
      now(),
    ]);
    assertJoined(joining?.outcome);
  }

  return router()
    .openapi(read, async (c) => {
      const { token } = c.req.valid('query');
      const { rows } = await pool.query<FoundInvitation>('select * from app.read_invitation($1, $2)', [
        hashOf(token),
        now(),
      ]);
      const [found] = rows;
      if (!found) {
        // A guessed token gets the same response as an expired one.
        await limitGuesses(c);
        throw new AppError('link_expired', { message: OUTCOMES.expired ?? '' });
      }
      const { found_state: state, ends_on: endsOn, tax_years: taxYears, sees_payers: seesPayers, ...rest } = found;
      const properties = rest.properties.slice(0, MAX_NAMED);
      const moreProperties = rest.properties.length > MAX_NAMED;
      const shown = { ...rest, properties, moreProperties, state, endsOn, taxYears, seesPayers };
      return c.json(Invitation.parse(shown), 200);
    })
    .openapi(join, async (c) => {
      await acceptInvitation(callerToken(services, c), hashOf(c.req.valid('json').token));
      return c.json(done, 200);
    })
    .openapi(signUp, async (c) => {
      const { token, ...person } = c.req.valid('json');
      const hash = hashOf(token);
      const { rows } = await pool.query<{ email: string; found_state: string }>(
        'select * from app.read_invitation($1, $2)',
        [hash, now()],
      );
      const [found] = rows;
      if (!found) await limitGuesses(c);
      if (found?.found_state !== 'open')
        throw new AppError('link_expired', { message: OUTCOMES[found?.found_state ?? 'expired'] ?? '' });
      const session = await signUpInvited(services, c, { ...person, email: found.email });
      await acceptInvitation(session, hash);
      return c.json(done, 201);
    })
    .openapi(decline, async (c) => {
      await limitGuesses(c);
      await notify('app.decline_invitation', c.req.valid('json').token, declinedEmail);
      return c.json(done, 200);
    })
    .openapi(request, async (c) => {
      await limitGuesses(c);
      await notify('app.request_invitation', c.req.valid('json').token, requestedEmail);
      return c.json(done, 200);
    })
    .openapi(accounts, async (c) => c.json(await ownAccounts(c), 200))
    .openapi(switching, async (c) => {
      const [switched] = await callFunction<{ done: boolean }>('select app.switch_account($1, $2, $3) as done', [
        callerToken(services, c),
        c.req.valid('json').id,
        now(),
      ]);
      if (!switched?.done) throw new AppError('not_found');
      return c.json(done, 200);
    })
    .openapi(accept, async (c) => {
      const { rows } = await pool.query<{ outcome: string }>(
        'select app.accept_own_invitation($1, $2, $3) as outcome',
        [callerToken(services, c), c.req.valid('json').id, now()],
      );
      assertJoined(rows[0]?.outcome);
      return c.json(done, 200);
    })
    .openapi(start, async (c) => {
      const [started] = await callFunction<{ id: string | null }>('select app.start_account($1, $2) as id', [
        callerToken(services, c),
        now(),
      ]);
      if (!started?.id)
        throw new AppError('invalid_input', { message: 'You already own an account, or are in 20 accounts.' });
      return c.json(done, 201);
    });
}
