/** Measures rent for an agent with ten years of ledgers: this month, arrears, a ledger, overview and bank matching. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { acceptAll } from '../../src/features/reconcile/answers.ts';
import type { BankRows, BankRowsPage, Decided } from '../../src/features/reconcile/bank-rows.ts';
import { MAX_DECISIONS } from '../../src/features/reconcile/listed.ts';
import { connectToDatabase, signUp } from '../server-process.ts';
import { type Bench, type Measured, measure, type Plan, send } from './measure.ts';
import type { Once } from './once.ts';
import type { Goal, Scenario } from './scenario.ts';
import { spreadOf } from './spread.ts';

const TENANCIES = 3_000;
const MONTHS = 120;
const BANK_ROWS = 5_000;
const MATCHINGS = 5;

export async function measureRent(plan: Plan): Promise<{ rows: Measured[]; once: Once[] }> {
  const agent = await signUp(plan.server.origin, { name: 'Bench agent', email: 'agent@bench.example' });
  const client = await connectToDatabase(plan.server);
  let ledger: string;
  try {
    ledger = await seedRent(client);
  } finally {
    await client.end();
  }
  const own = { ...plan, sessions: { ...plan.sessions, reader: agent } };
  const matching = await measureMatching(own);
  const rows: Measured[] = [];
  for (const scenario of scenarios(ledger)) rows.push(...(await measure(scenario, 1, own)));
  return { rows, once: [matching, ...(await measureOffice(plan))] };
}

const count = (expected: number, of: (body: never) => number) => (body: unknown) => {
  const found = of(body as never);
  return found === expected ? null : `${found} instead of ${expected}`;
};

function scenarios(ledger: string): Scenario[] {
  const at = (goal: Goal) => ({ 1: goal });
  return [
    {
      name: 'Rent: this month, the first 100',
      at: at({ p99: 50 }),
      path: '/api/rent?limit=100',
      problem: count(TENANCIES, ({ due }: { due: { count: number } }) => due.count),
    },
    {
      name: 'Rent: who is behind, the first 100',
      at: at({ p99: 50 }),
      path: '/api/rent/arrears?limit=100',
      problem: count(TENANCIES / 10 + 1, ({ owed }: { owed: { count: number } }) => owed.count),
    },
    {
      name: 'Rent: a ledger of ten years',
      at: at({ p99: 20 }),
      path: `/api/tenancies/${ledger}/ledger`,
      problem: count(2 * MONTHS - 2, ({ entries }: { entries: unknown[] }) => entries.length),
    },
    {
      name: 'Rent: bank rows, 5,000 waiting',
      at: at({ p99: 20 }),
      path: '/api/bank-rows',
      problem: (body) => {
        const { stale, sections } = body as BankRows;
        return stale || sections.rent.items.length === 0 ? 'They were not stored' : null;
      },
    },
    { name: 'Rent: the overview', at: at({ p99: 30 }), path: '/api/overview', problem: () => null },
  ];
}

/** Measures the time from a decision until the other rows have been recalculated. */
async function measureMatching(bench: Bench): Promise<Once> {
  await waitUntilStored(bench);
  const times: number[] = [];
  for (let round = 0; round < MATCHINGS; round++) {
    const { sections } = await read<BankRows>(bench, '/api/bank-rows');
    const [row] = [...sections.rent.items, ...sections.choose.items];
    if (!row) throw new Error('Nothing was matched');
    const startedAt = performance.now();
    const tenancyIds = row.choices[0]?.parts.map(({ tenancyId }) => tenancyId);
    const body = { decisions: [{ id: row.id, version: row.version, as: 'not theirs', tenancyIds }] };
    await send(bench, { as: 'reader', method: 'POST', path: '/api/bank-rows/decide', body });
    await waitUntilStored(bench);
    times.push(performance.now() - startedAt);
  }
  const name = `Rent: work out ${BANK_ROWS.toLocaleString('en-GB')} bank rows again`;
  return { name, milliseconds: spreadOf(times), memory: null, others: Number.NaN, goal: { milliseconds: 5_000 } };
}

async function read<T>(bench: Bench, path: string): Promise<T> {
  return (await (await send(bench, { as: 'reader', path })).json()) as T;
}

const TIMEOUT_MS = 60_000;

/** Waits until bank rows are stored, so that a read need not calculate them. */
async function waitUntilStored(bench: Bench): Promise<void> {
  for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await delay(50)) {
    const startedAt = performance.now();
    const { stale } = await read<BankRows>(bench, '/api/bank-rows');
    // A slow read has calculated rows that were not stored yet.
    if (!stale && performance.now() - startedAt < 200) return;
  }
  throw new Error('Bank rows were not calculated');
}

/** Measures an office with 300 tenancies on rent day: suggestions, the Rent screen's reads, and accepting all. */
async function measureOffice(plan: Plan): Promise<Once[]> {
  const office = await signUp(plan.server.origin, { name: 'Bench office', email: 'office@bench.example' });
  const client = await connectToDatabase(plan.server);
  try {
    for (const statement of OFFICE) await client.query(statement);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
  const bench = { ...plan, sessions: { ...plan.sessions, reader: office } };
  const once = (name: string, milliseconds: number[], goal: number): Once => ({
    name: `Rent of 300: ${name}`,
    milliseconds: spreadOf(milliseconds),
    memory: null,
    others: Number.NaN,
    goal: { milliseconds: goal },
  });
  const timed = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const first = await timed(() => read(bench, '/api/bank-rows'));
  await waitUntilStored(bench);
  const repeated: number[] = [];
  const views: number[] = [];
  for (let round = 0; round < MATCHINGS; round++) {
    repeated.push(await timed(() => read(bench, '/api/bank-rows')));
    const screen = ['/api/rent?limit=100', '/api/rent/arrears?limit=100', '/api/bank-rows'];
    views.push(await timed(() => Promise.all(screen.map((path) => read(bench, path)))));
  }
  const { items } = await read<BankRowsPage>(bench, '/api/bank-rows/list?section=certain&limit=500');
  const decisions = acceptAll(items);
  if (decisions.length < OFFICE_ROWS * 0.9) throw new Error(`Only ${decisions.length} rows were certain`);
  const startedAt = performance.now();
  for (let from = 0; from < decisions.length; from += MAX_DECISIONS) {
    const body = { decisions: decisions.slice(from, from + MAX_DECISIONS) };
    const answer = await send(bench, { as: 'reader', method: 'POST', path: '/api/bank-rows/decide', body });
    const { done } = (await answer.json()) as Decided;
    if (done !== body.decisions.length) throw new Error(`${done} of ${body.decisions.length} rows were accepted`);
  }
  const accepted = performance.now() - startedAt;
  return [
    once('bank rows, the first time', [first], 1_000),
    once('bank rows, nothing changed since', repeated, 200),
    once('the reads of its screen, at once', views, 1_000),
    once(`accept ${decisions.length} certain`, [accepted], 2_000),
  ];
}

/**
 * Seeds ledgers, and returns the id of a tenancy in arrears. One tenant in ten has not paid for two months; the last
 * tenant has paid half of this month.
 */
async function seedRent(client: pg.Client): Promise<string> {
  await client.query('begin');
  // Disables triggers, which would settle ledgers one by one and log every row.
  const tables = ['ledger_entries', 'rent_allocations', 'tenancy_rents', 'tenancies', 'tenants'];
  for (const table of tables) await client.query(`alter table public.${table} disable trigger user`);
  await client.query('alter table public.transactions disable trigger payments_added');
  for (const statement of [HOMES, AGREEMENTS, PEOPLE, RENTS, CHARGES, PAYMENTS, ENTRIES, ALLOCATIONS, SETTLED, BANK])
    await client.query(statement);
  await client.query('set constraints all immediate');
  await client.query('alter table public.transactions enable trigger payments_added');
  for (const table of tables) await client.query(`alter table public.${table} enable trigger user`);
  await client.query('commit');
  await client.query('vacuum (analyze)');
  const { rows } = await client.query<{ id: string }>(`
    select t.id from public.tenancies t join public.profiles p on p.id = t.user_id and p.email = 'agent@bench.example'
    where names = 'Tenant 7'`);
  return rows[0]?.id ?? '';
}

const AGENT = `(select id from public.profiles where email = 'agent@bench.example')`;
const MONTH = `date_trunc('month', current_date)::date`;

const HOMES = `
  insert into public.properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, status)
  select ${AGENT}, n || ' Ferry Lane', 'Bristol', 'Bristol', 'BS1 4AA', 'flat', 2, 1, 700 + n % 900, 60, 'occupied'
  from generate_series(1, ${TENANCIES}) n`;
const AGREEMENTS = `
  insert into public.tenancies (user_id, property_id, property_name, names, kind, start_date, rent_day, charges_from, charged_to)
  select user_id, id, address || ', Bristol', 'Tenant ' || split_part(address, ' ', 1), 'periodic',
    (${MONTH} - interval '${MONTHS - 1} months')::date, 1, (${MONTH} - interval '${MONTHS - 1} months')::date, current_date + 60
  from public.properties where user_id = ${AGENT}`;
const PEOPLE = `
  insert into public.tenants (user_id, name, email, phone, property_id, property_name, tenancy_id)
  select user_id, names, 'tenant@bench.example', '07700 900000', property_id, property_name, id
  from public.tenancies where user_id = ${AGENT}`;
const RENTS = `
  insert into public.tenancy_rents (user_id, tenancy_id, starts_on, amount)
  select t.user_id, t.id, t.start_date, p.monthly_rent from public.tenancies t join public.properties p on p.id = t.property_id
  where t.user_id = ${AGENT}`;
const CHARGES = `
  insert into public.ledger_entries (user_id, tenancy_id, kind, date, amount, period_from, period_to)
  select t.user_id, t.id, 'rent', month::date, r.amount, month::date, (month + interval '1 month' - interval '1 day')::date
  from public.tenancies t join public.tenancy_rents r on r.tenancy_id = t.id
  cross join generate_series(t.start_date::timestamp, current_date + 60, interval '1 month') month
  where t.user_id = ${AGENT}`;
const PAYMENTS = `
  insert into public.transactions (user_id, tenancy_id, property_id, property_address, amount, description, date, category, type)
  select e.user_id, e.tenancy_id, t.property_id, t.property_name,
    case when t.names = 'Tenant ${TENANCIES}' and e.date = ${MONTH} then e.amount / 2 else e.amount end,
    'Rent, ' || t.names, e.date + 2, 'rent', 'income'
  from public.ledger_entries e join public.tenancies t on t.id = e.tenancy_id
  where e.user_id = ${AGENT} and e.date <= ${MONTH}
    and not (split_part(t.names, ' ', 2)::int % 10 = 7 and e.date > ${MONTH} - interval '2 months')`;
const ENTRIES = `
  insert into public.ledger_entries (id, user_id, tenancy_id, kind, date, amount, note)
  select id, user_id, tenancy_id, 'payment', date, -amount, description from public.transactions where user_id = ${AGENT}`;
const ALLOCATIONS = `
  insert into public.rent_allocations (user_id, tenancy_id, owed_id, paid_id, amount)
  select owed.user_id, owed.tenancy_id, owed.id, paid.id, -paid.amount
  from public.ledger_entries owed join public.ledger_entries paid
    on paid.tenancy_id = owed.tenancy_id and paid.kind = 'payment' and paid.date = owed.date + 2
  where owed.user_id = ${AGENT} and owed.kind = 'rent'`;
const SETTLED = `
  update public.ledger_entries e set settled = a.amount from (
    select owed_id as id, amount from public.rent_allocations where user_id = ${AGENT}
    union all select paid_id, amount from public.rent_allocations where user_id = ${AGENT}) a
  where a.id = e.id`;
/** The maximum number of rows that are matched, with tenants' names, for rents of any month. */
const BANK = `
  insert into public.transactions (user_id, amount, description, date, category, type, source, external_id)
  select t.user_id, 700 + n % 900, 'TENANT ' || n || ' RENT', current_date - n % 80, 'other', 'income', 'bank', 'rent-' || n
  from generate_series(1, ${BANK_ROWS}) n join public.tenancies t on t.user_id = ${AGENT} and t.names = 'Tenant ' || 1 + n % ${TENANCIES}`;

const OFFICE_ID = `(select id from public.profiles where email = 'office@bench.example')`;
const OFFICE_ROWS = 272;
const NAME = `(array['Amelia','Ruth','Nils','Petr','Oliver','Niamh','Kwame','Jayesh','Mei','Callum'])[1 + n % 10] || ' ' ||
  (array['Clark','Young','Lund','Novak','Marsh','Byrne','Mensah','Patel','Chow','Fraser'])[1 + n / 10 % 10]`;
/** Ledgers of seven months, six of them paid by bank; this month's rows are unmatched. */
const OFFICE = [
  `insert into public.properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size, status)
   select ${OFFICE_ID}, n || ' Laburnum Avenue', 'Leeds', 'Yorkshire', 'LS1 4AA', 'flat', 2, 1, 700 + n, 60, 'occupied'
   from generate_series(1, 300) n`,
  `insert into public.tenancies (user_id, property_id, property_name, names, kind, start_date, rent_day, charges_from, charged_to)
   select user_id, id, address, ${NAME}, 'periodic', (${MONTH} - interval '6 months')::date, 1, (${MONTH} - interval '6 months')::date,
     current_date + 60
   from (select *, split_part(address, ' ', 1)::int as n from public.properties where user_id = ${OFFICE_ID}) home`,
  `insert into public.tenancy_rents (user_id, tenancy_id, starts_on, amount)
   select t.user_id, t.id, t.start_date, p.monthly_rent from public.tenancies t join public.properties p on p.id = t.property_id
   where t.user_id = ${OFFICE_ID}`,
  `insert into public.ledger_entries (user_id, tenancy_id, kind, date, amount, period_from, period_to)
   select t.user_id, t.id, 'rent', month::date, r.amount, month::date, (month + interval '1 month' - interval '1 day')::date
   from public.tenancies t join public.tenancy_rents r on r.tenancy_id = t.id
   cross join generate_series(t.start_date::timestamp, current_date + 60, interval '1 month') month where t.user_id = ${OFFICE_ID}`,
  `insert into public.transactions (user_id, tenancy_id, property_id, amount, description, date, category, type, source)
   select t.user_id, t.id, t.property_id, r.amount, upper(names || ' ' || property_name), month::date + 1, 'rent', 'income', 'bank'
   from public.tenancies t join public.tenancy_rents r on r.tenancy_id = t.id
   cross join generate_series(t.start_date::timestamp, ${MONTH} - interval '1 month', interval '1 month') month where t.user_id = ${OFFICE_ID}`,
  `insert into public.transactions (user_id, amount, description, date, category, type, source)
   select t.user_id, r.amount, upper(names || ' ' || property_name), ${MONTH} + 1, 'rent', 'income', 'bank'
   from public.tenancies t join public.tenancy_rents r on r.tenancy_id = t.id where t.user_id = ${OFFICE_ID} order by t.id limit ${OFFICE_ROWS}`,
];
