import { sql } from 'kysely';
import { accountName } from '../../server/db/account-name.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { invalidField } from '../../shared/app-error.ts';
import { recordOf } from '../tenancy/tenancy.server.ts';
import type { TenancyRecord } from '../tenancy/tenancy.ts';
import {
  DEFAULT_STEPS,
  dueStep,
  lessPaid,
  type OpenRent,
  type ReminderInput,
  type ReminderPreview,
  type ReminderSettings,
  type RentEmail,
  reminderEmail,
  type Step,
  TRIAL_EMAILS_A_DAY,
} from './reminder.ts';

const NOT_PREVIEWED = 'Preview the email first.';
const PARAGRAPH = '\n\n';
const WITHDRAWN_REASON = 'The rent was paid or disputed, reminders were turned off, or the email address changed.';
/** After this many recent refusals we skip an address until it is corrected. */
const MAX_REFUSALS = 3;
const REJECTED_ADDRESS = `The mail server has refused this address ${MAX_REFUSALS} times. Correct it with the tenant.`;

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
  const stored = settings ?? { active: false, steps: DEFAULT_STEPS, previewed: false };
  return { ...stored, refused: rows[0]?.refused ?? [] };
}

/** Throws `invalid_input` if reminders are turned on before a preview. */
export async function saveSettings(db: UserDb, { active, steps }: ReminderInput): Promise<ReminderSettings> {
  if (active && !(await readSettings(db)).previewed) throw invalidField('active', NOT_PREVIEWED);
  // Two statements, because a constraint on the preview is checked at insert.
  await sql`insert into reminder_settings (steps) values (${steps}::smallint[]) on conflict do nothing`.execute(db);
  await sql`update reminder_settings set active = ${active}, steps = ${steps}::smallint[]`.execute(db);
  return readSettings(db);
}

/** Previews the email for the tenant who owes most, or an example. Afterwards reminders can be turned on. */
export async function preview(db: UserDb, today: string): Promise<ReminderPreview> {
  await sql`
    insert into reminder_settings (steps, previewed_at) values (${DEFAULT_STEPS}::smallint[], app.instant())
    on conflict (user_id) do update set previewed_at = excluded.previewed_at`.execute(db);
  const { landlord } = await db.selectFrom('profiles').select(accountName.as('landlord')).executeTakeFirstOrThrow();
  const [late] = (await tenanciesToRemind(db, { today, behind: true })).toSorted((a, b) => sum(b) - sum(a));
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

/** Sets whether a tenancy's tenants get reminders. Throws `not_found`. */
export async function setReminded(db: UserDb, { id, on }: { id: string; on: boolean }): Promise<TenancyRecord> {
  await db.updateTable('tenancies').set({ reminded: on }).where('id', '=', id).execute();
  return recordOf(db, id);
}

const MAX_EMAILS = 100;

/** Lists the latest reminders of a tenancy, newest first. Throws `not_found`. */
export async function listEmails(db: UserDb, id: string): Promise<RentEmail[]> {
  await recordOf(db, id);
  const { rows } = await sql<RentEmail>`
    select id, to_char(queued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, recipient as "to", subject, body as text, state, reason,
      case when (select app.is_shared()) then 'Tenure' end as by
    from rent_emails where tenancy_id = ${id} order by queued_at desc, id desc limit ${MAX_EMAILS}`.execute(db);
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
 * Finds tenancies with unpaid, undisputed rent and current tenants with an email address. Rent collected by an agent is
 * excluded, as only the agent can see who has paid. Payments after a dispute count towards other charges unless
 * allocated.
 * `behind` selects only rent due by today, otherwise rent due within two weeks is included. `id` selects one tenancy.
 */
async function tenanciesToRemind(
  db: UserDb,
  { today, behind, id }: { today: string; behind: boolean; id?: string },
): Promise<ToRemind[]> {
  const { rows } = await sql<ToRemind & { meant: number }>`
    with open as (
      select tenancy_id, json_agg(json_build_object('due', date, 'left', ((amount - settled) * 100)::bigint) order by date, id) as open
      from ledger_entries
      where unpaid and disputed_on is null and kind in ('rent', 'correction') and date <= ${today}::date + ${behind ? 0 : 14}::integer
        ${id ? sql`and tenancy_id = ${id}::uuid` : sql``}
      group by tenancy_id
    )
    select t.id, t.names, t.property_name as property, open.open, p.emails as "to",
      coalesce((select json_agg(json_build_object('due', due_on, 'step', step)) from rent_emails e where e.tenancy_id = t.id), '[]') as written,
      coalesce((select (sum(a.amount) * 100)::bigint
        from rent_allocations a join ledger_entries o on o.id = a.owed_id join ledger_entries paid on paid.id = a.paid_id
        where a.tenancy_id = t.id and o.disputed_on is not null and paid.date >= o.disputed_on
          and not exists (select from chosen_allocations c where c.owed_id = a.owed_id and c.paid_id = a.paid_id)), 0) as meant
    from open join tenancies t on t.id = open.tenancy_id
    cross join lateral (
      select array(select distinct on (lower(email)) email from tenants
        where tenancy_id = t.id and (moved_out is null or moved_out > ${today}::date)
        order by lower(email), email) as emails
    ) p
    where t.reminded and t.agent_id is null and p.emails <> '{}'
    order by t.id`.execute(db);
  return rows
    .map(({ open, meant, ...row }) => ({ ...row, open: lessPaid(open, meant) }))
    .filter(({ open }) => open.length > 0);
}

/** Queues the reminders due, up to 20 a day during the trial. Concurrent servers wait for each other. */
export async function writeReminders(db: UserDb, { today, trial }: { today: string; trial: boolean }): Promise<void> {
  const settings = await db.selectFrom('reminder_settings').select(['steps', 'active']).forUpdate().executeTakeFirst();
  if (!settings?.active) return;
  const { landlord } = await db.selectFrom('profiles').select(accountName.as('landlord')).executeTakeFirstOrThrow();
  const { rows } = await sql<{ today: number }>`
    select count(*)::integer as today from rent_emails
    where queued_at >= ${today}::timestamp at time zone 'Europe/London' and state <> 'withdrawn'`.execute(db);
  let remaining = trial ? TRIAL_EMAILS_A_DAY - (rows[0]?.today ?? 0) : Number.POSITIVE_INFINITY;
  const givenUp = await readGivenUp(db);
  for (const { id, names, property, to, open, written } of await tenanciesToRemind(db, { today, behind: false })) {
    const step = dueStep({ open, steps: settings.steps, written, today });
    if (!step) continue;
    const dueRents = open.filter(({ due }) => due <= step.due);
    const { subject, paragraphs } = reminderEmail({ landlord, names, property, open: dueRents, today });
    for (const recipient of to) {
      const isGivenUp = givenUp.has(recipient.toLowerCase());
      if (!isGivenUp && remaining-- <= 0) return;
      await db
        .insertInto('rent_emails')
        .values({
          tenancy_id: id,
          due_on: step.due,
          step: step.step,
          recipient,
          subject,
          body: paragraphs.join(PARAGRAPH),
          ...(isGivenUp && { state: 'withdrawn', reason: REJECTED_ADDRESS }),
        })
        .onConflict((same) => same.doNothing())
        .execute();
    }
  }
}

/** Returns the addresses, in lower case, that have refused `MAX_REFUSALS` emails in the last 90 days. */
async function readGivenUp(db: UserDb): Promise<Set<string>> {
  const { rows } = await sql<{ recipient: string }>`
    select lower(recipient) as recipient from rent_emails where state = 'refused' and queued_at > app.instant() - interval '90 days'
    group by lower(recipient) having count(*) >= ${MAX_REFUSALS}`.execute(db);
  return new Set(rows.map(({ recipient }) => recipient));
}

export type Waiting = { id: string; to: string; subject: string; text: string; landlord: string; replyTo: string };

type Queued = { id: string; tenancyId: string; due: string; to: string; landlord: string; replyTo: string };

/**
 * Takes the next queued email with current content and marks it as handed over, so that a crash does not send it twice.
 * Withdraws emails that no longer apply. `tried` are the ids of emails that have just failed.
 */
export async function claimNextEmail(
  db: UserDb,
  { today, tried }: { today: string; tried: readonly string[] },
): Promise<Waiting | undefined> {
  for (;;) {
    const { rows } = await sql<Queued>`
      select e.id, tenancy_id as "tenancyId", due_on as due, recipient as "to", p.name as landlord, p.email as "replyTo"
      from rent_emails e join profiles p on p.id = e.user_id
      where state = 'queued' and queued_at >= ${today}::timestamp at time zone 'Europe/London' and e.id <> all(${tried}::uuid[])
      order by queued_at, e.id limit 1 for update of e skip locked`.execute(db);
    const [queued] = rows;
    if (!queued) return undefined;
    const current = await currentEmail(db, { ...queued, today });
    if (current) {
      const text = current.paragraphs.join(PARAGRAPH);
      await db
        .updateTable('rent_emails')
        .set({ state: 'handed', subject: current.subject, body: text })
        .where('id', '=', queued.id)
        .execute();
      const { id, to, landlord, replyTo } = queued;
      return { id, to, landlord, replyTo, subject: current.subject, text };
    }
    await settleEmail(db, { id: queued.id, state: 'withdrawn', reason: WITHDRAWN_REASON });
  }
}

/** Returns the current content of a queued email, undefined if it no longer applies to this recipient. */
async function currentEmail(
  db: UserDb,
  { tenancyId, due, to, landlord, today }: Queued & { today: string },
): Promise<ReturnType<typeof reminderEmail> | undefined> {
  const settings = await db.selectFrom('reminder_settings').select('active').executeTakeFirst();
  const [tenancy] = await tenanciesToRemind(db, { today, behind: false, id: tenancyId });
  const open = tenancy?.open.filter((rent) => rent.due <= due) ?? [];
  if (!settings?.active || !tenancy?.to.includes(to) || open.at(-1)?.due !== due) return undefined;
  return reminderEmail({ landlord, names: tenancy.names, property: tenancy.property, open, today });
}

/** An email in state 'queued' is retried. */
type Outcome = { state: 'queued' | 'sent' | 'refused' | 'withdrawn'; reason?: string };

export async function settleEmail(db: UserDb, { id, state, reason }: Outcome & { id: string }): Promise<void> {
  await db
    .updateTable('rent_emails')
    .set({ state, reason: reason ?? null })
    .where('id', '=', id)
    .execute();
}

export const paragraphsOf = (text: string): string[] => text.split(PARAGRAPH);
