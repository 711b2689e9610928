import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addDays } from '../../shared/dates.ts';
import { partOn } from '../owner/rules/shares.ts';
import { readPeriod } from '../tax/books.server.ts';
import { readChoices } from '../tax/choices.server.ts';
import { readDomesticItems } from '../tax/domestic.server.ts';
import { type LinedRow, linedRows } from '../tax/lined.server.ts';
import { readShares } from '../tax/owner-sums.server.ts';
import { EXPENSE_LINES, figuresOf } from '../tax/rules/boxes.ts';
import { type OwnedGroup, ownerSums, periodSums } from '../tax/rules/owner-sums.ts';
import { lineTotals } from '../tax/rules/sums.ts';
import { type Books, daysInNoUpdate, type TaxYear } from '../tax/rules/tax-year.ts';
import { readFigures } from '../tax/tax.server.ts';
import { isEstimateYear } from '../tax/tax.ts';
import { readEstimate } from '../tax-estimate/estimate.server.ts';
import { PROPERTY_ALLOWANCE } from '../tax-estimate/rules/allowance.ts';
import { countAgentDays } from './agent-days.server.ts';
import { countsOn } from './rules/before-letting.ts';
import { CASH_BASIS_LIMIT, type YearEnd } from './year-end.ts';

/** With `owner`, returns that owner's part. Throws `not_found` or `bad_request` for an unknown owner or year. */
export async function readYearEnd(db: UserDb, name: string, owner: string | undefined): Promise<YearEnd> {
  const { period: year, books } = await readPeriod(db, name, { owner });
  const { income } = await readFigures(db, year, owner);
  return {
    domesticItems: await readDomesticItems(db, year, owner),
    allowance: await allowanceOf(db, year, { income, owner }),
    noUpdate: await noUpdateOf(db, year, { books, owner }),
    beforeLetting: await beforeLetting(db, year, owner),
    overCashBasis: income > CASH_BASIS_LIMIT,
    agentDays: await countAgentDays(db),
  };
}

type OfOwner = { owner: string | undefined };

async function allowanceOf(
  db: UserDb,
  { year }: TaxYear,
  { income, owner }: OfOwner & { income: number },
): Promise<number | null> {
  if (!isEstimateYear(year)) return null;
  const { saved, steps } = await readEstimate(db, { year, owner });
  return saved && steps?.route.route === 'allowance' ? Math.min(income, PROPERTY_ALLOWANCE) : null;
}

async function noUpdateOf(
  db: UserDb,
  year: TaxYear,
  { books, owner }: OfOwner & { books: Books },
): Promise<YearEnd['noUpdate']> {
  const days = daysInNoUpdate(year, books);
  if (!days) return null;
  const { income, expenses } = await readFigures(db, { ...year, ...days }, owner);
  return { ...days, income, expenses };
}

const EARLIEST = '1900-01-01';
const MAX_ITEMS = 100;

/**
 * Returns costs from tax years before that of the first letting, newest first: to add in the year of that letting, and
 * to take off in the year of the cost, whose boxes contain it by date (decision 69).
 */
async function beforeLetting(db: UserDb, { from, to }: TaxYear, owner?: string): Promise<YearEnd['beforeLetting']> {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(start_date) from tenancies),
      (select min(date) from transactions where category = 'rent' and type = 'income' and status = 'completed')) as day`.execute(
    db,
  );
  const firstLetting = rows[0]?.day;
  if (!firstLetting || firstLetting < from) return null;
  const adds = firstLetting <= to;
  const days = adds ? { from: EARLIEST, to: addDays(from, -1) } : { from, to };
  const [lined, choices, shared] = await Promise.all([
    linedRows(db, [...EXPENSE_LINES, 'finance_residential'], days),
    readChoices(db),
    owner ? readShares(db, owner) : null,
  ]);
  const on = shared && partOn(shared.shares, shared.owners, shared.owner);
  const costs = lined
    .filter(({ pence }) => pence < 0)
    .flatMap((row) => {
      const countedOn = countsOn(row.date, firstLetting);
      const shareDay = adds && countedOn ? countedOn : row.date;
      const part = on?.(row.propertyId, shareDay);
      return on && !part ? [] : [{ row, shareDay, part: part ? part(-row.pence) : null, countsOn: countedOn }];
    });
  if (costs.length === 0) return null;
  // Costs over seven years old are taken off too, because the boxes contain them.
  const moved = adds ? costs.filter((one) => one.countsOn !== null) : costs;
  const groups = groupsOf(moved);
  const sums = shared ? ownerSums(groups, { ...shared, choices }) : periodSums(groups, choices);
  const { boxes } = figuresOf({ totals: lineTotals(sums), broughtForward: 0 });
  return {
    firstLetting,
    items: costs.slice(0, MAX_ITEMS).map(({ row, part, countsOn }) => {
      const { id, date, description, pence } = row;
      return { id, date, description, pence: -pence, part, countsOn };
    }),
    adds,
    boxes: boxes.filter(({ pence }) => pence !== 0),
  };
}

type Cost = { row: LinedRow; shareDay: string };

/** Adds up costs as the boxes do, because amounts are divided by residential percentage and share only once. */
function groupsOf(costs: readonly Cost[]): OwnedGroup[] {
  const groups = new Map<string, OwnedGroup>();
  for (const { row, shareDay } of costs) {
    const { propertyId, facts, pence } = row;
    const key = JSON.stringify([propertyId, shareDay, facts]);
    const before = groups.get(key) ?? {
      ...facts,
      property: propertyId,
      day: shareDay,
      status: 'completed',
      rows: 0,
      pence: 0,
    };
    groups.set(key, { ...before, rows: before.rows + 1, pence: before.pence + pence });
  }
  return [...groups.values()];
}
