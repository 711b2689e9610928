/** The list of documents, with the files of certificates, invoices and transactions, in one SQL statement. */
import { type RawBuilder, sql } from 'kysely';
import { byName, newestFirst } from '../../server/db/record-table.server.ts';
import { matchesWords } from '../../server/db/search.server.ts';
import { isAfter, type JsonPage, type Order, pageOfRows, searchFor } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { Document, DocumentLink, DocumentQuery } from './document.ts';

type Columns = { [Name in keyof Document]: RawBuilder<unknown> };

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The file's URL is a route that checks the right for the document's type, and logs views of hidden documents. */
export const fileOf = (document: RawBuilder<unknown>, version: string) => sql`(
  select json_build_object('url', '/api/documents/' || ${document} || '/file?version=' || ${sql.ref(`${version}.number`)},
    'name', ${sql.ref(`${version}.name`)}, 'contentType', f.content_type, 'bytes', f.bytes)
  from files f where f.url = ${sql.ref(`${version}.file_url`)})`;

/** Includes only records that the caller may see. */
const linksOf = (document: RawBuilder<unknown>) => sql<DocumentLink[]>`(
  select coalesce(json_agg(json_build_object('id', l.id, 'kind', n.kind, 'recordId', n.record_id, 'name', n.name) order by n.place, n.name, l.id), '[]')
  from document_links l cross join lateral (
    select 1 as place, 'property' as kind, id as record_id, address as name from properties where id = l.property_id
    union all select 2, 'tenancy', id, 'Tenancy of ' || coalesce(nullif(names, ''), 'nobody') from tenancies where id = l.tenancy_id
    union all select 3, 'tenant', id, name from tenants where id = l.tenant_id
    union all select 4, 'supplier', id, name from suppliers where id = l.supplier_id
    union all select 5, 'certificate', id, name from property_certificates where id = l.certificate_id
    union all select 6, 'transaction', id, description from transactions where id = l.transaction_id
    union all select 7, 'deadline', l.deadline_id, address from properties where id = app.deadline_property(l.deadline_id)
    union all select 8, 'repair', id, title from repairs where id = l.repair_id
  ) n where l.document_id = ${document})`;

const givenOf = (document: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.recipient, 'day', (g.served_at at time zone 'Europe/London')::date, 'confirmed', g.confirmed)
    order by g.served_at desc), '[]')
  from (select * from app.given_documents() s where s.document_id = ${document} order by served_at desc limit 5) g)`;

/** Correlated with `d`, a row of documents, and `v`, its latest version. */
export const documentColumns = (q?: string) =>
  ({
    id: sql`d.id`,
    version: sql`d.version`,
    dateAdded: instant('d.date_added'),
    kind: sql`'document'`,
    title: sql`d.title`,
    type: sql`d.type`,
    day: sql`d.day`,
    validUntil: sql`d.valid_until`,
    hidden: sql`d.type = 'right-to-rent'`,
    withdrawn: sql`d.withdrawn_at is not null`,
    number: sql`v.number`,
    pages: sql`v.pages`,
    reading: sql`v.reading`,
    file: fileOf(sql`d.id`, 'v'),
    links: linksOf(sql`d.id`),
    given: givenOf(sql`d.id`),
    around: q ? sql`app.text_around(v.text, ${q})` : sql`null::text`,
  }) satisfies Columns;

/** The document type of a certificate. Correlated with `c`, a row of certificates. */
export const certificateType = sql<string>`case c.compliance_item when 'gasSafety' then 'gas' when 'energyPerformance' then 'epc'
  when 'electricalSafety' then 'electrical' when 'propertyLicensing' then 'licence' when 'landlordInsurance' then 'insurance' else 'other' end`;

/** Correlated with `f`, a row of files, and the record that has the file. */
const kept: Columns = {
  id: sql`coalesce(c.id, i.id, t.id)`,
  version: sql`coalesce(c.version, i.version, t.version)`,
  dateAdded: instant('f.uploaded_at'),
  kind: sql`case when c.id is not null then 'certificate' when i.id is not null then 'invoice' else 'transaction' end`,
  title: sql`coalesce(c.name, nullif(i.description, ''), f.name)`,
  type: sql`case when c.id is null then 'invoice' else ${certificateType} end`,
  day: sql`coalesce(c.issue_date, i.invoice_date, x.date)`,
  validUntil: sql`c.expiration_date`,
  hidden: sql`false`,
  withdrawn: sql`false`,
  number: sql`1`,
  pages: sql`null::integer`,
  reading: sql`null::text`,
  file: sql`json_build_object('url', f.url, 'name', f.name, 'contentType', f.content_type, 'bytes', f.bytes)`,
  links: sql`case when x.id is not null
    then json_build_array(json_build_object('id', t.id, 'kind', 'transaction', 'recordId', x.id, 'name', x.description))
    else json_build_array(json_build_object('id', p.id, 'kind', 'property', 'recordId', p.id, 'name', p.address)) end`,
  given: sql`'[]'::json`,
  around: sql`null::text`,
};

const KEPT_FROM = sql`files f
  left join property_certificates c on c.file_url = f.url left join property_invoices i on i.file_url = f.url
  left join transaction_files t on t.file_url = f.url left join transactions x on x.id = t.transaction_id
  left join properties p on p.id = coalesce(c.property_id, i.property_id)`;
const KEPT_WHERE = sql`f.clear_at is null and f.bucket in ('property-certificates', 'property-invoices', 'transaction-files')
  and (c.id is not null or i.id is not null or x.id is not null)`;

export const latestVersionOf = (document: RawBuilder<unknown>) =>
  sql`(select * from document_versions where document_id = ${document} order by number desc limit 1)`;

type Filters = Omit<DocumentQuery, 'q' | 'sort'>;
type FilterName = keyof Filters;

const linked = (condition: RawBuilder<unknown>) =>
  sql<boolean>`id in (select document_id from document_links l where ${condition})`;

/** A condition for each kind of link, as each has its own index. */
const linksOfProperty = (id: string) => [
  sql`property_id = ${id}::uuid`,
  sql`tenancy_id in (select id from tenancies where property_id = ${id}::uuid)`,
  sql`tenant_id in (select id from tenants where property_id = ${id}::uuid)`,
  sql`certificate_id in (select id from property_certificates where property_id = ${id}::uuid)`,
  sql`deadline_id in (select id from deadlines where property_id = ${id}::uuid)`,
  sql`repair_id in (select id from repairs where property_id = ${id}::uuid)`,
];

const DOCUMENT_FILTERS: { [Name in FilterName]: (value: string) => RawBuilder<boolean> } = {
  type: (type) => sql`type = ${type}`,
  served: (served) => sql`(id in (select document_id from app.given_documents())) = ${served === 'yes'}`,
  propertyId: (id) => {
    const links = linksOfProperty(id).map((of) => sql`select document_id from document_links where ${of}`);
    return sql`id in (${sql.join(links, sql` union all `)})`;
  },
  tenantId: (id) =>
    linked(sql`l.tenant_id = ${id}::uuid or l.tenancy_id in (select tenancy_id from tenants where id = ${id}::uuid)`),
  tenancyId: (id) =>
    linked(sql`l.tenancy_id = ${id}::uuid or l.tenant_id in (select id from tenants where tenancy_id = ${id}::uuid)`),
  supplierId: (id) => linked(sql`l.supplier_id = ${id}::uuid`),
  repairId: (id) => linked(sql`l.repair_id = ${id}::uuid`),
};

/** Kept files are never served, and have no tenant. */
const KEPT_FILTERS: { [Name in FilterName]?: (value: string) => RawBuilder<boolean> } = {
  type: (type) => sql`${kept.type} = ${type}`,
  propertyId: (id) => sql`f.url in (
    select file_url from property_certificates where property_id = ${id}::uuid
    union all select file_url from property_invoices where property_id = ${id}::uuid
    union all select r.file_url from transaction_files r join transactions paid on paid.id = r.transaction_id where paid.property_id = ${id}::uuid)`,
  supplierId: (id) => sql`x.supplier_id = ${id}::uuid`,
};

const ORDERS: Record<DocumentQuery['sort'], Order<Document>> = {
  newest: newestFirst,
  name: { ...byName, key: 'title' },
};

const every = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;

const selected = (columns: Columns) =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`));

export function listDocuments(
  db: UserDb,
  { q, sort, limit, cursor, ...query }: DocumentQuery & { limit: number; cursor?: string | undefined },
): Promise<JsonPage<Document>> {
  const order = ORDERS[sort];
  const filters = Object.entries(query).filter((one): one is [FilterName, string] => one[1] !== undefined);
  const keptFilters = filters.map(([name, value]) => KEPT_FILTERS[name]?.(value) ?? sql<boolean>`false`);
  const search = q ? searchOf(q, keptFilters) : undefined;
  // Photos of repairs would crowd out other documents.
  const papers = query.type || query.repairId ? [] : [sql<boolean>`type <> 'photo'`];
  const ofDocuments = [
    ...(search ? [search.found] : []),
    ...papers,
    ...filters.map(([name, value]) => DOCUMENT_FILTERS[name](value)),
  ];
  const after = cursor ? [isAfter(order, cursor)] : [];
  const page = sql`order by ${order.by} ${sql.raw(order.direction)}, id ${sql.raw(order.direction)} limit ${limit + 1}`;
  const documents = sql`
    select ${selected(documentColumns(q))}, d.date_added, d.sort_name
    from (select * from documents where ${every([...ofDocuments, ...after])} ${page}) d cross join lateral ${latestVersionOf(sql`d.id`)} v`;
  const ofKept = search ? [sql`f.url in (select url from found_files)`] : keptFilters;
  const files = sql`
    select ${sql.join(Object.keys(kept).map((name) => sql.ref(name)))}, date_added, sort_name from (
      select * from (select ${selected(kept)}, f.uploaded_at as date_added, app.sort_key(${kept.title}) as sort_name
        from ${KEPT_FROM} where ${every([KEPT_WHERE, ...ofKept])}) k
      where ${every(after)} ${page}) k`;
  const rows = db
    .selectFrom(
      sql<
        Record<string, unknown>
      >`(select * from (${documents}) documents union all select * from (${files}) files)`.as('entries'),
    )
    .select(Object.keys(kept).map((name) => sql.ref(`entries.${name}`).as(name)))
    .$castTo<Document>();
  const countOfKept = search
    ? sql`(select count(*) from found_files)`
    : keptFilters.length > 0
      ? sql`(select count(*) from ${KEPT_FROM} where ${every([KEPT_WHERE, ...keptFilters])})`
      : KEPT_COUNT;
  const total = sql<{
    total: number;
  }>`select (select count(*) from documents where ${every(ofDocuments)}) + ${countOfKept} as total`;
  return pageOfRows(db, { order, limit, cursor, rows, search, total });
}

/** Finds documents, and as `found_files` the files of other records, once for the page and the total. */
function searchOf(q: string, keptFilters: readonly RawBuilder<unknown>[]) {
  const search = searchFor(sql`app.find_documents(${q})`);
  const text = sql`app.search_text(k.title || ' ' || k.file_name)`;
  const given = sql`${search.given}, found_files as materialized (
    select k.url from (select f.url, ${kept.title} as title, f.name as file_name from ${KEPT_FROM}
      where ${every([KEPT_WHERE, ...keptFilters])}) k where ${matchesWords(text, q)})`;
  return { ...search, given };
}

/** The count without filters, which needs no join of files with their records. */
const KEPT_COUNT = sql`(select count(*) from property_certificates where file_url is not null)
  + (select count(*) from property_invoices where file_url is not null) + (select count(*) from transaction_files where transaction_id is not null)`;
