import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addDays, addMonths, formatDay, formatDays } from '../../shared/dates.ts';
import { newestYear, readPeriod } from '../tax/books.server.ts';
import { TaxYearPath } from '../tax/tax.ts';
import { categoryLabel, WITHOUT_PROPERTY } from '../transaction/labels.ts';
import { NO_PROPERTY } from '../transaction/listed.ts';
import { assertRights, BUILDS } from './builds.server.ts';
import { type FilterName, GROUPING_LABELS, REPORTS, type ReportInfo, type ReportName } from './catalogue.ts';
import { type Comparison, comparedSpan, type ReportPeriod, type Span, spanFault, spanOf, spanWords } from './period.ts';
import type { Report, ReportQuery } from './report.ts';

/**
 * `today` is the date in London. Throws `bad_request` for wrong days, `not_allowed` if a right is missing, `not_found`
 * for records that the landlord does not have.
 */
export async function readReport(
  db: UserDb,
  { name, query, today }: { name: ReportName; query: ReportQuery; today: string },
): Promise<Report> {
  const info = REPORTS[name];
  const { title, needs, compares, filters, by } = info;
  const span = info.time === 'tax-year' ? await requestedYear(db, query, today) : requestedSpan(info, query, today);
  const compared = compares && query.compare ? comparison(span, query.compare, query.period) : null;
  await assertRights(db, needs);
  const narrowed = onlyFilters(query, filters);
  const facts = [
    { name: 'Period', value: span.from === span.to ? formatDay(span.to) : formatDays(span) },
    ...(compared ? [{ name: 'Compared with', value: formatDays(compared) }] : []),
    ...(by ? [{ name: 'By', value: GROUPING_LABELS[query.by ?? by[0] ?? 'property'] }] : []),
    ...(await readNames(db, narrowed)),
  ];
  const body = await BUILDS[name](db, { span, compared, query: narrowed, facts }, today);
  const notes = [...body.notes, ...ownerNotes(info, body.to, narrowed)];
  const year = { from: addDays(addMonths(span.to, -12), 1), to: span.to };
  const read = name === 'yield' ? year : span;
  const isAll = !readsMoney(info, name) || (await seesDays(db, compared ? [read, compared] : [read]));
  return { name, title, ...body, ...(isAll ? { notes } : { notes: [...notes, HIDDEN_DAYS], empty: emptyFor(read) }) };
}

const HIDDEN_DAYS = { text: 'You cannot see all of these days. Transactions of other tax years are left out.' };
const emptyFor = (span: Span) => ({
  title: `No transactions that you can see ${spanWords(span)}.`,
  words: 'To see other tax years, ask an owner of the account.',
});

const readsMoney = ({ group }: ReportInfo, name: ReportName) =>
  group === 'Money' || group === 'Suppliers' || name === 'yield';

/** Whether the caller may see all days: guests can be limited to tax years. */
async function seesDays(db: UserDb, spans: readonly Span[]): Promise<boolean> {
  const { rows } = await sql<{ sees: boolean }>`
    select bool_and(coalesce(daterange(d.from, d.to, '[]') <@ app.my_days(), true)) as sees
    from unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[]) d ("from", "to")`.execute(
    db,
  );
  return rows[0]?.sees ?? true;
}

const comparison = (span: Span, how: Comparison, period?: ReportPeriod) => ({
  ...comparedSpan(span, how, period),
  words: how === 'last-year' ? 'last year' : 'the previous period',
});

function requestedSpan({ time, day }: ReportInfo, query: ReportQuery, today: string): Span {
  if (time === 'day') {
    const on = query.on ?? addDays(today, day?.ahead ?? 0);
    return { from: on, to: on };
  }
  const { period, from, to } = query;
  const span = !period && from ? { from, to: to ?? today } : spanOf(period ?? 'tax-year', today);
  const fault = spanFault(span);
  if (fault) throw new AppError('bad_request', { fields: fault });
  return span;
}

async function requestedYear(db: UserDb, { owner, ...query }: ReportQuery, today: string): Promise<Span> {
  const year = query.year ?? (await newestYear(db, today));
  if (!TaxYearPath.safeParse({ year }).success)
    throw new AppError('bad_request', { fields: { year: 'Choose a tax year from 2025-26' } });
  const { from, to } = (await readPeriod(db, year, { owner })).period;
  return { from, to };
}

const ALL_FILTERS: readonly FilterName[] = ['property', 'category', 'supplier', 'tenancy', 'owner'];

/** Removes filters that a report lacks, and the owner from a tenant's statement: rent is owed to all owners. */
function onlyFilters(query: ReportQuery, filters: readonly FilterName[]): ReportQuery {
  const applied = { ...query };
  for (const name of ALL_FILTERS) if (!filters.includes(name)) delete applied[name];
  if (applied.tenancy) delete applied.owner;
  return applied;
}

const PARTS = 'Amounts show the owner’s share for tax.';

/** Transactions follow the shares of their day, all other rows the shares of the last day. */
function ownerNotes({ group, by: groupings }: ReportInfo, to: string, { owner, by }: ReportQuery): Report['notes'] {
  if (!owner && !(groupings && by === 'owner')) return [];
  if (group === 'Money') return [{ text: `${PARTS} Open a row to see whole amounts too.` }];
  if (group === 'Suppliers') return [{ text: `${PARTS} Each transaction is rounded separately.` }];
  return [{ text: `Only properties in which the owner has a share on ${formatDay(to)}. ${PARTS}` }];
}

type Names = Record<'property' | 'supplier' | 'tenancy' | 'owner', string | null>;

/** Returns the chosen filters in words. Throws `not_found` for records that the landlord does not have. */
async function readNames(db: UserDb, query: ReportQuery): Promise<Report['facts']> {
  const { property, category, supplier, tenancy, owner } = query;
  const { rows } = await sql<Names>`
    select (select address || ', ' || city from properties where id = ${property === NO_PROPERTY ? null : (property ?? null)}::uuid) as property,
      (select name from suppliers where id = ${supplier ?? null}::uuid) as supplier,
      (select names from tenancies where id = ${tenancy ?? null}::uuid) as tenancy,
      (select name from owners where id = ${owner ?? null}::uuid) as owner`.execute(db);
  const names = rows[0];
  const place = property === NO_PROPERTY ? WITHOUT_PROPERTY : names?.property;
  for (const [id, name, words] of [
    [property, place, 'Property'],
    [supplier, names?.supplier, 'Supplier'],
    [tenancy, names?.tenancy, 'Tenancy'],
    [owner, names?.owner, 'Owner'],
  ] as const)
    if (id && (name ?? null) === null) throw new AppError('not_found', { message: `${words} not found` });
  return [
    ...(place ? [{ name: 'Property', value: place }] : []),
    ...(category ? [{ name: 'Category', value: categoryLabel(category) }] : []),
    ...(names?.owner ? [{ name: 'Owner', value: names.owner }] : []),
    ...(names?.supplier ? [{ name: 'Supplier', value: names.supplier }] : []),
  ];
}
