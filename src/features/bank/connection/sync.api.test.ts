import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { listedBankAccounts } from '../../../../test/fixtures/bank-accounts.ts';
import {
  begun,
  connected,
  connections,
  decided,
  described,
  failNext,
  linked,
  status,
} from '../../../../test/fixtures/bank-connections.ts';
import {
  type Landlord,
  landlord,
  listedTransactions,
  subscribedLandlord,
} from '../../../../test/fixtures/landlords.ts';
import { holding } from '../../../../test/reading/downloads.ts';
import { openEvents } from '../../../../test/reading/events.ts';
import { runJob } from '../../../../test/reading/jobs.ts';
import { waitsForLock } from '../../../../test/reading/waiting.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { type GoCardlessPlan, goCardlessBank } from '../../../outside/bank/gocardless.server.ts';
import type { FaultKind } from '../../../outside/bank/sandbox/faults.ts';
import { sandboxKeys } from '../../../outside/bank/sandbox/tokens.server.ts';
import { BankConnections, PendingEntries, SyncOutcome, SyncOutcomes } from './connection.ts';
import { type BankFailure, FAILURES } from './failures.ts';
import { bankJobs } from './jobs.server.ts';
import { MAINTAIN_CONNECTIONS, READ_ACCOUNT, REVOKE_CONSENT } from './queues.server.ts';
import { BUSY_MS, readAccount, syncScheduled } from './sync.server.ts';

const { database, services } = server;
const { jobsPool: pool, clock, appUrl } = services;
const DAY = 86_400_000;
const log = pino({ level: 'silent' });

async function withAccount(...keys: string[]) {
  const owner = await subscribedLandlord();
  const { accounts, readings } = await connected(owner, 'Harbour', ...(keys.length > 0 ? keys : ['harbour-deposits']));
  const [account = ''] = readings.map(({ bankAccountId }) => bankAccountId);
  const [feed = ''] = accounts;
  return { owner, feed, feeds: accounts, account, sync: () => synced(owner, account) };
}

const synced = async (owner: Landlord, account: string) =>
  (await owner.post(`/api/bank-accounts/${account}/sync`)).as(SyncOutcome);

const bankWith = (plan: Partial<GoCardlessPlan>) =>
  goCardlessBank({ baseUrl: `${server.url}/sandbox/bank/api/v2`, ...sandboxKeys(services.secret), clock, ...plan });

const set = (feed: string, change: string, values: unknown[] = []) =>
  query(database, `update bank_feeds set ${change} where id = $1`, [feed, ...values]);

async function remainingReads(feed: string): Promise<number | undefined> {
  const [row] = await query<{ remaining: number }>(
    database,
    `select (reads -> 'transactions' ->> 'remaining')::int as remaining from bank_feeds where id = $1`,
    [feed],
  );
  return row?.remaining;
}

const sent: { name: string; payload: unknown; after: number | undefined }[] = [];
const recording = {
  ...services.jobs,
  send: async (queue: { name: string }, payload: unknown, options?: { after?: number }) => {
    sent.push({ name: queue.name, payload, after: options?.after });
  },
} as typeof services.jobs;
const handlers = (overrides: Partial<Parameters<typeof bankJobs>[0]> = {}) =>
  bankJobs({ bank: bankWith({}), pool, clock, log, appUrl, jobs: () => recording, ...overrides });

/** Failure, connection state, and whether the account stays connected, by fault. Timeouts and tokens follow below. */
const TABLE: Record<Exclude<FaultKind, 'slow' | 'token'>, [BankFailure, connection: string, connected: boolean]> = {
  busy: ['too_many_requests', 'active', true],
  limit: ['limit_reached', 'active', true],
  agreement: ['consent_ended', 'ended', false],
  access: ['consent_ended', 'ended', false],
  inactive: ['account_refused', 'active', false],
  forbidden: ['account_refused', 'active', false],
  resource: ['account_refused', 'active', false],
  suspended: ['account_refused', 'active', false],
  unknown: ['unavailable', 'active', true],
  service: ['unavailable', 'active', true],
  connection: ['unavailable', 'active', true],
  garbage: ['bad_answer', 'active', true],
};

describe('A bank that fails', () => {
  it.each(Object.entries(TABLE))(
    'with %s reports %s, and keeps imported transactions',
    async (kind, [failure, state, isConnected]) => {
      const { owner, feed, sync } = await withAccount();
      const before = await listedTransactions(owner);
      await failNext(feed, kind as FaultKind);
      const outcome = await sync();
      expect(outcome).toMatchObject({ imported: 0, failure });
      expect(FAILURES[failure].sentence(outcome.institution)).not.toBe('');
      expect(outcome.retryAt !== null).toBe(failure === 'limit_reached' || failure === 'too_many_requests');
      expect(await connections(owner)).toMatchObject([
        { state, accounts: [{ state: 'failed', failure, retryAt: outcome.retryAt }] },
      ]);
      expect((await listedBankAccounts(owner)).items).toMatchObject([{ isConnected }]);
      expect(await listedTransactions(owner)).toEqual(before);
    },
  );

  it('is synced again on the next request, even if a token expires in between', async () => {
    const { owner, feed, sync } = await withAccount();
    await failNext(feed, 'service');
    expect(await sync()).toMatchObject({ failure: 'unavailable' });
    await failNext(feed, 'token');
    expect(await sync()).toMatchObject({ failure: null, imported: 0 });
    expect(await connections(owner)).toMatchObject([{ accounts: [{ state: 'imported', failure: null }] }]);
  });

  it.each([
    ['does not answer in time', { timeoutMs: 300 }, 'timed_out'],
    ['cannot be reached', { baseUrl: 'http://127.0.0.1:9', timeoutMs: 5_000 }, 'unavailable'],
    ['refuses our keys', { secretKey: 'not ours' }, 'refused_us'],
  ] as const)('reports a failure if it %s', async (_, plan, failure) => {
    const { owner, feed } = await withAccount();
    if (failure === 'timed_out') await failNext(feed, 'slow');
    const reading = { bank: bankWith(plan), pool, clock, log };
    const asking = { userId: owner.id, feedId: feed };
    expect(await readAccount(reading, asking)).toMatchObject({ failure, imported: 0 });
    expect(await connections(owner)).toMatchObject([{ state: 'active', accounts: [{ state: 'failed', failure }] }]);
  });

  it('keeps the transactions of an account it no longer has, which is disconnected', async () => {
    const { owner, feed, sync } = await withAccount();
    const before = await listedTransactions(owner);
    await query(
      database,
      `delete from app.sandbox_bank where key = (select 'account/' || external_id from bank_feeds where id = $1)`,
      [feed],
    );
    expect(await sync()).toMatchObject({ failure: 'not_found', retryAt: null });
    expect(await connections(owner)).toMatchObject([{ state: 'active', accounts: [{ failure: 'not_found' }] }]);
    expect((await listedBankAccounts(owner)).items).toMatchObject([{ isConnected: false }]);
    expect(await listedTransactions(owner)).toEqual(before);
  });

  it('for one of several accounts does not affect the others, and is named', async () => {
    const { owner, feeds } = await withAccount('harbour-rents', 'harbour-deposits');
    await failNext(feeds[1] ?? '', 'inactive');
    const { items } = (await owner.post('/api/bank-accounts/sync')).as(SyncOutcomes);
    const named = items.map(({ name, failure }) => `${name}: ${failure}`).sort();
    // Which of the two accounts fails depends on their ids.
    expect(named.map((one) => one.replace(/.*: /, '')).toSorted()).toEqual(['account_refused', 'null']);
    expect(named.map((one) => one.replace(/:.*/, ''))).toEqual(['Deposits', 'Rent account']);
  });
});

describe('The limit of a bank', () => {
  it('is stored and not exceeded before it resets', async () => {
    const { owner, feed, sync } = await withAccount();
    for (let time = 0; time < 3; time++) await sync();
    expect(await remainingReads(feed)).toBe(0);
    // Another request to the bank would return this failure.
    await failNext(feed, 'garbage');
    const refused = await sync();
    expect(refused).toMatchObject({ failure: 'limit_reached', retryAt: expect.any(String) as string });
    expect(await connections(owner)).toMatchObject([{ state: 'active' }]);
    await server.later(DAY, async () => expect(await sync()).toMatchObject({ failure: 'bad_answer' }));
  });

  it('reserves two requests a day for the landlord', async () => {
    const { owner, feed } = await withAccount();
    const asking = { userId: owner.id, feedId: feed };
    const reading = { bank: bankWith({}), pool, clock, log };
    await set(feed, `tried_at = null`);
    await syncScheduled(reading, asking);
    expect(await remainingReads(feed)).toBe(2);
    await set(feed, `tried_at = null`);
    await syncScheduled(reading, asking);
    expect(await remainingReads(feed)).toBe(2);
    expect(await synced(owner, (await listedBankAccounts(owner)).items[0]?.id ?? '')).toMatchObject({ failure: null });
    expect(await remainingReads(feed)).toBe(1);
  });
});

describe('syncing an account', () => {
  it('requests and imports once, even concurrently', async () => {
    const { owner, feed, sync } = await withAccount('harbour-rents');
    const before = (await remainingReads(feed)) ?? 0;
    await server.later(3 * DAY, async () => {
      await query(database, `update auth.sessions set expires_at = '2100-01-01' where user_id = $1`, [owner.personId]);
      // The lock is held until all three requests wait, since a later request would rightly sync again.
      let asked: ReturnType<typeof sync>[] = [];
      await holding(database, `select from bank_feeds where id = '${feed}' for update`, async () => {
        asked = [sync(), sync(), sync()];
        await waitsForLock(3);
      });
      const outcomes = await Promise.all(asked);
      expect(new Set(outcomes.map(({ imported, failure }) => `${imported} ${failure}`)).size).toBe(1);
      const rows = await query(
        database,
        'select from bank_entries where user_id = $1 group by external_id having count(*) > 1',
        [owner.id],
      );
      expect(rows).toEqual([]);
    });
    // The limit was reset for the new day, and one request was made.
    expect(await remainingReads(feed)).toBe(before);
  });

  it('stores pending entries apart from transactions, and replaces them', async () => {
    const { owner, account, sync } = await withAccount('harbour-own');
    const pending = async () => (await owner.get(`/api/bank-accounts/${account}/pending`)).as(PendingEntries).items;
    const waiting = await pending();
    expect(waiting.length).toBeGreaterThan(0);
    const connections = (await owner.get('/api/bank-connections')).as(BankConnections).items;
    expect(connections.flatMap(({ accounts }) => accounts.map((one) => one.pending))).toEqual([waiting.length]);
    const counted = async () =>
      (
        await query<{ count: number }>(database, 'select count(*)::int from transactions where user_id = $1', [
          owner.id,
        ])
      )[0]?.count ?? 0;
    const before = await counted();
    await server.later(DAY, async () => {
      const { imported } = await sync();
      expect(imported).toBeGreaterThanOrEqual(waiting.length);
      expect(await counted()).toBe(before + imported);
      const ids = waiting.map(({ id }) => id);
      expect((await pending()).filter(({ id }) => ids.includes(id))).toEqual([]);
    });
  });

  it('continues without duplicates after a crash between two accounts', async () => {
    const { owner, feeds } = await withAccount('harbour-rents', 'harbour-deposits');
    const before = await listedTransactions(owner);
    // Simulates a crash after the first account was synced and the second was started.
    await set(feeds[1] ?? '', `status = 'importing', synced_at = null, tried_at = $2, busy_until = $3`, [
      clock.now(),
      new Date(clock.now().getTime() + BUSY_MS),
    ]);
    const job = { userId: owner.id, feedId: feeds[1] };
    await runJob(handlers(), READ_ACCOUNT, job);
    expect(sent.splice(0)).toEqual([{ name: READ_ACCOUNT.name, payload: job, after: BUSY_MS / 1000 }]);
    const states = async () => (await connections(owner))[0]?.accounts.map(({ state }) => state).sort();
    expect(await states()).toEqual(['imported', 'importing']);
    await server.later(BUSY_MS, () => runJob(handlers(), READ_ACCOUNT, job));
    expect(sent).toEqual([]);
    expect(await states()).toEqual(['imported', 'imported']);
    expect(await listedTransactions(owner)).toEqual(before);
  });

  it('stores nothing if its connection is removed during the sync', async () => {
    const { owner, feed, account } = await withAccount();
    const [{ id } = { id: '' }] = await connections(owner);
    const before = await listedTransactions(owner);
    const bank = bankWith({});
    const removing = {
      ...bank,
      entries: async (...asked: Parameters<typeof bank.entries>) => {
        const entries = await bank.entries(...asked);
        await owner.delete(`/api/bank-connections/${id}`);
        // Makes every fetched entry new.
        await query(database, 'delete from bank_entries where user_id = $1', [owner.id]);
        return entries;
      },
    };
    expect(await readAccount({ bank: removing, pool, clock, log }, { userId: owner.id, feedId: feed })).toMatchObject({
      bankAccountId: account,
      failure: 'not_saved',
    });
    expect([await connections(owner), await listedTransactions(owner)]).toEqual([[], before]);
  });

  it('reports and logs a failure to store, and is retried by the job', async () => {
    const { owner, feed } = await withAccount();
    const logged: string[] = [];
    const torn = {
      ...bankWith({}),
      balance: async () => {
        await set(feed, 'balance_at = null');
        throw new Error('a torn page');
      },
    };
    await set(feed, 'balance_at = null, tried_at = null');
    const plan = { bank: torn, pool, clock, log: pino({ level: 'error' }, { write: (line) => logged.push(line) }) };
    const asking = { userId: owner.id, feedId: feed };
    expect(await readAccount(plan, asking)).toMatchObject({ failure: 'not_saved', imported: 0 });
    expect(logged).toEqual([expect.stringContaining('a torn page')]);
    expect(await connections(owner)).toMatchObject([{ accounts: [{ state: 'failed', failure: 'not_saved' }] }]);
    // The request counts towards the bank's limit, although storing failed.
    expect(await remainingReads(feed)).toBe(2);
    await set(feed, `reads = '{}'`);
    await expect(runJob(handlers(plan), READ_ACCOUNT, asking)).rejects.toThrow('could not be stored');
    await set(feed, `reads = '{}'`);
    await runJob(handlers(), READ_ACCOUNT, asking);
    expect(await connections(owner)).toMatchObject([{ accounts: [{ state: 'imported', failure: null }] }]);
  });
});

describe('due work', () => {
  it('includes accounts not synced for half a day, ending consents, and landlords back from the bank', async () => {
    const { owner, feed } = await withAccount();
    const waiting = await subscribedLandlord();
    const { requisitionId, authUrl } = await begun(waiting);
    await waiting.get(await decided(authUrl, 'approve', 'harbour-deposits'));
    const own = () => sent.splice(0).filter(({ payload }) => JSON.stringify(payload).includes(owner.id));
    await runJob(handlers(), MAINTAIN_CONNECTIONS);
    expect(own()).toEqual([]);
    expect(await connections(waiting)).toMatchObject([{ id: requisitionId, state: 'linked' }]);
    await server.later(DAY / 2, () => runJob(handlers(), MAINTAIN_CONNECTIONS));
    expect(own()).toEqual([{ name: READ_ACCOUNT.name, payload: { userId: owner.id, feedId: feed }, after: undefined }]);
    await server.later(90 * DAY + 60_000, () => runJob(handlers(), MAINTAIN_CONNECTIONS));
    expect(await connections(owner)).toMatchObject([{ state: 'ended', failure: 'consent_ended' }]);
    expect((await listedBankAccounts(owner)).items).toMatchObject([{ isConnected: false }]);
    expect(await connections(waiting)).toEqual([]);
  });

  it('deletes and revokes unfinished connections after a day', async () => {
    const owner = await subscribedLandlord();
    const { requisitionId } = await begun(owner);
    await status(owner, requisitionId);
    await server.later(DAY + 60_000, () => runJob(handlers(), MAINTAIN_CONNECTIONS));
    expect(await connections(owner)).toEqual([]);
    expect(sent.splice(0).map(({ name }) => name)).toContain(REVOKE_CONSENT.name);
  });

  it('retries a revocation for 30 days, then alerts the operator once', async () => {
    const logged: string[] = [];
    const write = (line: string) => logged.push(line);
    const plan = { bank: bankWith({ baseUrl: 'http://127.0.0.1:9' }), log: pino({ level: 'error' }, { write }) };
    const consent = { provider: 'gocardless', consentId: 'their-id', since: clock.now().toISOString() };
    await runJob(handlers(plan), REVOKE_CONSENT, { ...consent, tries: 0 });
    await runJob(handlers(plan), REVOKE_CONSENT, { ...consent, tries: 40 });
    const again = (tries: number, after: number) => ({
      name: REVOKE_CONSENT.name,
      payload: { ...consent, tries },
      after,
    });
    expect(sent.splice(0)).toEqual([again(1, 60), again(41, 21_600)]);
    expect(logged).toEqual([]);
    await server.later(30 * DAY, () => runJob(handlers(plan), REVOKE_CONSENT, { ...consent, tries: 120 }));
    expect(sent).toEqual([]);
    expect(logged).toEqual([expect.stringContaining('A bank consent could not be revoked: revoke it by hand')]);
  });
});

it('skips an account that its bank refuses, until the landlord requests it', async () => {
  const { owner, feed, sync } = await withAccount();
  await failNext(feed, 'inactive');
  await sync();
  await set(feed, 'tried_at = null');
  const reading = { bank: bankWith({}), pool, clock, log };
  await syncScheduled(reading, { userId: owner.id, feedId: feed });
  expect(await connections(owner)).toMatchObject([{ accounts: [{ failure: 'account_refused' }] }]);
  expect(await sync()).toMatchObject({ failure: null });
});

it('lists an account that is not in pounds, without importing it', async () => {
  const owner = await landlord();
  const { id, accounts } = await linked(owner, 'Harbour', 'harbour-deposits');
  const [feed = ''] = accounts;
  await set(feed, `currency = 'EUR'`);
  expect(await described(owner, feed)).toMatchObject({ account: { currency: 'EUR' }, failure: 'not_pounds' });
  const refused = await owner.post(`/api/bank-connections/${id}/confirm`, { accounts: [{ id: feed }] });
  expect([refused.outcome, refused.text]).toEqual([
    '422 invalid_input',
    expect.stringContaining('Only accounts in pounds can be imported.'),
  ]);
  expect((await listedBankAccounts(owner)).items).toEqual([]);
});

it('notifies the landlord’s open pages of a connection, and no other landlord’s', async () => {
  const [owner, other] = [await landlord(), await landlord()];
  const [events, others] = [await openEvents({ browser: owner }), await openEvents({ browser: other })];
  await begun(other);
  await others.waitFor(({ changes }) => changes.length > 0);
  expect(events.changes).toEqual([]);
  await begun(owner);
  await events.waitFor(({ changes }) => changes.length > 0);
  expect(events.changes[0]).toEqual({ noun: 'bank-connections', id: null, version: null });
});

it('rejects a sync of an account that is not confirmed', async () => {
  const owner = await landlord();
  const { accounts } = await linked(owner, 'Harbour', 'harbour-deposits');
  const body = { action: 'transactions', accountId: accounts[0] };
  expect((await owner.post('/api/functions/gocardless', body)).outcome).toBe('422 invalid_input');
});
