/** The rules are in seats.ts. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { addDays, daysBetween, londonDay } from '../../../shared/dates.ts';
import type { Role } from '../../../shared/rights.ts';
import { readStanding } from '../../subscription/standing.server.ts';
import type { SeatWarning } from '../emails.ts';
import { lockAccount, members } from '../team.server.ts';
import { DAYS_TO_CHOOSE, hasSeat, holdersOf, isEmailDue, seatPlan, seatsOf, withoutSeat } from './seats.ts';

/**
 * Starts the deadline for choosing who keeps a seat, clears it once all people have one, and pauses members when it has
 * passed. Resumes members on a larger plan. Returns the warning that is due. Idempotent, and safe on several servers.
 */
export async function settleSeats(db: UserDb, now: Date): Promise<SeatWarning | undefined> {
  await lockAccount(db);
  const { rows } = await sql<Deadline & { account: string }>`
    select seats_due, seats_emailed, seats_total, coalesce(p.account_name, p.name) as account
    from subscriptions s join profiles p on p.id = s.user_id where s.user_id = app.user_id()`.execute(db);
  const [stored] = rows;
  if (!stored) return undefined;
  const standing = await readStanding(db, now);
  const people = await members(db).execute();
  const lacking = withoutSeat(standing, people, now);
  const { plan, used, total } = seatsOf(seatPlan(standing), holdersOf(people, now));
  const { seats_due, seats_emailed, seats_total } = total < (stored.seats_total ?? 0) ? NO_DEADLINE : stored;
  const today = londonDay(now);
  const day = seats_due ?? addDays(today, DAYS_TO_CHOOSE);
  if (lacking.length === 0 || day <= today) {
    if (stored.seats_due) await saveDeadline(db, NO_DEADLINE);
    if (lacking.length > 0) await pause(db, lacking, total);
    else if (standing.status !== 'expired') await resume(db, seatPlan(standing), holdersOf(people, now));
    return undefined;
  }
  const daysLeft = daysBetween(today, day);
  if (!isEmailDue(daysLeft, seats_emailed === null ? null : daysBetween(seats_emailed, day))) return undefined;
  await saveDeadline(db, { seats_due: day, seats_emailed: today, seats_total: seats_total ?? total });
  const owners = people.filter(({ role, state }) => role === 'owner' && state === 'active');
  return {
    owners: owners.map(({ email }) => email),
    account: stored.account,
    plan,
    used,
    total,
    day,
    daysLeft,
    names: lacking.map((one) => (one.state === 'invited' ? `${one.email} (invited)` : one.name)),
  };
}

const NO_DEADLINE = { seats_due: null, seats_emailed: null, seats_total: null };
type Deadline = { seats_due: string | null; seats_emailed: string | null; seats_total: number | null };

async function saveDeadline(db: UserDb, { seats_due, seats_emailed, seats_total }: Deadline): Promise<void> {
  await sql`
    update subscriptions set seats_due = ${seats_due}, seats_emailed = ${seats_emailed}, seats_total = ${seats_total}
    where user_id = app.user_id()`.execute(db);
}

async function pause(db: UserDb, lacking: readonly { id: string }[], total: number): Promise<void> {
  const state = sql<string>`case state when 'invited' then 'revoked' else 'paused' end`;
  const ids = lacking.map(({ id }) => id);
  await db.updateTable('members').set({ state, seats_when_paused: total }).where('id', 'in', ids).execute();
}

/** Resumes members only on a plan with more seats than when they were paused. Otherwise, an owner decides. */
async function resume(db: UserDb, plan: string | null, holders: { role: Role }[]): Promise<void> {
  const { total } = seatsOf(plan, []);
  const paused = await db
    .selectFrom('members')
    .select('id')
    .select((one) => one.ref('role').$castTo<Role>().as('role'))
    .where('state', '=', 'paused')
    .where('seats_when_paused', '<', total)
    .orderBy('joined_at')
    .orderBy('id')
    .execute();
  for (const { id, role } of paused) {
    const seated = hasSeat(plan, holders, role);
    if (seated) holders.push({ role });
    const set = seated ? { state: 'active', seats_when_paused: null } : { seats_when_paused: total };
    await db.updateTable('members').set(set).where('id', '=', id).execute();
  }
}
