/** PostgreSQL checks that the caller of a change is an owner. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { accountName } from '../../server/db/account-name.server.ts';
import { isoInstant } from '../../server/db/record-table.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import type { Role } from '../../shared/rights.ts';
import { readStanding } from '../subscription/standing.server.ts';
import { hasSeat, holdersOf, seatPlan, seatsOf, withoutSeat } from './seats/seats.ts';
import {
  type AccessInput,
  INVITATION_DAYS,
  type InvitationInput,
  LAST_DAY_PAST,
  type Member,
  NO_PROPERTIES,
  type Team,
} from './team.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const members = (db: UserDb) =>
  db
    .selectFrom('members')
    .select([
      'id',
      'version',
      'name',
      'email',
      'whole',
      'ends_on as endsOn',
      'tax_years as taxYears',
      'sees_payers as seesPayers',
    ])
    .select((one) => [
      one.ref('role').$castTo<Role>().as('role'),
      one.ref('state').$castTo<Member['state']>().as('state'),
      isoInstant<string | null>('joined_at').as('joinedAt'),
      isoInstant<string | null>('invited_at').as('invitedAt'),
      isoInstant<string | null>('expires_at').as('expiresAt'),
      one('seats_when_paused', 'is not', null).$castTo<boolean>().as('noSeat'),
      sql<boolean>`id = app.member_id()`.as('you'),
    ])
    .where('state', 'in', ['invited', 'active', 'paused'])
    .orderBy(sql`array_position('{owner,manager,bookkeeper,maintenance,guest}'::text[], role)`)
    .orderBy('joined_at')
    .orderBy('id');

const REACH = sql<Member['properties']>`coalesce((
  select json_agg(json_build_object('id', p.id, 'address', p.address || ', ' || p.city) order by p.address, p.id)
  from app.member_properties r join properties p on p.id = r.property_id where r.member_id = members.id), '[]')`;

/** Replaces the fields that only owners can see. */
const HIDDEN = {
  version: 0,
  email: '',
  whole: false,
  properties: [],
  endsOn: null,
  taxYears: null,
  seesPayers: false,
  noSeat: false,
  joinedAt: null,
  invitedAt: null,
  expiresAt: null,
} satisfies Partial<Member>;

/** Members who are not owners get names and roles only. */
export async function readTeam(db: UserDb, now: Date): Promise<Team> {
  const account = await db
    .selectFrom('profiles')
    .select(['id', accountName.as('name')])
    .select(sql<boolean>`account_name is not null`.as('named'))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ owner: boolean }>`select app.may('owner') as owner`.execute(db);
  if (!rows[0]?.owner) {
    const active = await members(db).where('state', '=', 'active').execute();
    const people = active.map(({ id, name, role, state, you }) => ({ ...HIDDEN, id, name, role, state, you }));
    return { account, people, seats: null, pausing: null };
  }
  const standing = await readStanding(db, now);
  const people = await members(db).select(REACH.as('properties')).execute();
  const ids = withoutSeat(standing, people, now).map(({ id }) => id);
  return {
    account,
    people,
    seats: seatsOf(seatPlan(standing), holdersOf(people, now)),
    pausing: standing.seatsDue && ids.length > 0 ? { day: standing.seatsDue, ids } : null,
  };
}

const planOf = async (db: UserDb, now: Date) => seatPlan(await readStanding(db, now));

async function readMember(db: UserDb, id: string): Promise<Member | undefined> {
  return members(db).select(REACH.as('properties')).where('id', '=', id).executeTakeFirst();
}

/** Serialises changes of the team, so that two invitations cannot take the same seat. */
export const lockAccount = (db: UserDb) => sql`select app.lock_account()`.execute(db);

export type NewInvitation = { id: string; email: string; token: string; account: string; inviter: string; role: Role };
type Outcome = { email: string; invitation?: NewInvitation; message: string | null };

/**
 * Invites addresses, which must be distinct and in lower case. An address that is already invited gets a new link,
 * which ends the earlier link. An address that cannot be invited has a message. Throws `invalid_input` for a past last
 * day or a property of another account, and `plan_needed` for all addresses if there are too few seats.
 */
export async function invite(db: UserDb, { emails, ...access }: InvitationInput, now: Date): Promise<Outcome[]> {
  await lockAccount(db);
  assertLastDay(access.endsOn, now);
  const { account, people, seats } = await readTeam(db, now);
  const inviter = people.find(({ you }) => you)?.name ?? '';
  const plan = await planOf(db, now);
  const held = holdersOf(people, now);
  const outcomes: Outcome[] = [];
  for (const email of emails) {
    const known = people.find((one) => one.email.toLowerCase() === email);
    if (known && known.state !== 'invited') {
      outcomes.push({
        email,
        message: known.you ? 'You are already in this account' : `${known.name} is already in this account`,
      });
      continue;
    }
    const others = held.filter((one) => one !== known);
    if (!hasSeat(plan, others, access.role)) throw noSeat(seats);
    const token = randomBytes(32).toString('base64url');
    const row = { ...columnsOf(access), ...linkColumns(token, now), invited_by: sql<string>`app.person_id()` };
    const { id } = known
      ? await db.updateTable('members').set(row).where('id', '=', known.id).returning('id').executeTakeFirstOrThrow()
      : await db
          .insertInto('members')
          .values({ ...row, email })
          .returning('id')
          .executeTakeFirstOrThrow();
    await saveReach(db, id, access);
    held.push({ role: access.role } as Member);
    outcomes.push({
      email,
      invitation: { id, email, token, account: account.name, inviter, role: access.role },
      message: null,
    });
  }
  return outcomes;
}

function noSeat(seats: Team['seats']): AppError {
  const next = seats?.next;
  return new AppError('plan_needed', {
    message: next
      ? `${seats.plan} has ${seats.total === 1 ? '1 seat' : `${seats.total} seats`}, and all are in use. Choose ${next.plan} for ${next.total} seats.`
      : 'All seats are in use. Remove someone first.',
  });
}

function linkColumns(token: string, now: Date) {
  return {
    token_hash: hashOf(token),
    invited_at: now,
    expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
  };
}

/** Only the hash is stored, so the database contains no usable links. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const columnsOf = ({ role, whole, endsOn, taxYears, seesPayers }: Omit<AccessInput, 'propertyIds'>) => ({
  role,
  whole,
  ends_on: endsOn,
  tax_years: taxYears,
  sees_payers: seesPayers && role === 'guest',
});

function assertLastDay(endsOn: string | null, now: Date): void {
  if (endsOn && endsOn < londonDay(now)) throw invalidField('endsOn', LAST_DAY_PAST);
}

async function saveReach(db: UserDb, id: string, { whole, propertyIds }: Pick<AccessInput, 'whole' | 'propertyIds'>) {
  await sql`delete from app.member_properties where member_id = ${id}`.execute(db);
  if (whole) return;
  const { numAffectedRows } = await sql`
    insert into app.member_properties (member_id, property_id) select ${id}, id from properties where id = any(${propertyIds}::uuid[])`.execute(
    db,
  );
  if (Number(numAffectedRows) < new Set(propertyIds).size) throw invalidField('propertyIds', NO_PROPERTIES);
}

type Params = { id: string; version: number };

/** Throws `invalid_input`, `not_found`, `conflict`, `last_owner`, or `plan_needed` for a paid role without a seat. */
export async function changeAccess(
  db: UserDb,
  { id, version, input, now }: Params & { input: AccessInput; now: Date },
) {
  await lockAccount(db);
  assertLastDay(input.endsOn, now);
  const team = await readTeam(db, now);
  const held = holdersOf(team.people, now);
  const others = held.filter((one) => one.id !== id);
  if (others.length < held.length && !hasSeat(await planOf(db, now), others, input.role)) throw noSeat(team.seats);
  await update(db, { id, version, set: columnsOf(input) });
  await saveReach(db, id, input);
  return (await readMember(db, id)) ?? throwNotFoundOrConflict(db, 'members', () => readMember(db, id));
}

/** Throws `not_found`, `conflict`, `last_owner`, or `plan_needed` if a member is to resume without a seat. */
export async function setPaused(db: UserDb, { id, version, paused, now }: Params & { paused: boolean; now: Date }) {
  await lockAccount(db);
  const { people, seats } = await readTeam(db, now);
  const member = people.find((one) => one.id === id);
  if (!paused && member && !hasSeat(await planOf(db, now), holdersOf(people, now), member.role)) throw noSeat(seats);
  const set = { state: paused ? 'paused' : 'active', seats_when_paused: null };
  await update(db, { id, version, set, from: paused ? 'active' : 'paused' });
  return (await readMember(db, id)) ?? throwNotFoundOrConflict(db, 'members', () => readMember(db, id));
}

export async function removeMember(db: UserDb, { id, version }: Params): Promise<void> {
  await lockAccount(db);
  const state = sql<string>`case state when 'invited' then 'revoked' else 'left' end`;
  await update(db, { id, version, set: { state } });
}

type Change = Params & { set: object; from?: Member['state'] };

async function update(db: UserDb, { id, version, set, from }: Change): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('members')
    .set(set)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', 'in', from ? [from] : ['invited', 'active', 'paused'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await throwNotFoundOrConflict(db, 'members', () => readMember(db, id));
}

export async function renameAccount(db: UserDb, name: string | null): Promise<void> {
  await db.updateTable('profiles').set({ account_name: name }).execute();
}
