/** Transactions over HTTP: adding, changing, removing, and what is odd and may be all the same. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedBankAccount } from '../../../test/bank-accounts.ts';
import type { Answer } from '../../../test/browser.ts';
import { query } from '../../../test/database.ts';
import {
  addedProperty,
  addedTransaction,
  broughtTransaction,
  landlord,
  listedTransactions,
} from '../../../test/landlords.ts';
import { newTransaction } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { EXPENSE_CATEGORIES, FinanceSummary, Transaction, TransactionTotals } from './transaction.ts';

const at = ({ id }: { id: string }) => `/api/transactions/${id}`;
const tagOf = ({ headers }: Answer) => Number(headers.get('etag')?.replace(/^W\/|"/g, ''));
const Conflict = z.object({ error: z.object({ current: Transaction, yours: z.unknown().optional() }) });

describe('an expense', () => {
  it('is kept as it was entered, below zero, and belongs to who added it', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const answer = await ada.post('/api/transactions', newTransaction({ propertyId: house.id }));
    const added = answer.as(Transaction);
    expect(added).toEqual({
      id: added.id,
      date: '2026-11-12',
      description: 'Boiler repair call-out',
      category: 'maintenance',
      type: 'expense',
      status: 'completed',
      reference: '',
      amount: -12_049,
      propertyId: house.id,
      propertyAddress: '2 Mill Lane, Bath',
      bankAccountId: null,
      bankAccount: null,
      version: 1,
    });
    expect([answer.status, tagOf(answer), answer.headers.get('location')]).toEqual([201, 1, at(added)]);
    const [row] = await query(
      server.database,
      `select user_id, property_id, property_address, bank_account_id, amount::text, description, date::text, category, type, status,
         reference, external_id
       from transactions where id = $1`,
      [added.id],
    );
    expect(row).toEqual({
      user_id: ada.id,
      property_id: house.id,
      property_address: null,
      bank_account_id: null,
      amount: '-120.49',
      description: 'Boiler repair call-out',
      date: '2026-11-12',
      category: 'maintenance',
      type: 'expense',
      status: 'completed',
      reference: null,
      external_id: null,
    });
  });

  it('is changed in every part, all at once or one by one, and reads the same wherever it is read', async () => {
    const ada = await landlord();
    const [house, added] = [await addedProperty(ada), await addedTransaction(ada)];
    const other = {
      propertyId: house.id,
      amount: 1,
      category: 'tax',
      description: 'Council tax',
      date: '2026-10-01',
      status: 'pending',
    } as const;
    const address = { propertyAddress: '14 Chandos Terrace, Bristol' };
    const wanted = { ...added, ...other, ...address, amount: -1, status: 'overdue' as const };
    const whole = (await ada.patch(at(added), other, 1)).as(Transaction);
    expect(whole).toEqual({ ...wanted, version: 2 });
    const second = await addedTransaction(ada);
    let version = 1;
    for (const part of Object.entries(other)) {
      const answer = await ada.patch(at(second), Object.fromEntries([part]), version);
      version += 1;
      expect([answer.status, tagOf(answer)]).toEqual([200, version]);
    }
    const changed = (await ada.get(at(second))).as(Transaction);
    expect(changed).toEqual({ ...wanted, id: second.id, version: 7 });
    expect((await listedTransactions(ada)).items).toEqual([changed, whole]);
  });

  it('needs neither property nor status: it is paid, and of no property', async () => {
    const ada = await landlord();
    const { amount, category, description, date } = newTransaction();
    const added = (await ada.post('/api/transactions', { amount, category, description, date })).as(Transaction);
    expect(added).toMatchObject({ propertyId: null, propertyAddress: null, status: 'completed' });
  });

  it.each(EXPENSE_CATEGORIES)('may be of category %s', async (category) => {
    expect(await addedTransaction(await landlord(), { category })).toMatchObject({ category, type: 'expense' });
  });

  it('is below zero whatever sign was typed, when it is added and when it is changed', async () => {
    const ada = await landlord();
    for (const amount of [12_345, -12_345]) {
      const added = await addedTransaction(ada, { amount });
      const changed = (await ada.patch(at(added), { amount: amount * 2 }, 1)).as(Transaction);
      expect([added.amount, changed.amount]).toEqual([-12_345, -24_690]);
    }
  });

  it.each([
    '<script>alert(1)</script>',
    `'; drop table transactions; --`,
    '=HYPERLINK("http://evil.example")',
    '🔧 Château d’If — 7½ Ḉ',
    'شارع الملك فهد ١٢',
    '&amp; %00 \\u0000 {{7*7}} 100%_',
    'e\u0301 and é',
    '🛁'.repeat(100),
  ])('may be described as %s, which comes back and is found as it was', async (description) => {
    const ada = await landlord();
    const added = await addedTransaction(ada, { description });
    await addedTransaction(ada, { description: 'Something else' });
    const search = `?q=${encodeURIComponent(description)}`;
    expect((await ada.get(at(added))).as(Transaction)).toEqual(added);
    expect((await listedTransactions(ada, search)).items).toEqual([added]);
    expect((await ada.get(`/api/transactions/totals${search}`)).as(TransactionTotals).count).toBe(1);
  });

  it('belongs to who adds it and stays an expense, whatever the body says', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedTransaction(bob);
    const extra = {
      id: theirs.id,
      user_id: bob.id,
      userId: bob.id,
      type: 'income',
      version: 77,
      bankAccountId: (await addedBankAccount(ada)).id,
      reference: 'R',
      external_id: 'E',
      externalId: 'E',
      propertyAddress: '1 Nowhere',
      size: 1,
      search: 'x',
    };
    const mine = (await ada.post('/api/transactions', { ...newTransaction(), ...extra })).as(Transaction);
    expect(mine).toMatchObject({
      version: 1,
      type: 'expense',
      bankAccountId: null,
      reference: '',
      propertyAddress: null,
    });
    expect(mine.id).not.toBe(theirs.id);
    const changed = (await ada.patch(at(mine), { amount: 5, ...extra }, 1)).as(Transaction);
    expect(changed).toEqual({ ...mine, amount: -5, version: 2 });
    expect((await bob.get(at(theirs))).as(Transaction)).toEqual(theirs);
    expect((await listedTransactions(bob)).items).toEqual([theirs]);
  });

  it('names the bank account that it came from', async () => {
    const ada = await landlord();
    const account = await addedBankAccount(ada, { accountType: 'business' });
    const fee = await broughtTransaction(ada, {
      amount: -500,
      bankAccountId: account.id,
      reference: 'FEE 1',
      category: 'other',
    });
    expect(fee).toMatchObject({ bankAccountId: account.id, bankAccount: 'Business Account', reference: 'FEE 1' });
    const changed = (await ada.patch(at(fee), { amount: 600, description: 'Fee' }, 1)).as(Transaction);
    expect(changed).toEqual({ ...fee, amount: -600, description: 'Fee', version: 2 });
  });
});

describe('an id', () => {
  it.each([randomUUID(), 'x', '%00', '..%2f..', 'null', '00000000-0000-0000-0000-000000000000', '%F0%9F%8F%A0'])(
    'that nobody has (%s) is not found, to read, to change and to remove',
    async (id) => {
      const ada = await landlord();
      const answers = [
        await ada.get(at({ id })),
        await ada.patch(at({ id }), { amount: 5 }, 1),
        await ada.delete(at({ id }), 1),
      ];
      expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
    },
  );

  it('may be written in capitals', async () => {
    const ada = await landlord();
    const [house, added] = [await addedProperty(ada), await addedTransaction(ada)];
    const capitals = at({ id: added.id.toUpperCase() });
    const changed = (await ada.patch(capitals, { propertyId: house.id.toUpperCase() }, 1)).as(Transaction);
    expect([changed.id, changed.propertyId]).toEqual([added.id, house.id]);
    expect((await ada.delete(capitals, 2)).status).toBe(204);
  });
});

describe('two people and one transaction', () => {
  it('cannot both change it: the later is shown both versions, and nothing of theirs is kept', async () => {
    const ada = await landlord();
    const added = await addedTransaction(ada);
    const first = (await ada.patch(at(added), { description: 'First' }, 1)).as(Transaction);
    const second = await ada.patch(at(added), { amount: 5 }, 1);
    expect(second.outcome).toBe('409 changed_meanwhile');
    expect(second.as(Conflict).error).toMatchObject({ current: first, yours: { amount: 5 } });
    expect((await ada.get(at(added))).as(Transaction)).toEqual(first);
  });

  it('can it neither be removed by who has not seen the change, nor changed without saying what was seen', async () => {
    const ada = await landlord();
    const added = await addedTransaction(ada);
    const changed = (await ada.patch(at(added), { description: 'First' }, 1)).as(Transaction);
    const removal = await ada.delete(at(added), 1);
    expect([removal.outcome, removal.as(Conflict).error.current]).toEqual(['409 changed_meanwhile', changed]);
    expect((await ada.patch(at(added), { amount: 5 })).outcome).toBe('428 version_required');
    expect((await ada.delete(at(added))).outcome).toBe('428 version_required');
    expect((await ada.get(at(added))).as(Transaction)).toEqual(changed);
  });

  it('is gone once it was removed', async () => {
    const ada = await landlord();
    const [gone, kept] = [await addedTransaction(ada), await addedTransaction(ada)];
    expect((await ada.delete(at(gone), 1)).status).toBe(204);
    expect((await ada.get(at(gone))).text).toContain('Transaction not found');
    expect((await ada.patch(at(gone), { amount: 5 }, 1)).outcome).toBe('404 not_found');
    expect((await ada.delete(at(gone), 1)).outcome).toBe('404 not_found');
    expect((await listedTransactions(ada)).items).toEqual([kept]);
  });

  it('takes one of ten changes that start from one version at once, and the sum is of that one', async () => {
    const ada = await landlord();
    const added = await addedTransaction(ada);
    const all = Array.from({ length: 10 }, (_, index) => ({ amount: 1000 + index }));
    const answers = await Promise.all(all.map((change) => ada.patch(at(added), change, 1)));
    const done = answers.filter(({ status }) => status === 200);
    expect([done.length, answers.filter(({ code }) => code === 'changed_meanwhile').length]).toEqual([1, 9]);
    const { expenses } = (await ada.get('/api/transactions/summary')).as(FinanceSummary);
    expect(expenses).toBe(-(done[0]?.as(Transaction).amount ?? 0));
  });
});
