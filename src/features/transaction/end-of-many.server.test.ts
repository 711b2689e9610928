/** A property or a bank account goes while some of its transactions are being changed: neither stands in the way of the other. */
import { describe, expect, it } from 'vitest';
import { fetchedAccount } from '../../../test/bank-accounts.ts';
import { query } from '../../../test/database.ts';
import { addedProperty, addedTransaction, type Landlord, landlord } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { beside, waitsForLock } from '../../../test/waiting.ts';

const FIRST = '00000000-0000-7000-8000-000000000001';
const SECOND = '00000000-0000-7000-8000-000000000002';

type Home = { property?: string; account?: string };

/** Two of which the second by id stands first in the table, and in every index but that of ids. */
async function two(ada: Landlord, { property, account }: Home): Promise<void> {
  await query(server.database, 'delete from transactions where id = any($1)', [[FIRST, SECOND]]);
  for (const [id, date] of [
    [SECOND, '2026-11-02'],
    [FIRST, '2026-11-01'],
  ]) {
    await query(
      server.database,
      `insert into transactions (id, user_id, property_id, bank_account_id, amount, description, date, category, type)
       values ($1, $2, $3, $4, -1, 'Fee', $5, 'other', 'expense')`,
      [id, ada.id, property, account, date],
    );
  }
}

/** Removes what is at `path` while a change of many, which goes by id, has the first of them and is about to take the second. */
function whileBothChange(ada: Landlord, path: string) {
  return beside(async (other) => {
    const take = (id: string) => other.query('select from transactions where id = $1 for update', [id]);
    await take(FIRST);
    const removing = ada.delete(path, 1);
    await waitsForLock();
    await take(SECOND);
    await other.query('commit');
    return removing;
  });
}

describe('what goes while its transactions are changed', () => {
  it('waits its turn: a property', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada);
    await two(ada, { property: house.id });
    expect((await whileBothChange(ada, `/api/properties/${house.id}`)).outcome).toBe('served');
  });

  it('waits its turn: a bank account', async () => {
    const ada = await landlord();
    const account = await fetchedAccount(ada);
    await two(ada, { account });
    expect((await whileBothChange(ada, `/api/bank-accounts/${account}`)).outcome).toBe('served');
  });
});

describe('what goes with very many transactions', () => {
  it('leaves them some thousand at a time, so that no statement takes too long: a property, a bank account', async () => {
    const ada = await landlord();
    const [house, account] = [await addedProperty(ada), await fetchedAccount(ada)];
    await query(
      server.database,
      `insert into transactions (user_id, property_id, bank_account_id, amount, description, date, category, type)
       select $1, $2, $3, -1, 'Fee', '2026-11-01', 'other', 'expense' from generate_series(1, 10100)`,
      [ada.id, house.id, account],
    );
    expect((await ada.delete(`/api/bank-accounts/${account}`, 1)).outcome).toBe('served');
    expect((await ada.delete(`/api/properties/${house.id}`, house.version)).outcome).toBe('served');
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
    const of = (column: string) => [5_000, 5_000, 100].map((count) => ({ columns: [column], count }));
    expect(steps).toEqual([...of('bank_account_id'), ...of('property_id')]);
  }, 120_000);
});

it('Nothing of a property that is gone is left in the sums', async () => {
  const ada = await landlord();
  const [house, flat] = [await addedProperty(ada), await addedProperty(ada)];
  await addedTransaction(ada, { propertyId: house.id });
  await addedTransaction(ada, { propertyId: flat.id });
  await ada.delete(`/api/properties/${house.id}`, house.version);
  const kept = await query<{ id: string }>(
    server.database,
    'select property_id as id from app.transaction_totals where user_id = $1 and property_id <> app.no_property()',
    [ada.id],
  );
  expect(kept).toEqual([{ id: flat.id }]);
});
