import { expect, inject, it } from 'vitest';
import { urlOf } from '../../../../scripts/tables/database-url.ts';
import type { Address, Browser } from '../../../../test/browser.ts';
import { query } from '../../../../test/database.ts';
import { type Landlord, landlord, listedTransactions, signedInAgain } from '../../../../test/landlords.ts';
import { newDataFolder, startProgram } from '../../../../test/program.ts';
import { type Believed, DESCRIPTIONS, STREETS, wish } from '../../../../test/random-finance.ts';
import { server } from '../../../../test/server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { CATEGORIES, FinanceSummary, TRANSACTION_LIST, type Transaction, TransactionTotals } from '../transaction.ts';

const SEED = 20_261_121;
const OPERATIONS = 10_000;
const LANES = 8;

type Sum = { count: number; income: number; expenses: number };

/** What the rows come to where `condition` holds, added up by PostgreSQL from the amounts alone. */
async function summed(ada: Landlord, condition = 'true', values: unknown[] = []): Promise<Sum> {
  const [row] = await query<Record<keyof Sum, string>>(
    server.database,
    `select count(*) as count, coalesce(sum(amount * 100) filter (where amount >= 0), 0)::bigint as income,
       coalesce(-sum(amount * 100) filter (where amount < 0), 0)::bigint as expenses
     from transactions t left join properties p on p.id = t.property_id where t.user_id = $1 and (${condition})`,
    [ada.id, ...values],
  );
  return { count: Number(row?.count), income: Number(row?.income), expenses: Number(row?.expenses) };
}

const PENDING = `t.status = 'pending' and t.date >= $2`;
const OVERDUE = `t.status = 'pending' and t.date < $2`;
const ANYWHERE = `concat_ws(chr(10), t.description, t.reference, coalesce(p.address || ', ' || p.city, t.property_address))`;

/** What the API is asked, and the same in SQL. */
function filters(homes: string[], today: string): [asked: string, condition: string, values: unknown[]][] {
  const word = (q: string): [string, string, unknown[]] => [
    `q=${encodeURIComponent(q.toUpperCase())}`,
    `${ANYWHERE} ilike $2`,
    [`%${q}%`],
  ];
  return [
    ['', 'true', []],
    ['status=completed', `t.status = 'completed'`, []],
    ['status=pending', PENDING, [today]],
    ['status=overdue', OVERDUE, [today]],
    ...CATEGORIES.map((one): [string, string, unknown[]] => [`category=${one}`, 't.category = $2', [one]]),
    ['category=tax,rent', `t.category in ('tax', 'rent')`, []],
    ['propertyId=none', 't.property_id is null', []],
    ...homes.map((id): [string, string, unknown[]] => [`propertyId=${id}`, 't.property_id = $2', [id]]),
    [
      'propertyId=none&status=overdue&category=other',
      `t.property_id is null and ${OVERDUE} and t.category = 'other'`,
      [today],
    ],
    ...[...DESCRIPTIONS, ...STREETS].map(word),
    ['q=nowhere', 'false', []],
  ];
}

/** The four cards, from the rows. */
async function cards(ada: Landlord, today: string): Promise<FinanceSummary> {
  const owed = async (condition: string) => {
    const { count, income, expenses } = await summed(ada, condition, [today]);
    const [first] = await query<{ day: string | null }>(
      server.database,
      `select min(date)::text as day from transactions t where user_id = $1 and ${condition}`,
      [ada.id, today],
    );
    return { count, amount: income + expenses, day: first?.day ?? null };
  };
  const earlier = await summed(ada, `t.date < date_trunc('month', $2::date)`, [today]);
  const categories = await query<{ category: string }>(
    server.database,
    'select distinct category from transactions where user_id = $1',
    [ada.id],
  );
  return {
    ...(await summed(ada)),
    lastMonth: { income: earlier.income || null, expenses: earlier.expenses || null },
    pending: await owed(PENDING),
    overdue: await owed(OVERDUE),
    categories: categories.map(({ category }) => category).sort(),
  };
}

/** Every row of a list, page by page. */
async function walked(ada: Pick<Browser, 'get'>, sort: string): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { items, nextCursor } = await listedTransactions(ada, `?limit=100&sort=${sort}${from}`);
    all.push(...items);
    cursor = nextCursor;
  }
  return all;
}

const total = (rows: Transaction[]): Sum => ({
  count: rows.length,
  income: rows.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0),
  expenses: rows.reduce((sum, { amount }) => sum - Math.min(amount, 0), 0),
});

/** A server that is a process of its own, on the same database. */
async function ownProcess(): Promise<Address> {
  const { secret } = inject('database');
  const env = {
    DATABASE_URL: urlOf(server.database),
    SECRET: secret,
    TRUST_PROXY: '1',
    DATA_DIR: await newDataFolder(),
  };
  const url = await startProgram(env).address;
  return { url, services: { appUrl: url } };
}

it(`cards and totals are exact after ${OPERATIONS} random operations of two processes (seed ${SEED}; S2.1.5, S2.4.12, S2.4.13, S2.4.14)`, async () => {
  const processes = await Promise.all([ownProcess(), ownProcess()]);
  const owners = await Promise.all(
    ['Ada', 'Bob'].map(async (name) => {
      const owner = await landlord({ name });
      const browsers = await Promise.all(processes.map((one) => signedInAgain(owner, one)));
      const believed: Believed = { transactions: [], houses: [] };
      return { owner, browsers, believed };
    }),
  );
  // Between the quarters, while nobody does anything, all must be right.
  for (let quarter = 0; quarter < 4; quarter++) {
    const lanes = Array.from({ length: LANES }, (_, lane) => {
      const { owner, browsers, believed } = picked(owners, lane < 2 ? 1 : 0);
      const times = OPERATIONS / 4 / LANES;
      return wish(
        { owner, believed, browser: picked(browsers, lane % 2) },
        { seed: SEED + quarter * LANES + lane, times },
      );
    });
    const outcomes = (await Promise.all(lanes)).flatMap((counts) => Object.keys(counts));
    expect(outcomes.filter((outcome) => !EXPECTED.includes(outcome))).toEqual([]);
    for (const { owner, browsers } of owners) {
      const wanted = await cards(owner, londonDay(server.services.clock.now()));
      for (const browser of browsers) {
        expect((await browser.get('/api/transactions/summary')).as(FinanceSummary)).toEqual(wanted);
      }
    }
  }
  for (const { owner, browsers, believed } of owners) {
    const homes = believed.houses.slice(0, 5).map(({ id }) => id);
    const asked = filters(homes, londonDay(server.services.clock.now()));
    for (const [index, [filter, condition, values]] of asked.entries()) {
      const answer = await picked(browsers, index % 2).get(`/api/transactions/totals?${filter}`);
      expect([filter, answer.as(TransactionTotals)]).toEqual([filter, await summed(owner, condition, values)]);
    }
    for (const [index, sort] of Object.keys(TRANSACTION_LIST.sorts).entries()) {
      const rows = await walked(picked(browsers, index % 2), sort);
      expect(total(rows)).toEqual(await summed(owner));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    }
  }
}, 600_000);

function picked<T>(from: readonly T[], index: number): T {
  const one = from[index];
  if (one === undefined) throw new Error(`There is no number ${index}`);
  return one;
}

/** Outcomes where a concurrent operation came first. */
const EXPECTED = ['served', '404 not_found', '409 changed_meanwhile', '422 invalid_input'];
