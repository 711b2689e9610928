/** /api/tax-updates: quarterly updates. /api/tax-connections: HMRC authorisation. Readable after the trial. */
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { sql } from 'kysely';
import { z } from 'zod';
import { plainPage } from '../../server/http/pages/plain-page.server.ts';
import { PageQuery, pageOf } from '../../server/http/pages.server.ts';
import { answer, body, failures, fileAnswer, needs, router, sendPage } from '../../server/http/routes.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import { runOnBehalfOf, type UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { NATIONS } from '../owner/listed.ts';
import { nino } from '../owner/owner.ts';
import { assertSeesYear } from '../tax/books.server.ts';
import { listRows } from '../tax/tax.server.ts';
import { TaxRowItem } from '../tax/tax.ts';
import {
  beginConnection,
  CALLBACK_PATH,
  chooseQuarters,
  endConnection,
  finishConnection,
  type Run,
  readBusiness,
  readConnection,
} from './connection.server.ts';
import { deliverUpdate } from './deliver.server.ts';
import { exportUpdate } from './export.server.ts';
import { changesQuarters, endQuarters, saveQuarters } from './quarters.server.ts';
import { SEND_UPDATE } from './queues.server.ts';
import { senderOf } from './sender.server.ts';
import { type Taxpayer, taxpayerOf } from './taxpayer.server.ts';
import { keepUpdate, readUpdate, readUpdates } from './update.server.ts';
import {
  type BrowserFacts,
  CheckInput,
  ExportQuery,
  OwnerQuery,
  PartQuery,
  QuartersInput,
  SendInput,
  TaxUpdate,
  TaxUpdates,
  UpdatePath,
  UpdateYearPath,
} from './update.ts';

const tags = ['Tax updates'];
const signedIn = { 401: failures.signedIn[401], ...failures.member };
const path = '/api/tax-updates/{year}';
const ofYear = { tags, request: { params: UpdateYearPath, query: OwnerQuery } } as const;
const ofUpdate = { tags, request: { params: UpdatePath, query: OwnerQuery } } as const;
const reading = { 400: failures.input[400], ...failures.found, ...signedIn };
const changing = { ...failures.input, ...failures.found, ...failures.signedIn, ...failures.member };
const hmrc = {
  409: { ...failures.found[404], description: 'The figures have changed, or it is being sent: conflict' },
  502: { ...failures.found[404], description: 'HMRC failed: tax_authority_error' },
  503: { ...failures.found[404], description: 'This server is not connected to HMRC: tax_authority_disabled' },
};

const list = createRoute({
  operationId: 'listTaxUpdates',
  method: 'get',
  ...needs('tax.see'),
  path,
  summary: 'List the four quarterly updates of a tax year with their due days and states',
  ...ofYear,
  responses: { 200: answer(TaxUpdates, 'The updates'), ...reading },
});

const quarters = createRoute({
  operationId: 'chooseTaxQuarters',
  method: 'put',
  ...needs('tax.change'),
  path,
  summary: 'Report quarterly, with these quarters and details',
  tags,
  request: { ...ofYear.request, body: body(QuartersInput.extend({ browser: CheckInput.shape.browser.optional() })) },
  responses: { 200: answer(TaxUpdates, 'The updates'), ...changing, 502: hmrc[502] },
});

const end = createRoute({
  operationId: 'endTaxQuarters',
  method: 'delete',
  ...needs('tax.change'),
  path,
  summary: 'Stop reporting quarterly from this year, if no update of it or of a later year was sent',
  ...ofYear,
  responses: { 204: { description: 'Ended' }, ...changing },
});

const get = createRoute({
  operationId: 'getTaxUpdate',
  method: 'get',
  ...needs('tax.see'),
  path: `${path}/{update}`,
  summary: 'Read the figures of an update, and its differences from the last one',
  ...ofUpdate,
  responses: { 200: answer(TaxUpdate, 'The update'), ...reading },
});

const send = createRoute({
  operationId: 'sendTaxUpdate',
  method: 'post',
  ...needs('tax.change'),
  path: `${path}/{update}`,
  summary: 'Send an update to HMRC, or mark it as sent with other software, and keep it as it was sent',
  tags,
  request: { ...ofUpdate.request, body: body(SendInput) },
  responses: { 200: answer(TaxUpdate, 'The update'), ...changing, ...hmrc },
});

const check = createRoute({
  operationId: 'checkTaxUpdate',
  method: 'post',
  ...needs('tax.change'),
  path: `${path}/{update}/check`,
  summary: 'Check whether HMRC received an update, and send it again if not',
  tags,
  request: { ...ofUpdate.request, body: body(CheckInput) },
  responses: { 200: answer(TaxUpdate, 'The update'), ...changing, 503: hmrc[503] },
});

const rows = createRoute({
  operationId: 'listTaxUpdateRows',
  method: 'get',
  ...needs('tax.see'),
  path: `${path}/{update}/rows`,
  summary: 'List the transactions of a tax line in an update, newest first',
  tags,
  request: { params: UpdatePath, query: PartQuery.extend(PageQuery.shape) },
  responses: { 200: answer(pageOf(TaxRowItem), 'One page'), ...reading },
});

const exported = createRoute({
  operationId: 'exportTaxUpdate',
  method: 'get',
  ...needs('tax.see'),
  path: `${path}/{update}/export`,
  summary: 'Download an update for bridging software: HMRC’s fields as CSV or JSON, or boxes with their rows as Excel',
  tags,
  request: { params: UpdatePath, query: ExportQuery },
  responses: {
    200: fileAnswer('The file', 'application/octet-stream'),
    ...reading,
  },
});

const ConnectInput = z
  .object({
    nino: nino.optional().describe('National Insurance number, unless it was entered before'),
    nation: z.enum(NATIONS, 'Choose where you pay tax').optional(),
  })
  .meta({ id: 'TaxConnectionInput' });

const connect = createRoute({
  operationId: 'connectTax',
  method: 'post',
  ...needs('tax.change'),
  path: '/api/tax-connections',
  tags,
  summary: 'Begin a connection to HMRC, at the address returned',
  request: { query: OwnerQuery, body: body(ConnectInput) },
  responses: { 200: answer(z.object({ url: z.url() }), 'The address'), ...changing, 503: hmrc[503] },
});

const callback = createRoute({
  operationId: 'returnFromHmrc',
  method: 'get',
  ...needs('tax.change'),
  path: CALLBACK_PATH,
  tags,
  summary: 'Return from HMRC; works only in a session of the account that began the connection',
  responses: {
    200: { description: 'A page for other sessions' },
    302: { description: 'To the tax year' },
    503: hmrc[503],
  },
});

const business = createRoute({
  operationId: 'readTaxBusiness',
  method: 'post',
  ...needs('tax.change'),
  path: '/api/tax-connections/business',
  tags,
  summary: 'Finish a connection: read the person’s UK property business at HMRC',
  request: { query: OwnerQuery, body: body(CheckInput) },
  responses: { 204: { description: 'Connected' }, ...changing, 502: hmrc[502], 503: hmrc[503] },
});

const disconnect = createRoute({
  operationId: 'disconnectTax',
  method: 'delete',
  ...needs('tax.change'),
  path: '/api/tax-connections',
  tags,
  summary: 'Disconnect from HMRC',
  request: { query: OwnerQuery },
  responses: { 204: { description: 'Forgotten' }, ...changing },
});

export function taxUpdateApi(services: Services) {
  const { clock, secret, appUrl, jobs, jobsPool, settings } = services;
  const today = () => londonDay(clock.now());
  const plan = () => {
    if (!services.tax) throw new AppError('tax_authority_disabled');
    return { tax: services.tax, clock, secret, appUrl };
  };
  const kind = {
    available: services.tax !== undefined,
    sandbox: services.sandboxTax !== undefined,
    approved: settings.hmrcApproved,
    disconnectUrl: services.sandboxTax ? null : (services.tax?.disconnect() ?? null),
  };
  const paramsOf = async (db: UserDb, year: string, owner: string | undefined) => {
    await assertSeesYear(db, year);
    const of = await taxpayerOf(db, owner);
    return { of, about: { year, today: today(), ...(await readConnection(db, of, kind)) } };
  };
  const updates = async (db: UserDb, year: string, owner: string | undefined) => {
    const { of, about } = await paramsOf(db, year, owner);
    return readUpdates(db, of, about);
  };
  const page = async (db: UserDb, { year, update }: { year: string; update: string }, owner: string | undefined) => {
    const { of, about } = await paramsOf(db, year, owner);
    return readUpdate(db, of, { ...about, number: Number(update) });
  };
  const asCaller =
    (c: Context<AppEnv>): Run =>
    (work) =>
      withUser(services, c, 'guarded', work);
  const ofCaller = (c: Context<AppEnv>, owner: string | undefined) =>
    withUser(services, c, 'guarded', async (db) => ({ of: await taxpayerOf(db, owner), userId: await accountOf(db) }));

  /** Sends the update in this request. The job finishes it if the server stops or HMRC does not answer. */
  async function deliver(
    c: Context<AppEnv>,
    { id, userId, of, browser }: { id: string; userId: string; of: Taxpayer; browser: BrowserFacts | null },
  ) {
    const sender = await senderOf(services, c, browser);
    const run: Run = (work) => runOnBehalfOf(jobsPool, { userId, now: clock.now() }, work);
    await deliverUpdate(plan(), run, { id, sender });
    const settled = await run((db) =>
      db.selectFrom('tax_updates').select('failure').where('id', '=', id).executeTakeFirst(),
    );
    if (settled?.failure === 'other_quarters') await readBusiness(plan(), run, of, sender);
  }

  return router()
    .openapi(list, async (c) => {
      const { year } = c.req.valid('param');
      const { owner } = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => updates(db, year, owner)), 200);
    })
    .openapi(quarters, async (c) => {
      const { year } = c.req.valid('param');
      const { owner } = c.req.valid('query');
      const { browser, ...input } = c.req.valid('json');
      const { of, changesAtHmrc } = await withUser(services, c, 'guarded', async (db) => {
        const { of: taxpayer, about } = await paramsOf(db, year, owner);
        const changes = await changesQuarters(db, taxpayer, { year, kind: input.kind });
        return { of: taxpayer, changesAtHmrc: changes && about.connection.state === 'active' };
      });
      // HMRC comes first: if storing fails, the next update follows HMRC's quarters.
      if (changesAtHmrc && browser) {
        const sender = await senderOf(services, c, browser);
        await chooseQuarters(plan(), asCaller(c), of, { year, kind: input.kind, sender });
      }
      await withUser(services, c, 'guarded', (db) => saveQuarters(db, of, { year, input }));
      return c.json(await readAsUser(services, c, 'open', (db) => updates(db, year, owner)), 200);
    })
    .openapi(end, async (c) => {
      const { year } = c.req.valid('param');
      const { owner } = c.req.valid('query');
      await withUser(services, c, 'guarded', async (db) => endQuarters(db, await taxpayerOf(db, owner), year));
      return c.body(null, 204);
    })
    .openapi(get, async (c) => {
      const { owner } = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'open', (db) => page(db, c.req.valid('param'), owner)), 200);
    })
    .openapi(send, async (c) => {
      const { year, update } = c.req.valid('param');
      const { owner } = c.req.valid('query');
      const input = c.req.valid('json');
      if (input.way === 'hmrc') plan();
      const sender = JSON.stringify(await senderOf(services, c, input.browser));
      const kept = await withUser(services, c, 'guarded', async (db) => {
        const { of, about } = await paramsOf(db, year, owner);
        if (input.way === 'hmrc' && about.connection.state !== 'active')
          throw new AppError('invalid_input', { message: 'Connect to HMRC first.' });
        const id = await keepUpdate(db, of, { ...about, number: Number(update), input, now: clock.now() });
        const userId = await accountOf(db);
        if (input.way === 'hmrc') {
          const job = { userId, updateId: id, tries: 0, sender };
          await jobs.send(SEND_UPDATE, job, { about: [userId], within: db, after: JOB_DELAY_S, final: true });
        }
        return { id, userId, of };
      });
      if (input.way === 'hmrc') await deliver(c, { ...kept, browser: input.browser });
      return c.json(await readAsUser(services, c, 'open', (db) => page(db, { year, update }, owner)), 200);
    })
    .openapi(check, async (c) => {
      const { year, update } = c.req.valid('param');
      const { owner } = c.req.valid('query');
      const { of, userId } = await ofCaller(c, owner);
      const { attempt } = await readAsUser(services, c, 'open', (db) => page(db, { year, update }, owner));
      if (!attempt) throw new AppError('not_found', { message: 'This update was not sent.' });
      await deliver(c, { id: attempt.id, userId, of, browser: c.req.valid('json').browser });
      return c.json(await readAsUser(services, c, 'open', (db) => page(db, { year, update }, owner)), 200);
    })
    .openapi(rows, async (c) => {
      const { owner, part, line, limit, cursor } = c.req.valid('query');
      const found = await readAsUser(services, c, 'open', async (db) => {
        const { update, last } = await page(db, c.req.valid('param'), owner);
        const of = await taxpayerOf(db, owner);
        const after = last ? addDays(last.to, 1) : update.from;
        const days = part === 'new' ? { from: after, to: update.to } : { from: update.from, to: addDays(after, -1) };
        return listRows(db, { line, limit, cursor, owner: of.owner?.id, ...days });
      });
      return sendPage(c, found) as never;
    })
    .openapi(exported, async (c) => {
      const { owner, format } = c.req.valid('query');
      const param = c.req.valid('param');
      const file = await readAsUser(services, c, 'open', async (db) =>
        exportUpdate(db, { update: await page(db, param, owner), format }),
      );
      return c.body(file.content, 200, {
        'content-type': file.type,
        'content-disposition': `attachment; filename="tenure-update-${param.year}-${param.update}.${format}"`,
        'cache-control': 'private, no-store',
      });
    })
    .openapi(connect, async (c) => {
      const { of } = await ofCaller(c, c.req.valid('query').owner);
      const { nino: number, nation } = c.req.valid('json');
      const name = await withUser(services, c, 'guarded', async (db) => {
        const profile = await db.selectFrom('profiles').select('name').executeTakeFirstOrThrow();
        return profile.name;
      });
      return c.json(await beginConnection(plan(), asCaller(c), of, { nino: number, nation, name }), 200);
    })
    .openapi(callback, async (c) => {
      const query = new URL(c.req.url).searchParams;
      const isTheirs = await finishConnection(plan(), asCaller(c), query).catch((error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      });
      if (isTheirs) return c.redirect('/dashboard/tax?ref=hmrc', 302);
      const content = html`<p>Sign in to Tenure in this browser, and connect to HMRC again on the tax page.</p>`;
      return plainPage(c, { title: 'Not connected', content });
    })
    .openapi(business, async (c) => {
      const { of } = await ofCaller(c, c.req.valid('query').owner);
      const sender = await senderOf(services, c, c.req.valid('json').browser);
      await readBusiness(plan(), asCaller(c), of, sender);
      return c.body(null, 204);
    })
    .openapi(disconnect, async (c) => {
      const { owner } = c.req.valid('query');
      await withUser(services, c, 'guarded', async (db) => endConnection(db, await taxpayerOf(db, owner)));
      return c.body(null, 204);
    });
}

/** Delay of the job, longer than an attempt in the request. */
const JOB_DELAY_S = 240;

async function accountOf(db: UserDb): Promise<string> {
  const { rows } = await sql<{ id: string }>`select app.user_id() as id`.execute(db);
  return rows[0]?.id ?? '';
}
