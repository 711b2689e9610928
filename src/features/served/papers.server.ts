/** The papers of a tenancy or property: latest versions, their recipients, and people who must still get them. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { certificateType } from '../document/list.server.ts';
import { belongsTo, DUTY_TYPES, mustHave, TENANCY_TYPES } from './rules/duties.ts';
import { servedJson } from './served.server.ts';
import {
  type CertificateFile,
  isGiven,
  type MissingPapers,
  type Paper,
  type Papers,
  type Person,
  type Place,
  type Served,
  TEXTS,
} from './served.ts';

type Tenancy = { id: string; kind: string; payer: string | null; payerEmail: string; payerAddress: string };
type Where = {
  propertyId: string | null;
  /** Null for a property. */
  tenancyId: string | null;
  address: string;
  councilAsks: boolean;
  tenancies: Tenancy[];
};

/** The tenancy, or a property with its tenancies that have not ended. Throws `not_found`. */
async function readPlace(db: UserDb, { tenancyId, propertyId }: Place): Promise<Where> {
  const { rows } = await sql<Tenancy & { propertyId: string | null }>`
    select id, kind, property_id as "propertyId", deposit_payer_name as payer, coalesce(deposit_payer_email, '') as "payerEmail",
      coalesce(deposit_payer_address, '') as "payerAddress"
    from tenancies where ${
      tenancyId
        ? sql`id = ${tenancyId}::uuid`
        : sql`property_id = ${propertyId ?? null}::uuid and (ended_on is null or ended_on > app.today())`
    } order by start_date, id`.execute(db);
  if (tenancyId && rows.length === 0) throw new AppError('not_found', { message: TEXTS.noPlace });
  const home = tenancyId ? (rows[0]?.propertyId ?? null) : (propertyId ?? null);
  const found = await sql<{ address: string; councilAsks: boolean }>`
    select concat_ws(', ', address, city, zipcode) as address, exists (
      select from requests r where r.property_id = p.id and r.kind = 'council' and r.answered_on is null) as "councilAsks"
    from properties p where id = ${home}::uuid`.execute(db);
  if (!tenancyId && !found.rows[0]) throw new AppError('not_found', { message: TEXTS.noPlace });
  return {
    propertyId: home,
    tenancyId: tenancyId ?? null,
    address: '',
    councilAsks: false,
    ...found.rows[0],
    tenancies: rows,
  };
}

type TenantRow = { id: string; name: string; email: string; tenancyId: string; movedOut: boolean };

/** Possible recipients: tenants, the person who paid the deposit, and the council. */
async function peopleOf(db: UserDb, { tenancies, address }: Where) {
  const ids = tenancies.map(({ id }) => id);
  const { rows } = await sql<TenantRow>`
    select id, name, coalesce(email, '') as email, tenancy_id as "tenancyId",
      coalesce(moved_out <= app.today(), false) as "movedOut"
    from tenants where tenancy_id = any(${ids}::uuid[]) order by date_added, id`.execute(db);
  const person = (one: Partial<Person> & Pick<Person, 'kind' | 'name'>): Person => ({
    tenantId: null,
    tenancyId: null,
    email: '',
    address: '',
    ...one,
  });
  const tenants = rows.map(({ id, name, email, tenancyId, movedOut }) => ({
    movedOut,
    person: person({ kind: 'tenant', tenantId: id, name, email, address, tenancyId }),
  }));
  const payers = tenancies.flatMap(({ id, payer, payerEmail, payerAddress }) =>
    payer
      ? [person({ kind: 'relevant-person', name: payer, email: payerEmail, address: payerAddress, tenancyId: id })]
      : [],
  );
  return { tenants, payers, council: person({ kind: 'council', name: 'Council' }) };
}

/**
 * A CTE with the documents of `places`, whose rows have the id of a tenancy, its property and a `home`. Documents are
 * linked to the tenancy, its tenants, the property or its certificates, or served there.
 */
const LINKED = sql`linked as materialized (
  select p.home, l.document_id from places p join document_links l on l.property_id = p.property_id
  union select p.home, l.document_id from places p join document_links l on l.tenancy_id = p.id
  union select p.home, l.document_id from places p join tenants n on n.tenancy_id = p.id
    join document_links l on l.tenant_id = n.id
  union select p.home, l.document_id from places p join property_certificates c on c.property_id = p.property_id
    join document_links l on l.certificate_id = c.id
  union select p.home, s.document_id from places p join served s on s.tenancy_id = p.id
  union select p.home, s.document_id from places p join served s on s.property_id = p.property_id)`;

/**
 * Tenancies to which `d`, a row of documents, belongs; empty for all tenancies of its homes. Without a link to a
 * tenancy, a paper of one tenancy belongs to those that ran on its day, or began at most 60 days later.
 */
const TENANCIES = sql<string[]>`(
  with linked as materialized (
    select coalesce(l.tenancy_id, t.tenancy_id) as id, l.property_id
    from document_links l left join tenants t on t.id = l.tenant_id where l.document_id = d.id),
  dated as materialized (select coalesce(d.day,
    (select min(s.served_at at time zone 'Europe/London')::date from served s where s.document_id = d.id and s.struck_at is null)) as day)
  select coalesce(array_agg(y.id::text order by y.id), '{}') from tenancies y cross join dated
  where case when exists (select from linked where id is not null)
    then y.id in (select id from linked)
      and (d.type = any(${[...TENANCY_TYPES]}::text[]) or not exists (select from linked where property_id is not null))
    else d.type = any(${[...TENANCY_TYPES]}::text[]) and y.property_id in (select property_id from linked)
      and y.start_date <= dated.day + 60 and coalesce(y.ended_on, 'infinity') >= dated.day end)`;

type DocumentAt = Omit<Paper, 'missing'> & { tenancies: string[] };

/**
 * Documents linked to the tenancies, their tenants, the property or its certificates, or served there. Those of a
 * tenancy omit papers and entries of other tenancies.
 */
async function documentsAt(db: UserDb, { propertyId, tenancies, tenancyId }: Where): Promise<DocumentAt[]> {
  const ids = tenancies.map(({ id }) => id);
  const { rows } = await sql<DocumentAt>`
    with places as materialized (
      select id, ${propertyId}::uuid as property_id, null::uuid as home from unnest(${ids}::uuid[]) id
      union all select null, ${propertyId}::uuid, null
    ), ${LINKED}
    select d.id as "documentId", d.title, d.type, d.day, d.withdrawn_at is not null as withdrawn, v.id as "versionId",
      v.number as "versionNumber", v.name, v.file_url as url, f.bytes::integer as bytes, f.sha256, ${TENANCIES} as tenancies,
      coalesce((select jsonb_agg(${servedJson} order by s.served_at desc, s.id desc) from served s
        join document_versions v on v.id = s.document_version_id
        where s.document_id = d.id and (s.tenancy_id = any(${ids}::uuid[])
          or s.property_id = ${propertyId}::uuid and (s.tenancy_id is null or ${tenancyId}::uuid is null))), '[]') as served
    from documents d
    cross join lateral (select * from document_versions where document_id = d.id order by number desc limit 1) v
    join files f on f.url = v.file_url
    where d.id in (select document_id from linked) and d.type <> 'right-to-rent'
    order by d.type, d.title collate app.natural, d.id`.execute(db);
  return rows.filter((one) => one.served.length > 0 || (!one.withdrawn && belongsTo(one, tenancyId)));
}

/** Current and earlier certificates of the property, except those whose file is also in `documents`. */
async function certificatesAt(
  db: UserDb,
  propertyId: string | null,
  documents: readonly Pick<Paper, 'sha256'>[],
): Promise<CertificateFile[]> {
  const { rows } = await sql<CertificateFile>`
    select c.id, c.name as title, ${certificateType} as type, c.issue_date as day, f.bytes::float8 as bytes, f.sha256
    from property_certificates c join files f on f.url = c.file_url
    where c.property_id = ${propertyId}::uuid and f.sha256 <> all(${documents.map(({ sha256 }) => sha256)}::text[])
    order by 3, c.issue_date, c.id`.execute(db);
  return rows;
}

/** Throws `not_found`. */
export async function readPapers(db: UserDb, query: Place): Promise<Papers> {
  const place = await readPlace(db, query);
  const { tenants, payers, council } = await peopleOf(db, place);
  const documents = await documentsAt(db, place);
  const { councilAsks } = place;
  const homes = place.tenancies.map(({ id, kind }) => ({
    tenancyId: id,
    kind,
    councilAsks: false,
    people: [
      ...tenants.filter(({ movedOut, person }) => !movedOut && person.tenancyId === id).map(({ person }) => person),
      ...payers.filter(({ tenancyId }) => tenancyId === id),
    ],
  }));
  const duties = mustHave(documents, [...homes, { tenancyId: null, kind: '', councilAsks, people: [council] }]);
  const items = documents.map(({ tenancies: _, ...paper }) => ({
    ...paper,
    missing: (duties.get(paper.documentId) ?? []).filter((person) => !hasLatest(paper, person)),
  }));
  const people = [...tenants.map(({ person }) => person), ...payers, council];
  const certificates = await certificatesAt(db, place.propertyId, documents);
  return { items, certificates, people, askedOn: await askedOnOf(db, query) };
}

async function askedOnOf(db: UserDb, { tenancyId, propertyId }: Place): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select asked_on as day from bundle_requests where ${
      tenancyId
        ? sql`tenancy_id = ${tenancyId}::uuid`
        : sql`property_id = ${propertyId ?? null}::uuid and tenancy_id is null`
    }`.execute(db);
  return rows[0]?.day ?? null;
}

type ServedFacts = Pick<
  Served,
  'state' | 'struckAt' | 'method' | 'versionId' | 'recipientKind' | 'tenantId' | 'recipient'
>;
type Receiver = Pick<Person, 'kind' | 'tenantId' | 'name'>;

/** Neither a link nor the method 'other' counts as service of the latest version. */
function hasLatest({ served, versionId }: { served: ServedFacts[]; versionId: string }, person: Receiver): boolean {
  return served.some(
    (one) =>
      isGiven(one) &&
      one.method !== 'other' &&
      one.versionId === versionId &&
      one.recipientKind === person.kind &&
      (person.kind === 'tenant'
        ? one.tenantId === person.tenantId
        : person.kind === 'council' || one.recipient === person.name),
  );
}

type TenancyHome = Pick<MissingPapers['homes'][number], 'propertyId' | 'tenancyId' | 'name'> & {
  kind: string;
  payer: string | null;
  tenants: { id: string; name: string }[];
};
type DutyPaper = Pick<Paper, 'documentId' | 'type' | 'day' | 'withdrawn' | 'versionId'> & {
  home: string;
  tenancies: string[];
  served: ServedFacts[];
};

const MAX_HOMES = 1000;

/** Counts papers that a tenant, or the payer of the deposit, of a current tenancy did not get. */
export async function countMissing(db: UserDb): Promise<MissingPapers> {
  const { rows: tenancies } = await sql<TenancyHome>`
    select id as "tenancyId", property_id as "propertyId", coalesce(property_name, nullif(names, ''), 'Tenancy') as name, kind,
      deposit_payer_name as payer, (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name)), '[]') from tenants n
        where n.tenancy_id = t.id and not coalesce(n.moved_out <= app.today(), false)) as tenants
    from tenancies t where ended_on is null or ended_on > app.today() order by start_date, id`.execute(db);
  const { rows: papers } = await sql<DutyPaper>`
    with places as materialized (
      select id, property_id, coalesce(property_id, id) as home from tenancies where ended_on is null or ended_on > app.today()
    ), ${LINKED}
    select l.home, d.id as "documentId", d.type, d.day, false as withdrawn, v.id as "versionId", ${TENANCIES} as tenancies,
      coalesce((select json_agg(json_build_object('state', s.state, 'struckAt', s.struck_at, 'method', s.method,
        'versionId', s.document_version_id, 'recipientKind', s.recipient_kind, 'tenantId', s.tenant_id, 'recipient', s.recipient))
        from served s where s.document_version_id = v.id), '[]') as served
    from linked l join documents d on d.id = l.document_id
    cross join lateral (select id from document_versions where document_id = d.id order by number desc limit 1) v
    where d.type = any(${[...DUTY_TYPES]}::text[]) and d.withdrawn_at is null
    order by d.type, d.title collate app.natural, d.id`.execute(db);
  const papersOf = grouped(papers, ({ home }) => home);
  const tenanciesOf = grouped(tenancies, ({ propertyId, tenancyId }) => propertyId ?? tenancyId);
  const homes = [...tenanciesOf].flatMap(([home, here]) => {
    const documents = papersOf.get(home) ?? [];
    const duties = mustHave(documents, here.map(dutyHome));
    const lacking = documents.filter((paper) =>
      (duties.get(paper.documentId) ?? []).some((person) => !hasLatest(paper, person)),
    );
    return here[0] && lacking.length > 0 ? { ...placeOf(here[0]), papers: lacking.length } : [];
  });
  return {
    papers: homes.reduce((sum, home) => sum + home.papers, 0),
    homes: homes.slice(0, MAX_HOMES).map(({ papers: _, ...home }) => home),
  };
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const placeOf = ({ propertyId, tenancyId, name }: TenancyHome) => ({ propertyId, tenancyId, name });

const dutyHome = ({ tenancyId, kind, payer, tenants }: TenancyHome) => ({
  tenancyId,
  kind,
  councilAsks: false,
  people: [
    ...tenants.map(({ id, name }): Receiver => ({ kind: 'tenant', tenantId: id, name })),
    ...(payer ? [{ kind: 'relevant-person' as const, tenantId: null, name: payer }] : []),
  ],
});
