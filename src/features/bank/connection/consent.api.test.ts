import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listedBankAccounts } from '../../../../test/fixtures/bank-accounts.ts';
import {
  begun,
  connected,
  connections,
  decided,
  described,
  exchanged,
  linked,
  status,
  submit,
} from '../../../../test/fixtures/bank-connections.ts';
import {
  landlord,
  listedTransactions,
  signedInAgain,
  subscribedLandlord,
  visitor,
} from '../../../../test/fixtures/landlords.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { startServer } from '../../../../test/servers/start-server.ts';
import type { Bank } from '../../../outside/bank/bank.ts';
import { sandboxStore } from '../../../outside/bank/sandbox/store.server.ts';
import type { AccountServices } from '../../account/routes.server.ts';
import { Institutions, Renewal, SyncOutcome } from './connection.ts';

const { database, services } = server;
const DAY = 86_400_000;
const FINANCE = '/dashboard/finance?ref=gocardless';
const ended = (failure: string) => ({ status: 'ER', accounts: [], failure });
const store = sandboxStore(services.pool, services.clock);

async function consentOf(id: string): Promise<string> {
  const [row] = await query<{ consent: string }>(
    database,
    'select requisition_id as consent from bank_connections where id = $1',
    [id],
  );
  return row?.consent ?? '';
}

async function institutionOf(connection: string): Promise<string> {
  const [row] = await query<{ bank: string }>(
    database,
    'select institution_id as bank from bank_connections where id = $1',
    [connection],
  );
  return row?.bank ?? '';
}

const isRevoked = (consent: string) =>
  vi.waitFor(async () => expect(await store.get('requisition', consent)).toBeUndefined(), { timeout: 20_000 });

describe('A consent', () => {
  it.each([
    ['cancel', 'cancelled'],
    ['fail', 'refused_at_bank'],
    ['approve', 'no_accounts'],
  ] as const)('ended by %s at the bank has status ER with %s, and imports nothing', async (decision, failure) => {
    const ada = await landlord();
    const { requisitionId, authUrl } = await begun(ada);
    const back = await ada.get(await decided(authUrl, decision));
    expect(back.headers.get('location')).toBe(FINANCE);
    expect(await exchanged(ada, requisitionId)).toEqual(ended(failure));
    expect(await status(ada, requisitionId)).toEqual(ended(failure));
    expect(await connections(ada)).toMatchObject([{ id: requisitionId, state: 'failed', failure, accounts: [] }]);
    expect((await listedBankAccounts(ada)).items).toEqual([]);
  });

  it('stays pending if left open, and is linked when the bank is ready', async () => {
    const ada = await landlord();
    const { requisitionId, authUrl } = await begun(ada);
    await decided(authUrl, 'leave');
    expect((await status(ada, requisitionId)).status).toBe('CR');
    await ada.get(await decided(authUrl, 'slowly', 'harbour-rents'));
    expect((await exchanged(ada, requisitionId)).status).toBe('GA');
    await server.later(16_000, async () => expect((await status(ada, requisitionId)).status).toBe('LN'));
  });

  it('is exchanged once per return; a replayed, forged or empty reference changes and reveals nothing', async () => {
    const ada = await landlord();
    const { requisitionId, authUrl } = await begun(ada);
    const way = await decided(authUrl, 'approve', 'harbour-deposits');
    expect((await ada.get(way)).status).toBe(302);
    const before = await connections(ada);
    const other = await landlord();
    const ways = [`${way}&error=UserCancelledSession`, way, way.replace(/ref=[^&]+/, `ref=${randomUUID()}`)];
    const pages = [];
    for (const one of [...ways, '/api/bank-connections/callback']) pages.push(await other.get(one));
    expect(pages.map((page) => page.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    expect(pages[0]?.text).toContain('Go back to the window where you started');
    expect(await connections(ada)).toEqual(before);
    expect(await connections(other)).toEqual([]);
    expect((await exchanged(ada, requisitionId)).status).toBe('LN');
  });

  it('given in another browser is imported only by the landlord who started and confirms it', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const { requisitionId, authUrl } = await begun(eve);
    // Eve sends the address to Ada, who agrees in her own browser.
    const back = await ada.get(await decided(authUrl, 'approve', 'harbour-deposits'));
    expect([back.status, back.text]).toEqual([200, expect.stringContaining('Go back to the window')]);
    expect((await visitor().get('/api/bank-connections/callback?ref=x')).status).toBe(200);
    expect([await connections(ada), (await listedBankAccounts(ada)).items]).toEqual([[], []]);
    const { accounts } = await exchanged(eve, requisitionId);
    expect(accounts).toHaveLength(1);
    expect((await listedTransactions(eve)).items).toEqual([]);
    const early = { action: 'transactions', accountId: accounts[0] };
    expect((await eve.post('/api/functions/gocardless', early)).outcome).toBe('422 invalid_input');
  });

  it('returns to Finance in every browser where its landlord is signed in', async () => {
    const ada = await landlord();
    const { authUrl } = await begun(ada);
    const phone = await signedInAgain(ada);
    expect((await phone.get(await decided(authUrl, 'approve', 'harbour-own'))).headers.get('location')).toBe(FINANCE);
  });
});

describe('Another landlord', () => {
  it('gets 404 for each action, and cannot reach an account through their own connection', async () => {
    const [ada, eve] = [await landlord(), await landlord()];
    const theirs = await linked(ada, 'Harbour', 'harbour-deposits');
    const own = await linked(eve, 'Penny', 'penny-business');
    const [accountId] = theirs.accounts;
    const requisitionId = theirs.id;
    for (const body of [
      { action: 'exchange-token', requisitionId },
      { action: 'requisition-status', requisitionId },
      { action: 'accounts', accountId },
      { action: 'transactions', accountId },
      { action: 'accounts', accountId: await consentOf(requisitionId) },
    ])
      expect((await eve.post('/api/functions/gocardless', body)).outcome).toBe('404 not_found');
    // Eve cannot confirm accounts of other connections through her own.
    const second = await linked(eve, 'Harbour', 'harbour-deposits');
    for (const id of [accountId, second.accounts[0]]) {
      const sent = { accounts: [{ id: own.accounts[0] }, { id }] };
      expect((await eve.post(`/api/bank-connections/${own.id}/confirm`, sent)).outcome).toBe('404 not_found');
    }
    expect((await listedBankAccounts(eve)).items).toEqual([]);
  });

  it('can share a joint account, and both get all its transactions', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    for (const owner of [ada, bob]) await connected(owner);
    // The job of the confirmation may have imported them before this sync.
    const [one, other] = await Promise.all([ada, bob].map((owner) => listedTransactions(owner, '?limit=100')));
    expect(one?.items).not.toEqual([]);
    expect(other?.items).toHaveLength(one?.items.length ?? 0);
  });
});

describe('requesting a connection', () => {
  it('reports invalid input, and is rate limited', async () => {
    const ada = await landlord();
    const ask = (institutionId: string) => ada.post('/api/functions/gocardless', { action: 'auth-url', institutionId });
    expect((await ask('NO_BANK')).fields).toEqual({ institutionId: 'Choose a bank from the list' });
    expect((await ada.post('/api/functions/gocardless', { action: 'pay' })).outcome).toBe('422 invalid_input');
    // Cancelling removes the connection, but the provider has counted it.
    const { requisitionId } = await begun(ada);
    const bank = await institutionOf(requisitionId);
    expect((await ada.delete(`/api/bank-connections/${requisitionId}`)).status).toBe(204);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(bank)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array(3).fill('429 too_many_attempts'));
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_500);
    await query(database, "update app.attempts set expire = 0 where key = 'consent:' || $1", [ada.id]);
    expect((await ask(bank)).status).toBe(200);
  });

  it.each([
    ['cannot be stored', 500],
    ['is for a connection that was removed', 404],
  ] as const)('revokes a consent that %s, and does not count it', async (problem, expected) => {
    const consents: string[] = [];
    const failing = (bank: Bank): Bank => ({
      ...bank,
      async begin(request) {
        const consent = await bank.begin(request);
        consents.push(consent.id);
        if (expected === 500) return { ...consent, agreementId: 'x'.repeat(201) };
        await query(database, 'delete from bank_connections where user_id = $1', [ada.id]);
        return consent;
      },
      // The job revokes the consent if the first request fails.
      revoke: (id) => (revocations++ === 0 ? Promise.reject(new Error('The bank is busy')) : bank.revoke(id)),
    });
    let revocations = expected === 500 ? 0 : 1;
    const adjust = (made: AccountServices) => ({ ...made, bank: made.bank && failing(made.bank) });
    const other = await startServer({ database, adjust });
    onTestFinished(() => other.stop());
    const ada = await landlord({}, other);
    const institutionId = (await ada.get('/api/banks')).as(Institutions).items[0]?.id;
    const answer = await ada.post('/api/functions/gocardless', { action: 'auth-url', institutionId });
    expect([problem, answer.status, await connections(ada)]).toEqual([problem, expected, []]);
    for (const consent of consents) await isRevoked(consent);
    expect(consents).toHaveLength(1);
    const points = "select points from app.attempts where key = 'consent:' || $1";
    expect(await query(database, points, [ada.id])).toEqual([{ points: 0 }]);
  });

  it('returns one error code without open banking, and stores and queues nothing', async () => {
    const without = await startServer({ database, adjust: (made) => ({ ...made, bank: undefined }) });
    onTestFinished(() => without.stop());
    const ada = await landlord({}, without);
    const answers = [
      await ada.get('/api/banks'),
      await ada.post('/api/functions/gocardless', { action: 'auth-url', institutionId: 'X' }),
      await ada.post('/api/bank-accounts/sync'),
      await ada.post(`/api/bank-accounts/${randomUUID()}/sync`),
      await ada.post(`/api/bank-connections/${randomUUID()}/renew`),
      await ada.get('/api/bank-connections/callback?ref=x'),
    ];
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['503 open_banking_disabled']));
    expect(await connections(ada)).toEqual([]);
  });
});

describe('The end of a consent', () => {
  it('is reported when the bank ends it, and reversed by renewed access', async () => {
    const ada = await subscribedLandlord();
    const { id, readings } = await connected(ada);
    const account = readings[0]?.bankAccountId;
    const sync = async () => (await ada.post(`/api/bank-accounts/${account}/sync`)).as(SyncOutcome);
    await server.later(91 * DAY, async () => {
      expect((await sync()).failure).toBe('consent_ended');
      expect(await connections(ada)).toMatchObject([{ state: 'ended', failure: 'consent_ended' }]);
      expect((await listedBankAccounts(ada)).items).toMatchObject([{ isConnected: false }]);
      const { authUrl } = (await ada.post(`/api/bank-connections/${id}/renew`)).as(Renewal);
      const { pathname, search } = await submit(authUrl, []);
      expect((await ada.get(`${pathname}${search}`)).headers.get('location')).toBe(FINANCE);
      expect(await connections(ada)).toMatchObject([{ state: 'active' }]);
      expect(await sync()).toMatchObject({ failure: null });
      const [{ reconfirmBy, accessUntil } = { reconfirmBy: '', accessUntil: '' }] = await connections(ada);
      expect(reconfirmBy).toBe(accessUntil);
    });
    await server.later(200 * DAY, async () => {
      expect((await ada.post(`/api/bank-connections/${id}/renew`)).outcome).toBe('502 bank_provider_error');
    });
  });

  it('by the landlord keeps accounts and transactions, and revokes it at the provider', async () => {
    const ada = await landlord();
    const { id } = await connected(ada);
    const consent = await consentOf(id);
    const before = await listedTransactions(ada);
    expect((await ada.delete(`/api/bank-connections/${id}`)).status).toBe(204);
    expect((await listedBankAccounts(ada)).items).toMatchObject([{ isConnected: false }]);
    expect(await listedTransactions(ada)).toEqual(before);
    expect((await ada.delete(`/api/bank-connections/${id}`)).outcome).toBe('404 not_found');
    await isRevoked(consent);
  });

  it('is revoked when its last account or the landlord is removed', async () => {
    const ada = await landlord();
    const first = await consentOf((await connected(ada)).id);
    const [account] = (await listedBankAccounts(ada)).items;
    expect((await ada.delete(`/api/bank-accounts/${account?.id}`, account?.version)).status).toBe(204);
    await isRevoked(first);
    const second = await consentOf((await connected(ada)).id);
    expect((await ada.post('/api/account/remove', { password: ada.password })).status).toBe(200);
    await isRevoked(second);
  });
});

it('does not reveal the provider’s ids of an account', async () => {
  const ada = await landlord();
  const { accounts, id } = await linked(ada, 'Meridian', 'meridian-lettings');
  const [row] = await query<{ external: string }>(
    database,
    'select external_id as external from bank_feeds where id = $1',
    [accounts[0]],
  );
  const answers = [await described(ada, accounts[0] ?? ''), await connections(ada)];
  const bodies = JSON.stringify(answers);
  for (const secret of [row?.external ?? '', await consentOf(id), '30041187', '002233']) {
    expect(secret).not.toBe('');
    expect(bodies).not.toContain(secret);
  }
});
