/** Concurrent saves lock property, tenants, transactions and tenancies in this order, by id, to avoid deadlocks. */
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newProperty } from '../../../test/fixtures/make.ts';
import { addedTenancy, paid } from '../../../test/fixtures/tenancies.ts';
import { asRole, query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PropertyRecord } from '../property/property.ts';
import { type SplitInput, SplitOutcome } from '../transaction/split/split.ts';
import { Transaction } from '../transaction/transaction.ts';

/** Calls `send`, which waits for a row lock, and releases the lock after `then`. */
async function whileHeld<T>(
  { table, id }: { table: string; id: string | undefined },
  send: () => Promise<T>,
  then: (owner: pg.Client) => Promise<unknown>,
): Promise<T> {
  const owner = new pg.Client(asRole(server.database, 'owner'));
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('begin');
  await owner.query(`select from ${table} where id = $1 for update`, [id]);
  const sent = send();
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = `select from pg_stat_activity where ${rows[0]?.pid} = any (pg_blocking_pids(pid))`;
  await vi.waitFor(async () => expect(await query(server.database, waiting)).not.toEqual([]), 30_000);
  await then(owner);
  await owner.query('commit');
  return sent;
}

const isFree = (table: string, id: string) => (owner: pg.Client) =>
  owner.query(`select from ${table} where id = $1 for update nowait`, [id]);

const removed = async (owner: Landlord, path: string) => {
  const { headers } = await owner.get(path);
  return owner.send('DELETE', path, { headers: { 'if-match': headers.get('etag') ?? '' } });
};

it('locks the tenants of a deleted property by id, and before their tenancy', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'] });
  const [first = '', second = ''] = tenancy.tenants.map(({ id }) => id).sort();
  // The update stores the first tenant physically after the second.
  await query(server.database, `update tenants set phone = phone || ' ' where id = '${first}'`);
  const remove = () => removed(ada, `/api/properties/${tenancy.propertyId}`);
  const { status } = await whileHeld({ table: 'tenants', id: first }, remove, async (owner) => {
    await isFree('tenants', second)(owner);
    await isFree('tenancies', tenancy.id)(owner);
  });
  expect(status).toBe(204);
});

it('locks the tenants of a property whose address changes by id, and before their tenancy', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { names: ['Ben', 'Aisha'] });
  const [first = '', second = ''] = tenancy.tenants.map(({ id }) => id).sort();
  await query(server.database, `update tenants set phone = phone || ' ' where id = '${first}'`);
  const path = `/api/properties/${tenancy.propertyId}`;
  const { version } = (await ada.get(path)).as(PropertyRecord);
  const put = () => ada.put(path, newProperty({ address: '2 Elsewhere' }), version);
  const { status } = await whileHeld({ table: 'tenants', id: first }, put, isFree('tenants', second));
  expect(status).toBe(200);
});

it('locks the transactions of an undo before their tenancies, and these by id', async () => {
  const ada = await landlord();
  const [one, other] = [await addedTenancy(ada), await addedTenancy(ada)].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (!one || !other) throw new Error('Two tenancies were added');
  const [payment] = await paid(ada, other, ['2025-01-02', 120_000]);
  if (!payment) throw new Error('A payment was recorded');
  const rent = { category: 'rent', description: 'Rent', propertyId: null } as const;
  const parts = [
    { ...rent, amount: 70_000, tenancyId: other.id },
    { ...rent, amount: 50_000, tenancyId: one.id },
  ] satisfies SplitInput['parts'];
  const split = async ({ id, version }: Pick<Transaction, 'id' | 'version'>) =>
    (await ada.post('/api/transactions/split', { rows: [{ id, version }], parts })).as(SplitOutcome);
  const undo = (batch: string) => () => ada.post('/api/transactions/undo', { batch });
  const first = await split(payment);
  const tenancyIsFree = isFree('tenancies', one.id);
  expect((await whileHeld({ table: 'transactions', id: payment.id }, undo(first.batch), tenancyIsFree)).status).toBe(
    200,
  );
  const second = await split((await ada.get(`/api/transactions/${payment.id}`)).as(Transaction));
  const otherIsFree = isFree('tenancies', other.id);
  expect((await whileHeld({ table: 'tenancies', id: one.id }, undo(second.batch), otherIsFree)).status).toBe(200);
});
