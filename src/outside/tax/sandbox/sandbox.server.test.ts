/** Tests the adapter with the sandbox tax authority. CONTRACTS_DIR also checks bodies against HMRC's schemas. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { contractsFolder } from '../../../../test/contracts/contracts.ts';
import { hmrcContract } from '../../../../test/contracts/hmrc-contract.ts';
import { UNKNOWN_SENDER } from '../../../../test/fixtures/sender.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { startServer } from '../../../../test/servers/start-server.ts';
import { type HmrcPlan, hmrcTax } from '../hmrc.server.ts';
import { type Call, type Sender, type TaxAuthority, TaxError, type TaxFailure } from '../tax.ts';
import type { FaultKind } from './faults.ts';
import { sandboxTaxKeys } from './tokens.server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const { url: base } = server;
const { appUrl, secret, clock } = server.services;
const CALLBACK = `${appUrl}/api/tax-connections/callback`;
const contract = hmrcContract(contractsFolder);
const SENDER: Sender = {
  ...UNKNOWN_SENDER,
  userAgent: 'Mozilla/5.0',
  utcOffset: 0,
  window: { width: 1256, height: 803 },
};

const taxWith = (plan: Partial<HmrcPlan> = {}): TaxAuthority =>
  hmrcTax({
    baseUrl: `${base}/sandbox/hmrc/api`,
    authorizeUrl: `${appUrl}/sandbox/hmrc/oauth/authorize`,
    ...sandboxTaxKeys(secret),
    vendor: { version: '1', publicIp: undefined, licence: undefined },
    clock,
    fetch: contract.fetch,
    ...plan,
  });
const tax = taxWith();

let persons = 100_000;
const newNino = () => `QQ${persons++}A`;

const submit = (url: string, fields: Record<string, string>, origin = base) =>
  fetch(url.replace(appUrl, base), {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

async function decide(decision: string, state = 'state-1') {
  const answer = await submit(tax.connect({ callbackUrl: CALLBACK, state }), { decision });
  return tax.returned(new URL(answer.headers.get('location') ?? 'about:blank').searchParams);
}

async function granted() {
  const { code } = await decide('grant');
  return tax.grant({ code, callbackUrl: CALLBACK });
}

async function person(nino = newNino()) {
  const call: Call = { access: (await granted()).access, nino, sender: SENDER };
  const [business] = await tax.businesses(call);
  if (!business) throw new Error('There is no business.');
  return { call, of: { businessId: business.id, year: '2026-27' }, business };
}

const bodyTo = (toDate: string, change: object = {}) => {
  const ukProperty = { income: { periodAmount: 1200 }, expenses: { repairsAndMaintenance: -200.5 } };
  return JSON.stringify({ fromDate: '2026-04-06', toDate, ukProperty, ...change });
};

const failureOf = (work: Promise<unknown>): Promise<TaxFailure | 'none'> =>
  work.then(
    () => 'none' as const,
    (error: unknown) => {
      if (error instanceof TaxError) return error.failure;
      throw error;
    },
  );

/** Runs `work` in November 2026, when updates for 2026-27 are accepted. */
const inNovember = <T>(work: () => Promise<T>) =>
  server.later(Date.parse('2026-11-05T10:00:00Z') - clock.now().getTime(), work);

type StoredUpdates = { updates: Record<string, { count: number; text: string }> };

async function received(businessId: string): Promise<{ count: number; text: string } | undefined> {
  const [row] = await query(server.database, 'select value from app.sandbox_tax where key = $1', [
    `business/${businessId}`,
  ]);
  const { updates } = (row?.value ?? { updates: {} }) as StoredUpdates;
  return updates['2026-27'];
}

describe('authorisation', () => {
  it('is granted on the sign-in page, and a code works once for ten minutes', async () => {
    const page = await (await fetch(tax.connect({ callbackUrl: CALLBACK, state: 's' }).replace(appUrl, base))).text();
    expect(page).toContain('This is a sandbox');
    const { code, ...rest } = await decide('grant', 'abc');
    expect(rest).toEqual({ state: 'abc', outcome: 'granted', reason: '' });
    const grant = await tax.grant({ code, callbackUrl: CALLBACK });
    expect(grant.accessUntil.getTime() - clock.now().getTime()).toBeGreaterThan(3 * HOUR_MS);
    expect(await failureOf(tax.grant({ code, callbackUrl: CALLBACK }))).toBe('consent_ended');
    const late = await decide('grant');
    await server.later(11 * 60_000, async () =>
      expect(await failureOf(tax.grant({ code: late.code, callbackUrl: CALLBACK }))).toBe('consent_ended'),
    );
  });

  it('is refused without a code', async () => {
    expect(await decide('refuse')).toEqual({ state: 'state-1', outcome: 'refused', code: '', reason: 'access_denied' });
  });

  it('is refreshed by a token that works once, also by two callers at once', async () => {
    const { refresh } = await granted();
    const [one, other] = await Promise.allSettled([tax.refresh(refresh), tax.refresh(refresh)]);
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await failureOf(tax.refresh(refresh))).toBe('consent_ended');
    const next = one.status === 'fulfilled' ? one.value : other.status === 'fulfilled' ? other.value : undefined;
    expect(await failureOf(tax.refresh(next?.refresh ?? ''))).toBe('none');
  });

  it('lasts four hours without a refresh, and 18 months with one', async () => {
    const grant = await granted();
    const call: Call = { access: grant.access, nino: newNino(), sender: SENDER };
    expect(await failureOf(tax.businesses(call))).toBe('none');
    await server.later(4 * HOUR_MS, async () => expect(await failureOf(tax.businesses(call))).toBe('consent_ended'));
    const { refresh } = await server.later(540 * DAY_MS, () => tax.refresh(grant.refresh));
    await server.later(549 * DAY_MS, async () => expect(await failureOf(tax.refresh(refresh))).toBe('consent_ended'));
  });

  it('is not granted to another site, by another site, or with other keys', async () => {
    const foreign = tax.connect({ callbackUrl: 'https://evil.example/back', state: 's' }).replace(appUrl, base);
    expect((await fetch(foreign)).status).toBe(404);
    const own = tax.connect({ callbackUrl: CALLBACK, state: 's' });
    expect((await submit(own, { decision: 'grant' }, 'https://evil.example')).status).toBe(403);
    const wrong = taxWith({ clientSecret: 'guessed' });
    expect(await failureOf(wrong.refresh('any.token'))).toBe('refused_us');
  });
});

describe('an update', () => {
  it('replaces the one before, and fulfils each obligation until its end', async () => {
    const { call, of, business } = await person();
    expect(business).toMatchObject({ started: '2015-04-06', quarters: null });
    const year = { businessId: business.id, from: '2026-04-06', to: '2027-04-05' };
    await inNovember(async () => {
      expect(await tax.read(call, of)).toBeNull();
      const open = await tax.obligations(call, year);
      expect(open.map(({ from, to, due }) => [from, to, due])).toEqual([
        ['2026-04-06', '2026-07-05', '2026-08-07'],
        ['2026-04-06', '2026-10-05', '2026-11-07'],
        ['2026-04-06', '2027-01-05', '2027-02-07'],
        ['2026-04-06', '2027-04-05', '2027-05-07'],
      ]);
      const { correlationId } = await tax.send(call, { ...of, text: bodyTo('2026-10-05') });
      expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await tax.read(call, of)).toEqual(JSON.parse(bodyTo('2026-10-05')));
      const after = await tax.obligations(call, year);
      expect(after.map(({ isFulfilled, receivedOn }) => [isFulfilled, receivedOn])).toEqual([
        [true, '2026-11-05'],
        [true, '2026-11-05'],
        [false, null],
        [false, null],
      ]);
    });
  });

  it('follows calendar quarters once chosen, before the first update', async () => {
    const { call, of, business } = await person();
    await tax.chooseQuarters(call, { ...of, kind: 'calendar' });
    expect(await tax.businesses(call)).toMatchObject([{ id: business.id, quarters: 'calendar' }]);
    await inNovember(async () => {
      expect(await failureOf(tax.send(call, { ...of, text: bodyTo('2026-10-05') }))).toBe('other_quarters');
      await tax.send(call, { ...of, text: bodyTo('2026-09-30') });
      expect(await failureOf(tax.chooseQuarters(call, { ...of, kind: 'standard' }))).toBe('quarters_busy');
    });
  });

  it.each<[string, TaxFailure, string, object?]>([
    ['a period that has not ended', 'too_early', '2027-01-05'],
    ['an end between two quarters', 'other_quarters', '2026-10-04'],
    ['an unknown field', 'our_mistake', '2026-10-05', { ukProperty: { income: { rent: 1 } } }],
    ['an empty object', 'our_mistake', '2026-10-05', { ukProperty: { income: {} } }],
    ['a negative income', 'our_mistake', '2026-10-05', { ukProperty: { income: { periodAmount: -1 } } }],
    ['three decimals', 'our_mistake', '2026-10-05', { ukProperty: { income: { periodAmount: 1.005 } } }],
    [
      'both kinds of expenses',
      'our_mistake',
      '2026-10-05',
      { ukProperty: { expenses: { consolidatedExpenses: 1, other: 1 } } },
    ],
    ['no dates', 'other_reporting', '2026-10-05', { fromDate: undefined, toDate: undefined }],
  ])('with %s is %s', async (_, failure, to, change) => {
    const { call, of } = await person();
    // This adapter skips the contract, which rejects some of these bodies.
    const direct = taxWith({ fetch });
    await inNovember(async () => {
      expect(await failureOf(direct.send(call, { ...of, text: bodyTo(to, change) }))).toBe(failure);
      expect(await received(of.businessId)).toBeUndefined();
    });
  });

  it('does not move backwards', async () => {
    const { call, of } = await person();
    await inNovember(async () => {
      await tax.send(call, { ...of, text: bodyTo('2026-10-05') });
      expect(await failureOf(tax.send(call, { ...of, text: bodyTo('2026-07-05') }))).toBe('goes_back');
    });
  });

  it('is rejected for another person’s business', async () => {
    const { of } = await person();
    const { call } = await person();
    await inNovember(async () =>
      expect(await failureOf(tax.send(call, { ...of, text: bodyTo('2026-10-05') }))).toBe('no_business'),
    );
  });
});

describe('an error on demand', () => {
  const EXPECTED: Record<FaultKind, TaxFailure | 'none'> = {
    slow: 'no_answer',
    lost: 'no_answer',
    garbage: 'bad_answer',
    late: 'none',
    token: 'consent_ended',
    not_authorised: 'not_authorised',
    no_business: 'no_business',
    early: 'too_early',
    advance: 'too_early',
    backwards: 'goes_back',
    start: 'other_quarters',
    end: 'other_quarters',
    commencement: 'other_start',
    dates: 'other_reporting',
    no_dates: 'other_reporting',
    both: 'our_mistake',
    body: 'our_mistake',
    value: 'our_mistake',
    window: 'window_closed',
    updating: 'quarters_busy',
    conflict: 'quarters_busy',
    busy: 'unavailable',
    error: 'unavailable',
    outage: 'unavailable',
  };
  const STORED: FaultKind[] = ['lost', 'garbage', 'late'];

  it.each(Object.entries(EXPECTED) as [FaultKind, TaxFailure | 'none'][])(
    '%s is returned once and maps to %s',
    async (kind, failure) => {
      const { call, of } = await person();
      const patient = taxWith(kind === 'slow' || kind === 'lost' ? { timeoutMs: 700 } : {});
      await inNovember(async () => {
        await tax.chooseQuarters(call, { ...of, kind: 'standard' });
        const page = await submit(`${base}/sandbox/hmrc/errors/${of.businessId}`, { kind });
        expect(await page.text()).toContain(`<option value="${kind}" selected>`);
        expect(await failureOf(patient.send(call, { ...of, text: bodyTo('2026-10-05') }))).toBe(failure);
        expect((await received(of.businessId))?.count).toBe(STORED.includes(kind) ? 1 : undefined);
        expect(await failureOf(tax.send(call, { ...of, text: bodyTo('2026-10-05') }))).toBe('none');
      });
    },
  );

  it('fulfils late', async () => {
    const { call, of } = await person();
    const year = { businessId: of.businessId, from: '2026-04-06', to: '2027-04-05' };
    await inNovember(async () => {
      await tax.chooseQuarters(call, { ...of, kind: 'standard' });
      await submit(`${base}/sandbox/hmrc/errors/${of.businessId}`, { kind: 'late' });
      await tax.send(call, { ...of, text: bodyTo('2026-10-05') });
      expect((await tax.obligations(call, year))[0]?.isFulfilled).toBe(false);
      await server.later(HOUR_MS + 1000, async () =>
        expect((await tax.obligations(call, year))[0]?.isFulfilled).toBe(true),
      );
    });
  });
});

describe('the sandbox tax authority', () => {
  it('names missing fraud prevention headers, on its page and as HMRC’s validator does', async () => {
    const { call, of } = await person();
    await inNovember(() => tax.send(call, { ...of, text: bodyTo('2026-10-05') }));
    const page = await (await fetch(`${base}/sandbox/hmrc/errors/${of.businessId}`)).text();
    expect(page).toContain('<li>Gov-Client-Device-ID: missing</li>');
    expect(page).not.toContain('Gov-Client-Window-Size');
    const answer = await fetch(`${base}/sandbox/hmrc/api/test/fraud-prevention-headers/validate`, {
      headers: { authorization: `Bearer ${call.access}`, 'gov-client-timezone': 'GMT' },
    });
    const { code, errors } = (await answer.json()) as { code: string; errors: { headers: string[] }[] };
    expect([code, errors[0]?.headers.length, errors[1]?.headers]).toEqual([
      'INVALID_HEADERS',
      15,
      ['gov-client-timezone'],
    ]);
  });

  it('is absent on a public server unless enabled, and then lists no businesses', async () => {
    const env = { APP_URL: 'http://tenure.example', CLOCK: 'system' };
    const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@tenure.example' };
    const { businessId } = (await person()).of;
    expect(await (await fetch(`${base}/sandbox/hmrc`)).text()).toContain('Sandbox tax authority');
    expect((await fetch(`${base}/sandbox/hmrc/errors/XAIS00000000000`)).status).toBe(404);
    const real = await startServer({ database: server.database, env: { ...env, ...mail } });
    onTestFinished(() => real.stop());
    expect([real.services.tax, real.services.sandboxTax]).toEqual([undefined, undefined]);
    const shown = await startServer({ database: server.database, env: { ...env, SANDBOXES: 'on' } });
    onTestFinished(() => shown.stop());
    expect(shown.services.tax?.disconnect()).toContain('tax.service.gov.uk');
    expect((await fetch(`${shown.url}/sandbox/hmrc`, { redirect: 'manual' })).status).toBe(404);
    expect(businessId).toMatch(/^X[A-Z0-9]IS\d{11}$/);
  });

  it('and the adapter make only the described calls, with valid bodies (schemas need CONTRACTS_DIR)', () => {
    expect(contract.violations).toEqual([]);
    expect(contract.checked.size).toBeGreaterThan(5);
  });
});
