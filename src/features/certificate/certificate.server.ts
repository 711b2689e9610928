/** Compliance items and certificates are read from the summary that each property stores. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { matchesWords } from '../../server/db/search.server.ts';
import { type JsonPage, type Order, pageOfRows } from '../../server/http/pages.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { isPlainText } from '../../shared/text.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { EXPIRING_DAYS } from '../compliance/marks.ts';
import {
  type CertificateEntry,
  type CertificateQuery,
  type CertificateSummary,
  OTHER_CERTIFICATES,
} from './certificate.ts';

type Filter = Omit<CertificateQuery, 'sort'>;

const today = sql`(select app.today())`;
const labels = sql.join(COMPLIANCE_ITEMS.map((item) => sql`(${sql.lit(item)}, ${sql.lit(COMPLIANCE_LABELS[item])})`));

/** The latest certificate of each item, and all other certificates, with files. */
const documents = sql`
  select distinct on (c.property_id, coalesce(c.compliance_item, c.id::text))
    c.property_id, coalesce(c.compliance_item, c.id::text) as item, c.name,
    case when f.url is not null then json_build_object('url', f.url, 'name', f.name) end as file, f.name as file_name
  from property_certificates c left join files f on f.url = c.file_url
  order by c.property_id, coalesce(c.compliance_item, c.id::text), c.replaced_by is not null, c.expiration_date desc nulls last, c.seq desc`;

/** Every item of every property, including items missing from the property's summary. */
const facts = sql`
  select p.id, kind, item, says from properties p
    cross join lateral jsonb_each(p.compliance_items) kinds (kind, items)
    cross join lateral jsonb_each_text(items) entries (item, says)
  union all
  select p.id, 'notRecorded', item, null from properties p cross join (values ${labels}) labels (item, label)
  where not jsonb_path_exists(p.compliance_items, ('$.*."' || item || '"')::jsonpath)`;

const state = sql`case kind when 'ends' then
    case when says::date < ${today} then 'expired' when says::date <= ${today} + ${sql.lit(EXPIRING_DAYS)} then 'expiring' else 'valid' end
  when 'recorded' then 'recorded' when 'incomplete' then 'incomplete' when 'notApplicable' then 'not_applicable'
  else 'not_recorded' end`;

function entries({ q, state: group, item, propertyId, recorded }: Filter): RawBuilder<CertificateEntry> {
  const conditions = [
    ...(group ? [sql`"group" = ${group}`] : []),
    ...(item ? [item === OTHER_CERTIFICATES ? sql`label is null` : sql`item = ${item}`] : []),
    ...(recorded ? [recorded === 'yes' ? sql`state <> 'not_recorded'` : sql`state = 'not_recorded'`] : []),
    ...(propertyId ? [sql`id = ${propertyId}::uuid`] : []),
    ...(q ? [matchesWords(sql`(search || app.search_text(concat_ws(' ', name, document, file_name)))`, q)] : []),
  ];
  return sql`(
    select id, address, city, item as about, name, 1 as count, "group", state, says, file, place from (
      select facts.id, p.address, p.city, p.search, facts.item, coalesce(label, documents.name) as name, label, state.state,
        place.rank || case when kind = 'ends' then says else '' end || lower(p.address) || facts.item collate "C" as place,
        (array['expired', 'expiring', 'not_recorded', 'not_recorded', 'in_order', 'in_order', 'not_applicable'])[place.rank] as "group",
        nullif(says, '') as says, file, documents.name as document, file_name
      from (${facts}) facts
      join properties p on p.id = facts.id
      left join (values ${labels}) labels (item, label) on labels.item = facts.item
      left join (${documents}) documents on documents.property_id = facts.id and documents.item = facts.item
      cross join lateral (select ${state} as state) state
      cross join lateral (
        select array_position(array['expired', 'expiring', 'incomplete', 'not_recorded', 'valid', 'recorded', 'not_applicable'], state.state) as rank
      ) place
    ) every where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}
  )`;
}

/** SQL subquery with a line per property that lists its items not recorded. */
function linesOfProperties(filter: Filter): RawBuilder<CertificateEntry> {
  return sql`(
    select id, address, city, 'not_recorded' as about, string_agg(name, ', ' order by name) as name, count(*)::int as count,
      'not_recorded' as "group", 'not_recorded' as state, null as says, null::json as file, min(place) as place
    from ${entries(filter)} entries group by id, address, city
  )`;
}

const soonest: Order<CertificateEntry> = {
  by: sql`place`,
  direction: 'asc',
  key: 'place',
  sent: z.string().max(500).refine(isPlainText),
  value: (sent) => sql`${sent}::text collate "C"`,
};

type Params = Filter & { limit: number; cursor?: string | undefined };

/** Returns a page of entries, most urgent first. */
export function listCertificates(
  db: UserDb,
  { limit, cursor, ...filter }: Params,
): Promise<JsonPage<CertificateEntry>> {
  const lines = filter.recorded === 'no' ? linesOfProperties(filter) : entries(filter);
  const rows = db.selectFrom(sql<CertificateEntry>`${lines}`.as('entries')).selectAll();
  return pageOfRows(db, {
    order: soonest,
    limit,
    cursor,
    rows,
    total: rows.clearSelect().select(sql<number>`count(*)`.as('total')),
  });
}

export async function allCertificates(db: UserDb, filter: Filter): Promise<CertificateEntry[]> {
  const { rows } = await sql<CertificateEntry>`select * from ${entries(filter)} entries order by place, id`.execute(db);
  return rows;
}

/** Returns the counts of all groups, ignoring the filter's group. */
export async function readCertificates(db: UserDb, filter: Filter): Promise<z.infer<typeof CertificateSummary>> {
  const { rows } = await sql<z.infer<typeof CertificateSummary>>`
    select count(*) filter (where "group" = 'expired') as expired, count(*) filter (where "group" = 'expiring') as expiring,
      count(*) filter (where "group" = 'not_recorded') as not_recorded, count(*) filter (where "group" = 'in_order') as in_order,
      count(*) filter (where "group" = 'not_applicable') as not_applicable, count(*) filter (where state = 'incomplete') as incomplete,
      count(distinct id) filter (where state = 'not_recorded') as "bareProperties",
      min(says) filter (where state = 'expired') as oldest, min(says) filter (where state = 'expiring') as next
    from ${entries({ ...filter, state: undefined })} entries`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL returned no counts');
  return rows[0];
}
