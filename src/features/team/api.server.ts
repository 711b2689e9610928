/** Team, invitations, and the accounts in which a person works. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../server/db/transaction.server.ts';
import { networkOf } from '../../server/http/client-address.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { callerToken, readAsUser, withUser } from '../../server/session/session.server.ts';
import { refusal, type UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { isPlainText } from '../../shared/text.ts';
import { SignUpInput } from '../account/account.ts';
import { SEND_EMAIL } from '../account/jobs.server.ts';
import { type AccountServices, Done, done } from '../account/routes.server.ts';
import { signUpInvited } from '../account/sign-in/sign-in.server.ts';
import { declinedEmail, invitationEmail, requestedEmail } from './emails.ts';
import {
  changeAccess,
  hashOf,
  invite,
  type NewInvitation,
  readTeam,
  removeMember,
  renameAccount,
  setPaused,
} from './team.server.ts';
import {
  AccessInput,
  AccountNameInput,
  Invitation,
  InvitationInput,
  Invited,
  MAX_ACCOUNTS,
  Member,
  OwnAccounts,
  Team,
} from './team.ts';

const tags = ['Team'];
const PATH = '/api/team';
const signedIn = { 401: failures.signedIn[401], ...failures.member };
const one = { path: `${PATH}/{id}`, tags } as const;
const changing = { request: { params: RecordId, headers: IfMatch } } as const;
const changed = { ...signedIn, ...failures.found, ...failures.version };

const list = createRoute({
  operationId: 'getTeam',
  method: 'get',
  ...needs('self'),
  path: PATH,
  tags,
  summary: 'List the people in the account; names and roles only for members who are not owners',
  responses: { 200: answer(Team, 'The team'), ...signedIn },
});

const rename = createRoute({
  operationId: 'renameAccount',
  method: 'put',
  ...needs('owner'),
  path: `${PATH}/name`,
  tags,
  summary: 'Name the account; null names it after its owner',
  request: { body: body(AccountNameInput) },
  responses: { 200: answer(Team, 'The team'), ...signedIn, ...failures.input },
});

const inviting = createRoute({
  operationId: 'invite',
  method: 'post',
  ...needs('owner'),
  path: `${PATH}/invitations`,
  tags,
  summary: 'Invite people by email; an earlier invitation to an address ends',
  request: { body: body(InvitationInput) },
  responses: {
    200: answer(Invited, 'An outcome for each address'),
    ...signedIn,
    402: failures.signedIn[402],
    ...failures.input,
  },
});

const change = createRoute({
  operationId: 'changeMember',
  method: 'patch',
  ...needs('owner'),
  ...one,
  summary: 'Change role, properties or last day of a member or an invitation',
  request: { ...changing.request, body: body(AccessInput) },
  responses: { 200: answer(Member, 'The changed member'), ...failures.input, 402: failures.signedIn[402], ...changed },
});

const remove = createRoute({
  operationId: 'removeMember',
  method: 'delete',
  ...needs('owner'),
  ...one,
  ...changing,
  summary: 'Remove a member, or revoke an invitation',
  responses: { 204: { description: 'Removed' }, ...changed },
});

const pause = createRoute({
  operationId: 'pauseMember',
  method: 'post',
  ...needs('owner'),
  ...changing,
  path: `${PATH}/{id}/pause`,
  tags,
  summary: 'Suspend a member’s access',
  responses: { 200: answer(Member, 'The paused member'), ...changed },
});

const resume = createRoute({
  operationId: 'resumeMember',
  method: 'post',
  ...needs('owner'),
  ...changing,
  path: `${PATH}/{id}/resume`,
  tags,
  summary: 'Restore a paused member’s access',
  responses: { 200: answer(Member, 'The member'), 402: failures.signedIn[402], ...changed },
});

const leave = createRoute({
  operationId: 'leaveAccount',
  method: 'post',
  ...needs('self'),
  path: `${PATH}/leave`,
  tags,
  summary: 'Leave the account',
  responses: { 200: answer(Done, 'Left'), ...signedIn, 409: failures.version[409] },
});

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
  too_many: 'You are in 20 accounts already. Leave one of them first.',
};

function assertJoined(outcome: string | undefined): void {
  if (outcome === 'joined' || outcome === 'member') return;
  throw new AppError('link_expired', { message: OUTCOMES[outcome ?? 'expired'] ?? OUTCOMES.expired ?? '' });
}

export function teamApi(services: AccountServices) {
  const { appUrl, attempts, clock, jobs, pool } = services;
  const now = () => clock.now();
  const teamUrl = `${appUrl}/dashboard/team`;

  /** Calls a function about a session, which may have no account. */
  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await pool.query<Row>(text, values).catch((error: unknown) => {
      throw refusal(error);
    });
    return rows;
  }

  /** Sends links only for invitations that are saved. Addresses with too many emails are reported. */
  async function sendLinks(db: UserDb, invitations: NewInvitation[]) {
    for (const one of invitations) {
      const url = `${appUrl}/join?token=${one.token}`;
      await jobs.send(SEND_EMAIL, invitationEmail(one, url), { about: [one.email], within: db });
    }
  }

  async function limitGuesses(c: Context<AppEnv>): Promise<void> {
    await attempts.limitNetwork('join', networkOf(c.var.clientAddress));
  }

  async function ownAccounts(token: string): Promise<OwnAccounts> {
    const [persons, found, invitations] = await Promise.all([
      pool.query<{ id: string | null; name: string; email: string; own_account: boolean }>(
        'select * from app.session_person($1, $2)',
        [token, now()],
      ),
      pool.query<OwnAccounts['accounts'][number] & { working: boolean }>('select * from app.session_accounts($1, $2)', [
        token,
        now(),
      ]),
      pool.query<OwnAccounts['invitations'][number]>('select * from app.session_invitations($1, $2)', [token, now()]),
    ]);
    const [person] = persons.rows;
    if (!person?.id) throw new AppError('unauthenticated');
    return {
      person: { name: person.name, email: person.email },
      accounts: found.rows.map(({ id, name, role, working }) => ({ id, name, role, current: working })),
      invitations: invitations.rows,
      canStart: !person.own_account && found.rows.length < MAX_ACCOUNTS,
    };
  }

  /** Emails the inviter or the owners about an answer to an invitation; no email if the link is no longer valid. */
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

  async function joined(token: string, hash: string): Promise<void> {
    const [joining] = await ask<{ outcome: string }>('select * from app.accept_invitation($1, $2, $3)', [
      token,
      hash,
      now(),
    ]);
    assertJoined(joining?.outcome);
  }

  return router()
    .openapi(list, async (c) => c.json(await readAsUser(services, c, 'open', (db) => readTeam(db, now())), 200))
    .openapi(rename, async (c) => {
      const { name } = c.req.valid('json');
      const team = await withUser(services, c, 'open', async (db) => {
        await renameAccount(db, name);
        return readTeam(db, now());
      });
      return c.json(team, 200);
    })
    .openapi(inviting, async (c) => {
      const input = c.req.valid('json');
      const allowed = await Promise.all(
        input.emails.map(async (email) => ({ email, allowed: await attempts.emailAllowed(email) })),
      );
      const emails = allowed.filter((one) => one.allowed).map(({ email }) => email);
      const outcomes = await withUser(services, c, 'guarded', async (db) => {
        const made = await invite(db, { ...input, emails }, now());
        await sendLinks(
          db,
          made.flatMap(({ invitation }) => (invitation ? [invitation] : [])),
        );
        return made;
      });
      const late = allowed.filter((one) => !one.allowed);
      const results = [
        ...outcomes.map(({ email, invitation, message }) => ({ email, invited: invitation !== undefined, message })),
        ...late.map(({ email }) => ({
          email,
          invited: false,
          message: 'We have sent several emails to this address. Wait 15 minutes and try again.',
        })),
      ];
      return c.json({ results }, 200);
    })
    .openapi(change, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json'), now: now() };
      const member = await withUser(services, c, 'guarded', (db) => changeAccess(db, wanted));
      tagVersion(c, member);
      return c.json(member, 200);
    })
    .openapi(remove, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'open', (db) => removeMember(db, wanted));
      return c.body(null, 204);
    })
    .openapi(pause, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), paused: true, now: now() };
      return c.json(await withUser(services, c, 'open', (db) => setPaused(db, wanted)), 200);
    })
    .openapi(resume, async (c) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), paused: false, now: now() };
      return c.json(await withUser(services, c, 'guarded', (db) => setPaused(db, wanted)), 200);
    })
    .openapi(leave, async (c) => {
      await withUser(services, c, 'open', (db) => sql`select app.leave_account()`.execute(db));
      return c.json(done, 200);
    })
    .openapi(read, async (c) => {
      const { token } = c.req.valid('query');
      const { rows } = await pool.query<z.input<typeof Invitation> & { found_state: string; ends_on: string | null }>(
        'select * from app.read_invitation($1, $2)',
        [hashOf(token), now()],
      );
      const [found] = rows;
      if (!found) {
        // A guessed token answers like an expired one.
        await limitGuesses(c);
        throw new AppError('link_expired', { message: OUTCOMES.expired ?? '' });
      }
      const { found_state: state, ends_on: endsOn, ...rest } = found;
      return c.json(Invitation.parse({ ...rest, state, endsOn }), 200);
    })
    .openapi(join, async (c) => {
      await joined(callerToken(services, c), hashOf(c.req.valid('json').token));
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
      await joined(session, hash);
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
    .openapi(accounts, async (c) => c.json(await ownAccounts(callerToken(services, c)), 200))
    .openapi(switching, async (c) => {
      const [switched] = await ask<{ done: boolean }>('select app.switch_account($1, $2, $3) as done', [
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
      const [started] = await ask<{ id: string | null }>('select app.start_account($1, $2) as id', [
        callerToken(services, c),
        now(),
      ]);
      if (!started?.id)
        throw new AppError('invalid_input', { message: 'You already own an account, or are in 20 accounts.' });
      return c.json(done, 201);
    });
}
