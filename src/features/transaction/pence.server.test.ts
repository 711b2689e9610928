/** Every amount is kept to the penny: from the body of a request to the database, to lists and sums, and back. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedTransaction, broughtTransaction, landlord, listedTransactions } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { MAX_PENCE } from '../../shared/money.ts';
import { FinanceSummary, Transaction, TransactionTotals } from './transaction.ts';

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
  const everywhere = async ({ id }: { id: string }) => {
    const [row] = await query<{ amount: string }>(
      server.database,
      'select amount::text from transactions where id = $1',
      [id],
    );
    return {
      kept: row?.amount,
      read: (await ada.get(`/api/transactions/${id}`)).as(Transaction).amount,
      listed: (await listedTransactions(ada, '?sort=highest')).items.map(({ amount }) => amount),
      found: (await ada.get('/api/transactions/totals?q=boiler')).as(TransactionTotals).expenses,
      card: (await ada.get('/api/transactions/summary')).as(FinanceSummary).expenses,
    };
  };
  const of = (pence: number) => ({ kept: pounds(-pence), read: -pence, listed: [-pence], found: pence, card: pence });
  await fc.assert(
    fc.asyncProperty(amounts, amounts, fc.constantFrom(1, -1), async (entered, corrected, sign) => {
      const added = await addedTransaction(ada, { amount: sign * entered });
      expect([added.amount, await everywhere(added)]).toEqual([-entered, of(entered)]);
      const answer = await ada.patch(`/api/transactions/${added.id}`, { amount: -sign * corrected }, 1);
      expect([answer.as(Transaction).amount, await everywhere(added)]).toEqual([-corrected, of(corrected)]);
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
  expect((await ada.get('/api/transactions/summary')).as(FinanceSummary)).toMatchObject(wanted);
});
