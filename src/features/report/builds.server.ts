/** Each report: reads its rows and makes its model. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addDays, addMonths } from '../../shared/dates.ts';
import { NOT_LETTINGS } from '../bank-row/entry.ts';
import { allCertificates } from '../property/certificates/certificates.server.ts';
import { readStatement } from '../rent-statement/documents.server.ts';
import { taxYear, taxYearOf } from '../tax/rules/tax-year.ts';
import { readFigures } from '../tax/tax.server.ts';
import { NOT_COUNTED } from '../transaction/listed.ts';
import type { Body } from './body.ts';
import type { ReportName } from './catalogue.ts';
import { cashFlow } from './money/cash-flow.ts';
import { incomeAndExpenses } from './money/income-and-expenses.ts';
import { readSupplier, readSuppliers } from './money/money.server.ts';
import { readByOwner, readOwned } from './money/owned.server.ts';
import { profitAndLoss, profitByOwner } from './money/profit-and-loss.ts';
import { supplierStatement, supplierSums } from './money/supplier-statement.ts';
import { taxYearSummary } from './money/tax-year.ts';
import { readOccupancy, readYields } from './property/property.server.ts';
import { certificatesDue, emptyDays, yields } from './property/property-reports.ts';
import { readBalances, readDeposits, readOwing, readRentRoll } from './rent/rent.server.ts';
import { aged, depositsHeld, rentRoll, tenantBalances, tenantStatement } from './rent/rent-reports.ts';
import type { Asked } from './report.ts';

type Build = (db: UserDb, asked: Asked, today: string) => Promise<Body>;

/** `property` of reports that have no rows without one. */
const onDay = ({ span, query }: Asked) => ({ on: span.to, property: query.property });

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
    const year = taxYear(asked.query.year ?? '') ?? taxYearOf(asked.span.to);
    return taxYearSummary(asked, await readFigures(db, year, asked.query.owner));
  },
  'rent-roll': async (db, asked) => rentRoll(asked, await readRentRoll(db, onDay(asked))),
  arrears: async (db, asked) => aged(asked, await readOwing(db, onDay(asked))),
  'empty-days': async (db, asked, today) =>
    emptyDays(asked, await readOccupancy(db, asked.span, { today, property: asked.query.property })),
  'tenant-statement': async (db, asked, today) => {
    const { span, query } = asked;
    if (!query.tenancy) return tenantBalances(asked, await readBalances(db, span));
    if (span.from > today) throw new AppError('bad_request', { fields: { from: 'Enter a date up to today' } });
    const to = span.to > today ? today : span.to;
    return tenantStatement(asked, await readStatement(db, { id: query.tenancy, from: span.from, to, today }));
  },
  yield: async (db, asked) => {
    const { to } = asked.span;
    const year = { from: addDays(addMonths(to, -12), 1), to };
    return yields(asked, await readYields(db, year, asked.query.property));
  },
  certificates: async (db, asked, today) => {
    const entries = await allCertificates(db, { q: '', propertyId: asked.query.property });
    return certificatesDue(asked, entries, today);
  },
  deposits: async (db, asked) => depositsHeld(asked, await readDeposits(db, onDay(asked))),
  'supplier-statement': async (db, asked) => {
    const { span, query } = asked;
    const { supplier } = query;
    return supplier
      ? supplierStatement(asked, await readSupplier(db, { span, query, supplier }))
      : supplierSums(asked, await readSuppliers(db, { span, query }));
  },
};

/** Throws `not_allowed` if one of the rights is missing. */
export async function assertRights(db: UserDb, needs: readonly string[]): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select bool_and(app.may(need)) as may from unnest(${[...needs]}::text[]) need`.execute(db);
  if (!rows[0]?.may) throw new AppError('not_allowed');
}
