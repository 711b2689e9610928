/** Tests the adapter with the sandbox bank. CONTRACTS_DIR also checks calls against GoCardless's OpenAPI file. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { contractsFolder } from '../../../../test/contracts/contracts.ts';
import { type Contract, goCardlessContract } from '../../../../test/contracts/gocardless-contract.ts';
import { server } from '../../../../test/servers/server.ts';
import { startServer } from '../../../../test/servers/start-server.ts';
import { addDays, londonDay } from '../../../shared/dates.ts';
import { type Bank, type BankEntry, BankError, type BankFailure, type Institution } from '../bank.ts';
import { type GoCardlessPlan, goCardlessBank } from '../gocardless.server.ts';
import type { FaultKind } from './faults.ts';
import { sandboxKeys } from './tokens.server.ts';

const DAY_MS = 86_400_000;
const CALLBACK = `${server.services.appUrl}/back`;
const folder = contractsFolder;
const contract: Contract | undefined = folder ? goCardlessContract(folder) : undefined;

const bankWith = (plan: Partial<GoCardlessPlan> = {}): Bank =>
  goCardlessBank({
    baseUrl: `${server.url}/sandbox/bank/api/v2`,
    ...sandboxKeys(server.services.secret),
    clock: server.services.clock,
    ...(contract && { fetch: contract.fetch }),
    ...plan,
  });

const bank = bankWith();
const { url: base } = server;

async function bankNamed(name: string): Promise<Institution> {
  const match = (await bank.institutions()).find((one) => one.name.startsWith(name));
  if (!match) throw new Error(`There is no bank ${name}.`);
  return match;
}

const begin = async (name = 'Harbour', reference: string = crypto.randomUUID()) => ({
  reference,
  ...(await bank.begin({ institution: await bankNamed(name), callbackUrl: CALLBACK, reference })),
});

const submit = (url: string, fields: [string, string][], origin = base) =>
  fetch(url.replace(server.services.appUrl, base), {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

const decide = async (url: string, decision: string, ...accounts: string[]) => {
  const { status, headers } = await submit(url, [
    ['decision', decision],
    ...accounts.map((key) => ['account', key] as [string, string]),
  ]);
  return { status, back: new URL(headers.get('location') ?? 'about:blank') };
};

/** Gives a consent for these accounts. Returns it with the provider's account ids. */
async function linked(name: string, ...keys: string[]) {
  const consent = await begin(name);
  await decide(consent.url, 'approve', ...keys);
  const { accounts } = await bank.state(consent.id);
  return { ...consent, account: accounts[0] ?? '', accounts };
}

const failureOf = (work: Promise<unknown>): Promise<BankFailure | 'none'> =>
  work.then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof BankError) return error.failure;
      throw error;
    },
  );
const today = () => londonDay(server.services.clock.now());
const twoYearsAgo = () => addDays(today(), -730);

describe('a consent at the sandbox bank', () => {
  it('links accounts, balances and two years of transactions once given', async () => {
    expect(await bank.institutions()).toMatchObject([
      { historyDays: 730, accessDays: 180 },
      { historyDays: 365, accessDays: 180 },
      { historyDays: 90, accessDays: 90 },
    ]);
    const { id, url, reference, ...consent } = await begin();
    expect(consent).toMatchObject({ accessDays: 180, reconfirmDays: 90 });
    expect(await bank.state(id)).toEqual({ outcome: 'pending', status: 'CR', accounts: [] });
    const page = await (await fetch(url.replace(server.services.appUrl, base))).text();
    expect(page).toContain('This is a sandbox');
    expect(await bank.state(id)).toMatchObject({ outcome: 'pending', status: 'UA' });
    const { status, back } = await decide(url, 'approve', 'harbour-rents', 'harbour-deposits', 'penny-business');
    expect([status, back.origin + back.pathname]).toEqual([303, CALLBACK]);
    expect(bank.returned(back.searchParams)).toEqual({ reference, outcome: 'returned', reason: '' });
    const { outcome, accounts } = await bank.state(id);
    // The account of another bank is ignored.
    expect([outcome, accounts.length]).toEqual(['linked', 2]);
    const [rents = ''] = accounts;
    expect(await bank.account(rents)).toMatchObject({
      name: 'Rent account',
      holder: 'A LANDLORD',
      sortCode: '001122',
      accountNumber: '44174417',
      limit: { remaining: 3 },
    });
    expect((await bank.balance(rents)).amount).toBeTypeOf('number');
    const { booked } = await bank.entries(rents, twoYearsAgo());
    expect(booked.length).toBeGreaterThan(250);
    expect(booked).toContainEqual(
      expect.objectContaining({ text: 'A TENANT STANDING ORDER RENT 14A HARBOUR ROW', amount: 120_000 }),
    );
    const from = addDays(today(), -30);
    expect((await bank.entries(rents, from)).booked).toEqual(booked.filter(({ date }) => date >= from));
  });

  it.each([
    ['cancel', 'cancelled', 'UserCancelledSession', 'pending'],
    ['fail', 'failed', 'InstitutionTechnicalError', 'rejected'],
  ])('that ends with %s returns %s', async (decision, outcome, reason, state) => {
    const { id, url, reference } = await begin();
    const { back } = await decide(url, decision);
    expect(bank.returned(back.searchParams)).toEqual({ reference, outcome, reason });
    expect((await bank.state(id)).outcome).toBe(state);
  });

  it('stays pending until decided, and can be given once', async () => {
    const { id, url, reference } = await begin();
    expect((await decide(url, 'leave')).status).toBe(200);
    expect((await bank.state(id)).outcome).toBe('pending');
    await decide(url, 'slowly', 'harbour-rents');
    expect(await bank.state(id)).toEqual({ outcome: 'pending', status: 'GA', accounts: [] });
    expect(await server.later(15_000, () => bank.state(id))).toMatchObject({ outcome: 'linked' });
    const { back } = await decide(url, 'approve');
    expect(bank.returned(back.searchParams)).toEqual({ reference, outcome: 'failed', reason: 'RequisitionLinkReused' });
    expect(await failureOf(begin('Harbour', reference))).toBe('refused_us');
  });

  it('falls back to 90 days at a bank that rejects its advertised duration', async () => {
    const { account, ...consent } = await linked('Meridian', 'meridian-lettings');
    expect(consent).toMatchObject({ accessDays: 90, reconfirmDays: null });
    expect(await bank.account(account)).toMatchObject({ sortCode: '002233', accountNumber: '30041187' });
  });

  it('ends at the provider when revoked, and can be revoked twice', async () => {
    const { id, account } = await linked('Harbour', 'harbour-deposits');
    await bank.revoke(id);
    await bank.revoke(id);
    expect(await failureOf(bank.state(id))).toBe('not_found');
    expect(await failureOf(bank.account(account))).toBe('consent_ended');
  });

  it('needs confirmation after 90 days and ends after 180', async () => {
    const { id, agreementId, account } = await linked('Harbour', 'harbour-deposits');
    await server.later(91 * DAY_MS, async () => {
      expect(await failureOf(bank.balance(account))).toBe('consent_ended');
      const { url } = await bank.renew({ agreementId, callbackUrl: CALLBACK });
      expect((await submit(url, [])).headers.get('location')).toBe(CALLBACK);
      expect(await bank.balance(account)).toMatchObject({ currency: 'GBP' });
    });
    await server.later(181 * DAY_MS, async () => {
      expect(await failureOf(bank.balance(account))).toBe('consent_ended');
      expect((await bank.state(id)).outcome).toBe('expired');
    });
  });

  it('cannot be confirmed too late or without reconfirmation', async () => {
    const { agreementId } = await linked('Harbour', 'harbour-deposits');
    const late = () => bank.renew({ agreementId, callbackUrl: CALLBACK });
    await server.later(105 * DAY_MS, async () => expect(await failureOf(late())).toBe('consent_ended'));
    const short = await linked('Penny', 'penny-business');
    expect(await failureOf(bank.renew({ agreementId: short.agreementId, callbackUrl: CALLBACK }))).toBe(
      'consent_ended',
    );
  });
});

describe('transactions of the sandbox bank', () => {
  const plain = ({ externalId: _, ...entry }: BankEntry) => entry;

  it('are booked under new ids the day after they are pending, leaving others unchanged', async () => {
    const { account } = await linked('Harbour', 'harbour-own');
    const before = await bank.entries(account, twoYearsAgo());
    expect(before.pending).toContainEqual(
      expect.objectContaining({ date: today(), externalId: expect.stringContaining(`${account}/pending-`) as string }),
    );
    await server.later(DAY_MS, async () => {
      const after = await bank.entries(account, twoYearsAgo());
      const fresh = after.booked.slice(0, before.pending.length);
      expect(fresh.map(plain)).toEqual(before.pending.map(plain));
      expect(fresh.map(({ externalId }) => externalId)).not.toEqual(before.pending.map(({ externalId }) => externalId));
      const known = new Set(before.booked.map(({ externalId }) => externalId));
      expect(after.booked.slice(fresh.length).every(({ externalId }) => known.has(externalId))).toBe(true);
    });
  });

  it('have global, account or no ids, depending on the bank', async () => {
    const first = async (name: string, key: string) => {
      const { account } = await linked(name, key);
      const [entry] = (await bank.entries(account, addDays(today(), -80))).booked;
      return { account, externalId: entry?.externalId };
    };
    const [harbour, again] = [await first('Harbour', 'harbour-rents'), await first('Harbour', 'harbour-rents')];
    expect(harbour.account).not.toBe(again.account);
    expect(harbour.externalId).toBe(again.externalId);
    const meridian = await first('Meridian', 'meridian-lettings');
    expect(meridian.externalId?.startsWith(`${meridian.account}/`)).toBe(true);
    expect((await first('Penny', 'penny-business')).externalId).toBeNull();
  });

  it('are limited to four reads a day, separately from other data', async () => {
    const { account } = await linked('Harbour', 'harbour-rents');
    const read = () => bank.entries(account, today());
    const left = [await read(), await read(), await read(), await read()].map(({ limit }) => limit?.remaining);
    expect(left).toEqual([3, 2, 1, 0]);
    const refused: unknown = await read().catch((error: unknown) => error);
    const dayOn = server.services.clock.now().getTime() + DAY_MS;
    expect(refused).toMatchObject({ failure: 'limit_reached' });
    expect(Math.abs(Number((refused as { retryAt: Date }).retryAt) - dayOn)).toBeLessThan(60_000);
    expect((await bank.balance(account)).limit?.remaining).toBe(3);
    await server.later(DAY_MS + 60_000, async () => expect((await read()).limit?.remaining).toBe(3));
  });
});

describe('an error on demand', () => {
  const EXPECTED: Record<FaultKind, BankFailure | 'none'> = {
    slow: 'timed_out',
    garbage: 'bad_answer',
    token: 'none',
    busy: 'too_many_requests',
    limit: 'limit_reached',
    agreement: 'consent_ended',
    access: 'consent_ended',
    inactive: 'account_refused',
    forbidden: 'account_refused',
    resource: 'account_refused',
    suspended: 'account_refused',
    unknown: 'unavailable',
    service: 'unavailable',
    connection: 'unavailable',
  };

  it.each(Object.entries(EXPECTED))('%s is returned once and maps to %s', async (kind, failure) => {
    const { id, account } = await linked('Harbour', 'harbour-deposits');
    const page = await submit(`${base}/sandbox/bank/errors/${id}`, [[account, kind]]);
    expect(await page.text()).toContain(`<option value="${kind}" selected>`);
    // The OpenAPI description covers neither of these faults.
    const uncheckable = kind === 'slow' || kind === 'garbage';
    const patient = bankWith(uncheckable ? { fetch, timeoutMs: 2_000 } : {});
    expect(await failureOf(patient.balance(account))).toBe(failure);
    expect(await bank.balance(account)).toMatchObject({ currency: 'GBP' });
  });

  it('occurs without a fault when a token expires, and is followed by a new token', async () => {
    const { id } = await linked('Harbour', 'harbour-deposits');
    const started = server.services.clock.now();
    const statuses: number[] = [];
    const recordStatus: typeof fetch = async (...args) => {
      const response = await (contract?.fetch ?? fetch)(...args);
      statuses.push(response.status);
      return response;
    };
    const slowClock = bankWith({ clock: { now: () => started }, fetch: recordStatus });
    await slowClock.state(id);
    await server.later(2 * DAY_MS, async () => expect(await slowClock.state(id)).toMatchObject({ outcome: 'linked' }));
    // The requests were for a token, the state, the state again (rejected), a new token and the state.
    expect(statuses).toEqual([200, 200, 401, 200, 200]);
  });
});

describe('the sandbox bank', () => {
  const api = `${base}/sandbox/bank/api/v2`;

  it('accepts only its keys, and paths that end in /', async () => {
    const keys = { secret_id: 'sandbox', secret_key: 'guessed' };
    const post = (path: string, body: object) =>
      fetch(`${api}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    expect([
      (await post('/token/new/', keys)).status,
      (await post('/token/new/', { ...keys, secret_key: 'é'.repeat(43) })).status,
      (await post('/token/refresh/', { refresh: '1.x' })).status,
    ]).toEqual([401, 401, 401]);
    for (const token of ['', 'Bearer 99999999999999.x']) {
      const answer = await fetch(`${api}/institutions/`, { headers: { authorization: token } });
      expect([answer.status, await answer.json()]).toMatchObject([401, { summary: 'Invalid token' }]);
    }
    expect(await failureOf(bankWith({ secretKey: 'guessed' }).institutions())).toBe('refused_us');
    const { access } = (await (
      await post('/token/new/', { secret_id: 'sandbox', secret_key: sandboxKeys(server.services.secret).secretKey })
    ).json()) as { access: string };
    const answer = await fetch(`${api}/institutions`, { headers: { authorization: `Bearer ${access}` } });
    expect(answer.status).toBe(404);
  });

  it('rejects decisions from other sites, and unknown pages', async () => {
    const { id, url } = await begin();
    const forged = await submit(
      url,
      [
        ['decision', 'approve'],
        ['account', 'harbour-rents'],
      ],
      'https://evil.example',
    );
    expect(forged.status).toBe(403);
    expect((await bank.state(id)).outcome).toBe('pending');
    for (const path of ['/consent/unknown', '/errors/unknown', '/reconfirm/unknown', '/unknown'])
      expect((await fetch(`${base}/sandbox/bank${path}`)).status).toBe(404);
    const { text } = { text: await (await fetch(`${base}/sandbox/bank`)).text() };
    expect(text).toContain(`/sandbox/bank/errors/${id}`);
  });

  it('shares its state with other servers on the database', async () => {
    const other = await startServer({ database: server.database });
    onTestFinished(() => other.stop());
    const { id, account } = await linked('Harbour', 'harbour-deposits');
    const elsewhere = bankWith({ baseUrl: `${other.url}/sandbox/bank/api/v2` });
    expect(await elsewhere.state(id)).toMatchObject({ outcome: 'linked', accounts: [account] });
    await elsewhere.balance(account);
    expect((await bank.balance(account)).limit?.remaining).toBe(2);
    expect(await other.services.bank?.institutions()).toHaveLength(3);
  });

  it('is absent on a public server unless enabled, and then lists no connections', async () => {
    const env = { APP_URL: 'http://tenure.example', CLOCK: 'system' };
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@tenure.example' };
    const get = (to: string, path: string) => fetch(`${to}/sandbox/bank${path}`, { redirect: 'manual' });
    const real = await startServer({ database: server.database, env: { ...env, ...mail } });
    onTestFinished(() => real.stop());
    expect(real.services.bank).toBeUndefined();
    expect((await get(real.url, '/api/v2/institutions/')).headers.get('content-type')).not.toContain('json');
    const shown = await startServer({ database: server.database, env: { ...env, SANDBOXES: 'on' } });
    onTestFinished(() => shown.stop());
    expect(await shown.services.bank?.institutions()).toHaveLength(3);
    expect((await get(shown.url, '')).status).toBe(404);
  });

  it.skipIf(!folder)('and the adapter match GoCardless’s OpenAPI description (skipped without CONTRACTS_DIR)', () => {
    expect(contract?.violations).toEqual([]);
    expect([...(contract?.checked ?? [])]).toEqual(
      expect.arrayContaining([
        'POST /api/v2/token/new/ 200',
        'POST /api/v2/token/refresh/ 200',
        'GET /api/v2/institutions/ 200',
        'POST /api/v2/agreements/enduser/ 201',
        'POST /api/v2/agreements/enduser/ 400',
        'POST /api/v2/agreements/enduser/{id}/reconfirm/ 201',
        'POST /api/v2/agreements/enduser/{id}/reconfirm/ 400',
        'POST /api/v2/requisitions/ 201',
        'POST /api/v2/requisitions/ 400',
        'GET /api/v2/requisitions/{id}/ 200',
        'GET /api/v2/requisitions/{id}/ 404',
        'DELETE /api/v2/requisitions/{id}/ 200',
        'GET /api/v2/accounts/{id}/details/ 200',
        'GET /api/v2/accounts/{id}/balances/ 200',
        'GET /api/v2/accounts/{id}/transactions/ 200',
        'GET /api/v2/accounts/{id}/transactions/ 429',
      ]),
    );
  });
});
