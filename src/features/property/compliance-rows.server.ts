/** The compliance of a property in SQL: one row. The expiry of an item that a certificate proves is kept on the certificate only. */
import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { CERTIFIED_ITEMS, type CertifiedItem } from './certificate.ts';
import type { Compliance } from './compliance.ts';
import { COMPLIANCE_COLUMNS, complianceColumn, complianceRow } from './compliance-columns.ts';

const COLUMNS = COMPLIANCE_COLUMNS.map(({ column }) => column);
const PROVEN = new Map(CERTIFIED_ITEMS.map((item) => [complianceColumn(item, 'expiryDate'), item]));

/** Keeps the compliance of a property whose certificates are saved already. Where nothing is said, no row is made for it. */
export async function saveCompliance(db: UserDb, property: string, compliance: Compliance): Promise<void> {
  const row = complianceRow(compliance);
  const saysNothing = Object.values(row).every((value) => value === null || value === false);
  const values = COLUMNS.map((column) => unlessProven(property, column, sql.ref(`sent.${column}`)));
  const changes = COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const list = (from: 'kept' | 'excluded') => sql.join(COLUMNS.map((column) => sql.ref(`${from}.${column}`)));
  await sql`
    insert into property_compliance as kept (property_id, ${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select ${property}::uuid, ${sql.join(values)}
    from jsonb_populate_record(null::property_compliance, ${JSON.stringify(row)}::jsonb) sent
    where not ${saysNothing} or exists (select from property_compliance where property_id = ${property})
    on conflict (property_id) do update set ${sql.join(changes)}
    where (${list('kept')}) is distinct from (${list('excluded')})
  `.execute(db);
}

/** Forgets the items' own expiry dates where a certificate of the property proves them by now. */
export async function forgetProven(db: UserDb, property: string): Promise<void> {
  const columns = [...PROVEN].map(([column, item]) => ({ column: sql.ref(column), proven: isProven(property, item) }));
  const changes = columns.map(({ column, proven }) => sql`${column} = case when not ${proven} then ${column} end`);
  const needed = columns.map(({ column, proven }) => sql`(${column} is not null and ${proven})`);
  await sql`
    update property_compliance set ${sql.join(changes)}
    where property_id = ${property} and (${sql.join(needed, sql` or `)})
  `.execute(db);
}

function unlessProven(property: string, column: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const item = PROVEN.get(column);
  return item ? sql`case when not ${isProven(property, item)} then ${value} end` : value;
}

/** A certificate without a date proves nothing yet, and the item's own date is then the only one there is. */
function isProven(property: string, item: CertifiedItem): RawBuilder<boolean> {
  return sql`exists (
    select from property_certificates
    where property_id = ${property} and compliance_item = ${item} and expiration_date is not null)`;
}
