/** Every amount is kept to the penny: from the body of a request to the database, to lists and sums, and back. */
import { fc } from 'fast-check';
import { expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedTransaction, broughtTransaction, landlord, listedTransactions } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { MAX_PENCE } from '../../shared/money.ts';
import { Transaction, TransactionTotals } from './transaction.ts';

const SEED = 20_261_121;

/** Pounds as the database writes them, made from digits alone. */
function pounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Amounts of every length, and those that binary fractions are bad at. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: MAX_PENCE }),
  fc.integer({ min: 1, max: 10_000 }),
  fc.constantFrom(1, 10, 29, 57, 58, 115, 1_005, 8_165, 100_000_001, 4_503_599_627, MAX_PENCE - 1, MAX_PENCE),
);

it(`an expense is to the penny what was entered, wherever it is read (seed ${SEED})`, async () => {
  const ada = await landlord();
  const read = async (id: string) => (await ada.get(`/api/transactions/${id}`)).as(Transaction);
  await fc.assert(
    fc.asyncProperty(amounts, amounts, fc.boolean(), async (entered, corrected, below) => {
      const added = await addedTransaction(ada, { amount: below ? -entered : entered });
      const search = `?propertyId=none&limit=1`;
      const steps = [[entered, added]] as [number, Transaction][];
      const change = { amount: below ? corrected : -corrected };
      for (const [pence, answered] of steps) {
        expect(answered.amount).toBe(-pence);
        expect((await read(added.id)).amount).toBe(-pence);
        expect((await listedTransactions(ada, search)).items[0]?.amount).toBe(-pence);
        const totals = (await ada.get('/api/transactions/totals?q=boiler')).as(TransactionTotals);
        expect(totals).toEqual({ count: 1, income: 0, expenses: pence });
        const [row] = await query(server.database, 'select amount::text from transactions where id = $1', [added.id]);
        expect(row).toEqual({ amount: pounds(-pence) });
        if (steps.length === 1) {
          steps.push([corrected, (await ada.patch(`/api/transactions/${added.id}`, change, 1)).as(Transaction)]);
        }
      }
      expect((await ada.delete(`/api/transactions/${added.id}`, 2)).status).toBe(204);
    }),
    { seed: SEED, numRuns: 60 },
  );
});

it('sums are exact far beyond what one amount can be', async () => {
  const ada = await landlord();
  const added = Array.from({ length: 30 }, () => addedTransaction(ada, { amount: MAX_PENCE }));
  const brought = Array.from({ length: 30 }, () => broughtTransaction(ada, { amount: MAX_PENCE }));
  await Promise.all([...added, ...brought]);
  await addedTransaction(ada, { amount: 1 });
  const wanted = { count: 61, income: 299_999_999_970, expenses: 299_999_999_971 };
  expect((await ada.get('/api/transactions/totals')).as(TransactionTotals)).toEqual(wanted);
  expect((await ada.get('/api/transactions/totals?status=completed')).as(TransactionTotals)).toEqual(wanted);
  expect(JSON.parse((await ada.get('/api/transactions/summary')).text)).toMatchObject(wanted);
});
