/**
 * SQL expressions on a row of `repairs`: when it is due, and which side it waits for.
 * They are not functions in the database, as PostgreSQL cannot inline functions with subqueries.
 */
import { sql } from 'kysely';
import { TARGET_HOURS } from './listed.ts';

const defaultHours = sql.join(
  Object.entries(TARGET_HOURS).map(([urgency, hours]) => sql`when ${urgency} then ${hours}::integer`),
  sql` `,
);

/** The instant by which the repair should be done, by the landlord's targets; null without a target. */
export const due = sql`(repairs.reported_at + make_interval(hours => coalesce(
  (select t.hours from repair_targets t where t.user_id = repairs.user_id and t.urgency = repairs.urgency), case repairs.urgency ${defaultHours} end)))`;

const quoteIn = (state: string) =>
  sql`exists (select from repair_quotes q where q.repair_id = repairs.id and q.state = ${state})`;

/** The side that the repair waits for; null once it is closed. A quote waits for the landlord's decision. */
export const waitsFor = sql`(case
  when repairs.state in ('closed', 'declined', 'cancelled') then null
  when repairs.unconfirmed or repairs.state in ('reported', 'on-hold') then 'landlord'
  when repairs.state = 'quoting' then case when ${quoteIn('given')} or not ${quoteIn('asked')} then 'landlord' else 'supplier' end
  when repairs.proposed_by = 'tenant' then case when repairs.supplier_id is null then 'landlord' else 'supplier' end
  when repairs.proposed_by = 'supplier' or repairs.proposed_by = 'landlord' and repairs.supplier_id is null then
    case when repairs.tenant_id is null then 'landlord' else 'tenant' end
  when repairs.state = 'done' then case when repairs.tenant_id is null
    or exists (select from repair_bills b where b.repair_id = repairs.id and b.state = 'received') then 'landlord' else 'tenant' end
  when repairs.supplier_id is null then 'landlord'
  else 'supplier' end)`;
