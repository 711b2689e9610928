import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { Access, UserDb } from '../../server/session/with-user.server.ts';
import { SEND_EMAIL } from '../account/jobs.server.ts';
import { type AccountServices, Done, done } from '../account/routes.server.ts';
import { SETTLE_SEATS } from '../subscription/queues.server.ts';
import { invitationEmail } from './emails.ts';
import {
  changeAccess,
  invite,
  type NewInvitation,
  readTeam,
  removeMember,
  renameAccount,
  setPaused,
} from './team.server.ts';
import { AccessInput, AccountNameInput, InvitationInput, Invited, Member, Team } from './team.ts';

const tags = ['Team'];
const PATH = '/api/team';
const signedIn = { 401: failures.signedIn[401], ...failures.member };
const byId = { path: `${PATH}/{id}`, tags } as const;
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
  ...byId,
  summary: 'Change role, properties or last day of a member or an invitation',
  request: { ...changing.request, body: body(AccessInput) },
  responses: { 200: answer(Member, 'The changed member'), ...failures.input, 402: failures.signedIn[402], ...changed },
});

const remove = createRoute({
  operationId: 'removeMember',
  method: 'delete',
  ...needs('owner'),
  ...byId,
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

export function teamApi(services: AccountServices) {
  const { appUrl, attempts, clock, jobs } = services;
  const now = () => clock.now();

  /** Queues the emails in the transaction that saves the invitations. */
  async function sendLinks(db: UserDb, invitations: NewInvitation[]) {
    for (const invitation of invitations) {
      const url = `${appUrl}/join?token=${invitation.token}`;
      await jobs.send(SEND_EMAIL, invitationEmail(invitation, url), { about: [invitation.email], within: db });
    }
  }

  /** Changes the team, and queues a check of its seats. */
  const changeTeam = <T>(c: Context<AppEnv>, access: Access, work: (db: UserDb) => Promise<T>): Promise<T> =>
    withUser(services, c, access, async (db) => {
      const changed = await work(db);
      const { id } = await db.selectFrom('profiles').select('id').executeTakeFirstOrThrow();
      await jobs.send(SETTLE_SEATS, { userId: id }, { about: [id], within: db });
      return changed;
    });

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
      // Checks the right before counting emails, as only owners may use up an address's limit.
      await readAsUser(services, c, 'guarded', async () => {});
      const addresses = [...new Set(input.emails.map((email) => email.toLowerCase()))];
      const allowed = await Promise.all(
        addresses.map(async (email) => ({ email, allowed: await attempts.emailAllowed(email) })),
      );
      const emails = allowed.filter((address) => address.allowed).map(({ email }) => email);
      const outcomes = await withUser(services, c, 'guarded', async (db) => {
        const invited = await invite(db, { ...input, emails }, now());
        await sendLinks(
          db,
          invited.flatMap(({ invitation }) => (invitation ? [invitation] : [])),
        );
        return invited;
      });
      const limited = allowed.filter((address) => !address.allowed);
      const results = [
        ...outcomes.map(({ email, invitation, message }) => ({ email, invited: invitation !== undefined, message })),
        ...limited.map(({ email }) => ({
          email,
          invited: false,
          message: 'We have sent several emails to this address. Wait 15 minutes and try again.',
        })),
      ];
      return c.json({ results }, 200);
    })
    .openapi(change, async (c) => {
      const request = { id: recordId(c), version: matchedVersion(c), input: c.req.valid('json'), now: now() };
      const member = await changeTeam(c, 'guarded', (db) => changeAccess(db, request));
      tagVersion(c, member);
      return c.json(member, 200);
    })
    .openapi(remove, async (c) => {
      const request = { id: recordId(c), version: matchedVersion(c) };
      await changeTeam(c, 'open', (db) => removeMember(db, request));
      return c.body(null, 204);
    })
    .openapi(pause, async (c) => {
      const request = { id: recordId(c), version: matchedVersion(c), paused: true, now: now() };
      return c.json(await changeTeam(c, 'open', (db) => setPaused(db, request)), 200);
    })
    .openapi(resume, async (c) => {
      const request = { id: recordId(c), version: matchedVersion(c), paused: false, now: now() };
      return c.json(await withUser(services, c, 'guarded', (db) => setPaused(db, request)), 200);
    })
    .openapi(leave, async (c) => {
      await withUser(services, c, 'open', (db) => sql`select app.leave_account()`.execute(db));
      return c.json(done, 200);
    });
}
