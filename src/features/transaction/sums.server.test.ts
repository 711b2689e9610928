/** Cards, totals and lists are what the rows come to, whatever has been done to them, in whatever order, by how many servers at once. */
import { expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { type Landlord, landlord, listedTransactions, signedInAgain } from '../../../test/landlords.ts';
import { type Believed, DESCRIPTIONS, STREETS, wish } from '../../../test/random-finance.ts';
import { server } from '../../../test/server.ts';
import { startServer } from '../../../test/start-server.ts';
import { londonDay } from '../../shared/dates.ts';
import { CATEGORIES, FinanceSummary, TRANSACTION_SORTS, type Transaction, TransactionTotals } from './transaction.ts';

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
function filters(houses: string[], today: string): [asked: string, condition: string, values: unknown[]][] {
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
    ...houses.map((id): [string, string, unknown[]] => [`propertyId=${id}`, 't.property_id = $2', [id]]),
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
async function walked(ada: Pick<Landlord, 'get'>, sort: string): Promise<Transaction[]> {
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

it(`cards and totals are right to the penny after ${OPERATIONS} random operations on two servers at once (seed ${SEED})`, async () => {
  const second = await startServer({ database: server.database });
  try {
    const [ada, bob] = [await landlord(), await landlord()];
    const owners = await Promise.all(
      [ada, bob].map(async (owner) => {
        const believed: Believed = { transactions: [], houses: [] };
        return { owner, believed, browsers: [owner, await signedInAgain(owner, second)] };
      }),
    );
    const [adas, bobs] = owners;
    // Between the quarters, while nobody does anything, all must be right.
    for (let quarter = 0; quarter < 4; quarter++) {
      const lanes = Array.from({ length: LANES + 1 }, async (_, lane) => {
        const { owner, believed, browsers } = (lane < LANES ? adas : bobs) ?? never();
        const seed = SEED + quarter * 100 + lane;
        return wish({ owner, believed, browser: browsers[lane % 2] ?? owner }, { seed, times: OPERATIONS / 4 / LANES });
      });
      const outcomes = await Promise.all(lanes);
      console.log(JSON.stringify(outcomes), Date.now());
      const refused = new Set(outcomes.flatMap((counts) => Object.keys(counts)));
      expect([...refused].filter((outcome) => !EXPECTED.includes(outcome))).toEqual([]);
      for (const { owner, browsers } of owners) {
        const today = londonDay(server.services.clock.now());
        const wanted = await cards(owner, today);
        for (const browser of browsers) {
          expect((await browser.get('/api/transactions/summary')).as(FinanceSummary)).toEqual(wanted);
        }
      }
    }
    for (const { owner, believed, browsers } of owners) {
      const today = londonDay(server.services.clock.now());
      const houses = believed.houses.slice(0, 5).map(({ id }) => id);
      for (const [index, [asked, condition, values]] of filters(houses, today).entries()) {
        const answer = await browsers[index % 2]?.get(`/api/transactions/totals?${asked}`);
        expect([asked, answer?.as(TransactionTotals)]).toEqual([asked, await summed(owner, condition, values)]);
      }
      for (const sort of Object.keys(TRANSACTION_SORTS)) {
        const rows = await walked(owner, sort);
        expect(total(rows)).toEqual(await summed(owner));
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      }
    }
  } finally {
    await second.stop();
  }
}, 180_000);

/** What may come of a wish where others have been quicker. */
const EXPECTED = ['served', '404 not_found', '409 changed_meanwhile', '422 invalid_input'];

function never(): never {
  throw new Error('There are two landlords');
}
