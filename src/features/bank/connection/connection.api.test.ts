import { describe, expect, it } from 'vitest';
import { addedBankAccount, listedBankAccounts } from '../../../../test/fixtures/bank-accounts.ts';
import {
  begun,
  connected,
  connections,
  decided,
  described,
  exchanged,
  linked,
  read,
  status,
} from '../../../../test/fixtures/bank-connections.ts';
import { landlord, listedTransactions } from '../../../../test/fixtures/landlords.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { SyncOutcome } from './connection.ts';

const { database } = server;

const FINANCE = '/dashboard/finance?ref=gocardless';

describe('Connecting a bank', () => {
  it('lists banks, and stores accounts and transactions after consent', async () => {
    const ada = await landlord();
    const { requisitionId, authUrl } = await begun(ada);
    expect(await status(ada, requisitionId)).toEqual({ status: 'CR', accounts: [], failure: null });
    const way = await decided(authUrl, 'approve', 'harbour-rents', 'harbour-deposits');
    const back = await ada.get(way);
    expect([back.status, back.headers.get('location')]).toEqual([302, FINANCE]);
    const { accounts, ...state } = await exchanged(ada, requisitionId);
    expect([state, accounts.length]).toEqual([{ status: 'LN', failure: null }, 2]);
    const answers = await Promise.all(accounts.map((id) => described(ada, id)));
    expect(answers).toContainEqual({
      account: {
        account_id: expect.any(String) as string,
        name: 'Rent account',
        institution_name: 'Harbour Bank (sandbox)',
        holder: 'A LANDLORD',
        account_number: '****4417',
        sort_code: '00-11-**',
        balance: expect.any(Number) as number,
        currency: 'GBP',
      },
      known: null,
      failure: null,
    });
    expect((await listedBankAccounts(ada)).items).toEqual([]);
    const sent = {
      accounts: accounts.map((id, at) => ({ id, ...(at === 0 && { name: 'Lets', lettingsOnly: true }) })),
    };
    expect((await ada.post(`/api/bank-connections/${requisitionId}/confirm`, sent)).status).toBe(200);
    const readings = [];
    for (const id of accounts) readings.push(await read(ada, id));
    expect(readings[0]?.transactions[0]).toMatchObject({ booking_date: expect.stringMatching(/^\d{4}-/) as string });
    const { items } = await listedBankAccounts(ada);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Lets', isConnected: true, lettingsOnly: true }),
        expect.objectContaining({ lettingsOnly: false }),
      ]),
    );
    expect(items.every(({ lastSynced }) => lastSynced !== null)).toBe(true);
    expect((await described(ada, accounts[0] ?? '')).known).toMatchObject({ name: 'Lets', lettingsOnly: true });
    // The job of the confirmation syncs the same accounts concurrently, without duplicates.
    const [stored] = await query<{ count: number; lines: number }>(
      database,
      `select count(*)::int, count(distinct (select id from bank_entries e where e.transaction_id = t.id))::int as lines
       from transactions t where user_id = $1`,
      [ada.id],
    );
    expect(stored?.count).toBeGreaterThan(300);
    expect(stored?.lines).toBe(stored?.count);
    const [connection] = await connections(ada);
    expect(connection).toMatchObject({ state: 'active', accounts: [{ state: 'imported' }, { state: 'imported' }] });
  });

  it('changes nothing when connected or synced again', async () => {
    const ada = await landlord();
    const { readings } = await connected(ada, 'Penny', 'penny-business');
    const before = await listedTransactions(ada);
    const account = readings[0]?.bankAccountId ?? '';
    const again = (await ada.post(`/api/bank-accounts/${account}/sync`)).as(SyncOutcome);
    expect(again).toMatchObject({ imported: 0, updated: 0, asked: 0, failure: null });
    const anew = await connected(ada, 'Penny', 'penny-business');
    expect(anew.readings).toMatchObject([{ bankAccountId: account, imported: 0, asked: 0 }]);
    expect(await connections(ada)).toHaveLength(1);
    expect(await listedTransactions(ada)).toEqual(before);
  });

  it('matches accounts removed before or entered by hand, with their transactions', async () => {
    const ada = await landlord();
    const { readings } = await connected(ada, 'Harbour', 'harbour-deposits');
    const { items } = await listedBankAccounts(ada);
    const [account] = items;
    const rows = (await listedTransactions(ada)).items.map(({ id, bankAccount }) => ({ id, bankAccount }));
    expect((await ada.delete(`/api/bank-accounts/${account?.id}`, account?.version)).status).toBe(204);
    expect(await connections(ada)).toEqual([]);
    const anew = await connected(ada, 'Harbour', 'harbour-deposits');
    expect([readings[0]?.imported, anew.readings[0]?.imported]).toEqual([expect.any(Number), 0]);
    expect((await listedTransactions(ada)).items.map(({ id, bankAccount }) => ({ id, bankAccount }))).toEqual(rows);

    const bob = await landlord();
    const byHand = await addedBankAccount(bob, { sortCode: '001122', accountNumber: '44174417' });
    const found = await linked(bob, 'Harbour', 'harbour-rents');
    expect(found.answers).toMatchObject([{ known: { id: byHand.id } }]);
  });

  it('matches an older account without a fingerprint, with the lines of its statements', async () => {
    const ada = await landlord();
    const { id } = await connected(ada, 'Harbour', 'harbour-deposits');
    expect((await ada.delete(`/api/bank-connections/${id}`)).status).toBe(204);
    for (const change of [
      'bank_accounts set fingerprint = null, external_id = null where user_id = $1',
      `bank_entries set account_key = (select id::text from bank_accounts where user_id = $1), provider = 'file', external_id = null where user_id = $1`,
      `transactions set source = 'file', external_id = null where user_id = $1`,
    ])
      await query(database, `update ${change}`, [ada.id]);
    const before = await listedTransactions(ada);
    const [account] = (await listedBankAccounts(ada)).items;
    for (let times = 0; times < 2; times++) {
      const { readings } = await connected(ada, 'Harbour', 'harbour-deposits');
      expect(readings).toMatchObject([{ bankAccountId: account?.id, imported: 0, asked: 0 }]);
    }
    expect((await listedBankAccounts(ada)).items).toMatchObject([{ id: account?.id, isConnected: true }]);
    expect((await listedTransactions(ada)).total).toBe(before.total);
    // An account with the same masked number but another sort code does not match.
    await query(database, `update bank_accounts set fingerprint = null, sort_code = '99-99-**' where user_id = $1`, [
      ada.id,
    ]);
    expect((await linked(ada, 'Harbour', 'harbour-deposits')).answers).toMatchObject([{ known: null }]);
  });
});
