/** The days of tax years and their updates, which follow an owner's choice of quarters. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { type Books, type TaxYear, taxYear } from './rules/tax-year.ts';
import { FIRST_UPDATES, periodOf, type TaxPeriodQuery } from './tax.ts';

/**
 * Without `owner`, those of the first open one, as in the list of updates. Members without all properties do not see
 * choices: their quarters are standard.
 */
async function readBooks(db: UserDb, owner: string | undefined): Promise<Books> {
  const { rows: choices } = await sql<Books['choices'][number]>`
    with ranked as (
      select id, row_number() over (order by date_added, id) = 1 as is_first,
        row_number() over (order by closed_at is not null, date_added, id) = 1 as is_default from owners
    ), wanted as (select id, is_first from ranked where case when ${owner ?? null}::uuid is null then is_default else id = ${owner ?? null}::uuid end)
    select year, kind from tax_quarters
    where owner_id = (select id from wanted) or owner_id is null and coalesce((select is_first from wanted), not exists (select from owners))
    order by year`.execute(db);
  return { choices };
}

/** The days of a year, or of an update from the start of the year. Throws `bad_request` for an unknown year. */
export async function readPeriod(
  db: UserDb,
  year: string,
  { owner, update }: TaxPeriodQuery,
): Promise<{ period: TaxYear; books: Books }> {
  const books = year < FIRST_UPDATES ? { choices: [] } : await readBooks(db, owner);
  const period = update ? periodOf(year, { update, books }) : taxYear(year, books);
  if (!period) throw new AppError('bad_request');
  return { period, books };
}
