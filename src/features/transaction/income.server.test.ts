/** Income comes from a bank: a landlord gives it a property and a category, and nothing else of it can be changed, nor it be deleted. */
import { describe, expect, it } from 'vitest';
import { addedProperty, addedTransaction, broughtTransaction, landlord } from '../../../test/landlords.ts';
import { newTransaction } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { CATEGORIES, FinanceSummary, Transaction } from './transaction.ts';

const at = ({ id }: { id: string }) => `/api/transactions/${id}`;
const LOCKED = 'Income cannot be changed here: only its property and category can.';

describe('income', () => {
  it('is given a property, another, and none again; its amount stays', async () => {
    const ada = await landlord();
    const [house, flat] = [await addedProperty(ada), await addedProperty(ada, { address: '2 Mill Lane' })];
    const rent = await broughtTransaction(ada);
    const first = (await ada.patch(at(rent), { propertyId: house.id }, 1)).as(Transaction);
    expect(first).toEqual({
      ...rent,
      propertyId: house.id,
      propertyAddress: '14 Chandos Terrace, Bristol',
      version: 2,
    });
    const second = (await ada.patch(at(rent), { propertyId: flat.id }, 2)).as(Transaction);
    expect(second).toEqual({ ...rent, propertyId: flat.id, propertyAddress: '2 Mill Lane, Bristol', version: 3 });
    expect((await ada.patch(at(rent), { propertyId: null }, 3)).as(Transaction)).toEqual({ ...rent, version: 4 });
  });

  it.each(CATEGORIES)('may be of category %s', async (category) => {
    const ada = await landlord();
    const income = await broughtTransaction(ada, { category: 'refund' });
    expect((await ada.patch(at(income), { category }, 1)).as(Transaction)).toEqual({ ...income, category, version: 2 });
  });

  it('may be nothing at all, as a bank may bring it, and is income still', async () => {
    const ada = await landlord();
    const nothing = await broughtTransaction(ada, { amount: 0 });
    const changed = (await ada.patch(at(nothing), { category: 'other' }, 1)).as(Transaction);
    expect(changed).toMatchObject({ type: 'income', amount: 0 });
  });

  it.each([
    ['amount', { amount: 5 }],
    ['the amount that it has', { amount: 145_000 }],
    ['description', { description: 'Gift' }],
    ['date', { date: '2026-11-01' }],
    ['status', { status: 'pending' }],
  ])('keeps its %s, and says so', async (_, change) => {
    const ada = await landlord();
    const [rent, house] = [await broughtTransaction(ada), await addedProperty(ada)];
    const before = await snapshot(server.database);
    const fields = Object.fromEntries(Object.keys(change).map((field) => [field, LOCKED]));
    for (const also of [{}, { category: 'other' }, { propertyId: house.id }]) {
      const answer = await ada.patch(at(rent), { ...change, ...also }, 1);
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    }
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('keeps all that an expense may change, each said beside its field', async () => {
    const ada = await landlord();
    const rent = await broughtTransaction(ada);
    const answer = await ada.patch(at(rent), newTransaction(), 1);
    expect(answer.fields).toEqual({ amount: LOCKED, description: LOCKED, date: LOCKED, status: LOCKED });
    expect((await ada.get(at(rent))).as(Transaction)).toEqual(rent);
  });

  it('cannot be deleted, and says so', async () => {
    const ada = await landlord();
    const rent = await broughtTransaction(ada);
    const answer = await ada.delete(at(rent), 1);
    expect(answer.outcome).toBe('422 invalid_input');
    expect(answer.text).toContain('Only expenses can be deleted.');
    expect((await ada.get(at(rent))).as(Transaction)).toEqual(rent);
    const { income, count } = (await ada.get('/api/transactions/summary')).as(FinanceSummary);
    expect([count, income]).toEqual([1, 145_000]);
  });

  it('is as unknown to another landlord as what nobody has, whatever they ask of it', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const rent = await broughtTransaction(ada);
    const answers = [
      await bob.patch(at(rent), { amount: 5 }, 1),
      await bob.delete(at(rent), 1),
      await bob.get(at(rent)),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(3).fill('404 not_found'));
  });
});

describe('an expense that a bank brought as rent', () => {
  it('may stay rent, be something else, and then be rent no more', async () => {
    const ada = await landlord();
    const brought = await broughtTransaction(ada, { amount: -5_000, category: 'rent' });
    const same = await ada.patch(at(brought), { category: 'rent', amount: 6_000 }, 1);
    expect(same.as(Transaction)).toMatchObject({ category: 'rent', amount: -6_000 });
    expect((await ada.patch(at(brought), { category: 'other' }, 2)).status).toBe(200);
    const back = await ada.patch(at(brought), { category: 'rent' }, 3);
    expect([back.outcome, back.fields]).toEqual(['422 invalid_input', { category: 'Rent is a category of income' }]);
  });

  it('is deleted as any other', async () => {
    const ada = await landlord();
    const [brought, kept] = [await broughtTransaction(ada, { amount: -5_000 }), await addedTransaction(ada)];
    expect((await ada.delete(at(brought), 1)).status).toBe(204);
    expect((await ada.get('/api/transactions/summary')).as(FinanceSummary).expenses).toBe(-kept.amount);
  });
});
