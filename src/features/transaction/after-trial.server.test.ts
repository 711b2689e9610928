/** Finance stays open when the trial is over: an expired landlord can do all of it. */
import { expect, it } from 'vitest';
import {
  addedProperty,
  addedTransaction,
  broughtTransaction,
  landlord,
  listedTransactions,
} from '../../../test/landlords.ts';
import { newTransaction } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { BulkOutcome, Transaction } from './transaction.ts';

const EIGHT_DAYS = 8 * 24 * 60 * 60 * 1000;

it('an expired landlord lists, sums, adds, changes, removes, does many at once, and chooses a property', async () => {
  const ada = await landlord();
  const house = await addedProperty(ada, { address: '2 Mill Lane' });
  const [first, rent] = [await addedTransaction(ada), await broughtTransaction(ada)];
  await server.later(EIGHT_DAYS, async () => {
    expect((await ada.get('/api/properties')).outcome).toBe('402 trial_expired');
    expect((await ada.get('/api/properties/choices?q=mill')).text).toContain(house.id);
    const added = await ada.post('/api/transactions', newTransaction({ propertyId: house.id }));
    expect(added.status).toBe(201);
    const { id } = added.as(Transaction);
    expect((await ada.get(`/api/transactions/${id}`)).as(Transaction).propertyAddress).toBe('2 Mill Lane, Bristol');
    expect((await ada.patch(`/api/transactions/${id}`, { amount: 1 }, 1)).as(Transaction).amount).toBe(-1);
    const rows = [rent, first].map(({ id, version }) => ({ id, version }));
    const moved = await ada.post('/api/transactions/bulk', { rows, change: { propertyId: house.id } });
    expect(moved.as(BulkOutcome)).toEqual({ done: 2, left: [] });
    expect((await ada.delete(`/api/transactions/${id}`, 2)).status).toBe(204);
    expect((await listedTransactions(ada, `?propertyId=${house.id}`)).items.map(({ id }) => id)).toEqual([
      first.id,
      rent.id,
    ]);
    expect((await ada.get('/api/transactions/totals')).text).toContain('"count":2');
    expect((await ada.get('/api/transactions/summary')).text).toContain('"count":2');
  });
});
