/** Repairs in SQL. Only database functions, such as `app.act_on_repair`, write states and stories. */
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { recordTable, type Versioned } from '../../server/db/record-table.server.ts';
import { instantCursor, type Order } from '../../server/http/pages.server.ts';
import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { fileOf } from '../document/list.server.ts';
import { BOARD_STATES, isNow, type State, TARGET_HOURS, TEXTS } from './listed.ts';
import type {
  Board,
  BoardQuery,
  FileInput,
  Repair,
  RepairChange,
  RepairInput,
  RepairQuery,
  RepairRecord,
  RepairSummary,
  RepairSummaryQuery,
  RepairTargets,
} from './repair.ts';
import { due, waitsFor } from './waiting.server.ts';

const utc = (column: RawBuilder<unknown>) => sql`app.utc_text(${column})`;
const instant = (column: string) => utc(sql.ref(`repairs.${column}`));

const CLOSED = sql`'{closed,declined,cancelled}'::text[]`;
/** An index can be used for a list of states, but not for a negation. */
const IS_OPEN = sql<boolean>`state = any ('{reported,accepted,quoting,booked,in-progress,done,on-hold}')`;
const late = sql<boolean>`(state <> all ('{done,closed,declined,cancelled,on-hold}') and coalesce(${due} < app.instant(), false))`;
const nameIn = (table: 'suppliers' | 'tenants', column: string) =>
  sql`(select json_build_object('id', named.id, 'name', named.name) from ${sql.table(table)} named where named.id = ${sql.ref(column)})`;
const address = sql`coalesce(repairs.property_address, (select p.address || ', ' || p.city from properties p where p.id = repairs.property_id), '')`;

/** Correlated with the outer `repairs` row. The tenant's name is empty for roles that do not see people. */
const computed = {
  number: sql`number`,
  state: sql`state`,
  propertyId: sql`property_id`,
  address,
  tenant: sql`case when tenant_id is not null then coalesce(${nameIn('tenants', 'repairs.tenant_id')}, json_build_object('id', tenant_id, 'name', '')) end`,
  supplier: nameIn('suppliers', 'repairs.supplier_id'),
  reportedBy: sql`reported_by`,
  unconfirmed: sql`unconfirmed`,
  waitsFor,
  reportedAt: instant('reported_at'),
  due: utc(due),
  late,
  bookedFrom: instant('booked_from'),
  bookedUntil: instant('booked_until'),
  heldUntil: sql`held_until`,
  doneAt: instant('done_at'),
  closedAt: instant('closed_at'),
  quotes: sql`(select json_build_object('asked', count(*), 'given', count(*) filter (where q.state in ('given', 'chosen')))
    from repair_quotes q where q.repair_id = repairs.id)`,
  photos: sql`(select count(*) from repair_events e where e.repair_id = repairs.id and e.kind = 'file')`,
};

/** Correlated with the event or invoice `e`, which may have a document. */
const file = (version: string) => sql`(
  select jsonb_build_object('documentId', v.document_id, 'takenAt', null) || ${fileOf(sql`v.document_id`, 'v')}::jsonb
  from document_versions v where v.document_id = ${sql.ref(`${version}.document_id`)} order by v.number desc limit 1)`;

const events = sql`coalesce((
  select json_agg(json_build_object('id', e.id, 'at', ${utc(sql`e.at`)}, 'side', e.side, 'name', e.name, 'kind', e.kind, 'text', e.text,
    'was', e.was, 'isNow', e.is_now, 'tenantSees', e.tenant_sees, 'suppliersSee', e.suppliers_see,
    'supplierSees', case when e.supplier_sees is not null then coalesce(${nameIn('suppliers', 'e.supplier_sees')}, json_build_object('id', e.supplier_sees, 'name', '')) end,
    'file', ${file('e')} || jsonb_build_object('takenAt', ${utc(sql`e.taken_at`)})) order by e.seq)
  from repair_events e where e.repair_id = repairs.id), '[]')`;

/** Averages run from accepting to done, over the supplier's repairs of the last year. */
const offers = sql`coalesce((
  select json_agg(json_build_object('id', q.id, 'supplierId', q.supplier_id, 'supplierName', q.supplier_name, 'state', q.state,
    'answerBy', q.answer_by, 'net', (q.net * 100)::bigint, 'vat', (q.vat * 100)::bigint, 'note', q.note, 'validUntil', q.valid_until,
    'from', ${utc(sql`q.time_from`)}, 'until', ${utc(sql`q.time_until`)}, 'askedAt', ${utc(sql`q.asked_at`)}, 'answeredAt', ${utc(sql`q.answered_at`)},
    'jobs', done.jobs, 'days', done.days) order by q.state <> 'chosen', q.state <> 'given', q.net, q.asked_at, q.supplier_name)
  from repair_quotes q cross join lateral (
    select count(*) as jobs, round(avg(extract(epoch from r.done_at - r.accepted_at) / 86400)::numeric, 1)::float8 as days
    from repairs r where r.supplier_id = q.supplier_id and r.done_at > app.instant() - interval '1 year') done
  where q.repair_id = repairs.id), '[]')`;

const bills = sql`coalesce((
  select json_agg(json_build_object('id', e.id, 'supplierId', e.supplier_id, 'supplierName', e.sender, 'number', e.number,
    'net', (e.net * 100)::bigint, 'vat', (e.vat * 100)::bigint, 'due', e.due, 'state', e.state, 'file', ${file('e')},
    'transactionId', e.transaction_id,
    'paid', coalesce((select x.status = 'completed' from transactions x where x.id = e.transaction_id), false),
    'overQuote', (select nullif(greatest(0, ((e.net + e.vat - q.net - q.vat) * 100)::bigint), 0) from repair_quotes q
      where q.repair_id = e.repair_id and q.supplier_id = e.supplier_id and q.state = 'chosen'),
    'receivedAt', ${utc(sql`e.received_at`)}) order by e.received_at, e.id)
  from repair_bills e where e.repair_id = repairs.id), '[]')`;

/** The first instant of the current tax year. `cost` is in pence and counts accepted invoices. */
const yearStart = sql`(select make_date(extract(year from day)::int, 4, 6)::timestamp at time zone 'Europe/London' 
  from (select app.today() - interval '3 months 5 days' as day) shifted)`;
const cost = sql`json_build_object(
  'repair', coalesce((select sum(b.net + b.vat) * 100 from repair_bills b where b.repair_id = repairs.id and b.state = 'accepted'), 0)::bigint,
  'home', coalesce((select sum(b.net + b.vat) * 100 from repair_bills b join repairs r on r.id = b.repair_id
    where r.property_id = repairs.property_id and b.state = 'accepted' and b.received_at >= ${yearStart}), 0)::bigint,
  'repairs', (select count(*) from repairs r where r.property_id = repairs.property_id and r.reported_at >= ${yearStart}))`;

const byReport = (direction: 'asc' | 'desc') =>
  ({
    by: sql`reported_at`,
    direction,
    key: 'reportedAt',
    sent: instantCursor,
    value: (sent) => sql`${sent}::timestamptz`,
  }) satisfies Order<{ reportedAt: string }>;

const FILTERS = {
  group: (group: string) =>
    ({
      open: sql<boolean>`state <> all (${CLOSED}) and state <> 'on-hold'`,
      held: sql<boolean>`state = 'on-hold'`,
      closed: sql<boolean>`state = any (${CLOSED})`,
    })[group] ?? sql<boolean>`true`,
  state: (state: string) => sql<boolean>`state = ${state}`,
  urgency: (urgency: string) => sql<boolean>`urgency = ${urgency}`,
  waiting: (side: string) => sql<boolean>`state <> all (${CLOSED}) and ${waitsFor} = ${side}`,
  late: () => sql<boolean>`state <> all (${CLOSED}) and ${late}`,
  propertyId: (id: string) => sql<boolean>`property_id = ${id}::uuid`,
  tenantId: (id: string) => sql<boolean>`tenant_id = ${id}::uuid`,
  tenancyId: (id: string) => sql<boolean>`tenancy_id = ${id}::uuid`,
  supplierId: (id: string) =>
    sql<boolean>`(supplier_id = ${id}::uuid or id in (select repair_id from repair_quotes where supplier_id = ${id}::uuid))`,
};

const table = recordTable<RepairInput, Repair, RepairRecord, RepairQuery>({
  table: 'repairs',
  noun: 'repair',
  columns: { title: 'title', category: 'category', urgency: 'urgency', room: 'room' },
  pageColumns: {
    description: 'description',
    accessNote: 'access_note',
    costLimit: {
      column: 'cost_limit',
      read: sql`(cost_limit * 100)::bigint`,
      write: (value) => sql`${value}::numeric / 100`,
    },
    times: { column: 'suiting_times', read: sql`suiting_times`, write: (value) => JSON.stringify(value) },
    pets: 'pets',
    vulnerable: 'vulnerable',
  },
  computed,
  parts: {
    firstGetsIt: sql`first_gets_it`,
    usualSupplierId: sql`(select p.supplier_id from repair_plans p where p.id = repairs.plan_id)`,
    stateReason: sql`coalesce(state_reason, '')`,
    tenancyId: sql`tenancy_id`,
    reporter: sql`case when reported_by = 'poster' then json_build_object('name', coalesce(reporter_name, ''), 'email', coalesce(reporter_email, ''),
      'phone', coalesce(reporter_phone, '')) end`,
    proposed: sql`case when proposed_by is not null then json_build_object('by', proposed_by, 'from', ${instant('proposed_from')}, 'until', ${instant('proposed_until')}) end`,
    acceptedAt: instant('accepted_at'),
    previous: sql`(select json_build_object('id', was.id, 'number', was.number, 'title', was.title) from repairs was where was.id = repairs.previous_id)`,
    events,
    offers,
    bills,
    cost,
  },
  orders: { newest: byReport('desc'), oldest: byReport('asc') },
  find: (q) => sql`app.find_repairs(${q})`,
  filters: FILTERS,
});

/** Fields whose changes are added to the story. */
const LOGGED = ['title', 'category', 'urgency', 'room', 'description'] as const;

/**
 * Saves throw `invalid_input` for a missing property or tenant.
 * Removals throw `in_use` once the repair was accepted, or others took part.
 */
export const repairTable = {
  ...table,

  async add(db: UserDb, input: RepairInput): Promise<RepairRecord> {
    const { propertyId, tenantId, previousId, ...rest } = input;
    const home = db.selectFrom('properties').select('id').where('id', '=', propertyId).forKeyShare();
    if (!(await home.executeTakeFirst()))
      throw invalidField('propertyId', 'This property no longer exists. Choose another.');
    const tenant = tenantId ? await tenantOf(db, tenantId) : undefined;
    const { id } = await table.add(db, rest as RepairInput, {
      property_id: propertyId,
      tenant_id: tenant?.id ?? null,
      tenancy_id: tenant?.tenancyId ?? null,
      previous_id: previousId,
      reported_by: 'landlord',
    });
    await sql`select app.report_own_repair(${id}::uuid)`.execute(db);
    return recordOf(db, id);
  },

  async change(db: UserDb, args: Versioned & { input: RepairChange }): Promise<RepairRecord> {
    const was = await table.get(db, args.id);
    if (!was) throw new AppError('not_found', { message: TEXTS.notFound });
    await table.change(db, args);
    const changes = Object.fromEntries(
      LOGGED.filter((name) => was[name] !== args.input[name]).map((name) => [name, [was[name], args.input[name]]]),
    );
    if (Object.keys(changes).length > 0) await act(db, args.id, 'change', { changes });
    return recordOf(db, args.id);
  },

  async remove(db: UserDb, { id, version }: Versioned): Promise<void> {
    const { rows } = await sql<{ kept: boolean }>`
      select not (unconfirmed or reported_by in ('landlord', 'inspection') and state in ('reported', 'cancelled')
        and not exists (select from repair_events e where e.repair_id = repairs.id and e.side <> 'landlord')) as kept
      from repairs where id = ${id}::uuid and version = ${version}`.execute(db);
    if (!rows[0]) await throwNotFoundOrConflict(db, 'repairs', () => table.get(db, id));
    if (rows[0]?.kept) throw new AppError('in_use', { message: TEXTS.hasStory });
    await table.remove(db, { id, version });
  },
};

async function tenantOf(db: UserDb, id: string): Promise<{ id: string; tenancyId: string | null }> {
  const tenant = db.selectFrom('tenants').select(['id', 'tenancy_id as tenancyId']).where('id', '=', id).forKeyShare();
  const found = await tenant.executeTakeFirst();
  if (!found) throw invalidField('tenantId', 'This tenant no longer exists. Choose another.');
  return found;
}

/** Throws `not_found`. */
export async function recordOf(db: UserDb, id: string): Promise<RepairRecord> {
  const found = await table.get(db, id);
  if (!found) throw new AppError('not_found', { message: TEXTS.notFound });
  return found;
}

export type Action =
  | 'move'
  | 'message'
  | 'propose'
  | 'give'
  | 'ask'
  | 'file'
  | 'match'
  | 'change'
  | 'bill'
  | 'recharge';

/** Returns the ids of the new events. Throws `not_found`, `wrong_state`, or `invalid_input` for a missing supplier. */
export async function act(db: UserDb, id: string, what: Action, details: object): Promise<string[]> {
  try {
    const { rows } = await sql<{ events: string[] }>`
      select app.act_on_repair(${id}::uuid, ${what}, ${JSON.stringify(details)}::jsonb) as events`.execute(db);
    return rows[0]?.events ?? [];
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Throws `not_found`. */
export async function assertExists(db: UserDb, id: string): Promise<void> {
  const found = await db.selectFrom('repairs').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new AppError('not_found', { message: TEXTS.notFound });
}

/** Throws `not_found`, or `invalid_input` at `url` for a file that is missing or not the caller's. */
export async function attachFile(db: UserDb, id: string, { url, ...seen }: FileInput): Promise<string[]> {
  await assertExists(db, id);
  const file = db.selectFrom('files').select(['name', 'content_type as contentType']).where('url', '=', url);
  const found = await file.where('stored', '=', true).executeTakeFirst();
  if (!found) throw invalidField('url', 'Upload the file again');
  const isPhoto = found.contentType.startsWith('image/');
  const details = { url, name: found.name, title: found.name, type: isPhoto ? 'photo' : 'other', ...seen };
  return act(db, id, 'file', details);
}

/** Turns PostgreSQL's refusals of an action into errors with a message for the person. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code, detail, constraint } = error;
  if (code === 'P0002') return new AppError('not_found', { message: TEXTS.notFound });
  if (code === 'TN428') return new AppError('wrong_state', { message: isNow(detail as State) });
  if (code === 'TN429') return invalidField('from', 'Enter a date and time');
  if (code === 'TN430') return invalidField('file', 'You can add up to 10 files a day');
  if (code === 'TN433') return new AppError('wrong_state', { message: TEXTS.gone });
  if (constraint === 'repairs_supplier_id_fkey')
    return invalidField('supplierId', 'This supplier no longer exists. Choose another.');
  if (constraint === 'repair_bills_number_key')
    return invalidField('number', 'You already have an invoice with this number');
  return error;
}

const COLUMN_SIZE = 50;

/** Open repairs by state, oldest first. Columns have at most `COLUMN_SIZE` repairs. */
export async function readBoard(db: UserDb, { q, ...filters }: BoardQuery): Promise<Board> {
  const conditions = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [(FILTERS as Record<string, (value: string) => RawBuilder<boolean>>)[name]?.(value) ?? sql`true`],
  );
  const where = sql.join(
    [sql`true`, ...conditions, ...(q ? [sql`id in (select app.find_repairs(${q}))`] : [])],
    sql` and `,
  );
  const { rows } = await sql<Board>`
    with open as materialized (
      select repairs.*, ${late} as is_late, ${waitsFor} as side, row_number() over (partition by state order by reported_at, id) as place
      from repairs where ${IS_OPEN} and ${where}
    ), totals as (select state, count(*) as total from open group by state)
    select (
      select json_agg(json_build_object('state', board.state, 'total', coalesce(totals.total, 0), 'items', coalesce((
        select json_agg(item order by item."reportedAt", item.id) from (
          select ${sql.join(table.listed)} from repairs where id in (select id from open where open.state = board.state and place <= ${COLUMN_SIZE})) item
      ), '[]')) order by board.place)
      from unnest(${[...BOARD_STATES]}::text[]) with ordinality as board (state, place) left join totals on totals.state = board.state
    ) as columns,
    (select json_build_object('open', count(*) filter (where state <> 'on-hold'), 'held', count(*) filter (where state = 'on-hold'),
      'waiting', count(*) filter (where side = 'landlord' and state <> 'on-hold'), 'late', count(*) filter (where is_late)) from open) as counts`.execute(
    db,
  );
  return rows[0] as Board;
}

/** A supplier's summary counts only that supplier's invoices and quotes. */
export async function readSummary(db: UserDb, of: RepairSummaryQuery): Promise<RepairSummary> {
  const [name, value] = Object.entries(of)[0] as ['propertyId' | 'tenantId' | 'supplierId', string];
  const theirs = name === 'supplierId' ? sql`supplier_id = ${value}::uuid` : sql`true`;
  const bills = (condition: RawBuilder<unknown>) => sql`coalesce((select sum(net + vat) * 100 from repair_bills
    where state = 'accepted' and repair_id in (select id from mine) and ${theirs} and ${condition}), 0)::bigint`;
  const quotes = (condition: RawBuilder<unknown>) =>
    sql`(select count(*) from repair_quotes where repair_id in (select id from mine) and ${theirs} and ${condition})`;
  const { rows } = await sql<{ summary: RepairSummary }>`
    with mine as (select * from repairs where ${FILTERS[name](value)})
    select json_build_object('open', (select count(*) from mine where state <> all (${CLOSED})),
      'cost', json_build_object('year', ${bills(sql`received_at >= ${yearStart}`)}, 'all', ${bills(sql`true`)}),
      'jobs', (select count(*) from mine where done_at is not null and ${theirs}),
      'days', (select round(avg(extract(epoch from done_at - accepted_at) / 86400)::numeric, 1)::float8 from mine where ${theirs}),
      'quotes', json_build_object('given', ${quotes(sql`net is not null`)}, 'chosen', ${quotes(sql`state = 'chosen'`)})) as summary`.execute(
    db,
  );
  return rows[0]?.summary as RepairSummary;
}

export async function readTargets(db: UserDb): Promise<RepairTargets> {
  const { rows } = await sql<{ targets: RepairTargets }>`
    select ${JSON.stringify(TARGET_HOURS)}::jsonb || coalesce((select jsonb_object_agg(urgency, hours) from repair_targets), '{}') as targets`.execute(
    db,
  );
  return rows[0]?.targets as RepairTargets;
}

export async function setTargets(db: UserDb, targets: RepairTargets): Promise<RepairTargets> {
  await sql`insert into repair_targets (urgency, hours) select key, value::int from jsonb_each_text(${JSON.stringify(targets)}::jsonb) order by key
    on conflict (user_id, urgency) do update set hours = excluded.hours where repair_targets.hours <> excluded.hours`.execute(
    db,
  );
  return readTargets(db);
}
