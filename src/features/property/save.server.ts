import { type Insertable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Versioned } from '../../server/db/record-table.server.ts';
import type { Properties, PropertyCertificates, PropertyInvoices } from '../../server/db/tables.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { penceAsTyped } from '../../shared/money.ts';
import { clearCertifiedDates, saveCompliance } from '../compliance/compliance.server.ts';
import { NO_COMPLIANCE } from '../compliance/compliance.ts';
import { complianceSummary } from '../compliance/standing.ts';
import { unreferencedFiles, unreferencedSql } from '../file/store.server.ts';
import type { CertificateInput, InvoiceInput } from './documents.ts';
import { unknownOf } from './home/facts.ts';
import { filesNamed, NO_PARTS_YET, type StoredParts, validateParts } from './part-problems.ts';
import { propertyTable } from './property.server.ts';
import { nominalSize, type PropertyInput, type PropertyRecord } from './property.ts';

/** Throws `invalid_input` for files and dates that cannot be used. `today` is the landlord's date. */
export async function addProperty(db: UserDb, input: PropertyInput, today: string): Promise<PropertyRecord> {
  check(input, { ...NO_PARTS_YET, free: await unreferencedFiles(db, filesNamed(input)) }, today);
  const { id } = await db.insertInto('properties').values(newRowOf(input)).returning('id').executeTakeFirstOrThrow();
  return saveParts(db, id, input);
}

/**
 * Adds the properties of a bulk import, whose only parts are certificates, in a few statements. Returns their ids in
 * order. Throws the same errors as `addProperty`.
 */
export async function addProperties(db: UserDb, inputs: readonly PropertyInput[], today: string): Promise<string[]> {
  const free = await unreferencedFiles(db, inputs.flatMap(filesNamed));
  for (const input of inputs) check(input, { ...NO_PARTS_YET, free }, today);
  const rows = inputs.map(newRowOf);
  const added = await db.insertInto('properties').values(rows).returning('id').execute();
  const homes = added.map(({ id }) => id);
  const certificates = inputs.flatMap((input, index) =>
    input.certificates.map((certificate) => ({ ...certificate, home: homes[index] ?? '' })),
  );
  if (certificates.length === 0) return homes;
  const ids = await add(
    db,
    'property_certificates',
    certificates.map((one) => ({ ...certificateRow(one), id: undefined, property_id: one.home })),
  );
  const saved = new Map(homes.map((home) => [home, [] as (CertificateInput & { id: string })[]]));
  for (const [index, one] of certificates.entries()) saved.get(one.home)?.push({ ...one, id: ids[index] ?? '' });
  const summaries = [...saved]
    .filter(([, own]) => own.length > 0)
    .map(([id, own]) => ({ id, summary: complianceSummary({ compliance: NO_COMPLIANCE, certificates: own }) }));
  await sql`
    update properties stored set compliance_items = sent.summary
    from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as sent (id uuid, summary jsonb) where stored.id = sent.id`.execute(
    db,
  );
  return homes;
}

/** Changes a property and its parts. Throws `not_found`, `conflict`, or `invalid_input` for unusable parts or dates. */
export async function changeProperty(
  db: UserDb,
  { id, version, input }: Versioned & { input: PropertyInput },
  today: string,
): Promise<PropertyRecord> {
  const stored = await lockPropertyAt(db, { id, version, files: filesNamed(input) });
  if (!stored) return throwNotFoundOrConflict(db, 'properties', () => propertyTable.get(db, id), input);
  check(input, stored, today);
  // Increments the version even if only parts changed.
  await db
    .updateTable('properties')
    .set({ ...rowOf(input), state: sql<string>`case when state = city then ${input.city} else state end` })
    .where('id', '=', id)
    .execute();
  return saveParts(db, id, input);
}

/** `recordTable` returns untyped columns. */
function rowOf(input: PropertyInput): Omit<Insertable<Properties>, 'state' | 'size'> {
  return { ...propertyTable.row(input), unknown_facts: unknownOf(input) } as Omit<
    Insertable<Properties>,
    'state' | 'size'
  >;
}

function newRowOf(input: PropertyInput): Insertable<Properties> {
  return {
    ...rowOf(input),
    state: input.city,
    size: nominalSize(input.bedrooms),
    purchase_price: 0,
    purchase_date: null,
  };
}

function check(input: PropertyInput, stored: StoredParts, today: string): void {
  const fields = validateParts(input, stored, today);
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

async function saveParts(db: UserDb, property: string, input: PropertyInput): Promise<PropertyRecord> {
  const { certificates, compliance, invoices } = input;
  await saveRows(db, {
    table: 'property_certificates',
    property,
    rows: certificates.map(certificateRow),
    removed: input.removedCertificates,
    renewed: certificates.filter((one) => one.id === undefined).map(({ renews }) => renews ?? null),
  });
  if (compliance) await saveCompliance(db, property, compliance);
  else if (certificates.some(({ complianceItem }) => complianceItem !== null)) await clearCertifiedDates(db, property);
  await saveRows(db, {
    table: 'property_invoices',
    property,
    rows: invoices.map(invoiceRow),
    removed: input.removedInvoices,
  });
  const saved = await propertyTable.get(db, property);
  if (!saved) throw new Error('A property that was just saved is missing');
  if (!compliance && certificates.length + input.removedCertificates.length === 0) return saved;
  return updateSummary(db, saved);
}

/** Updates the compliance summary after a save of another record, and increments the property's version. */
export async function refreshCompliance(db: UserDb, property: string): Promise<void> {
  await db
    .updateTable('properties')
    .set({ status: sql.ref('status') })
    .where('id', '=', property)
    .execute();
  const saved = await propertyTable.get(db, property);
  if (saved) await updateSummary(db, saved);
}

async function updateSummary(db: UserDb, saved: PropertyRecord): Promise<PropertyRecord> {
  const summary = complianceSummary(saved);
  const summaryJson = JSON.stringify(summary);
  await db
    .updateTable('properties')
    .set({ compliance_items: summaryJson })
    .where('id', '=', saved.id)
    .where('compliance_items', '<>', sql<string>`${summaryJson}::jsonb`)
    .execute();
  return { ...saved, ends: summary.ends };
}

/**
 * Locks the property at `version`, and returns its parts and those of `files` that no row uses. Undefined if the
 * property is unknown or at another version.
 */
function lockPropertyAt(
  db: UserDb,
  { id, version, files }: { id: string; version: number; files: string[] },
): Promise<StoredParts | undefined> {
  return db
    .selectFrom('properties')
    .select((property) => [
      'image_url as imageUrl',
      jsonArrayFrom(
        property
          .selectFrom('property_certificates as part')
          .select(['part.id', 'part.file_url as url', 'part.replaced_by as replacedBy'])
          .whereRef('part.property_id', '=', 'properties.id'),
      ).as('certificates'),
      jsonArrayFrom(
        property
          .selectFrom('property_invoices as part')
          .select(['part.id', 'part.file_url as url'])
          .whereRef('part.property_id', '=', 'properties.id'),
      ).as('invoices'),
      sql<string[]>`array(${unreferencedSql(db, files)})`.as('free'),
    ])
    .where('id', '=', id)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst();
}

type Row<Table> = Omit<Insertable<Table>, 'property_id'>;

function certificateRow(input: CertificateInput) {
  return {
    id: input.id,
    name: input.name,
    issue_date: input.issueDate,
    expiration_date: input.expirationDate,
    renewal_frequency: input.renewalFrequency,
    cost: inPounds(input.cost),
    provider_name: input.providerName || null,
    notes: input.notes || null,
    file_url: input.file?.url ?? null,
    compliance_item: input.complianceItem,
    outcome: input.outcome,
    work_due: input.workDue,
    work_done: input.workDone,
    confirmed_to_tenant: input.confirmedToTenant,
    confirmed_to_council: input.confirmedToCouncil,
  } satisfies Row<PropertyCertificates>;
}

function invoiceRow(input: InvoiceInput) {
  return {
    id: input.id,
    invoice_date: input.invoiceDate,
    amount: inPounds(input.amount),
    description: input.description || null,
    file_url: input.file?.url ?? null,
  } satisfies Row<PropertyInvoices>;
}

// Returns exact decimal text for PostgreSQL's numeric.
function inPounds(pence: number | null): string | null {
  return pence === null ? null : penceAsTyped(pence);
}

type PartRow = { id: string | undefined } & Record<string, unknown>;
type Plan = {
  table: 'property_certificates' | 'property_invoices';
  property: string;
  /** Ids of rows to delete; unknown ones are ignored. */
  removed: string[];
  /** Rows with an id are updated, rows without are added, and all others are unchanged. */
  rows: PartRow[];
  /** For each added row, the id of the row that it replaces, or null. */
  renewed?: (string | null)[];
};

/** Saves rows in at most four statements. Their text is independent of the number of rows, so that plans are cached. */
async function saveRows(db: UserDb, { table, property, removed, rows, renewed = [] }: Plan): Promise<void> {
  if (removed.length > 0) {
    await db
      .deleteFrom(table)
      .where('property_id', '=', property)
      .where('id', '=', sql<string>`any(${removed}::uuid[])`)
      .execute();
  }
  const changed = rows.filter(({ id }) => id !== undefined);
  if (changed.length > 0) await change(db, { table, property, rows: changed });
  const added = rows.filter(({ id }) => id === undefined);
  if (added.length === 0) return;
  const ids = await add(
    db,
    table,
    added.map((row) => ({ ...row, property_id: property })),
  );
  const replaced = renewed.flatMap((id, index) => (id === null ? [] : { id, replaced_by: ids[index] }));
  if (replaced.length > 0) await change(db, { table, property, rows: replaced });
}

type Written = Omit<Plan, 'removed' | 'renewed'>;

/** Changes rows except unchanged ones, which get no new version or history entry. */
async function change(db: UserDb, { table, property, rows }: Written): Promise<void> {
  const columns = columnsOf(rows);
  const list = (from: 'stored' | 'sent') => sql.join(columns.map((column) => sql.ref(`${from}.${column}`)));
  const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`sent.${column}`)}`);
  await sql`
    update ${sql.table(table)} stored set ${sql.join(changes)} from ${asTable(table, rows)} sent
    where stored.id = sent.id and stored.property_id = ${property} and (${list('stored')}) is distinct from (${list('sent')})
  `.execute(db);
}

/** Adds rows, and returns their ids in the order of `rows`. */
async function add(db: UserDb, table: Plan['table'], rows: (PartRow & { property_id: string })[]): Promise<string[]> {
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)));
  const inOrder = rows.map((row, index) => ({ ...row, seq: index }));
  const added = await sql<{ id: string; seq: number }>`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from ${asTable(table, inOrder)} sent order by seq
    returning id, seq
  `.execute(db);
  return added.rows.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
}

function columnsOf(rows: PartRow[]): string[] {
  return Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
}

/** Rows as a table with the columns and types of `table`. */
function asTable(table: Plan['table'], rows: PartRow[]) {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}
