/** The year end of a tax year, from transactions and facts. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { addDays } from '../../../shared/dates.ts';
import { readEstimate } from '../estimate/estimate.server.ts';
import { PROPERTY_ALLOWANCE } from '../rules/allowance.ts';
import { countsOn } from '../rules/before-letting.ts';
import { EXPENSE_LINES } from '../rules/boxes.ts';
import { type Books, daysInNoUpdate, type TaxYear, taxYear } from '../rules/tax-year.ts';
import { readFigures } from '../tax.server.ts';
import { isEstimateYear } from '../tax.ts';
import { countAgentDays } from './agent-days.server.ts';
import { readDomesticItems } from './domestic.server.ts';
import { linedRows } from './lined.server.ts';
import { CASH_BASIS_LIMIT, type YearEnd } from './year-end.ts';

export async function readYearEnd(db: UserDb, year: TaxYear): Promise<YearEnd> {
  const { income } = await readFigures(db, year);
  return {
    domesticItems: await readDomesticItems(db, year),
    allowance: await allowanceOf(db, year, income),
    noUpdate: await noUpdateOf(db, year),
    beforeLetting: await beforeLetting(db, year),
    overCashBasis: income > CASH_BASIS_LIMIT,
    agentDays: await countAgentDays(db),
  };
}

async function allowanceOf(db: UserDb, { year }: TaxYear, income: number): Promise<number | null> {
  if (!isEstimateYear(year)) return null;
  const { saved, steps } = await readEstimate(db, { year, owner: undefined });
  return saved && steps?.route.route === 'allowance' ? Math.min(income, PROPERTY_ALLOWANCE) : null;
}

async function noUpdateOf(db: UserDb, year: TaxYear): Promise<YearEnd['noUpdate']> {
  const { rows: choices } = await sql<Books['choices'][number]>`
    select distinct on (year) year, kind from tax_quarters order by year, owner_id nulls first`.execute(db);
  const days = daysInNoUpdate(taxYear(year.year, { choices }) ?? year, { choices });
  if (!days) return null;
  const { income, expenses } = await readFigures(db, { ...year, ...days });
  return { ...days, income, expenses };
}

const EARLIEST = '1900-01-01';
/** Newest first. */
const MOST = 100;

/**
 * Costs of an earlier tax year than the first letting: in the year of that letting, where they count, and in their own
 * year, whose boxes have them by date. Costs of the same year need no attention.
 */
async function beforeLetting(db: UserDb, { from, to }: TaxYear): Promise<YearEnd['beforeLetting']> {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(start_date) from tenancies),
      (select min(date) from transactions where category = 'rent' and type = 'income' and status = 'completed')) as day`.execute(
    db,
  );
  const firstLetting = rows[0]?.day;
  if (!firstLetting || firstLetting < from) return null;
  const days = firstLetting <= to ? { from: EARLIEST, to: addDays(from, -1) } : { from, to };
  const costs = await linedRows(db, [...EXPENSE_LINES, 'finance_residential'], days);
  const items = costs
    .filter(({ pence }) => pence < 0)
    .slice(0, MOST)
    .map(({ id, date, description, pence }) => ({
      id,
      date,
      description,
      pence: -pence,
      countsOn: countsOn(date, firstLetting),
    }));
  return items.length > 0 ? { firstLetting, items } : null;
}
