/** What the database remembers of money: amounts that can be read, account numbers only masked, and of many rows how many. */
import { describe, expect, it } from 'vitest';
import { addedBankAccount, fetchedAccount } from './bank-accounts.ts';
import { query } from './database.ts';
import { rowsWith } from './everything.ts';
import { addedProperty, addedTransaction, type Landlord, landlord } from './landlords.ts';
import { server } from './server.ts';

type Row = Record<'actor_id' | 'noun' | 'action' | 'record_id' | 'about' | 'label', string | null> & {
  record_count: string;
  columns: string[] | null;
  changes: Record<string, [unknown, unknown]> | null;
};

/** What the landlord's activity says of a noun, newest first. */
function activityOf({ id }: Landlord, noun: string): Promise<Row[]> {
  return query<Row>(server.database, 'select * from activity where user_id = $1 and noun = $2 order by id desc', [
    id,
    noun,
  ]);
}

const path = ({ id }: { id: string }) => `/api/transactions/${id}`;

describe('the activity of a transaction', () => {
  it('says who added, changed and removed it, with the amounts in pounds, and of which property it is', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const expense = await addedTransaction(ada, { propertyId: house.id, amount: 3_862, description: 'Gutters' });
    await ada.patch(path(expense), { amount: 4_000, status: 'pending', date: '2026-11-20' }, 1);
    await ada.delete(path(expense), 2);
    const one = { actor_id: ada.id, record_id: expense.id, record_count: '1', about: house.id, label: 'Gutters' };
    const rows = await activityOf(ada, 'transaction');
    expect(rows).toMatchObject([
      { ...one, action: 'removed', changes: null },
      { ...one, action: 'changed' },
      { ...one, action: 'added', changes: null },
    ]);
    expect(rows[1]?.changes).toEqual({
      amount: [-38.62, -40],
      date: ['2026-11-12', '2026-11-20'],
      status: ['completed', 'pending'],
    });
  });

  it('names nothing that the database works out by itself', async () => {
    const ada = await landlord();
    const { id } = await addedTransaction(ada, { amount: 100 });
    expect((await ada.patch(path({ id }), { amount: 200, description: 'Two pounds' }, 1)).status).toBe(200);
    const [row] = await activityOf(ada, 'transaction');
    expect(row?.columns).toEqual(['amount', 'description']);
  });

  it('says nothing of a change that changes nothing', async () => {
    const ada = await landlord();
    const { id } = await addedTransaction(ada, { amount: 100 });
    expect((await ada.patch(path({ id }), { amount: -100 }, 1)).status).toBe(200);
    expect((await activityOf(ada, 'transaction')).map(({ action }) => action)).toEqual(['added']);
  });

  it('of many at once is one row that says how many', async () => {
    const ada = await landlord();
    const many = [await addedTransaction(ada), await addedTransaction(ada), await addedTransaction(ada)];
    const rows = many.map(({ id, version }) => ({ id, version }));
    await ada.post('/api/transactions/bulk', { rows, change: { category: 'tax' } });
    expect(await activityOf(ada, 'transaction')).toMatchObject([
      { action: 'changed', record_count: '3', record_id: null, label: null, columns: ['category'], changes: null },
      ...many.map(() => ({ action: 'added', record_count: '1' })),
    ]);
  });

  it('of a property that is deleted is one change of all of them, beside the end of the property', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await addedTransaction(ada, { propertyId: house.id });
    await addedTransaction(ada, { propertyId: house.id });
    await ada.delete(`/api/properties/${house.id}`, house.version);
    expect((await activityOf(ada, 'transaction'))[0]).toMatchObject({
      action: 'changed',
      record_count: '2',
      columns: ['property_id'],
      changes: null,
    });
    expect((await activityOf(ada, 'property'))[0]).toMatchObject({ action: 'removed', record_id: house.id });
  });

  it('is not in the history of its property, which tells of the property', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const expense = await addedTransaction(ada, { propertyId: house.id });
    await ada.patch(path(expense), { amount: 1 }, 1);
    const history = await ada.get(`/api/properties/${house.id}/history`);
    expect(JSON.parse(history.text)).toMatchObject({
      items: [{ noun: 'property', action: 'added' }],
      nextCursor: null,
    });
  });
});

describe('the activity of a bank account', () => {
  it('says which was added and removed, by its name, and its full number stands nowhere', async () => {
    const ada = await landlord();
    const account = await addedBankAccount(ada, { accountNumber: '6180 3398', sortCode: '57-72-15' });
    await ada.delete(`/api/bank-accounts/${account.id}`, account.version);
    expect(await activityOf(ada, 'bank account')).toMatchObject([
      { action: 'removed', label: 'Personal Account', actor_id: ada.id, record_id: account.id },
      { action: 'added', label: 'Personal Account', actor_id: ada.id, record_id: account.id },
    ]);
    expect(await rowsWith(server.database, ['61803398', '6180 3398', '577215', '57-72-15'])).toEqual({});
  });

  it('that is removed is told of its transactions as one change, and they stay', async () => {
    const ada = await landlord();
    const id = await fetchedAccount(ada, { transactions: 3 });
    expect((await ada.delete(`/api/bank-accounts/${id}`, 1)).status).toBe(204);
    const [row] = await activityOf(ada, 'transaction');
    expect(row).toMatchObject({ action: 'changed', record_count: '3', columns: ['bank_account_id'] });
    const [left] = await query(server.database, 'select count(*)::int as count from transactions where user_id = $1', [
      ada.id,
    ]);
    expect(left).toEqual({ count: 3 });
  });
});
