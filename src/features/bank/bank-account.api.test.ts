import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idempotencyContract } from '../../../test/contracts/idempotency-contract.ts';
import {
  addedBankAccount,
  fetchedAccount,
  listedBankAccounts,
  newBankAccount,
} from '../../../test/fixtures/bank-accounts.ts';
import { landlord } from '../../../test/fixtures/landlords.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { BankAccount, BankAccountRecord } from './bank-account.ts';

const at = ({ id }: { id: string }) => `/api/bank-accounts/${id}`;
const Conflict = z.object({ error: z.object({ current: BankAccountRecord }) });
const NUMBER = 'Account number must be 8 digits';
const SORT_CODE = 'Sort code must be 6 digits';
const sumOf = (owner: { id: string }) =>
  query(
    server.database,
    'select count(*)::int, sum(amount), count(bank_account_id)::int as linked from transactions where user_id = $1',
    [owner.id],
  );

describe('an account entered by hand', () => {
  it('is stored masked with its owner, balance 0, GBP and not connected (S2.3.5, S2.7.9, S2.7.16, S2.7.17, S2.7.18)', async () => {
    const ada = await landlord();
    const answer = await ada.post('/api/bank-accounts', newBankAccount({ accountType: 'business' }));
    const account = answer.as(BankAccountRecord);
    expect(account).toEqual({
      id: account.id,
      name: 'Business Account',
      institution: 'Aegis Bank',
      accountNumber: '****5926',
      sortCode: '27-18-**',
      balance: 0,
      currency: 'GBP',
      lastSynced: null,
      isConnected: false,
      manual: true,
      createdAt: account.createdAt,
      version: 1,
      transactions: 0,
      lettingsOnly: false,
    });
    expect(account.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect([answer.headers.get('location'), answer.headers.get('etag')]).toEqual([at(account), '"1"']);
    const [row] = await query(server.database, 'select * from bank_accounts where id = $1', [account.id]);
    expect(row).toMatchObject({ user_id: ada.id, account_number: '****5926', sort_code: '27-18-**' });
    expect((await ada.get(at(account))).as(BankAccountRecord)).toEqual(account);
    expect((await listedBankAccounts(ada)).items).toEqual([BankAccount.parse(account)]);
  });

  it.each([
    ['personal', 'Personal Account'],
    ['business', 'Business Account'],
    [undefined, 'Personal Account'],
  ] as const)('with type %s is named %s (S2.2.62, S2.5.19, S2.7.19)', async (accountType, name) => {
    expect(await addedBankAccount(await landlord(), { accountType })).toMatchObject({ name });
  });

  it.each<[object, Record<string, string>]>([
    [
      { accountNumber: null, sortCode: 271_828 },
      { accountNumber: NUMBER, sortCode: SORT_CODE },
    ],
    [
      { institution: '', accountNumber: '', sortCode: '', accountType: '' },
      {
        institution: 'Bank name is required',
        accountNumber: NUMBER,
        sortCode: SORT_CODE,
        accountType: 'Account type is required',
      },
    ],
  ])('rejects %j without storing anything', async (wrong, fields) => {
    const ada = await landlord();
    const answer = await ada.post('/api/bank-accounts', { ...newBankAccount(), ...wrong });
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    expect((await listedBankAccounts(ada)).items).toEqual([]);
  });

  it('is renamed, and keeps its other fields', async () => {
    const ada = await landlord();
    const account = await addedBankAccount(ada);
    const sent = { ...newBankAccount({ institution: 'Other' }), name: ' Rents ', balance: 5, isConnected: true };
    const renamed = { ...account, name: 'Rents', version: 2 };
    expect((await ada.patch(at(account), sent, 1)).as(BankAccountRecord)).toEqual(renamed);
    const late = await ada.patch(at(account), { name: 'Late' }, 1);
    expect([late.outcome, late.as(Conflict).error.current]).toEqual(['409 conflict', renamed]);
    for (const [name, sentence] of [
      ['', 'Account name is required'],
      [undefined, 'Account name is required'],
      ['Rents 31415926', 'Enter only a name, without the account number'],
    ])
      expect((await ada.patch(at(account), { name }, 2)).fields).toEqual({ name: sentence });
    expect((await ada.get(at(account))).as(BankAccountRecord)).toEqual(renamed);
  });

  it('ignores owner, balance and other fields of the body (S2.7.9, S2.7.16)', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedBankAccount(bob);
    const extra = { id: theirs.id, user_id: bob.id, name: 'Rents', balance: 99_999, currency: 'EUR' };
    const more = { isConnected: true, is_connected: true, external_id: 'x', lastSynced: '2026-11-21T08:14:00Z' };
    const answer = await ada.post('/api/bank-accounts', { ...newBankAccount(), ...extra, ...more });
    const mine = answer.as(BankAccountRecord);
    const usual = { name: 'Personal Account', balance: 0, currency: 'GBP', lastSynced: null };
    expect(mine).toMatchObject({ ...usual, isConnected: false, manual: true });
    expect(mine.id).not.toBe(theirs.id);
    expect((await listedBankAccounts(bob)).items).toEqual([BankAccount.parse(theirs)]);
  });
});

idempotencyContract({
  path: '/api/bank-accounts',
  record: BankAccountRecord,
  input: async () => newBankAccount(),
  named: 'institution',
});

describe('an imported account', () => {
  it('has its balance in its own currency, last sync and state (S2.3.5)', async () => {
    const ada = await landlord();
    const id = await fetchedAccount(ada, { balance: '-70368744177.66', currency: 'EUR', transactions: 3 });
    const account = (await ada.get(at({ id }))).as(BankAccountRecord);
    expect(account).toMatchObject({
      balance: -7_036_874_417_766,
      currency: 'EUR',
      lastSynced: '2026-11-21T08:14:00.000Z',
      isConnected: true,
      manual: false,
      transactions: 3,
    });
    expect((await listedBankAccounts(ada)).items).toEqual([BankAccount.parse(account)]);
  });
});

it('keeps the name from its bank', async () => {
  const ada = await landlord();
  const id = await fetchedAccount(ada);
  const answer = await ada.patch(at({ id }), { name: 'Rents' }, 1);
  expect(answer.outcome).toBe('422 invalid_input');
  expect(answer.text).toContain('You can rename only accounts that you added by hand.');
  expect((await ada.get(at({ id }))).as(BankAccountRecord)).toMatchObject({ name: 'Current Account', version: 1 });
});

describe('the list of accounts', () => {
  it('has pages, newest first (S2.7.8)', async () => {
    const ada = await landlord();
    const added: string[] = [];
    for (let count = 0; count < 7; count += 1) added.push((await addedBankAccount(ada)).id);
    // Accounts created at the same moment are ordered by id.
    await query(server.database, `update bank_accounts set created_at = '2026-01-01' where id = any($1)`, [
      added.slice(0, 3),
    ]);
    const expected = [...added.slice(3).reverse(), ...added.slice(0, 3).sort().reverse()];
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await listedBankAccounts(ada, `?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(page.total).toBe(7);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(expected);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', `cursor=${encodeURIComponent('["x","y"]')}`])(
    'rejects %s',
    async (search) => {
      expect((await (await landlord()).get(`/api/bank-accounts?${search}`)).outcome).toBe('400 bad_request');
    },
  );
});

describe('after the trial', () => {
  it('allows adding, listing, reading and removing accounts (S1.6.7, S1.6.14, S2.6.2)', async () => {
    const ada = await landlord();
    await server.later(9 * 24 * 60 * 60 * 1000, async () => {
      const account = await addedBankAccount(ada);
      expect((await listedBankAccounts(ada)).total).toBe(1);
      expect((await ada.get(at(account))).as(BankAccountRecord)).toEqual(account);
      expect((await ada.delete(at(account), 1)).status).toBe(204);
    });
  });
});

describe('removing an account', () => {
  it('keeps its transactions without an account', async () => {
    const ada = await landlord();
    const id = await fetchedAccount(ada, { transactions: 3 });
    const other = await fetchedAccount(ada, { transactions: 2 });
    expect((await ada.delete(at({ id }), 1)).status).toBe(204);
    expect(await sumOf(ada)).toEqual([{ count: 5, sum: '-0.05', linked: 2 }]);
    expect((await ada.get(at({ id }))).outcome).toBe('404 not_found');
    expect((await listedBankAccounts(ada)).items.map((account) => account.id)).toEqual([other]);
  });
});
