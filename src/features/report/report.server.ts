/** Builds each report from rows that its own SQL reads. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { formatDays } from '../../shared/dates.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';
import { categoryLabel, WITHOUT_PROPERTY } from '../transaction/labels.ts';
import { NO_PROPERTY, NOT_COUNTED } from '../transaction/listed.ts';
import { type FilterName, GROUPING_LABELS, REPORTS, type ReportName } from './catalogue.ts';
import { cashFlow } from './money/cash-flow.ts';
import { incomeAndExpenses } from './money/income-and-expenses.ts';
import { readMoney } from './money/money.server.ts';
import { profitAndLoss } from './money/profit-and-loss.ts';
import { type Comparison, comparedSpan, type ReportPeriod, type Span, spanFault, spanOf } from './period.ts';
import type { Asked, Report, ReportQuery } from './report.ts';

type Body = Omit<Report, 'name' | 'title'>;
type Build = (db: UserDb, asked: Asked) => Promise<Body>;

const BUILDS: Record<ReportName, Build> = {
  'income-and-expenses': async (db, asked) => {
    const read = (span: Span) => readMoney(db, { span, query: asked.query, without: NOT_COUNTED, byMonth: false });
    const [sums, before] = await Promise.all([read(asked.span), asked.compared && read(asked.compared)]);
    return incomeAndExpenses(asked, sums, before);
  },
  'profit-and-loss': async (db, asked) => {
    const byMonth = asked.query.by === 'month';
    const read = (span: Span) => readMoney(db, { span, query: asked.query, without: NOT_COUNTED, byMonth });
    const [sums, before] = await Promise.all([read(asked.span), asked.compared && read(asked.compared)]);
    return profitAndLoss(asked, sums, before);
  },
  'cash-flow': async (db, asked) => {
    const without = ['transfer', NOT_LETTINGS];
    return cashFlow(asked, await readMoney(db, { span: asked.span, query: asked.query, without, byMonth: true }));
  },
};

/** `today` is the date in London. Throws `bad_request` for wrong days, `not_allowed` if a right is missing. */
export async function readReport(
  db: UserDb,
  { name, query, today }: { name: ReportName; query: ReportQuery; today: string },
): Promise<Report> {
  const { title, needs, compares, filters, by } = REPORTS[name];
  const span = requestedSpan(query, today);
  const compared = compares && query.compare ? comparison(span, query.compare, query.period) : null;
  const [names] = await Promise.all([readNames(db, query, filters), assertRights(db, needs)]);
  const facts = [
    { name: 'Period', value: formatDays(span) },
    ...(compared ? [{ name: 'Compared with', value: formatDays(compared) }] : []),
    ...(by ? [{ name: 'By', value: GROUPING_LABELS[query.by ?? by[0] ?? 'property'] }] : []),
    ...names,
  ];
  const body = await BUILDS[name](db, { span, compared, query: onlyFilters(query, filters), facts });
  return { name, title, ...body };
}

const comparison = (span: Span, how: Comparison, period?: ReportPeriod) => ({
  ...comparedSpan(span, how, period),
  words: how === 'last-year' ? 'last year' : 'the period before',
});

function requestedSpan({ period, from, to }: ReportQuery, today: string): Span {
  const span = !period && from ? { from, to: to ?? today } : spanOf(period ?? 'tax-year', today);
  const fault = spanFault(span);
  if (fault) throw new AppError('bad_request', { fields: fault });
  return span;
}

/** Without the filters that a report does not have. */
function onlyFilters(query: ReportQuery, filters: readonly FilterName[]): ReportQuery {
  const left = { ...query };
  for (const name of ['property', 'category', 'supplier'] as const) if (!filters.includes(name)) delete left[name];
  return left;
}

async function assertRights(db: UserDb, needs: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    may: boolean;
  }>`select bool_and(app.may(need)) as may from unnest(${[...needs]}::text[]) need`.execute(db);
  if (!rows[0]?.may) throw new AppError('not_allowed');
}

/** The chosen filters in words. Throws `not_found` for a property or supplier that the landlord does not have. */
async function readNames(db: UserDb, query: ReportQuery, filters: readonly FilterName[]): Promise<Report['facts']> {
  const { property, category, supplier } = onlyFilters(query, filters);
  const { rows } = await sql<{ property: string | null; supplier: string | null }>`
    select (select address || ', ' || city from properties where id = ${property === NO_PROPERTY ? null : (property ?? null)}::uuid) as property,
      (select name from suppliers where id = ${supplier ?? null}::uuid) as supplier`.execute(db);
  const found = rows[0];
  const place = property === NO_PROPERTY ? WITHOUT_PROPERTY : found?.property;
  if (property && !place) throw new AppError('not_found', { message: 'Property not found' });
  if (supplier && !found?.supplier) throw new AppError('not_found', { message: 'Supplier not found' });
  return [
    ...(place ? [{ name: 'Property', value: place }] : []),
    ...(category ? [{ name: 'Category', value: categoryLabel(category) }] : []),
    ...(found?.supplier ? [{ name: 'Supplier', value: found.supplier }] : []),
  ];
}
