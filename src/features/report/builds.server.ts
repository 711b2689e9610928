/** Each report: reads its rows and makes its model. */
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
import { readByOwner, readOwned, readPart } from './owners/owned.server.ts';
import { ownLines } from './owners/owner-sums.ts';
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

type Build = (db: UserDb, asked: ReportParams, today: string) => Promise<Body>;

type OfOwner<Line> = [(line: Line) => string | null, (line: Line, part: (pence: number) => number) => Line];

/** By the shares of the last day: rows other than transactions have no other day in common. */
async function owned<Line>(
  db: UserDb,
  asked: ReportParams,
  lines: readonly Line[] | Promise<readonly Line[]>,
  [property, split]: OfOwner<Line>,
): Promise<readonly Line[]> {
  const [all, own] = await Promise.all([lines, readPart(db, asked)]);
  return ownLines(all, { own, day: asked.span.to, property, split });
}

/** For reports about one day. */
const onDay = ({ span, query }: ReportParams) => ({ on: span.to, property: query.property });

export const BUILDS: Record<ReportName, Build> = {
  'income-and-expenses': async (db, asked) => {
    const { sums, before } = await readOwned(db, asked, { without: NOT_COUNTED, byMonth: false });
    return incomeAndExpenses(asked, sums, before);
  },
  'profit-and-loss': async (db, asked) => {
    const wanted = { without: NOT_COUNTED, byMonth: asked.query.by === 'month' };
    if (asked.query.by === 'owner') return profitByOwner(asked, ...(await readByOwner(db, asked, wanted)));
    const { sums, before } = await readOwned(db, asked, wanted);
    return profitAndLoss(asked, sums, before);
  },
  'cash-flow': async (db, asked) => {
    const { sums } = await readOwned(db, asked, { without: ['transfer', NOT_LETTINGS], byMonth: true });
    return cashFlow(asked, sums);
  },
  'tax-year': async (db, asked) => {
    const { owner } = asked.query;
    return taxYearSummary(asked, await readFigures(db, { year: taxYearOf(asked.span.to).year, ...asked.span }, owner));
  },
  'rent-roll': async (db, asked) =>
    rentRoll(asked, await owned(db, asked, readRentRoll(db, onDay(asked)), [placeOf, rentedPart])),
  arrears: async (db, asked) => aged(asked, await owned(db, asked, readOwing(db, onDay(asked)), [placeOf, owingPart])),
  'empty-days': async (db, asked, today) => {
    const homes = await readOccupancy(db, asked.span, { today, property: asked.query.property });
    return emptyDays(asked, await owned(db, asked, homes.map(withLostRent), [idOf, vacancyPart]));
  },
  'tenant-statement': async (db, asked, today) => {
    const { span, query } = asked;
    if (!query.tenancy)
      return tenantBalances(asked, await owned(db, asked, readBalances(db, span), [placeOf, balancePart]));
    if (span.from > today) throw new AppError('bad_request', { fields: { from: 'Enter a date up to today' } });
    const to = span.to > today ? today : span.to;
    return tenantStatement(asked, await readStatement(db, { id: query.tenancy, from: span.from, to, today }));
  },
  yield: async (db, asked) => {
    const { to } = asked.span;
    const year = { from: addDays(addMonths(to, -12), 1), to };
    const homes = await readYields(db, year, asked.query.property);
    if (!asked.query.owner) return yields(asked, homes);
    const { sums } = await readOwned(db, { ...asked, span: year }, { without: PROFIT_WITHOUT, byMonth: false });
    const profits = grouped(sums, ({ propertyId }) => propertyId ?? '');
    const own = await owned(db, asked, homes, [idOf, yieldPart]);
    return yields(
      asked,
      own.map((home) => ({
        ...home,
        profit: (profits.get(home.id) ?? []).reduce((total, { pence }) => total + pence, 0),
      })),
    );
  },
  certificates: async (db, asked, today) => {
    const entries = allCertificates(db, { q: '', propertyId: asked.query.property });
    return certificatesDue(asked, await owned(db, asked, entries, [idOf, (entry) => entry]), today);
  },
  deposits: async (db, asked) =>
    depositsHeld(asked, await owned(db, asked, readDeposits(db, onDay(asked)), [placeOf, heldPart])),
  'supplier-statement': async (db, asked) => {
    const { span, query } = asked;
    const { supplier } = query;
    const own = await readPart(db, asked);
    if (supplier) return supplierStatement(asked, ownRows(await readSupplier(db, { span, query, supplier }), own));
    const sums = await readSuppliers(db, { span, query, ...(own && { shareDays: own.days }) });
    return supplierSums(asked, supplierTotals(sums, own));
  },
};

/** Throws `not_allowed` if one of the rights is missing. */
export async function assertRights(db: UserDb, needs: readonly string[]): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_and(app.may(need)) as may from unnest(${[...needs]}::text[]) need`.execute(db);
  if (!rows[0]?.may) throw new AppError('not_allowed');
}
