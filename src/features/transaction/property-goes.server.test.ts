/** A property that is deleted leaves its transactions behind, with its address: no sum changes. */
import { expect, it } from 'vitest';
import {
  addedProperty,
  addedTransaction,
  broughtTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/landlords.ts';
import { newProperty } from '../../../test/make.ts';
import { FinanceSummary, Transaction, TransactionTotals } from './transaction.ts';

const at = ({ id }: { id: string }) => `/api/transactions/${id}`;
const read = async (ada: Landlord, one: { id: string }) => (await ada.get(at(one))).as(Transaction);
const totals = async (ada: Landlord, asked = '') =>
  (await ada.get(`/api/transactions/totals?${asked}`)).as(TransactionTotals);
const found = async (ada: Landlord, asked: string) =>
  (await listedTransactions(ada, `?${asked}`)).items.map(({ id }) => id).sort();

/** An expense and income of a property, and an expense of another. */
async function housed(ada: Landlord) {
  const house = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
  const other = await addedProperty(ada, { address: '14 Chandos Terrace', city: 'Bristol' });
  return {
    house,
    other,
    bill: await addedTransaction(ada, { propertyId: house.id, status: 'pending', date: '2020-01-01' }),
    rent: await broughtTransaction(ada, { propertyId: house.id }),
    elsewhere: await addedTransaction(ada, { propertyId: other.id }),
  };
}
const OF_HOUSE = { propertyId: null, propertyAddress: '2 Mill Lane, Bath' };

it('they stay, and say where they were; card, total and filter count them as before, or as of no property', async () => {
  const ada = await landlord();
  const { house, other, bill, rent, elsewhere } = await housed(ada);
  const before = (await ada.get('/api/transactions/summary')).as(FinanceSummary);
  const [ofHouse, ofOther] = [await totals(ada, `propertyId=${house.id}`), await totals(ada, `propertyId=${other.id}`)];
  expect((await ada.delete(`/api/properties/${house.id}`, 1)).status).toBe(204);

  expect(await read(ada, bill)).toEqual({ ...bill, ...OF_HOUSE, version: 2 });
  expect(await read(ada, rent)).toEqual({ ...rent, ...OF_HOUSE, version: 2 });
  expect(await read(ada, elsewhere)).toEqual(elsewhere);
  expect((await ada.get('/api/transactions/summary')).as(FinanceSummary)).toEqual(before);
  expect(await totals(ada, 'propertyId=none')).toEqual(ofHouse);
  expect(await totals(ada, `propertyId=${other.id}`)).toEqual(ofOther);
  expect(await totals(ada, `propertyId=${house.id}`)).toEqual({ count: 0, income: 0, expenses: 0 });
  expect(await found(ada, 'propertyId=none')).toEqual([bill.id, rent.id].sort());
  for (const q of ['MILL LANE', 'bath', 'lane, ba']) {
    const search = `q=${encodeURIComponent(q)}`;
    expect(await found(ada, search)).toEqual([bill.id, rent.id].sort());
    expect((await totals(ada, search)).count).toBe(2);
  }
});

it('they say where the property is now for as long as it is there, also after it was renamed', async () => {
  const ada = await landlord();
  const { house, bill, rent } = await housed(ada);
  await ada.put(`/api/properties/${house.id}`, newProperty({ address: '3 Weir Road', city: 'Wells' }), 1);
  expect((await read(ada, bill)).propertyAddress).toBe('3 Weir Road, Wells');
  expect(await found(ada, 'q=weir')).toEqual([bill.id, rent.id].sort());
  expect(await found(ada, 'q=mill')).toEqual([]);
  await ada.delete(`/api/properties/${house.id}`, 2);
  expect((await read(ada, bill)).propertyAddress).toBe('3 Weir Road, Wells');
});

it('they can be given another property, or be of none; then the old address is told no more', async () => {
  const ada = await landlord();
  const { house, other, bill, rent } = await housed(ada);
  await ada.delete(`/api/properties/${house.id}`, 1);
  const moved = (await ada.patch(at(bill), { propertyId: other.id }, 2)).as(Transaction);
  expect(moved).toEqual({ ...bill, propertyId: other.id, propertyAddress: '14 Chandos Terrace, Bristol', version: 3 });
  const renamed = (await ada.patch(at(rent), { category: 'other' }, 2)).as(Transaction);
  expect(renamed).toEqual({ ...rent, ...OF_HOUSE, category: 'other', version: 3 });
  const freed = (await ada.patch(at(rent), { propertyId: null }, 3)).as(Transaction);
  expect(freed).toEqual({ ...rent, category: 'other', propertyId: null, propertyAddress: null, version: 4 });
  expect(await found(ada, 'q=mill')).toEqual([]);
  await ada.delete(`/api/properties/${other.id}`, 1);
  expect((await read(ada, bill)).propertyAddress).toBe('14 Chandos Terrace, Bristol');
});

it('whoever has one of them open is told that it has changed', async () => {
  const ada = await landlord();
  const { house, bill } = await housed(ada);
  await ada.delete(`/api/properties/${house.id}`, 1);
  expect((await ada.patch(at(bill), { propertyId: house.id }, 2)).outcome).toBe('422 invalid_input');
  expect((await ada.patch(at(bill), { amount: 5 }, 1)).outcome).toBe('409 changed_meanwhile');
});

it('an expense that is entered for it at the same moment is refused, or stays with its address', async () => {
  const ada = await landlord();
  for (let round = 0; round < 10; round++) {
    const house = await addedProperty(ada, { address: `${round} Mill Lane`, city: 'Bath' });
    const bill = await addedTransaction(ada, { description: `Round ${round}` });
    const [added, changed, gone] = await Promise.all([
      ada.post('/api/transactions', { ...bill, propertyId: house.id }),
      ada.patch(at(bill), { propertyId: house.id }, 1),
      ada.delete(`/api/properties/${house.id}`, 1),
    ]);
    expect(gone?.status).toBe(204);
    expect(added?.status).toBeOneOf([201, 422]);
    expect(changed?.status).toBeOneOf([200, 422]);
    const kept = [added, changed].filter((answer) => answer && answer.status < 300).length;
    expect(await found(ada, `q=${round}%20Mill%20Lane`)).toHaveLength(kept);
    expect(await found(ada, `propertyId=${house.id}`)).toEqual([]);
  }
});
