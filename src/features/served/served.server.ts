/** Served papers in SQL. Rows are added, and later only struck out, sent or confirmed. */
import { type RawBuilder, sql } from 'kysely';
import { MAX_ATTACHMENT_BYTES } from '../../outside/mail/mail.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { formatInstantAsTime, londonDay } from '../../shared/dates.ts';
import { addLink, assertEmailsAllowed } from '../guest-link/guest-link.server.ts';
import { arrivalOf, type ChosenRule } from './rules/arrival.ts';
import { remarksOn } from './rules/duties.ts';
import {
  type Method,
  type Served,
  type ServedAdded,
  type ServedInput,
  type ServedQuery,
  type ServiceMethod,
  TEXTS,
} from './served.ts';

const utc = (column: string) =>
  sql`to_char(${sql.ref(`s.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row as JSON. Correlated with the outer `served s`, `documents d` and `document_versions v`. */
export const servedJson = sql<Served>`jsonb_build_object('id', s.id, 'version', s.version, 'documentId', s.document_id,
  'versionId', s.document_version_id, 'title', d.title, 'type', d.type, 'versionNumber', v.number, 'sha256', s.sha256,
  'tenancyId', s.tenancy_id, 'propertyId', s.property_id, 'tenantId', s.tenant_id, 'recipient', s.recipient,
  'recipientKind', s.recipient_kind, 'method', s.method, 'methodNote', coalesce(s.method_note, ''), 'address', s.address,
  'servedAt', ${utc('served_at')}, 'timed', s.timed, 'arrival', s.arrival, 'arrivalRule', s.arrival_rule,
  'remark', coalesce(s.remark, ''), 'state', s.state, 'stateNote', coalesce(s.state_note, ''),
  'proof', (select json_build_object('url', url, 'name', name, 'contentType', content_type, 'bytes', bytes) from files where url = s.proof_url),
  'servedBy', (select m.name from members m where m.person_id = s.served_by order by m.joined_at desc limit 1), 'linkId', s.link_id,
  'confirmedAt', ${utc('confirmed_at')}, 'confirmedName', s.confirmed_name, 'confirmedFrom', s.confirmed_from,
  'struckAt', ${utc('struck_at')}, 'struckReason', s.struck_reason)`;

const FROM = sql`served s join documents d on d.id = s.document_id join document_versions v on v.id = s.document_version_id`;

async function rowsWhere(db: UserDb, condition: RawBuilder<boolean>): Promise<Served[]> {
  const { rows } = await sql<{ row: Served }>`
    select ${servedJson} as row from ${FROM} where ${condition} order by s.served_at desc, s.id desc limit 1000`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Newest first, at most 1,000. */
export function listServed(db: UserDb, { tenancyId, propertyId, documentId }: ServedQuery): Promise<Served[]> {
  const only = (column: string, id: string | undefined) =>
    id ? sql`${sql.ref(`s.${column}`)} = ${id}::uuid` : sql`true`;
  return rowsWhere(
    db,
    sql`${only('tenancy_id', tenancyId)} and ${only('property_id', propertyId)} and ${only('document_id', documentId)}`,
  );
}

/** The rows that were added with this row. */
export async function addedWith(db: UserDb, id: string): Promise<ServedAdded | undefined> {
  const items = await rowsWhere(
    db,
    sql`exists (select from served one where one.id = ${id} and one.date_added = s.date_added
      and one.served_by is not distinct from s.served_by)`,
  );
  return items.length > 0 ? { id, items } : undefined;
}

type Home = {
  tenancyId: string | null;
  propertyId: string | null;
  start: string;
  signedAt: Date | null;
  methods: ServiceMethod[];
};

/** Throws `not_found`. */
async function placeOf(db: UserDb, { tenancyId, propertyId }: ServedInput): Promise<Home> {
  const { rows } = tenancyId
    ? await sql<Home>`select id as "tenancyId", property_id as "propertyId", start_date as start, signed_at as "signedAt",
        service_methods as methods from tenancies where id = ${tenancyId}`.execute(db)
    : await sql<Home>`select null as "tenancyId", id as "propertyId", '' as start, null as "signedAt", '[]'::jsonb as methods
        from properties where id = ${propertyId}`.execute(db);
  if (!rows[0]) throw new AppError('not_found', { message: TEXTS.noPlace });
  return rows[0];
}

type Version = { id: string; type: string; bytes: number };

/** Throws `not_found`, or `invalid_input` for right-to-rent documents and too many bytes for an email. */
async function versionsOf(db: UserDb, { versionIds, method }: ServedInput): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select v.id, d.type, f.bytes::integer as bytes from document_versions v join documents d on d.id = v.document_id
    join files f on f.url = v.file_url
    where v.id = any(${versionIds}::uuid[]) order by array_position(${versionIds}::uuid[], v.id)`.execute(db);
  if (rows.length < versionIds.length) throw new AppError('not_found', { message: TEXTS.noPaper });
  if (rows.some(({ type }) => type === 'right-to-rent')) throw invalidField('versionIds', TEXTS.notServed);
  const size = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  if (method === 'email' && size > MAX_ATTACHMENT_BYTES) throw invalidField('versionIds', TEXTS.tooLarge);
  return rows;
}

/** The instant at which the papers were given. Throws `invalid_input` for an instant in the future. */
async function givenAt(db: UserDb, { method, day, time }: ServedInput, now: Date) {
  if (method === 'email' || !day) return { at: now, timed: true };
  const { rows } = await sql<{ at: Date }>`
    select (${`${day} ${time ?? '00:00'}`}::timestamp at time zone 'Europe/London') as at`.execute(db);
  const at = rows[0]?.at ?? now;
  if (at > now) throw invalidField(day > londonDay(now) ? 'day' : 'time', TEXTS.future);
  return { at, timed: time !== null };
}

/** The rule of a method as it is stored in the row, such as 'email-before 16:30'. */
function ruleOf(methods: readonly ServiceMethod[], method: Method): string | null {
  const chosen = methods.find((one) => one.method === method);
  return chosen?.rule ? [chosen.rule, chosen.time].filter(Boolean).join(' ') : null;
}

/** The arrival of a row by its stored rule. */
export function arrivalByRule(storedRule: string | null, at: Date, timed: boolean) {
  const [rule, time] = storedRule?.split(' ') ?? [];
  const chosen = rule ? ({ rule, time } as ChosenRule) : undefined;
  const arrival = arrivalOf(chosen, { day: londonDay(at), time: timed ? formatInstantAsTime(at) : null });
  return {
    day: arrival && 'day' in arrival ? arrival.day : null,
    unknown: arrival && 'unknown' in arrival ? arrival.unknown : '',
  };
}

type Adding = {
  input: ServedInput;
  now: Date;
  secret: string;
  /** Queues the email of a link in this transaction. */
  send: (linkId: string) => Promise<void>;
};

/** Throws `not_found`, `invalid_input`, or `too_many_attempts` during the trial. */
export async function addServed(db: UserDb, { input, now, secret, send }: Adding): Promise<ServedAdded> {
  const place = await placeOf(db, input);
  const versions = await versionsOf(db, input);
  const { at, timed } = await givenAt(db, input, now);
  const emailed = input.method === 'email';
  const tenants = await tenantsOf(db, place);
  let first = '';
  for (const [index, { kind, tenantId, name, address }] of input.recipients.entries()) {
    const tenant = kind === 'tenant' ? tenants.get(tenantId ?? '') : undefined;
    if (kind === 'tenant' && !tenant) throw invalidField(`recipients.${index}.tenantId`, TEXTS.noTenant);
    const person = { ...place, tenantId: tenant ? tenantId : null, recipient: tenant ?? name };
    const linkId = emailed ? await addLink(db, { ...person, email: address, message: input.message }, secret) : null;
    const rule = kind === 'tenant' ? ruleOf(place.methods, input.method) : null;
    const arrival = arrivalByRule(rule, at, timed);
    for (const { id: versionId, type } of versions) {
      const tenancy = place.tenancyId ? place : null;
      const facts = { type, method: input.method, recipientKind: kind, servedAt: at, timed, tenancy };
      const remark = [remarksOn(facts), emailed ? '' : arrival.unknown].filter(Boolean).join(' ');
      const { rows } = await sql<{ id: string }>`
        insert into served (document_version_id, tenancy_id, property_id, tenant_id, recipient, recipient_kind, method, method_note,
          address, served_at, timed, arrival, arrival_rule, remark, state, proof_url, link_id)
        values (${versionId}, ${person.tenancyId}, ${person.propertyId}, ${person.tenantId}, ${person.recipient}, ${kind}, ${input.method},
          ${input.methodNote || null}, ${address}, ${at}, ${timed}, ${emailed ? null : arrival.day}::date, ${rule}, ${remark || null},
          ${emailed ? 'sending' : 'recorded'}, ${input.proof?.url ?? null}, ${linkId}) returning id`.execute(db);
      first ||= rows[0]?.id ?? '';
    }
    if (linkId) await send(linkId);
  }
  if (emailed) await assertEmailsAllowed(db, now);
  const added = await addedWith(db, first);
  if (!added) throw new AppError('not_found');
  return added;
}

/** Names by id, of a tenancy or of all tenancies of a property. */
async function tenantsOf(db: UserDb, { tenancyId, propertyId }: Home): Promise<Map<string, string>> {
  const found = db.selectFrom('tenants').select(['id', 'name']);
  const rows = await (tenancyId
    ? found.where('tenancy_id', '=', tenancyId)
    : found.where('property_id', '=', propertyId)
  ).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Throws `not_found`, or `conflict` if the row is already struck out. */
export async function strikeServed(db: UserDb, { id, reason }: { id: string; reason: string }): Promise<Served> {
  const { numUpdatedRows } = await db
    .updateTable('served')
    .set({ struck_at: sql<Date>`app.instant()`, struck_by: sql<string>`app.person_id()`, struck_reason: reason })
    .where('id', '=', id)
    .where('struck_at', 'is', null)
    .executeTakeFirstOrThrow();
  const [current] = await rowsWhere(db, sql`s.id = ${id}`);
  if (!current) throw new AppError('not_found', { message: TEXTS.notFound });
  if (numUpdatedRows === 0n) throw new AppError('conflict', { message: TEXTS.struck, current });
  return current;
}
