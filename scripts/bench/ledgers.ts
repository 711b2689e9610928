/** Measures payments on ledgers of different ages: weekly rent, with the last two weeks unpaid. */
import type pg from 'pg';
import { connectToDatabase, signUp } from '../server-process.ts';
import { type Plan, send } from './measure.ts';
import type { Once } from './once.ts';
import { spreadOf } from './spread.ts';

const YEARS = [1, 10, 100];
const ROUNDS = 15;

export async function measureLedgers(plan: Plan): Promise<Once[]> {
  const reader = await signUp(plan.server.origin, { name: 'Bench ledgers', email: 'ledgers@bench.example' });
  const bench = { ...plan, sessions: { ...plan.sessions, reader } };
  const ids = await seedLedgers(plan);
  const date = new Date().toISOString().slice(0, 10);
  const results: Once[] = [];
  for (const [index, years] of YEARS.entries()) {
    const tenancyId = ids[index] ?? '';
    const times = { record: [] as number[], undo: [] as number[], read: [] as number[] };
    const timed = async (what: keyof typeof times, request: Parameters<typeof send>[1]) => {
      const startedAt = performance.now();
      const answer = await send(bench, request);
      const text = await answer.text();
      times[what].push(performance.now() - startedAt);
      return { text, etag: answer.headers.get('etag') ?? '' };
    };
    for (let round = 0; round < ROUNDS; round++) {
      const body = { tenancyId, date, amount: 20_000 };
      const { text, etag } = await timed('record', { as: 'reader', path: '/api/rent/payments', body });
      const { id } = JSON.parse(text) as { id: string };
      const headers = { 'if-match': etag || '"1"' };
      await timed('undo', { as: 'reader', method: 'DELETE', path: `/api/transactions/${id}`, headers });
      await timed('read', { as: 'reader', path: `/api/tenancies/${tenancyId}/ledger` });
    }
    const once = (name: string, milliseconds: number[], goal: number): Once => ({
      name: `Rent, a ledger of ${years} years: ${name}`,
      milliseconds: spreadOf(milliseconds),
      memory: null,
      others: Number.NaN,
      goal: { milliseconds: goal },
    });
    results.push(once('record a payment', times.record, 50), once('undo it', times.undo, 50));
    results.push(once('read it', times.read, 1_000));
  }
  return results;
}

async function seedLedgers(plan: Plan): Promise<string[]> {
  const client = await connectToDatabase(plan.server);
  try {
    await client.query('begin');
    // Disables triggers, which would settle ledgers one by one.
    const tables = ['ledger_entries', 'rent_allocations', 'tenancy_rents', 'tenancies', 'transactions'];
    for (const table of tables) await client.query(`alter table public.${table} disable trigger user`);
    const ids: string[] = [];
    for (const years of YEARS) ids.push(await seedLedger(client, years));
    await client.query('set constraints all immediate');
    for (const table of tables) await client.query(`alter table public.${table} enable trigger user`);
    await client.query('commit');
    await client.query('vacuum (analyze)');
    return ids;
  } finally {
    await client.end();
  }
}

async function seedLedger(client: pg.Client, years: number): Promise<string> {
  const { rows } = await client.query<{ id: string; user_id: string }>(
    `insert into public.tenancies (user_id, property_name, names, kind, start_date, frequency, rent_day, charges_from, charged_to)
     select id, $1 || ' Ledger Lane', 'Tenant of ' || $1, 'periodic', day, 'weekly', 1, day, current_date + 60
     from public.profiles, (select current_date - $1::int * 364 as day) since where email = 'ledgers@bench.example' returning id, user_id`,
    [years],
  );
  const ids = [rows[0]?.user_id, rows[0]?.id];
  for (const statement of STATEMENTS) await client.query(statement, ids);
  return rows[0]?.id ?? '';
}

const OWN = 'user_id = $1 and tenancy_id = $2';
const STATEMENTS = [
  `insert into public.tenancy_rents (user_id, tenancy_id, starts_on, amount) select user_id, id, start_date, 200 from public.tenancies
   where user_id = $1 and id = $2`,
  `insert into public.ledger_entries (user_id, tenancy_id, kind, date, amount, period_from, period_to)
   select user_id, id, 'rent', day::date, 200, day::date, day::date + 6
   from public.tenancies cross join generate_series(start_date::timestamp, current_date + 60, interval '1 week') day
   where user_id = $1 and id = $2`,
  `insert into public.transactions (user_id, tenancy_id, amount, description, date, category, type)
   select user_id, tenancy_id, amount, 'Rent', date + 2, 'rent', 'income' from public.ledger_entries where ${OWN} and date < current_date - 14`,
  `insert into public.ledger_entries (id, user_id, tenancy_id, kind, date, amount, note)
   select id, user_id, tenancy_id, 'payment', date, -amount, description from public.transactions where ${OWN}`,
  `insert into public.rent_allocations (user_id, tenancy_id, owed_id, paid_id, amount)
   select owed.user_id, owed.tenancy_id, owed.id, paid.id, owed.amount
   from public.ledger_entries owed join public.ledger_entries paid using (user_id, tenancy_id)
   where ${OWN} and owed.kind = 'rent' and paid.kind = 'payment' and paid.date = owed.date + 2`,
  `update public.ledger_entries set settled = abs(amount) where ${OWN} and date < current_date - 12
     and (kind = 'payment' or date < current_date - 14)`,
];
