import { describe, expect, it } from 'vitest';
import { fetchedAccount } from '../../../test/fixtures/bank-accounts.ts';
import {
  addedProperty,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { at, found, read } from '../../../test/fixtures/transactions.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { FinanceSummary, Transaction, TransactionTotals } from './transaction.ts';

describe('a deleted property', () => {
  const OF_HOME = { propertyId: null, propertyAddress: '3 Weir Road, Wells' };

  it('leaves its transactions with its last address and unchanged sums, and rejects a stale change', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { address: '2 Mill Lane', city: 'Bath' });
    const other = await addedProperty(ada);
    const bill = await addedTransaction(ada, { propertyId: home.id, status: 'pending', date: '2020-01-01' });
    const rent = await importedTransaction(ada, { propertyId: home.id });
    const elsewhere = await addedTransaction(ada, { propertyId: other.id });
    const Sums = TransactionTotals.omit({ asOf: true });
    const sums = async (of: string) => (await ada.get(`/api/transactions/totals?propertyId=${of}`)).as(Sums);
    const summary = async () => (await ada.get('/api/transactions/summary')).as(FinanceSummary);
    const before = { summary: await summary(), home: await sums(home.id), other: await sums(other.id) };
    await ada.put(`/api/properties/${home.id}`, newProperty({ address: '3 Weir Road', city: 'Wells' }), 1);
    expect((await read(ada, bill)).propertyAddress).toBe('3 Weir Road, Wells');
    expect((await ada.delete(`/api/properties/${home.id}`, 2)).status).toBe(204);
    expect(await read(ada, bill)).toEqual({ ...bill, ...OF_HOME, version: 2 });
    expect(await read(ada, rent)).toEqual({ ...rent, ...OF_HOME, version: 2 });
    expect(await read(ada, elsewhere)).toEqual(elsewhere);
    expect({ summary: await summary(), home: await sums('none'), other: await sums(other.id) }).toEqual(before);
    expect(await sums(home.id)).toEqual({ count: 0, income: 0, expenses: 0 });
    for (const asked of ['propertyId=none', 'q=weir%20road,%20we'])
      expect(await found(ada, asked)).toEqual([bill.id, rent.id].sort());
    expect(await found(ada, 'q=mill')).toEqual([]);
    expect((await ada.patch(at(bill), { propertyId: home.id }, 2)).outcome).toBe('422 invalid_input');
    expect((await ada.patch(at(bill), { amount: 5 }, 1)).outcome).toBe('409 conflict');

    const renamed = (await ada.patch(at(rent), { category: 'other' }, 2)).as(Transaction);
    expect(renamed).toEqual({ ...rent, ...OF_HOME, category: 'other', version: 3 });
    const freed = (await ada.patch(at(rent), { propertyId: null }, 3)).as(Transaction);
    expect(freed).toMatchObject({ propertyId: null, propertyAddress: null, version: 4 });
    const moved = (await ada.patch(at(bill), { propertyId: other.id }, 2)).as(Transaction);
    expect(moved.propertyAddress).toBe('14 Chandos Terrace, Bristol');
    const kept = await query<{ id: string }>(
      server.database,
      `select distinct property_id as id from app.transaction_totals
       where user_id = $1 and property_id <> app.no_property() and count > 0`,
      [ada.id],
    );
    expect(kept).toEqual([{ id: other.id }]);
  });

  it('rejects a concurrent expense, or keeps it with the address', async () => {
    const ada = await landlord();
    for (let round = 0; round < 5; round++) {
      const home = await addedProperty(ada, { address: `${round} Mill Lane`, city: 'Bath' });
      const bill = await addedTransaction(ada, { description: `Round ${round}` });
      const [added, changed, gone] = await Promise.all([
        ada.post('/api/transactions', { ...bill, propertyId: home.id }),
        ada.patch(at(bill), { propertyId: home.id }, 1),
        ada.delete(`/api/properties/${home.id}`, 1),
      ]);
      expect(gone?.status).toBe(204);
      expect(added?.status).toBeOneOf([201, 422]);
      expect(changed?.status).toBeOneOf([200, 422]);
      const kept = [added, changed].filter((answer) => answer && answer.status < 300).length;
      expect(await found(ada, `q=${round}%20Mill%20Lane`)).toHaveLength(kept);
      expect(await found(ada, `propertyId=${home.id}`)).toEqual([]);
    }
  });
});

const FIRST = '00000000-0000-7000-8000-000000000001';
const SECOND = '00000000-0000-7000-8000-000000000002';

/** Stores two rows in reverse id order, so that a deletion would lock the rows in another order than a bulk change. */
async function twoTransactions({ id }: Landlord, { property, account }: { property?: string; account?: string }) {
  await query(server.database, 'delete from transactions where id = any($1)', [[FIRST, SECOND]]);
  for (const [row, date] of [
    [SECOND, '2026-11-02'],
    [FIRST, '2026-11-01'],
  ])
    await query(
      server.database,
      `insert into transactions (id, user_id, property_id, bank_account_id, amount, description, date, category, type)
       values ($1, $2, $3, $4, -1, 'Fee', $5, 'other', 'expense')`,
      [row, id, property, account, date],
    );
}

/** Deletes `path` while another connection holds the first row and then locks the second, as a bulk change does. */
function deletedDuringBulkChange(ada: Landlord, path: string) {
  return concurrently(async (other) => {
    const lock = (id: string) => other.query('select from transactions where id = $1 for update', [id]);
    await lock(FIRST);
    const removing = ada.delete(path, 1);
    await waitsForLock();
    await lock(SECOND);
    await other.query('commit');
    return removing;
  });
}

describe('deleting an owner of transactions', () => {
  it('waits for a bulk change without deadlock', async () => {
    const ada = await landlord();
    const [home, account] = [await addedProperty(ada), await fetchedAccount(ada)];
    await twoTransactions(ada, { property: home.id });
    expect((await deletedDuringBulkChange(ada, `/api/properties/${home.id}`)).outcome).toBe('served');
    await twoTransactions(ada, { account });
    expect((await deletedDuringBulkChange(ada, `/api/bank-accounts/${account}`)).outcome).toBe('served');
  });

  it('detaches 10,000 transactions at a time while sums are being updated', async () => {
    const ada = await landlord();
    const [home, account] = [await addedProperty(ada), await fetchedAccount(ada)];
    await query(
      server.database,
      `insert into transactions (user_id, property_id, bank_account_id, amount, description, date, category, type)
       select $1, $2, $3, -1, 'Fee', '2026-11-01', 'other', 'expense' from generate_series(1, 10100)`,
      [ada.id, home.id, account],
    );
    expect((await ada.delete(`/api/bank-accounts/${account}`, 1)).outcome).toBe('served');
    expect((await ada.delete(`/api/properties/${home.id}`, home.version)).outcome).toBe('served');
    const left = await query(
      server.database,
      `select count(*)::int as count, bank_account_id, property_id, property_address as address from transactions
       where user_id = $1 group by 2, 3, 4`,
      [ada.id],
    );
    const address = '14 Chandos Terrace, Bristol';
    expect(left).toEqual([{ count: 10_100, bank_account_id: null, property_id: null, address }]);
    const steps = await query<{ columns: string[]; count: number }>(
      server.database,
      `select columns, record_count::int as count from activity where user_id = $1 and noun = 'transaction' and action = 'changed' order by id`,
      [ada.id],
    );
    const of = (column: string) => [10_000, 100].map((count) => ({ columns: [column], count }));
    expect(steps).toEqual([...of('bank_account_id'), ...of('property_id')]);
    const sums = await query(
      server.database,
      'select distinct slot, sum(count)::int as count from app.transaction_totals where user_id = $1 group by slot',
      [ada.id],
    );
    expect(sums).toEqual([{ slot: 8, count: 10_100 }]);
  }, 120_000);
});
