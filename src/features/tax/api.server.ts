/** /api/tax: boxes of a tax year, their rows, and the lines of categories and properties. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router, sendPage } from '../../server/http/routes.server.ts';
import type { Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { taxYear } from './rules/tax-year.ts';
import { chooseLine, listCategories, listLettings, listRows, readFigures, saveLetting } from './tax.server.ts';
import {
  TaxCategories,
  TaxCategoryInput,
  TaxCategoryPath,
  TaxFigures,
  TaxLettingInput,
  TaxLettings,
  TaxRowItem,
  TaxRowQuery,
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
  summary: 'Read the boxes of a tax year from completed transactions',
  request: { params: TaxYearPath },
  responses: { 200: answer(TaxFigures, 'The figures'), 400: failures.input[400], ...signedIn },
});

const rows = createRoute({
  operationId: 'listTaxRows',
  method: 'get',
  ...needs('tax.see'),
  path: '/api/tax/{year}/rows',
  tags,
  summary: 'List the transactions of a tax line in a tax year, newest first',
  request: { params: TaxYearPath, query: TaxRowQuery.extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(TaxRowItem), 'One page'), 400: failures.input[400], ...signedIn },
});

export function taxApi(services: Services) {
  // These routes come before '{year}', which would match them as years.
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
      const year = yearOf(c.req.valid('param').year);
      return c.json(await readAsUser(services, c, 'open', (db) => readFigures(db, year)), 200);
    })
    .openapi(rows, async (c) => {
      const { from, to } = yearOf(c.req.valid('param').year);
      const asked = { ...c.req.valid('query'), from, to };
      return sendPage(c, await readAsUser(services, c, 'open', (db) => listRows(db, asked))) as never;
    });
}

function yearOf(name: string) {
  const year = taxYear(name);
  if (!year) throw new AppError('bad_request');
  return year;
}
