/** Random operations on transactions: a seed decides their kinds and values, the database which records they meet. */
import { CATEGORIES, INCOME_CATEGORIES, TYPES } from '../src/features/transaction/listed.ts';
import { addDays, londonDay } from '../src/shared/dates.ts';
import type { Answer, Browser } from './browser.ts';
import { query } from './database.ts';
import { addedProperty, type Landlord } from './landlords.ts';
import { newTransaction } from './make.ts';
import { server as fileServer } from './server.ts';

type Known = { id: string; version: number };
type Lane = { browser: Browser; owner: Landlord; dice: Dice };
type Dice = ReturnType<typeof dice>;

export const DESCRIPTIONS = ['Boiler repair', 'Gutters', 'Council tax', 'Paint; "white", 5 l', 'Ünïcode & Söhne'];
export const STREETS = ['Mill Lane', 'Chandos Terrace'];

/** Random numbers from a seed (mulberry32). */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share: number) => next() < share,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    some: <T>(of: readonly T[], most: number): T[] => {
      const from = below(of.length);
      return of.slice(from, from + 1 + below(most));
    },
    // Often pennies, seldom millions, either sign.
    pence: () => (below(10 ** (1 + below(10))) + 1) * (next() < 0.5 ? -1 : 1),
    day: () => addDays(londonDay(new Date()), below(200) - 120),
  };
}

const status = ({ chance }: Dice) => (chance(0.4) ? ('pending' as const) : ('completed' as const));

/** Some records as they are now; another lane may change them before they are used. */
function some({ owner, dice }: Lane, table: 'transactions' | 'properties', most = 1): Promise<Known[]> {
  return query<Known>(
    fileServer.database,
    `select id, version from ${table} where user_id = $1 order by id limit $3
     offset (select floor($2::float8 * count(*))::int from ${table} where user_id = $1)`,
    [owner.id, dice.next(), 1 + dice.below(most)],
  );
}

async function house(lane: Lane): Promise<string | null> {
  const [one] = await some(lane, 'properties');
  return lane.dice.chance(0.3) ? null : (one?.id ?? null);
}

async function entry(lane: Lane) {
  const { dice } = lane;
  return newTransaction({
    propertyId: await house(lane),
    amount: dice.pence(),
    // Refused where the other says so, as income below zero.
    type: dice.one(TYPES),
    category: dice.one(INCOME_CATEGORIES),
    description: dice.one(DESCRIPTIONS),
    date: dice.day(),
    status: status(dice),
  });
}

async function add(lane: Lane): Promise<Answer> {
  return lane.browser.post('/api/transactions', await entry(lane));
}

async function change(lane: Lane): Promise<Answer> {
  const { browser, dice } = lane;
  const [one] = await some(lane, 'transactions');
  if (!one) return add(lane);
  const parts = Object.entries({ ...(await entry(lane)), ...(dice.chance(0.1) && { category: 'rent' }) });
  const wanted = dice.chance(0.3) ? { propertyId: await house(lane) } : Object.fromEntries(dice.some(parts, 3));
  return browser.patch(`/api/transactions/${one.id}`, wanted, one.version);
}

async function remove(lane: Lane): Promise<Answer> {
  const [one] = await some(lane, 'transactions');
  return one ? lane.browser.delete(`/api/transactions/${one.id}`, one.version) : add(lane);
}

async function changeMany(lane: Lane): Promise<Answer> {
  const { browser, dice } = lane;
  const rows = await some(lane, 'transactions', 25);
  if (rows.length === 0) return add(lane);
  const changes = [{ propertyId: await house(lane) }, { category: dice.one(CATEGORIES) }];
  return browser.post('/api/transactions/bulk', {
    rows,
    change: dice.chance(0.1) ? { remove: true } : dice.one(changes),
  });
}

async function addHouse({ browser, dice }: Lane): Promise<undefined> {
  await addedProperty(browser, { address: `${1 + dice.below(99)} ${dice.one(STREETS)}` });
}

async function removeHouse(lane: Lane): Promise<Answer | undefined> {
  const [one] = await some(lane, 'properties');
  return one && lane.browser.delete(`/api/properties/${one.id}`, one.version);
}

/** An import of five, income or expense. */
async function bring({ owner, dice }: Lane): Promise<undefined> {
  const rows = Array.from({ length: 5 }, () => [dice.pence(), dice.day(), dice.one(CATEGORIES), status(dice)] as const);
  await query(
    fileServer.database,
    `insert into transactions (user_id, amount, date, category, status, type, source, description)
     select $1, amount::numeric / 100, date, category, status, case when amount < 0 then 'expense' else 'income' end, 'bank', 'Brought'
     from unnest($2::bigint[], $3::date[], $4::text[], $5::text[]) as row (amount, date, category, status)`,
    [owner.id, ...[0, 1, 2, 3].map((column) => rows.map((row) => row[column]))],
  );
}

/** How often each operation runs, in a hundred. */
const OPERATIONS: [often: number, operation: (lane: Lane) => Promise<Answer | undefined>][] = [
  [44, add],
  [30, change],
  [11, remove],
  [9, changeMany],
  [3, addHouse],
  [2, removeHouse],
  [1, bring],
];
const HUNDRED = OPERATIONS.flatMap(([often, operation]) => Array.from({ length: often }, () => operation));

/** Runs so many operations one after the other and counts their outcomes. */
export async function operate(lane: Omit<Lane, 'dice'>, { seed, times }: { seed: number; times: number }) {
  const outcomes: Record<string, number> = {};
  const thrown = dice(seed);
  for (let time = 0; time < times; time++) {
    const answer = await thrown.one(HUNDRED)({ ...lane, dice: thrown });
    const outcome = answer?.outcome ?? 'served';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}
