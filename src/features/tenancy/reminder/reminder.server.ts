/** Reminders in SQL: settings, what is due now, and every email with what became of it. Each function sees one landlord's rows only. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { recordOf } from '../tenancy.server.ts';
import type { TenancyRecord } from '../tenancy.ts';
import {
  DEFAULT_STEPS,
  type OpenRent,
  type ReminderInput,
  type ReminderPreview,
  type ReminderSettings,
  type RentEmail,
  reminderEmail,
  type Step,
  stepDue,
  TRIAL_EMAILS_A_DAY,
} from './reminder.ts';

const NOT_PREVIEWED = 'Please look at the preview first.';
const PARAGRAPH = '\n\n';

export async function readSettings(db: UserDb): Promise<ReminderSettings> {
  const { rows } = await sql<{ refused: ReminderSettings['refused'] }>`
    select coalesce(json_agg(json_build_object('tenancyId', tenancy_id, 'names', names, 'recipient', recipient, 'reason', reason)
      order by queued_at desc), '[]') as refused
    from rent_emails e join tenancies t on t.id = e.tenancy_id
    where state = 'refused' and queued_at > app.instant() - interval '14 days'`.execute(db);
  const settings = await db
    .selectFrom('reminder_settings')
    .select(['active', 'steps', sql<boolean>`previewed_at is not null`.as('previewed')])
    .executeTakeFirst();
  const kept = settings ?? { active: false, steps: DEFAULT_STEPS, previewed: false };
  return { ...kept, refused: rows[0]?.refused ?? [] };
}

/** Throws `invalid_input` for switching on what has not been looked at. */
export async function saveSettings(db: UserDb, { active, steps }: ReminderInput): Promise<ReminderSettings> {
  if (active && !(await readSettings(db)).previewed)
    throw new AppError('invalid_input', { fields: { active: NOT_PREVIEWED } });
  // The row is there before it is switched on, as its constraint is looked at first.
  await sql`insert into reminder_settings (steps) values (${steps}::smallint[]) on conflict do nothing`.execute(db);
  await sql`update reminder_settings set active = ${active}, steps = ${steps}::smallint[]`.execute(db);
  return readSettings(db);
}

/** What a tenant would read: of who owes most, else of an example. From then on reminders may be switched on. */
export async function preview(db: UserDb, today: string): Promise<ReminderPreview> {
  await sql`
    insert into reminder_settings (steps, previewed_at) values (${DEFAULT_STEPS}::smallint[], app.instant())
    on conflict (user_id) do update set previewed_at = excluded.previewed_at`.execute(db);
  const { name: landlord } = await db.selectFrom('profiles').select('name').executeTakeFirstOrThrow();
  const [late] = (await tenanciesToRemind(db, { today, behind: true })).toSorted((one, other) => sum(other) - sum(one));
  const shown = late ?? {
    names: 'Grace Hopper',
    property: '2 Mill Lane, Leeds',
    to: ['grace@example.com'],
    open: [{ due: today, left: 95_000 }],
  };
  const { subject, paragraphs } = reminderEmail({ ...shown, landlord, today });
  return { to: shown.to.join(', '), subject, text: paragraphs.join(PARAGRAPH) };
}

const sum = ({ open }: Pick<ToRemind, 'open'>) => open.reduce((total, { left }) => total + left, 0);

/** Throws `not_found`. */
export async function setReminded(db: UserDb, { id, on }: { id: string; on: boolean }): Promise<TenancyRecord> {
  await db.updateTable('tenancies').set({ reminded: on }).where('id', '=', id).execute();
  return recordOf(db, id);
}

const SHOWN = 100;

/** The latest first. Throws `not_found`. */
export async function listEmails(db: UserDb, id: string): Promise<RentEmail[]> {
  await recordOf(db, id);
  const { rows } = await sql<RentEmail>`
    select id, to_char(queued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, recipient as "to", subject, body as text, state, reason
    from rent_emails where tenancy_id = ${id} order by queued_at desc, id desc limit ${SHOWN}`.execute(db);
  return rows;
}

type ToRemind = {
  id: string;
  names: string;
  property: string | null;
  to: string[];
  open: OpenRent[];
  written: Step[];
};

/**
 * Tenancies with open, undisputed rent and somebody to write to, none of a sample. `behind`: what is due by now, else also what is due
 * in two weeks; what is due later than a day is told by `stepDue`'s caller.
 */
async function tenanciesToRemind(
  db: UserDb,
  { today, behind }: { today: string; behind: boolean },
): Promise<ToRemind[]> {
  const { rows } = await sql<ToRemind>`
    with open as (
      select tenancy_id, json_agg(json_build_object('due', date, 'left', ((amount - settled) * 100)::bigint) order by date, id) as open
      from rent_entries
      where unpaid and disputed_on is null and kind = 'rent' and date <= ${today}::date + ${behind ? 0 : 14}::integer
      group by tenancy_id
    )
    select t.id, t.names, t.property_name as property, open.open,
      (select array_agg(distinct email order by email) from tenants p where p.tenancy_id = t.id and p.moved_out is null) as "to",
      coalesce((select json_agg(json_build_object('due', due_on, 'step', step)) from rent_emails e where e.tenancy_id = t.id), '[]') as written
    from open join tenancies t on t.id = open.tenancy_id
    where t.reminded and not t.sample
      and exists (select from tenants p where p.tenancy_id = t.id and p.moved_out is null and not p.sample)
    order by t.id`.execute(db);
  return rows;
}

/** Writes the reminders that are due, at most 20 a day on trial. Two servers wait for each other. */
export async function writeReminders(db: UserDb, { today, trial }: { today: string; trial: boolean }): Promise<void> {
  const settings = await db.selectFrom('reminder_settings').select(['steps', 'active']).forUpdate().executeTakeFirst();
  if (!settings?.active) return;
  const { name: landlord } = await db.selectFrom('profiles').select('name').executeTakeFirstOrThrow();
  const { rows } = await sql<{ today: number }>`
    select count(*)::integer as today from rent_emails
    where queued_at >= ${today}::timestamp at time zone 'Europe/London' and state <> 'withdrawn'`.execute(db);
  let room = trial ? TRIAL_EMAILS_A_DAY - (rows[0]?.today ?? 0) : Number.POSITIVE_INFINITY;
  for (const { id, names, property, to, open, written } of await tenanciesToRemind(db, { today, behind: false })) {
    const step = stepDue({ open, steps: settings.steps, written, today });
    if (!step) continue;
    const asked = open.filter(({ due }) => due <= step.due);
    const { subject, paragraphs } = reminderEmail({ landlord, names, property, open: asked, today });
    for (const recipient of to) {
      if (room-- <= 0) return;
      await db
        .insertInto('rent_emails')
        .values({
          tenancy_id: id,
          due_on: step.due,
          step: step.step,
          recipient,
          subject,
          body: paragraphs.join(PARAGRAPH),
        })
        .onConflict((same) => same.doNothing())
        .execute();
    }
  }
}

export type Waiting = { id: string; to: string; subject: string; text: string; landlord: string; replyTo: string };

/** One that waits, locked: another server passes it by. What was paid, disputed or stopped since, or is of another day, is withdrawn. */
export async function takeWaiting(db: UserDb, today: string): Promise<Waiting | undefined> {
  await sql`
    update rent_emails e set state = 'withdrawn', reason = case
      when queued_at < ${today}::timestamp at time zone 'Europe/London' then 'The day was over before it could be sent.'
      else 'It was paid, disputed or switched off before it was sent.' end
    where state = 'queued' and (queued_at < ${today}::timestamp at time zone 'Europe/London'
      or not exists (select from tenancies t where t.id = e.tenancy_id and t.reminded)
      or not exists (select from reminder_settings where active)
      or not exists (select from rent_entries r where r.tenancy_id = e.tenancy_id and r.kind = 'rent' and r.date = e.due_on and r.unpaid
        and r.disputed_on is null))`.execute(db);
  const { rows } = await sql<Waiting>`
    select e.id, recipient as "to", subject, body as text, p.name as landlord, p.email as "replyTo"
    from rent_emails e join profiles p on p.id = e.user_id where state = 'queued' order by queued_at, e.id limit 1
    for update of e skip locked`.execute(db);
  return rows[0];
}

export async function settleEmail(
  db: UserDb,
  { id, state, reason }: { id: string; state: 'sent' | 'refused'; reason?: string },
): Promise<void> {
  await db
    .updateTable('rent_emails')
    .set({ state, reason: reason ?? null })
    .where('id', '=', id)
    .execute();
}

export const paragraphsOf = (text: string): string[] => text.split(PARAGRAPH);
