/** Random operations on transactions from a seed: the same seed makes the same operations in each lane. */
import { z } from 'zod';
import { BulkOutcome, CATEGORIES, EXPENSE_CATEGORIES, Transaction } from '../src/features/transaction/transaction.ts';
import { londonDay } from '../src/shared/dates.ts';
import type { Answer, Browser } from './browser.ts';
import { query } from './database.ts';
import { addedProperty, type Landlord } from './landlords.ts';
import { newTransaction } from './make.ts';
import { server as fileServer } from './server.ts';

type Known = { id: string; version: number };
/** Shared by the lanes of one landlord: the records that they know of, which another lane may have changed. */
export type Believed = { transactions: Known[]; houses: Known[] };
type Lane = { browser: Browser; owner: Landlord; believed: Believed; dice: Dice };
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
    below,
    chance: (share: number) => next() < share,
    one: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    some: <T>(of: readonly T[], most: number): T[] => {
      const from = below(of.length);
      return of.slice(from, from + 1 + below(most));
    },
    // Often pennies, seldom millions, either sign.
    pence: () => (below(10 ** (1 + below(10))) + 1) * (next() < 0.5 ? -1 : 1),
    day: () => londonDay(new Date(Date.now() + (below(200) - 120) * 24 * 60 * 60 * 1000)),
  };
}

const status = ({ chance }: Dice) => (chance(0.4) ? ('pending' as const) : ('completed' as const));
const house = ({ believed, dice }: Lane) => (dice.chance(0.3) ? null : (dice.one(believed.houses)?.id ?? null));
const added = ({ browser, dice, ...lane }: Lane) =>
  newTransaction({
    propertyId: house({ browser, dice, ...lane }),
    amount: dice.pence(),
    category: dice.one(EXPENSE_CATEGORIES),
    description: dice.one(DESCRIPTIONS),
    date: dice.day(),
    status: status(dice),
  });

async function add(lane: Lane): Promise<Answer> {
  const answer = await lane.browser.post('/api/transactions', added(lane));
  if (answer.status === 201) lane.believed.transactions.push(answer.as(Transaction));
  return answer;
}

async function change(lane: Lane): Promise<Answer> {
  const { browser, believed, dice } = lane;
  const one = dice.one(believed.transactions);
  if (!one) return add(lane);
  const parts = Object.entries({ ...added(lane), ...(dice.chance(0.1) && { category: 'rent' }) });
  const wanted = dice.chance(0.3) ? { propertyId: house(lane) } : Object.fromEntries(dice.some(parts, 3));
  const answer = await browser.patch(`/api/transactions/${one.id}`, wanted, one.version);
  learn(believed, one.id, answer);
  return answer;
}

async function remove({ browser, believed, dice, ...lane }: Lane): Promise<Answer> {
  const one = dice.one(believed.transactions);
  if (!one) return add({ browser, believed, dice, ...lane });
  const answer = await browser.delete(`/api/transactions/${one.id}`, one.version);
  learn(believed, one.id, answer);
  return answer;
}

async function changeMany(lane: Lane): Promise<Answer> {
  const { browser, believed, dice } = lane;
  const rows = dice.some(believed.transactions, 25).map(({ id, version }) => ({ id, version }));
  if (rows.length === 0) return add(lane);
  const changes = [{ propertyId: house(lane) }, { category: dice.one(CATEGORIES) }];
  const wanted = dice.chance(0.1) ? { remove: true } : dice.one(changes);
  const answer = await browser.post('/api/transactions/bulk', { rows, change: wanted });
  if (answer.status !== 200) return answer;
  const left = new Map(answer.as(BulkOutcome).left.map(({ id, reason }) => [id, reason]));
  for (const { id, version } of rows) {
    const reason = left.get(id);
    if (reason === 'not_found' || (!reason && 'remove' in wanted)) forget(believed, id);
    else if (reason === 'changed_meanwhile') learn(believed, id, await browser.get(`/api/transactions/${id}`));
    else if (!reason) remember(believed, { id, version: version + 1 });
  }
  return answer;
}

async function addHouse({ browser, believed, dice }: Lane): Promise<undefined> {
  believed.houses.push(await addedProperty(browser, { address: `${1 + dice.below(99)} ${dice.one(STREETS)}` }));
}

async function removeHouse({ browser, believed, dice }: Lane): Promise<Answer | undefined> {
  if (believed.houses.length < 4) return undefined;
  const [one] = believed.houses.splice(dice.below(believed.houses.length), 1);
  return one && browser.delete(`/api/properties/${one.id}`, one.version);
}

/** An import of five, income or expense. */
async function bring({ owner, believed, dice }: Lane): Promise<undefined> {
  const rows = Array.from({ length: 5 }, () => [dice.pence(), dice.day(), dice.one(CATEGORIES), status(dice)] as const);
  const brought = await query<Known>(
    fileServer.database,
    `insert into transactions (user_id, amount, date, category, status, type, description)
     select $1, amount::numeric / 100, date, category, status, case when amount < 0 then 'expense' else 'income' end, 'Brought'
     from unnest($2::bigint[], $3::date[], $4::text[], $5::text[]) as row (amount, date, category, status)
     returning id, version`,
    [owner.id, ...[0, 1, 2, 3].map((column) => rows.map((row) => row[column]))],
  );
  believed.transactions.push(...brought);
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

const Current = z.object({ error: z.object({ current: Transaction }) });

/** Notes the version that an answer shows, or that the record is gone. */
function learn(believed: Believed, id: string, answer: Answer): void {
  if (answer.status === 404 || answer.status === 204) forget(believed, id);
  else if (answer.status === 200) remember(believed, answer.as(Transaction));
  else if (answer.status === 409) remember(believed, answer.as(Current).error.current);
}

function remember({ transactions }: Believed, { id, version }: Known): void {
  const known = transactions.find((one) => one.id === id);
  if (known) known.version = Math.max(known.version, version);
}

function forget({ transactions }: Believed, id: string): void {
  const at = transactions.findIndex((one) => one.id === id);
  if (at >= 0) transactions.splice(at, 1);
}
