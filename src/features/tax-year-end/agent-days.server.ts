/** Agents' fees and costs that have the date of the payment. One review changes or confirms each date. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { AgentDay, AgentDaysInput } from './year-end.ts';

const MAX_ROWS = 100;

export async function readAgentDays(db: UserDb): Promise<{ items: AgentDay[]; total: number }> {
  const { rows: items } = await sql<AgentDay>`
    select t.id, t.date, r.received_on as "receivedOn", t.description, (t.amount * 100)::bigint as pence,
      coalesce((select address || ', ' || city from properties where properties.id = t.property_id), t.property_address) as "propertyAddress"
    from agent_day_reviews r join transactions t on t.id = r.transaction_id
    order by t.date desc, t.id desc limit ${MAX_ROWS}`.execute(db);
  return { items, total: await countAgentDays(db) };
}

export async function countAgentDays(db: UserDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from agent_day_reviews r join transactions t on t.id = r.transaction_id`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Throws `not_found` for a transaction without an open review, and `invalid_input` for a day after today. */
export async function reviewAgentDays(db: UserDb, { days }: AgentDaysInput, today: string): Promise<void> {
  const future = days.findIndex(({ day }) => day > today);
  if (future >= 0) throw invalidField(`days.${future}.day`, 'Enter today’s date or an earlier one');
  const ids = days.map(({ id }) => id);
  await sql`select from transactions where id = any(${ids}::uuid[]) order by id for update`.execute(db);
  const { numAffectedRows } = await sql`
    delete from agent_day_reviews where transaction_id = any(${ids}::uuid[])`.execute(db);
  if (Number(numAffectedRows) < new Set(ids).size)
    throw new AppError('not_found', { message: 'You have already reviewed this.' });
  await sql`
    update transactions t set date = chosen.day
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as chosen (id uuid, day date)
    where t.id = chosen.id and t.date <> chosen.day`.execute(db);
}
