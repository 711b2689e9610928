import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, type ChangedBy } from '../../shared/app-error.ts';
import { getDeadline, isMarkOf } from './deadline.server.ts';
import {
  type Deadline,
  type DeadlineSettings,
  type DeadlineSettingsInput,
  type MarkedRows,
  type MarkInput,
  type MarksInput,
  validateMark,
} from './deadline.ts';
import { KINDS, type Kind, STEPS, TEXTS, WEEKLY } from './listed.ts';

type Target = { id: string; today: string };

/**
 * Marks a deadline as done, snoozed or not needed. A repeating own deadline that is done moves to its next day.
 * Throws `not_found`, `invalid_input`, or `conflict` if its day or mark has changed since the caller saw it.
 */
export async function markDeadline(db: UserDb, { id, today }: Target, input: MarkInput): Promise<Deadline> {
  const current = await lockedDeadline(db, { id, today });
  assertValid(input, today);
  if (current.day === null) throw new AppError('not_found', { message: TEXTS.notFound });
  if (current.day !== input.day || (current.mark?.version ?? null) !== input.version)
    throw new AppError('conflict', { current, yours: input, changedBy: await markedBy(db, id) });
  if (input.kind === 'done' && (await repeatOwn(db, current))) return existing(db, { id, today });
  const until = input.kind === 'not_needed' ? null : input.until;
  const reason = input.kind === 'done' ? null : input.reason;
  await sql`
    insert into deadline_marks (property_id, tenancy_id, rule, subject, day, kind, until, reason)
    select property_id, tenancy_id, rule, subject, day, ${input.kind}, ${until}, ${reason} from deadlines where id = ${id}
    on conflict (user_id, property_id, rule, subject, day)
    do update set kind = excluded.kind, until = excluded.until, reason = excluded.reason`.execute(db);
  return existing(db, { id, today });
}

function assertValid(input: MarkInput | MarksInput, today: string): void {
  const fields = validateMark(input, today);
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

/**
 * Marks several deadlines alike, or removes their marks, and skips those whose day or mark has changed. A repeated
 * request returns the same rows. Throws `invalid_input`.
 */
export async function markDeadlines(db: UserDb, input: MarksInput, today: string): Promise<MarkedRows> {
  assertValid(input, today);
  await sql`select app.lock_account()`.execute(db);
  const until = 'until' in input ? input.until : null;
  const reason = 'reason' in input ? input.reason : null;
  const { rows: found } = await sql<Pick<Deadline, 'id' | 'rule' | 'subject' | 'day'>>`
    select d.id, d.rule, d.subject, d.day
    from jsonb_to_recordset(${JSON.stringify(input.rows)}::jsonb) as seen (id uuid, day date, version integer)
    join deadlines d on d.id = seen.id and d.day = seen.day left join deadline_marks m on ${isMarkOf}
    where m.version is not distinct from seen.version
      or (m.kind, m.until, m.reason) is not distinct from (${input.kind}, ${until}::date, ${reason})
    order by d.id`.execute(db);
  const moved = new Set<string>();
  if (input.kind === 'done') for (const one of found) if (await repeatOwn(db, one)) moved.add(one.id);
  const ids = found.flatMap(({ id }) => (moved.has(id) ? [] : [id]));
  const { rows } = await (input.kind === 'open'
    ? sql<MarkedRows['rows'][number]>`
        with opened as (delete from deadline_marks m using deadlines d where d.id = any(${ids}::uuid[]) and ${isMarkOf})
        select id, day, null as version from deadlines where id = any(${ids}::uuid[]) order by id`
    : sql<MarkedRows['rows'][number]>`
        with m as (
          insert into deadline_marks as stored (property_id, tenancy_id, rule, subject, day, kind, until, reason)
          select property_id, tenancy_id, rule, subject, day, ${input.kind}, ${until}, ${reason} from deadlines where id = any(${ids}::uuid[])
          on conflict (user_id, property_id, rule, subject, day)
          do update set kind = excluded.kind, until = excluded.until, reason = excluded.reason
          returning stored.*
        )
        select d.id, d.day, m.version from m join deadlines d on ${isMarkOf} order by d.id`
  ).execute(db);
  return { rows, moved: moved.size, skipped: input.rows.length - found.length };
}

/** Removes the mark, if there is one. Throws `not_found`, or `conflict` if the mark has another version. */
export async function unmarkDeadline(
  db: UserDb,
  { id, today, version }: Target & { version: number },
): Promise<Deadline> {
  const current = await lockedDeadline(db, { id, today });
  if (!current.mark) return current;
  if (current.mark.version !== version) throw new AppError('conflict', { current, changedBy: await markedBy(db, id) });
  await sql`
    delete from deadline_marks m using deadlines d
    where d.id = ${id} and m.property_id = d.property_id and m.rule = d.rule and m.subject = d.subject and m.day = d.day`.execute(
    db,
  );
  return existing(db, { id, today });
}

/** Locks the account, so that two people cannot mark a deadline concurrently. */
async function lockedDeadline(db: UserDb, { id, today }: Target): Promise<Deadline> {
  await sql`select app.lock_account()`.execute(db);
  return existing(db, { id, today });
}

async function markedBy(db: UserDb, id: string): Promise<ChangedBy | undefined> {
  const { rows } = await sql<ChangedBy>`
    select coalesce(m.marked_by = app.person_id(), false) as you,
      (select name from members where person_id = m.marked_by order by joined_at desc limit 1) as name
    from deadlines d join deadline_marks m on m.user_id = d.user_id and m.property_id = d.property_id
      and m.rule = d.rule and m.subject = d.subject and m.day = d.day
    where d.id = ${id}`.execute(db);
  return rows[0];
}

async function existing(db: UserDb, { id, today }: Target): Promise<Deadline> {
  const found = await getDeadline(db, id, today);
  if (!found) throw new AppError('not_found', { message: TEXTS.notFound });
  return found;
}

/** Marks overdue deadlines as done on their day, except the latest `left`. */
export async function markOverdueDone(db: UserDb, { today, left }: { today: string; left: number }): Promise<void> {
  await sql`
    insert into deadline_marks (property_id, tenancy_id, rule, subject, day, kind, until)
    select property_id, tenancy_id, rule, subject, day, 'done', day from deadlines
    where state = 'due' and not typed and day < ${today}::date order by day desc, id offset ${left}`.execute(db);
}

/** Moves a repeating own deadline to its next day. Returns false for other deadlines. */
async function repeatOwn(db: UserDb, { rule, subject }: Pick<Deadline, 'rule' | 'subject'>): Promise<boolean> {
  if (rule !== 'own') return false;
  const { numAffectedRows } = await sql`
    update own_deadlines set day = app.months_later(day, month_day, repeat_months)
    where id = ${subject}::uuid and repeat_months is not null`.execute(db);
  return numAffectedRows === 1n;
}

const DEFAULTS: DeadlineSettingsInput = { steps: [...STEPS, WEEKLY], delivery: 'at_once' };

export async function listSettings(db: UserDb): Promise<DeadlineSettings> {
  const { rows } = await sql<DeadlineSettingsInput & { kind: Kind }>`
    select kind, steps, delivery from deadline_settings`.execute(db);
  const chosen = new Map(rows.map((row) => [row.kind, row]));
  return { items: KINDS.filter((kind) => kind !== 'home').map((kind) => chosen.get(kind) ?? { kind, ...DEFAULTS }) };
}

/** Stores the steps in descending order, without duplicates. */
export async function saveSettings(db: UserDb, kind: Kind, { steps, delivery }: DeadlineSettingsInput): Promise<void> {
  const ordered = [...STEPS, WEEKLY].filter((step) => steps.includes(step));
  await sql`
    insert into deadline_settings (kind, steps, delivery) values (${kind}, ${ordered}::smallint[], ${delivery})
    on conflict (user_id, kind) do update set steps = excluded.steps, delivery = excluded.delivery`.execute(db);
}
