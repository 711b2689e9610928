/** Measures the difference of an update with a million transactions, and the cost of tax sums in a save. */
import type pg from 'pg';
import { connectToDatabase, signUp } from '../server-process.ts';
import { type Measured, measure, type Plan, send } from './measure.ts';
import { seedTransactions } from './seed.ts';
import { percentile, spreadOf } from './spread.ts';

const [DIFFERENCE, SAVE] = ['Tax: the difference of an update', 'Tax: a save in the database'];
export const TAX_ROWS: readonly string[] = [DIFFERENCE, SAVE].map((name) => name.toLowerCase());

const TAXPAYER = { name: 'Bench taxpayer', email: 'taxpayer@bench.example' };
const PROPERTIES = 500;
const CORRECTIONS = 20;
const SAVES = 500;

export async function measureTax(plan: Plan): Promise<Measured[]> {
  const client = await connectToDatabase(plan.server);
  try {
    return [...(await measureDifference(plan, client)), ...(await measureSaves(plan, client))];
  } finally {
    await client.end();
  }
}

/** All transactions are in one half-year. Once its update is sent, one income transaction per nine days is changed. */
async function measureDifference(plan: Plan, client: pg.Client): Promise<Measured[]> {
  const cookie = await signUp(plan.server.origin, TAXPAYER);
  const own = { ...plan, sessions: { ...plan.sessions, reader: cookie, writer: cookie } };
  await client.query(HOMES, [TAXPAYER.email, PROPERTIES]);
  const { transactions } = plan.sizes;
  const period = { last: '2026-10-05', days: 182 };
  await seedTransactions(client, { transactions, properties: PROPERTIES, email: TAXPAYER.email, ...period });
  await client.query('vacuum (analyze)');
  const path = '/api/tax-updates/2026-27';
  await send(own, { as: 'writer', method: 'PUT', path, body: { kind: 'standard', detail: 'itemised' } });
  type Update = { sha256: string; waiting: { rows: number; pence: number }; changed: { rows: unknown[] } };
  const { sha256, waiting } = (await (await send(own, { as: 'reader', path: `${path}/2` })).json()) as Update;
  const sent = { way: 'elsewhere', sha256, leftOut: waiting.rows > 0 ? waiting : null, browser: null };
  await send(own, { as: 'writer', path: `${path}/2`, body: sent });
  await client.query(CORRECT, [TAXPAYER.email, CORRECTIONS]);
  const problem = (body: unknown) => ((body as Update).changed.rows.length > 0 ? null : 'no row has changed');
  return measure({ name: DIFFERENCE, at: { 1: { p99: 500 } }, path: `${path}/2`, problem }, 1, own);
}

const HOMES = `
  insert into public.properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
  select id, n || ' Half Street', 'Leeds', 'Leeds', 'LS1 1AA', 'house', 3, 1, 900, 300
  from public.profiles cross join generate_series(1, $2::int) n where email = $1`;

const CORRECT = `
  update public.transactions set amount = amount + 1 where id in (
    select distinct on (date_bin('9 days', date, date '2026-04-06')) id from public.transactions
    where user_id = (select id from public.profiles where email = $1) and type = 'income' limit $2)`;

/** Measures single additions, in alternating rounds with and without the trigger's statements for tax. */
async function measureSaves({ server, rounds }: Plan, client: pg.Client): Promise<Measured[]> {
  const { rows: found } = await client.query<{ body: string }>(
    `select pg_get_functiondef('app.transactions_added()'::regprocedure) as body`,
  );
  const body = found[0]?.body ?? '';
  const variants = [
    { name: SAVE, body },
    { name: `${SAVE}, without tax`, body: body.replaceAll(/insert into app\.tax_[^;]*;/g, '') },
  ].map((variant) => ({ ...variant, rounds: [] as number[][], processor: 0 }));
  if (variants[1]?.body === body) throw new Error('The trigger has no statement for tax.');
  for (let round = 0; round <= rounds; round++)
    for (const variant of variants) {
      await client.query(variant.body);
      const times: number[] = [];
      const before = (await server.used()).database.processor;
      for (let save = 0; save < SAVES; save++) {
        const startedAt = performance.now();
        await client.query(ADD, [save]);
        times.push(performance.now() - startedAt);
      }
      // The first round only fills caches.
      if (round === 0) continue;
      variant.rounds.push(times);
      variant.processor += ((await server.used()).database.processor ?? Number.NaN) - (before ?? 0);
    }
  await client.query(body);
  const without = spreadOf((variants[1]?.rounds ?? []).map((times) => percentile(times, 0.5))).median;
  return variants.map(({ name, rounds: done, processor }, at) => ({
    name,
    connections: 1,
    goal: at === 0 ? { p50: Math.round((without + 1) * 10) / 10 } : {},
    perSecond: spreadOf(done.map((times) => SAVES / (times.reduce((sum, time) => sum + time, 0) / 1000))),
    p50: spreadOf(done.map((times) => percentile(times, 0.5))).median,
    p99: spreadOf(done.map((times) => percentile(times, 0.99))).median,
    requests: done.flat().length,
    processor: { server: null, database: processor / done.flat().length },
  }));
}

const ADD = `
  insert into public.transactions (user_id, property_id, amount, description, date, category, type)
  select user_id, id, -10 - $1::int, 'Lock ' || $1, date '2026-05-01' + $1::int % 90, 'maintenance', 'expense' from public.properties
  where user_id = (select id from public.profiles where email = 'writer@bench.example') order by id limit 1`;
