import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addDays, addMonths } from '../../shared/dates.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';
import { allCertificates } from '../certificate/certificate.server.ts';
import { readStatement } from '../rent-statement/documents.server.ts';
import { taxYearOf } from '../tax/rules/tax-year.ts';
import { readFigures } from '../tax/tax.server.ts';
import { NOT_COUNTED } from '../transaction/listed.ts';
import type { Body } from './body.ts';
import type { ReportName } from './catalogue.ts';
import { cashFlow } from './money/cash-flow.ts';
import { incomeAndExpenses } from './money/income-and-expenses.ts';
import { readSupplier, readSuppliers } from './money/money.server.ts';
import { profitAndLoss, profitByOwner } from './money/profit-and-loss.ts';
import { grouped } from './money/sums.ts';
import { ownRows, supplierStatement, supplierSums, supplierTotals } from './money/supplier-statement.ts';
import { taxYearSummary } from './money/tax-year.ts';
import { ownLines, readByOwner, readOwned, readPart } from './owners/owned.server.ts';
import { PROFIT_WITHOUT, readOccupancy, readYields } from './property/property.server.ts';
import {
  certificatesDue,
  emptyDays,
  idOf,
  vacancyPart,
  withLostRent,
  yieldPart,
  yields,
} from './property/property-reports.ts';
import { readBalances, readDeposits, readOwing, readRentRoll } from './rent/rent.server.ts';
import {
  aged,
  balancePart,
  depositsHeld,
  heldPart,
  owingPart,
  placeOf,
  rentedPart,
  rentRoll,
  tenantBalances,
  tenantStatement,
} from './rent/rent-reports.ts';
import type { ReportParams } from './report.ts';

type Build = (db: UserDb, params: ReportParams, today: string) => Promise<Body>;

type OfOwner<Line> = [(line: Line) => string | null, (line: Line, part: (pence: number) => number) => Line];

/** Applies the shares of the last day, because rows other than transactions have no single date. */
async function owned<Line>(
  db: UserDb,
  params: ReportParams,
  lines: readonly Line[] | Promise<readonly Line[]>,
  [property, split]: OfOwner<Line>,
): Promise<readonly Line[]> {
  const [all, own] = await Promise.all([lines, readPart(db, params)]);
  return ownLines(all, { own, day: params.span.to, property, split });
}

const onDay = ({ span, query }: ReportParams) => ({ on: span.to, property: query.property });

export const BUILDS: Record<ReportName, Build> = {
  'income-and-expenses': async (db, params) => {
    const { sums, before } = await readOwned(db, params, { without: NOT_COUNTED, byMonth: false });
    return incomeAndExpenses(params, sums, before);
  },
  'profit-and-loss': async (db, params) => {
    const options = { without: NOT_COUNTED, byMonth: params.query.by === 'month' };
    if (params.query.by === 'owner') return profitByOwner(params, ...(await readByOwner(db, params, options)));
    const { sums, before } = await readOwned(db, params, options);
    return profitAndLoss(params, sums, before);
  },
  'cash-flow': async (db, params) => {
    const { sums } = await readOwned(db, params, { without: ['transfer', NOT_LETTINGS], byMonth: true });
    return cashFlow(params, sums);
  },
  'tax-year': async (db, params) => {
    const { owner } = params.query;
    return taxYearSummary(
      params,
      await readFigures(db, { year: taxYearOf(params.span.to).year, ...params.span }, owner),
    );
  },
  'rent-roll': async (db, params) =>
    rentRoll(params, await owned(db, params, readRentRoll(db, onDay(params)), [placeOf, rentedPart])),
  arrears: async (db, params) =>
    aged(params, await owned(db, params, readOwing(db, onDay(params)), [placeOf, owingPart])),
  'empty-days': async (db, params, today) => {
    const homes = await readOccupancy(db, params.span, { today, property: params.query.property });
    return emptyDays(params, await owned(db, params, homes.map(withLostRent), [idOf, vacancyPart]));
  },
  'tenant-statement': async (db, params, today) => {
    const { span, query } = params;
    if (!query.tenancy)
      return tenantBalances(params, await owned(db, params, readBalances(db, span), [placeOf, balancePart]));
    if (span.from > today) throw new AppError('bad_request', { fields: { from: 'Enter a date up to today' } });
    const to = span.to > today ? today : span.to;
    return tenantStatement(params, await readStatement(db, { id: query.tenancy, from: span.from, to, today }));
  },
  yield: async (db, params) => {
    const { to } = params.span;
    const year = { from: addDays(addMonths(to, -12), 1), to };
    const homes = await readYields(db, year, params.query.property);
    if (!params.query.owner) return yields(params, homes);
    const { sums } = await readOwned(db, { ...params, span: year }, { without: PROFIT_WITHOUT, byMonth: false });
    const profits = grouped(sums, ({ propertyId }) => propertyId ?? '');
    const own = await owned(db, params, homes, [idOf, yieldPart]);
    return yields(
      params,
      own.map((home) => ({
        ...home,
        profit: (profits.get(home.id) ?? []).reduce((total, { pence }) => total + pence, 0),
      })),
    );
  },
  certificates: async (db, params, today) => {
    const entries = allCertificates(db, { q: '', propertyId: params.query.property });
    return certificatesDue(params, await owned(db, params, entries, [idOf, (entry) => entry]), today);
  },
  deposits: async (db, params) =>
    depositsHeld(params, await owned(db, params, readDeposits(db, onDay(params)), [placeOf, heldPart])),
  'supplier-statement': async (db, params) => {
    const { span, query } = params;
    const { supplier } = query;
    const own = await readPart(db, params);
    if (supplier) return supplierStatement(params, ownRows(await readSupplier(db, { span, query, supplier }), own));
    const sums = await readSuppliers(db, { span, query, ...(own && { shareDays: own.days }) });
    return supplierSums(params, supplierTotals(sums, own));
  },
};

/** Throws `not_allowed` if one of the rights is missing. */
export async function assertRights(db: UserDb, needs: readonly string[]): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_and(app.may(need)) as may from unnest(${[...needs]}::text[]) need`.execute(db);
  if (!rows[0]?.may) throw new AppError('not_allowed');
}
