/** /api/tax: boxes of a tax year, their transactions, and the settings that decide boxes. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, fileAnswer, needs, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { TEXTS } from '../owner/listed.ts';
import { ownerTable } from '../owner/owner.server.ts';
import type { Owner } from '../owner/owner.ts';
import { TAX_LINE_IDS, type TaxLine } from '../transaction/listed.ts';
import { plainPounds } from '../transaction-export/export.ts';
import { readPeriod } from './books.server.ts';
import { MILEAGE_LABEL, TAX_LINES } from './rules/lines.ts';
import { updatePeriods } from './rules/tax-year.ts';
import { chooseLine, listCategories, listLettings, listRows, readFigures, saveLetting } from './tax.server.ts';
import {
  FIRST_UPDATES,
  TaxCategories,
  TaxCategoryInput,
  TaxCategoryPath,
  type TaxFigures,
  TaxLettingInput,
  TaxLettings,
  TaxPeriodQuery,
  TaxRowItem,
  TaxRowQuery,
  TaxYearFigures,
  TaxYearPath,
} from './tax.ts';

const tags = ['Tax'];
const signedIn = { 401: failures.signedIn[401] };

const categories = createRoute({
  operationId: 'listTaxCategories',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/categories',
  tags,
  summary: 'List the categories with the tax line of each',
  responses: { 200: answer(TaxCategories, 'Built-in categories, then your own'), ...signedIn },
});

const choose = createRoute({
  operationId: 'chooseTaxLine',
  method: 'put',
  ...needs('tax.change'),
  path: '/api/tax/categories/{category}',
  tags,
  summary: 'Choose the tax line of a category, which adds it if it is new',
  request: { params: TaxCategoryPath, body: body(TaxCategoryInput) },
  responses: { 200: answer(TaxCategories, 'All categories'), ...failures.input, ...failures.signedIn },
});

const lettings = createRoute({
  operationId: 'listTaxLettings',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/lettings',
  tags,
  summary: 'List commercial and mixed properties, whose finance costs are in another box',
  responses: { 200: answer(TaxLettings, 'All others are residential'), ...signedIn },
});

const letting = createRoute({
  operationId: 'saveTaxLetting',
  method: 'put',
  ...needs('tax.change'),
  path: '/api/tax/lettings/{id}',
  tags,
  summary: 'Set the residential percentage of a property',
  request: { params: RecordId, body: body(TaxLettingInput) },
  responses: {
    200: answer(TaxLettings, 'All commercial and mixed properties'),
    ...failures.found,
    ...failures.input,
    ...failures.signedIn,
  },
});

const figures = createRoute({
  operationId: 'getTaxYear',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}',
  tags,
  summary: 'Read the boxes of a tax year, or of a quarterly update, from completed transactions',
  request: { params: TaxYearPath, query: TaxPeriodQuery },
  responses: { 200: answer(TaxYearFigures, 'The figures'), 400: failures.input[400], ...signedIn },
});

const rows = createRoute({
  operationId: 'listTaxRows',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}/rows',
  tags,
  summary: 'List the transactions of a tax line in a tax year or quarterly update, newest first',
  request: { params: TaxYearPath, query: TaxRowQuery.extend(TaxPeriodQuery.shape).extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(TaxRowItem), 'One page'), 400: failures.input[400], ...signedIn },
});

const exported = createRoute({
  operationId: 'exportTaxYear',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}/export',
  tags,
  summary: 'Download the amount of each tax line of a year with its box and HMRC’s field, as CSV',
  request: { params: TaxYearPath, query: TaxPeriodQuery.omit({ update: true }) },
  responses: {
    200: fileAnswer('The file', 'text/csv; charset=utf-8'),
    400: failures.input[400],
    ...signedIn,
  },
});

const COLUMNS = ['Box', 'Line', 'HMRC field', 'Amount', 'Transactions'];

export function taxApi(services: Services) {
  // Fixed paths come before '{year}', which would match them too.
  return router()
    .openapi(categories, async (c) => c.json({ items: await readAsUser(services, c, 'open', listCategories) }, 200))
    .openapi(choose, async (c) => {
      const { category } = c.req.valid('param');
      const { line } = c.req.valid('json');
      const items = await withUser(services, c, 'guarded', async (db) => {
        await chooseLine(db, category, line);
        return listCategories(db);
      });
      return c.json({ items }, 200);
    })
    .openapi(lettings, async (c) => c.json({ items: await readAsUser(services, c, 'open', listLettings) }, 200))
    .openapi(letting, async (c) => {
      const { residentialPercent } = c.req.valid('json');
      const items = await withUser(services, c, 'guarded', async (db) => {
        await saveLetting(db, recordId(c), residentialPercent);
        return listLettings(db);
      });
      return c.json({ items }, 200);
    })
    .openapi(figures, async (c) => {
      const query = c.req.valid('query');
      const { year } = c.req.valid('param');
      const found = await readAsUser(services, c, 'open', async (db) => {
        const { period, books } = await readPeriod(db, year, query);
        return { figures: await readFigures(db, period, query.owner), books };
      });
      const updates = year < FIRST_UPDATES ? [] : updatePeriods({ year }, found.books);
      return c.json({ ...found.figures, updates: updates.map(({ earliest: _, ...one }) => one) }, 200);
    })
    .openapi(rows, async (c) => {
      const { line, update, limit, cursor, owner } = c.req.valid('query');
      const { year } = c.req.valid('param');
      const page = await readAsUser(services, c, 'open', async (db) => {
        const { from, to } = (await readPeriod(db, year, { owner, update })).period;
        return listRows(db, { line, limit, cursor, owner, from, to });
      });
      return sendPage(c, page) as never;
    })
    .openapi(exported, async (c) => {
      const { owner: id } = c.req.valid('query');
      const { year } = c.req.valid('param');
      const { figures, owner, period } = await readAsUser(services, c, 'open', async (db) => {
        const owner = id ? await taxpayer(db, id) : null;
        const { period } = await readPeriod(db, year, { owner: id });
        return { figures: await readFigures(db, period, id), owner, period };
      });
      const rows = exportedRows(figures).map((row) => (owner ? [...row, owner.name] : row));
      return c.body(csvHead(owner ? [...COLUMNS, 'Owner'] : COLUMNS) + csvLines(rows), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="tenure-tax-${period.from}-to-${period.to}.csv"`,
        'cache-control': 'private, no-store',
      });
    });
}

function exportedRows({ lines, mileage }: TaxFigures): string[][] {
  const row = (line: TaxLine, { label, pence, rows }: { label: string; pence: number; rows: number }) => {
    const { box, field } = TAX_LINES[line];
    return [box ?? '', label, field ?? '', plainPounds(pence), String(rows)];
  };
  return TAX_LINE_IDS.flatMap((id) => {
    const { label, side } = TAX_LINES[id];
    // Costs are positive, as in the boxes.
    const sign = side === 'expense' ? -1 : 1;
    const ofLine = lines
      .filter(({ line }) => line === id)
      .map(({ pence, rows }) => row(id, { label, pence: sign * pence, rows }));
    if (id !== 'travel' || mileage.journeys === 0) return ofLine;
    return [...ofLine, row(id, { label: MILEAGE_LABEL, pence: mileage.pence, rows: mileage.journeys })];
  });
}

/** Throws `not_found` for an unknown owner, and `bad_request` for a company, which has no SA105 (R48). */
async function taxpayer(db: UserDb, id: string): Promise<Owner> {
  const owner = await ownerTable.get(db, id);
  if (!owner) throw new AppError('not_found', { message: TEXTS.notFound });
  if (owner.kind === 'company') throw new AppError('bad_request', { fields: { owner: 'Choose a person' } });
  return owner;
}
