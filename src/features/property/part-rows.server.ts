/** Certificates and invoices in SQL: the rows of a property are removed, changed and added as one save says. */
import { type Insertable, sql } from 'kysely';
import type { PropertyCertificates, PropertyInvoices } from '../../server/db/tables.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { penceAsTyped } from '../../shared/money.ts';
import type { CertificateInput } from './certificate.ts';
import type { InvoiceInput } from './invoice.ts';

type Save<Row> = {
  /** The property's id. */
  property: string;
  /** Ids of rows that go; unknown ones are ignored. */
  removed: string[];
  /** With an id, the row that changes; without one, a new row. What is not mentioned stays. */
  rows: Row[];
};

/** Saves the certificates of a property. Every id in `rows` must be one of its own. */
export function saveCertificates(db: UserDb, { rows, ...save }: Save<CertificateInput>): Promise<void> {
  return saveParts(db, { ...save, table: 'property_certificates', rows: rows.map(certificateRow) });
}

/** Saves the invoices of a property. Every id in `rows` must be one of its own. */
export function saveInvoices(db: UserDb, { rows, ...save }: Save<InvoiceInput>): Promise<void> {
  return saveParts(db, { ...save, table: 'property_invoices', rows: rows.map(invoiceRow) });
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

// As decimal text, exact, which PostgreSQL reads as numeric.
function inPounds(pence: number | null): string | null {
  return pence === null ? null : penceAsTyped(pence);
}

type PartRow = { id: string | undefined } & Record<string, unknown>;
type Plan = Save<PartRow> & { table: 'property_certificates' | 'property_invoices' };

/** Three statements at most, each with the same text however many rows there are, so that it is planned once. */
async function saveParts(db: UserDb, { table, property, removed, rows }: Plan): Promise<void> {
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
  if (added.length > 0) await add(db, { table, property, rows: added });
}

type Written = Omit<Plan, 'removed'>;

/** Rows that are as they were sent stay untouched, so that neither their version nor the history moves. */
async function change(db: UserDb, { table, property, rows }: Written): Promise<void> {
  const columns = columnsOf(rows);
  const list = (from: 'kept' | 'sent') => sql.join(columns.map((column) => sql.ref(`${from}.${column}`)));
  const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`sent.${column}`)}`);
  await sql`
    update ${sql.table(table)} kept set ${sql.join(changes)} from ${asTable(table, rows)} sent
    where kept.id = sent.id and kept.property_id = ${property} and (${list('kept')}) is distinct from (${list('sent')})
  `.execute(db);
}

async function add(db: UserDb, { table, property, rows }: Written): Promise<void> {
  const columns = sql.join(columnsOf(rows).map((column) => sql.ref(column)));
  const inOrder = rows.map((row, place) => ({ ...row, seq: place }));
  await sql`
    insert into ${sql.table(table)} (property_id, ${columns})
    select ${property}::uuid, ${columns} from ${asTable(table, inOrder)} sent order by seq
  `.execute(db);
}

function columnsOf(rows: PartRow[]): string[] {
  return Object.keys(rows[0] ?? {}).filter((column) => column !== 'id');
}

/** The rows as a table of the same columns and types as `table`. */
function asTable(table: Plan['table'], rows: PartRow[]) {
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
}
