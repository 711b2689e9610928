/** An expiry date proved by a certificate is stored on the certificate only. */
import { type RawBuilder, sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { CERTIFIED_ITEMS, type CertifiedItem, COMPLIANCE_ITEMS, type Compliance, NO_COMPLIANCE } from './compliance.ts';
import type { ComplianceItem } from './marks.ts';

function complianceColumn(item: ComplianceItem, field: string): string {
  return `${item}_${field}`.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const COMPLIANCE_COLUMNS = COMPLIANCE_ITEMS.flatMap((item) =>
  Object.entries<unknown>(NO_COMPLIANCE[item]).map(([field, emptyValue]) => ({
    item,
    field,
    emptyValue,
    column: complianceColumn(item, field),
  })),
);

/** All items as a table row, with empty text as null. */
function complianceRow(compliance: Compliance): Record<string, unknown> {
  return Object.fromEntries(
    COMPLIANCE_COLUMNS.map(({ item, field, column }) => {
      const value = Object.entries<unknown>(compliance[item]).find(([name]) => name === field)?.[1];
      return [column, value === '' ? null : value];
    }),
  );
}

/** SQL for all items of a property as JSON, even if it has no row. */
export const complianceParts = sql<Compliance>`(
  select json_build_object(${sql.join(COMPLIANCE_ITEMS.map(itemJson))})
  from (select) one left join property_compliance kept on kept.property_id = properties.id)`;

function itemJson(item: ComplianceItem): RawBuilder<unknown> {
  const own = COMPLIANCE_COLUMNS.filter((one) => one.item === item).map(({ field, column, emptyValue }) => {
    const value = sql.ref(`kept.${column}`);
    const withDefault = emptyValue === null ? value : sql`coalesce(${value}, ${sql.lit(emptyValue)})`;
    return sql`${sql.lit(field)}, ${withDefault}`;
  });
  return sql`${sql.lit(item)}, json_build_object(${sql.join(own)})`;
}

const COLUMNS = COMPLIANCE_COLUMNS.map(({ column }) => column);
const CERTIFIED_COLUMNS = new Map(CERTIFIED_ITEMS.map((item) => [complianceColumn(item, 'expiryDate'), item]));

/** Saves a property's compliance. Call after saving its certificates. Empty compliance adds no row. */
export async function saveCompliance(db: UserDb, property: string, compliance: Compliance): Promise<void> {
  const row = complianceRow(compliance);
  const isEmpty = Object.values(row).every((value) => value === null || value === false);
  const values = COLUMNS.map((column) => unlessCertified(property, column, sql.ref(`sent.${column}`)));
  const changes = COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const list = (from: 'kept' | 'excluded') => sql.join(COLUMNS.map((column) => sql.ref(`${from}.${column}`)));
  await sql`
    insert into property_compliance as kept (property_id, ${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select ${property}::uuid, ${sql.join(values)}
    from jsonb_populate_record(null::property_compliance, ${JSON.stringify(row)}::jsonb) sent
    where not ${isEmpty} or exists (select from property_compliance where property_id = ${property})
    on conflict (property_id) do update set ${sql.join(changes)}
    where (${list('kept')}) is distinct from (${list('excluded')})
  `.execute(db);
}

/** Clears the expiry dates of items that now have a certificate. */
export async function clearCertifiedDates(db: UserDb, property: string): Promise<void> {
  const columns = [...CERTIFIED_COLUMNS].map(([column, item]) => ({
    column: sql.ref(column),
    proven: isCertified(property, item),
  }));
  const changes = columns.map(({ column, proven }) => sql`${column} = case when not ${proven} then ${column} end`);
  const needed = columns.map(({ column, proven }) => sql`(${column} is not null and ${proven})`);
  await sql`
    update property_compliance set ${sql.join(changes)}
    where property_id = ${property} and (${sql.join(needed, sql` or `)})
  `.execute(db);
}

function unlessCertified(property: string, column: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const item = CERTIFIED_COLUMNS.get(column);
  return item ? sql`case when not ${isCertified(property, item)} then ${value} end` : value;
}

/** Whether a certificate supplies the item's expiry date. Renewed and undated certificates do not count. */
function isCertified(property: string, item: CertifiedItem): RawBuilder<boolean> {
  return sql`exists (
    select from property_certificates
    where property_id = ${property} and compliance_item = ${item} and expiration_date is not null and replaced_by is null)`;
}
