/** What an open page hears: every change of its landlord's money, by whatever means, at once, and nothing of anybody else's. */
import { describe, expect, it } from 'vitest';
import { addedBankAccount } from '../../../test/bank-accounts.ts';
import { query } from '../../../test/database.ts';
import { openEvents } from '../../../test/events.ts';
import { addedTransaction, type Landlord, landlord, visitor } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';

const { database } = server;

/** So many expenses by one statement, as an import brings them. */
async function imported(owner: Landlord, many: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    database,
    `insert into transactions (user_id, amount, date, description, category, type)
     select $1, -1, '2026-11-02', 'Row ' || n, 'other', 'expense' from generate_series(1, $2::int) n returning id`,
    [owner.id, many],
  );
  return rows.map(({ id }) => id);
}

/** The stream of a landlord, and what shows that whatever came before has been heard: a change of their own. */
async function listening() {
  const owner = await landlord();
  const events = await openEvents({ browser: owner });
  const mark = async () => {
    const [id] = await imported(owner, 1);
    await events.heard(({ changes }) => changes.some((change) => change.id === id));
    return { table: 'transactions', operation: 'insert', id };
  };
  return { owner, events, mark };
}

describe('a landlord’s stream', () => {
  it('tells of what was added, changed and removed through the API, and another landlord’s tells nothing', async () => {
    const [ada, bob] = [await listening(), await listening()];
    const expense = await addedTransaction(ada.owner);
    const at = `/api/transactions/${expense.id}`;
    expect((await ada.owner.patch(at, { description: 'Another' }, 1)).status).toBe(200);
    expect((await ada.owner.delete(at, 2)).status).toBe(204);
    const account = await addedBankAccount(ada.owner);
    expect((await ada.owner.delete(`/api/bank-accounts/${account.id}`, account.version)).status).toBe(204);
    await ada.events.heard(({ changes }) => changes.length === 5);
    expect(ada.events.changes()).toEqual([
      { table: 'transactions', operation: 'insert', id: expense.id },
      { table: 'transactions', operation: 'update', id: expense.id },
      { table: 'transactions', operation: 'delete', id: expense.id },
      { table: 'bank_accounts', operation: 'insert', id: account.id },
      { table: 'bank_accounts', operation: 'delete', id: account.id },
    ]);
    const own = await bob.mark();
    expect(bob.events.changes()).toEqual([own]);
  });

  it('tells of what plain SQL did, once it is committed and not before', async () => {
    const { owner, events, mark } = await listening();
    const rows = await imported(owner, 2);
    await query(database, `update transactions set status = 'pending' where id = $1`, [rows[0]]);
    await query(database, 'begin; delete from transactions; rollback');
    await query(database, 'delete from transactions where id = $1', [rows[1]]);
    const own = await mark();
    expect(events.changes()).toEqual([
      ...rows.map((id) => ({ table: 'transactions', operation: 'insert', id })),
      { table: 'transactions', operation: 'update', id: rows[0] },
      { table: 'transactions', operation: 'delete', id: rows[1] },
      own,
    ]);
  });

  it('names each row of a statement of a hundred, and says ‘reload’ once of a larger one, to each whom it concerns', async () => {
    const [ada, bob, eve] = [await listening(), await listening(), await listening()];
    const rows = await imported(ada.owner, 100);
    expect(rows).toHaveLength(100);
    await ada.mark();
    const named = ada.events.changes().splice(0);
    expect(new Set(named.slice(0, 100).map(({ id }) => id))).toEqual(new Set(rows));
    await imported(bob.owner, 1);
    await bob.mark();
    bob.events.changes().splice(0);
    const both = [ada.owner.id, bob.owner.id];
    await query(database, `update transactions set description = 'All' where user_id = any($1)`, [both]);
    for (const { events, mark } of [ada, bob])
      expect([await mark(), events.changes()[0], events.changes().length]).toEqual([
        events.changes().at(-1),
        { table: 'transactions', operation: 'reload', id: null },
        2,
      ]);
    const own = await eve.mark();
    expect(eve.events.changes()).toEqual([own]);
  });

  it('reaches every browser of the landlord', async () => {
    const { owner, events } = await listening();
    const more = await Promise.all([1, 2, 3].map(() => openEvents({ browser: owner })));
    const [id] = await imported(owner, 1);
    for (const one of [events, ...more]) await one.heard(({ changes }) => changes.some((change) => change.id === id));
    expect(more.map((one) => one.changes().length)).toEqual([1, 1, 1]);
  });

  it('cannot be kept back on its way: nobody packs, keeps or collects it', async () => {
    const { events } = await listening();
    const { headers } = events.answer;
    expect(headers['content-type']).toBe('text/event-stream');
    expect(headers['cache-control']).toMatch(/no-store, no-transform/);
    expect(headers['x-accel-buffering']).toBe('no');
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('gives a sign of life every 15 seconds', async () => {
    const { events } = await listening();
    await events.heard(({ names }) => names.includes('beat'), 17_000);
    expect(events.names()).toEqual(['hello', 'beat']);
  });

  it('is open to a landlord whose trial is over, and to no visitor', async () => {
    const owner = await landlord();
    await query(database, `update profiles set subscription_status = 'expired' where id = $1`, [owner.id]);
    expect((await owner.get('/api/properties')).status).toBe(402);
    expect((await openEvents({ browser: owner })).names()).toEqual(['hello']);
    expect((await visitor().get('/api/events')).outcome).toBe('401 unauthenticated');
  });

  it('holds no connection to the database', async () => {
    const owner = await landlord();
    // More than the server has connections.
    for (let n = 0; n < 8; n++) await openEvents({ browser: owner });
    expect((await owner.get('/api/transactions')).status).toBe(200);
    const open = () => query(database, `select from pg_stat_activity where state like 'idle in transaction%'`);
    // What else the server does has a transaction for a moment.
    await expect.poll(open).toEqual([]);
  });
});
