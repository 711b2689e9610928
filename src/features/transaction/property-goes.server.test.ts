/** A property that is deleted leaves its transactions, with its address as text, so that no figure changes. */
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import {
  addedProperty,
  addedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/landlords.ts';
import { newTransaction } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { beside, waitsForLock } from '../../../test/waiting.ts';
import { FinanceSummary, TransactionTotals } from './transaction.ts';

const houseAt = ({ id }: { id: string }) => `/api/properties/${id}`;
const summaryOf = async (ada: Landlord) => (await ada.get('/api/transactions/summary')).as(FinanceSummary);
const totalsOf = async (ada: Landlord, search = '') =>
  (await ada.get(`/api/transactions/totals${search}`)).as(TransactionTotals);

/** Rent, as an import would bring it. */
async function income(ada: Landlord, { id }: { id: string }): Promise<void> {
  await query(
    server.database,
    `insert into transactions (user_id, property_id, amount, description, date, category, type, external_id)
     values ($1, $2, 1850, 'Rent', '2026-11-01', 'rent', 'income', gen_random_uuid())`,
    [ada.id, id],
  );
}

describe('the transactions of a property that is deleted', () => {
  it('stay, each with the address and city as they last were, and can still be found by them', async () => {
    const ada = await landlord();
    const [house, flat] = [
      await addedProperty(ada, { address: '2 Mill Lane', city: 'Otley' }),
      await addedProperty(ada, { address: '9 High Street', city: 'Leeds' }),
    ];
    await income(ada, house);
    await addedTransaction(ada, { propertyId: house.id, status: 'pending' });
    const elsewhere = await addedTransaction(ada, { propertyId: flat.id });
    const nowhere = await addedTransaction(ada);
    const before = (await listedTransactions(ada)).items;
    expect((await ada.delete(houseAt(house), 1)).status).toBe(204);
    const after = (await listedTransactions(ada)).items;
    expect(after).toEqual(
      before.map((one) => (one.propertyId === house.id ? { ...one, propertyId: null, version: one.version + 1 } : one)),
    );
    expect(after.filter(({ propertyAddress }) => propertyAddress === '2 Mill Lane, Otley')).toHaveLength(2);
    expect(after).toEqual(expect.arrayContaining([elsewhere, nowhere]));
    expect((await listedTransactions(ada, '?q=mill+lane%2C+otley')).items).toHaveLength(2);
    expect((await listedTransactions(ada, '?propertyId=none')).items).toHaveLength(3);
  });

  it('count as before, in every card and sum', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await income(ada, house);
    await addedTransaction(ada, { propertyId: house.id, amount: 3_862 });
    await addedTransaction(ada, { propertyId: house.id, amount: 41_280, status: 'pending', date: '2020-01-01' });
    await addedTransaction(ada, { amount: 1 });
    const [summary, totals] = [await summaryOf(ada), await totalsOf(ada)];
    expect(summary).toMatchObject({ count: 4, income: 185_000, expenses: 45_143, overdue: { amount: 41_280 } });
    expect((await ada.delete(houseAt(house), 1)).status).toBe(204);
    expect(await summaryOf(ada)).toEqual(summary);
    expect(await totalsOf(ada)).toEqual(totals);
    expect(await totalsOf(ada, '?propertyId=none')).toEqual(totals);
    expect(await totalsOf(ada, `?propertyId=${house.id}`)).toEqual({ count: 0, income: 0, expenses: 0 });
  });

  it('are told in the activity as one change, beside the end of the property', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await addedTransaction(ada, { propertyId: house.id });
    await addedTransaction(ada, { propertyId: house.id });
    await ada.delete(houseAt(house), 1);
    const rows = await query(
      server.database,
      'select noun, action, record_count::int as count, columns from activity where user_id = $1 order by id desc limit 2',
      [ada.id],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { noun: 'property', action: 'removed', count: 1, columns: null },
        { noun: 'transaction', action: 'changed', count: 2, columns: ['property_id'] },
      ]),
    );
  });

  it('stay with it when the deletion is taken back', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const expense = await addedTransaction(ada, { propertyId: house.id });
    expect((await ada.delete(houseAt(house), 7)).outcome).toBe('409 changed_meanwhile');
    expect((await listedTransactions(ada)).items).toEqual([expense]);
  });
});

describe('an expense that is being added to a property while it is deleted', () => {
  it('is refused at its field when the property has gone first', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const answer = await beside(async (other) => {
      await other.query('delete from properties where id = $1', [house.id]);
      const adding = ada.post('/api/transactions', newTransaction({ propertyId: house.id }));
      await waitsForLock();
      await other.query('commit');
      return adding;
    });
    expect([answer.outcome, Object.keys(answer.fields)]).toEqual(['422 invalid_input', ['propertyId']]);
    expect(await totalsOf(ada)).toEqual({ count: 0, income: 0, expenses: 0 });
  });

  it('keeps the address when it was there first', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    const answer = await beside(async (other) => {
      await other.query(`select set_config('app.user_id', $1, true)`, [ada.id]);
      await other.query('select from properties where id = $1 for key share', [house.id]);
      await other.query(
        `insert into transactions (property_id, amount, description, date, category, type)
         values ($1, -1, 'Just now', '2026-11-21', 'other', 'expense')`,
        [house.id],
      );
      const deleting = ada.delete(houseAt(house), 1);
      await waitsForLock();
      await other.query('commit');
      return deleting;
    });
    expect(answer.status).toBe(204);
    expect((await listedTransactions(ada)).items).toMatchObject([
      { description: 'Just now', propertyId: null, propertyAddress: '14 Chandos Terrace, Bristol' },
    ]);
    expect(await totalsOf(ada, '?propertyId=none')).toEqual({ count: 1, income: 0, expenses: 100 });
  });
});
