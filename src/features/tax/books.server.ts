/** Dates of tax years and updates, which depend on an owner's choice of quarters. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { yearsUntil } from '../../shared/tax-years.ts';
import { type Books, type TaxYear, taxYear, taxYearOf } from './rules/tax-year.ts';
import { FIRST_UPDATES, periodOf, type TaxPeriodQuery } from './tax.ts';

/**
 * Returns the choices of `owner`, by default the first open owner, as in the list of updates. Members without all
 * properties cannot read choices, so their quarters are standard.
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

/** Throws `not_allowed` for a guest who is limited to other tax years, whose figures would all be zero. */
export async function assertSeesYear(db: UserDb, year: string): Promise<void> {
  const { rows } = await sql<{ sees: boolean }>`select app.sees_year(${year}) as sees`.execute(db);
  if (!rows[0]?.sees)
    throw new AppError('not_allowed', { message: 'You cannot see this tax year. Ask an owner of the account.' });
}

/** Returns the newest tax year that the caller may see, up to that of `today`. */
export async function newestYear(db: UserDb, today: string): Promise<string> {
  const { rows } = await sql<{ year: string }>`
    select year from unnest(${yearsUntil(today)}::text[]) year where app.sees_year(year) order by year desc limit 1`.execute(
    db,
  );
  return rows[0]?.year ?? taxYearOf(today).year;
}

/**
 * Returns the dates of a tax year, up to the end of `update` if given. Throws `bad_request` for an unknown year, and
 * `not_allowed` for a year that a guest may not see.
 */
export async function readPeriod(
  db: UserDb,
  year: string,
  { owner, update }: TaxPeriodQuery,
): Promise<{ period: TaxYear; books: Books }> {
  const books = year < FIRST_UPDATES ? { choices: [] } : await readBooks(db, owner);
  const period = update ? periodOf(year, { update, books }) : taxYear(year, books);
  if (!period) throw new AppError('bad_request');
  await assertSeesYear(db, year);
  return { period, books };
}
