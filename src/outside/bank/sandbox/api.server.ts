/** Imitates GoCardless's API: tokens, institutions, agreements and requisitions. Paths end in '/'. */
import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { constantTimeEqual } from '../../sandbox.server.ts';
import { accountRoutes } from './accounts.server.ts';
import { bodyOf, refuse, rejectBody, rejectField, rethrow } from './answers.server.ts';
import { SANDBOX_INSTITUTIONS, type SandboxInstitution } from './portfolio.ts';
import { type StoredAgreement, type StoredRequisition, sandboxStore } from './store.server.ts';
import { sandboxKeys, sandboxTokens } from './tokens.server.ts';

export type SandboxPlan = {
  pool: pg.Pool;
  clock: Clock;
  secret: string;
  /** Base URL of the consent pages, without a trailing slash. */
  pagesUrl: string;
};

const ACCESS_S = 86_400;
const REFRESH_S = 2_592_000;
const DAY_MS = 86_400_000;
const RECONFIRM_DAYS = 90;
const GRACE_DAYS = 14;

const Keys = z.object({ secret_id: z.string(), secret_key: z.string() });
const Refresh = z.object({ refresh: z.string() });
const days = z.number().int().min(1).max(730).default(90);
const NewAgreement = z.strictObject({
  institution_id: z.string(),
  max_historical_days: days,
  access_valid_for_days: days,
  access_scope: z.array(z.string()).optional(),
  reconfirmation: z.boolean().default(false),
});
const NewRequisition = z.strictObject({
  institution_id: z.string(),
  redirect: z.url().max(1024),
  agreement: z.uuid().optional(),
  reference: z.string().min(1).max(256).optional(),
  user_language: z.string().max(5).optional(),
});
const NewReconfirmation = z.strictObject({ redirect: z.url().max(1024).nullish() });

export function sandboxApi({ pool, clock, secret, pagesUrl }: SandboxPlan): Hono {
  const store = sandboxStore(pool, clock);
  const app = new Hono();
  const tokens = sandboxTokens(secret, clock);
  const now = () => clock.now().getTime();
  const instant = (ms = now()) => new Date(ms).toISOString();

  app.notFound((c) => refuse(c, 404, ['Not found.', 'Not found.']));
  app.onError(rethrow);
  app.use(bodyLimit({ maxSize: 16 * 1024 }), async (c, next) => {
    c.header('HTTP_X_RATELIMIT_LIMIT', '1000');
    c.header('HTTP_X_RATELIMIT_REMAINING', '999');
    c.header('HTTP_X_RATELIMIT_RESET', '60');
    await next();
  });

  app.post('/token/new/', async (c) => {
    const request = Keys.safeParse(await bodyOf(c));
    const keys = sandboxKeys(secret);
    if (
      !request.data ||
      request.data.secret_id !== keys.secretId ||
      !constantTimeEqual(request.data.secret_key, keys.secretKey)
    )
      return refuse(c, 401, ['Authentication failed', 'No active account found with the given credentials']);
    const [access, refresh] = [tokens.issue('access', ACCESS_S), tokens.issue('refresh', REFRESH_S)];
    return c.json({ access, access_expires: ACCESS_S, refresh, refresh_expires: REFRESH_S });
  });
  const invalidToken = (c: Context) => refuse(c, 401, ['Invalid token', 'Token is invalid or expired']);
  app.post('/token/refresh/', async (c) => {
    const request = Refresh.safeParse(await bodyOf(c));
    if (!request.data || !tokens.isValid('refresh', request.data.refresh)) return invalidToken(c);
    return c.json({ access: tokens.issue('access', ACCESS_S), access_expires: ACCESS_S });
  });
  app.use(async (c, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    return tokens.isValid('access', token) ? next() : invalidToken(c);
  });

  app.get('/institutions/', (c) => {
    const country = c.req.query('country') ?? 'gb';
    if (country.toLowerCase() !== 'gb')
      return refuse(c, 400, ['Invalid country choice.', `${country.slice(0, 20)} is not a valid choice.`]);
    return c.json(SANDBOX_INSTITUTIONS.map((bank) => asInstitution(bank, pagesUrl)));
  });

  app.post('/agreements/enduser/', async (c) => {
    const request = NewAgreement.safeParse(await bodyOf(c));
    if (!request.success) return rejectBody(c, request.error);
    const bank = SANDBOX_INSTITUTIONS.find(({ id }) => id === request.data.institution_id);
    if (!bank) return rejectField(c, 'institution_id', 'Unknown Institution ID');
    const problem = agreementProblem(request.data, bank);
    if (problem) return rejectField(c, ...problem);
    const id = randomUUID();
    const agreement: StoredAgreement = {
      institution: bank.id,
      historyDays: request.data.max_historical_days,
      accessDays: request.data.access_valid_for_days,
      reconfirmation: request.data.reconfirmation,
      created: instant(),
      accepted: null,
      reconfirmed: null,
      redirect: null,
    };
    await store.add('agreement', id, agreement);
    return c.json(asAgreement(id, agreement), 201);
  });
  app.get('/agreements/enduser/:id/', async (c) => {
    const agreement = await store.get('agreement', c.req.param('id'));
    return agreement ? c.json(asAgreement(c.req.param('id'), agreement)) : c.notFound();
  });
  app.post('/agreements/enduser/:id/reconfirm/', async (c) => {
    const id = c.req.param('id');
    const request = NewReconfirmation.safeParse(await bodyOf(c));
    if (!request.success) return rejectBody(c, request.error);
    const agreement = await store.get('agreement', id);
    if (!agreement) return c.notFound();
    const confirmed = agreement.reconfirmed ?? agreement.accepted;
    if (!agreement.reconfirmation)
      return refuse(c, 400, ['Reconfirmation is not enabled.', 'Reconfirmation is not enabled for the agreement.']);
    if (!confirmed) return refuse(c, 400, ['End user agreement needs to be accepted.', 'The EUA is not accepted.']);
    const due = Date.parse(confirmed) + RECONFIRM_DAYS * DAY_MS;
    const last = due + GRACE_DAYS * DAY_MS;
    if (now() > last)
      return refuse(c, 400, ['Reconfirmation requested after acceptance period.', `It was until ${instant(last)}.`]);
    await store.put('agreement', id, { ...agreement, redirect: request.data.redirect ?? null });
    const reconfirmation = {
      reconfirmation_url: `${pagesUrl}/reconfirm/${id}`,
      created: instant(),
      url_valid_from: instant(due - GRACE_DAYS * DAY_MS),
      url_valid_to: instant(last),
      redirect: request.data.redirect ?? null,
      last_accessed: null,
      last_submitted: agreement.reconfirmed,
      accounts: {},
    };
    return c.json(reconfirmation, 201);
  });

  app.post('/requisitions/', async (c) => {
    const request = NewRequisition.safeParse(await bodyOf(c));
    if (!request.success) return rejectBody(c, request.error);
    const { institution_id: institution, redirect, agreement = '', reference = randomUUID() } = request.data;
    const storedAgreement = await store.get('agreement', agreement);
    if (!storedAgreement) return c.json({ agreement: { summary: 'ID not found', detail: '' }, status_code: 404 }, 404);
    if (storedAgreement.institution !== institution) return rejectField(c, 'agreement', 'Incorrect Institution ID');
    if (!(await store.add('reference', reference, {})))
      return c.json({ reference: { summary: 'Client reference must be unique', detail: '' }, status_code: 400 }, 400);
    const id = randomUUID();
    const requisition: StoredRequisition = {
      institution,
      agreement,
      redirect,
      reference,
      status: 'CR',
      accounts: [],
      created: instant(),
      readyAt: null,
    };
    await store.add('requisition', id, requisition);
    return c.json(asRequisition(id, requisition, pagesUrl), 201);
  });
  app.get('/requisitions/:id/', async (c) => {
    const id = c.req.param('id');
    const stored = await store.get('requisition', id);
    if (!stored) return c.notFound();
    const ready = stored.status === 'GA' && stored.readyAt !== null && Date.parse(stored.readyAt) <= now();
    const requisition: StoredRequisition = ready ? { ...stored, status: 'LN' } : stored;
    if (ready) await store.put('requisition', id, requisition);
    return c.json(asRequisition(id, requisition, pagesUrl));
  });
  app.delete('/requisitions/:id/', async (c) => {
    const requisition = await store.take('requisition', c.req.param('id'));
    if (!requisition) return c.notFound();
    await store.take('agreement', requisition.agreement);
    return c.json({ summary: 'Requisition deleted', detail: 'Requisition deleted with all its End User Agreements' });
  });

  return app.route('/accounts', accountRoutes(store, clock));
}

function agreementProblem(
  request: z.output<typeof NewAgreement>,
  bank: SandboxInstitution,
): [string, string] | undefined {
  const maxDays = request.reconfirmation ? (bank.reconfirmation?.days ?? bank.accessDays) : bank.accessDays;
  if (request.reconfirmation && (!bank.reconfirmation || bank.reconfirmation.promised))
    return ['reconfirmation', 'Reconfirmation not supported'];
  if (request.reconfirmation && request.access_valid_for_days <= RECONFIRM_DAYS)
    return ['reconfirmation', 'Reconfirmation is not allowed when access_valid_for_days <= 90 days.'];
  if (request.max_historical_days > bank.historyDays) return ['max_historical_days', 'Incorrect max_historical_days'];
  if (request.access_valid_for_days > maxDays) return ['access_valid_for_days', 'Incorrect access_valid_for_days'];
  return undefined;
}

function asInstitution(
  { id, name, bic, historyDays, accessDays, reconfirmation }: SandboxInstitution,
  pagesUrl: string,
) {
  return {
    id,
    name,
    bic,
    transaction_total_days: String(historyDays),
    countries: ['GB'],
    logo: new URL('/favicon.svg', pagesUrl).href,
    max_access_valid_for_days: String(accessDays),
    ...(reconfirmation && { max_access_valid_for_days_reconfirmation: String(reconfirmation.days) }),
  };
}

const asAgreement = (id: string, stored: StoredAgreement) => ({
  id,
  created: stored.created,
  institution_id: stored.institution,
  max_historical_days: stored.historyDays,
  access_valid_for_days: stored.accessDays,
  access_scope: ['balances', 'details', 'transactions'],
  accepted: stored.accepted,
  reconfirmation: stored.reconfirmation,
});

const asRequisition = (id: string, stored: StoredRequisition, pagesUrl: string) => ({
  id,
  created: stored.created,
  redirect: stored.redirect,
  status: stored.status,
  institution_id: stored.institution,
  agreement: stored.agreement,
  reference: stored.reference,
  accounts: stored.status === 'LN' ? stored.accounts : [],
  link: `${pagesUrl}/consent/${id}`,
  account_selection: false,
  redirect_immediate: false,
});
