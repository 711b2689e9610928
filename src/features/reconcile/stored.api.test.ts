import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { acceptanceOf, bankRows, decided, takenBack, waitingRows } from '../../../test/fixtures/bank-rows.ts';
import { addedTransaction, importedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, paid } from '../../../test/fixtures/tenancies.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { Agent } from '../agent/agent.ts';
import { Transaction } from '../transaction/transaction.ts';
import { AUTO_MATCH, MATCH_ROWS, reconcileJobs } from './jobs.server.ts';

const today = () => londonDay(server.services.clock.now());
const month = () => `${today().slice(0, 8)}01`;
const sqlQuery = (text: string, values: unknown[]) => query(server.database, text, values);

async function isFresh({ id }: Landlord): Promise<boolean> {
  const [found] = await sqlQuery(
    `select exists (select from app.bank_rows_computed where user_id = $1)
       and not exists (select from app.bank_row_changes where user_id = $1) as fresh`,
    [id],
  );
  return found?.fresh === true;
}

const untilRecomputed = (owner: Landlord) => vi.waitFor(async () => expect(await isFresh(owner)).toBe(true), 20_000);

async function portfolio(owner: Landlord) {
  const terms = { start: month(), chargesFrom: month() };
  const tenancy = await addedTenancy(owner, { ...terms, names: ['Oluwaseun Adeyemi'] });
  const row = { date: month(), amount: 120_000, description: 'O ADEYEMI RENT', category: 'rent' };
  return { tenancy, row: await importedTransaction(owner, row) };
}

it('recomputes after each change of an input, and stores the same rows as a request computes', async () => {
  const ada = await landlord();
  const { tenancy, row } = await portfolio(ada);
  const agent = (await ada.post('/api/agents', { name: 'Marlow', feePercent: 10, vat: 'none' })).as(Agent);
  const tenant = tenancy.tenants[0]?.id;
  const changes: [string, () => Promise<unknown>][] = [
    [
      'a bank row',
      () => importedTransaction(ada, { date: month(), amount: 43_210, description: 'LEEDS CITY COUNCIL' }),
    ],
    ['a payment by hand', () => paid(ada, tenancy, [month(), 10_000])],
    ['the rent', () => ada.post(`/api/tenancies/${tenancy.id}/rents`, { from: addDays(month(), 40), amount: 130_000 })],
    ['a name', () => sqlQuery(`update tenants set name = 'Seun Adeyemi' where id = $1`, [tenant])],
    ['the agent’s fee', () => sqlQuery('update agents set fee_percent = 12 where id = $1', [agent.id])],
    ['the landlord’s name', () => sqlQuery(`update profiles set name = 'Ada Byron' where id = $1`, [ada.id])],
    [
      'a decision',
      () => decided(ada, { id: row.id, version: row.version, as: 'not theirs', tenancyIds: [tenancy.id] }),
    ],
  ];
  for (const [what, change] of changes) {
    await untilRecomputed(ada);
    const stored = await bankRows(ada);
    await sqlQuery('delete from app.bank_rows_computed where user_id = $1', [ada.id]);
    expect(await bankRows(ada), 'computed by the request').toEqual(stored);
    await sqlQuery('insert into app.bank_rows_computed (user_id, day, size) values ($1, $2, 2)', [ada.id, today()]);
    await change();
    const [marked] = await sqlQuery('select count(*)::int as count from app.bank_row_changes where user_id = $1', [
      ada.id,
    ]);
    expect({ what, marked: Number(marked?.count) > 0 }).toEqual({ what, marked: true });
  }
  await untilRecomputed(ada);
  await addedTransaction(ada, { amount: -1_250 });
  expect(await isFresh(ada), 'after an expense by hand').toBe(true);
});

it('shows stale rows of a large account without decided ones until they are recomputed', async () => {
  const ada = await landlord();
  const { tenancy, row } = await portfolio(ada);
  await sqlQuery(
    `insert into transactions (user_id, amount, date, description, category, type, source)
     select $1, 432.1, $2::date, 'PAYER ' || n, 'other', 'income', 'bank' from generate_series(1, 420) n`,
    [ada.id, month()],
  );
  await untilRecomputed(ada);
  const { stale: before, certain: count, sections } = await bankRows(ada);
  expect([before, count, sections.other.total, sections.other.items.length]).toEqual([false, 1, 420, 20]);
  const [certain] = await waitingRows(ada);
  const other = new pg.Client(server.database);
  await other.connect();
  // Simulates another server that is computing the rows.
  await other.query(`select pg_advisory_lock(hashtextextended('bank rows ' || $1, 0))`, [ada.id]);
  const { undo } = await decided(ada, acceptanceOf(certain));
  const stale = await bankRows(ada);
  expect([stale.stale, stale.certain, stale.sections.other.total]).toEqual([true, 0, 420]);
  await other.end();
  await takenBack(ada, undo);
  await untilRecomputed(ada);
  const after = await bankRows(ada);
  expect([after.stale, after.certain, after.sections.rent.items[0]?.id]).toEqual([false, 1, row.id]);
  expect(after.sections.rent.items[0]?.choices[0]?.parts[0]?.tenancyId).toBe(tenancy.id);
}, 60_000);

it('accepts a row automatically behind more than a page of rows that wait for the landlord', async () => {
  const ada = await landlord();
  const { tenancy, row } = await portfolio(ada);
  const collection = { agentId: null, autoMatch: true };
  await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body: collection });
  await untilRecomputed(ada);
  await sqlQuery(
    `insert into app.bank_rows (user_id, row_id, section, certain, date, item)
     select user_id, gen_random_uuid(), section, certain, date + 1,
       jsonb_set(item, '{choices,0,parts,0,tenancyId}', to_jsonb(gen_random_uuid()))
     from app.bank_rows cross join generate_series(1, 500) where user_id = $1`,
    [ada.id],
  );
  const { jobsPool: pool, clock } = server.services;
  await runJob(reconcileJobs({ pool, clock }), AUTO_MATCH);
  expect((await ada.get(`/api/transactions/${row.id}`)).as(Transaction).tenancyId).toBe(tenancy.id);
});

it('recomputes every hour on a new day', async () => {
  const ada = await landlord();
  await portfolio(ada);
  await untilRecomputed(ada);
  await sqlQuery(`update app.bank_rows_computed set day = day - 1 where user_id = $1`, [ada.id]);
  const { jobsPool: pool, clock } = server.services;
  await runJob(reconcileJobs({ pool, clock }), MATCH_ROWS);
  const [read] = await sqlQuery('select day::text from app.bank_rows_computed where user_id = $1', [ada.id]);
  expect(read?.day).toBe(today());
});
