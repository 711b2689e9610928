/** The status of a property in SQL, as every screen shows it: what the landlord set and who lives there, together. */
import { type RawBuilder, sql } from 'kysely';
import type { PropertyStatus } from './property.ts';

/** Whether a tenant who has not moved out is linked to the property; from the day of moving out on, they have. */
// No `exists`: PostgreSQL would take it for cheaper to look up who lives in all properties first, for a page of fifty.
const livedIn = sql<boolean | null>`(
  select true from tenants where property_id = properties.id and (moved_out is null or moved_out > (select app.today())) limit 1)`;

/** 'maintenance' where the landlord set it; else 'occupied' where somebody lives there or the landlord set that; else 'vacant'. */
export const derivedStatus = sql<PropertyStatus>`case when status = 'vacant' and ${livedIn} then 'occupied' else status end`;

/** Whether the property has this status. Who lives anywhere is looked up once, not for each property. */
export function hasStatus(status: PropertyStatus): RawBuilder<boolean> {
  const inhabited = sql`id in (
    select property_id from tenants where property_id is not null and (moved_out is null or moved_out > (select app.today())))`;
  if (status === 'maintenance') return sql`status = 'maintenance'`;
  if (status === 'vacant') return sql`(status = 'vacant' and not ${inhabited})`;
  return sql`(status = 'occupied' or status = 'vacant' and ${inhabited})`;
}
