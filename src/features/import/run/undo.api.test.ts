import { describe, expect, it, vi } from 'vitest';
import { IMPORTS, importedFile, letsSheets, workbook } from '../../../../test/fixtures/import-files.ts';
import { type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { member } from '../../../../test/fixtures/members.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { openPool } from '../../../server/db/pools.server.ts';
import { inTransaction } from '../../../server/db/transaction.server.ts';
import { Import } from '../import.ts';

const { database } = server;

const read = async (owner: Landlord, { id }: Import) => (await owner.get(`${IMPORTS}/${id}`)).as(Import);
const homesOf = ({ id }: Landlord) => query(database, 'select 1 from properties where user_id = $1', [id]);

/** Runs `work` during an undo, which waits before it removes the properties. Returns the undo's status. */
async function duringUndo(ada: Landlord, done: Import, work: (undo: { kill(): Promise<void> }) => Promise<void>) {
  const pool = openPool({ address: database, name: 'holder', max: 1, log: server.services.log });
  try {
    return await inTransaction(pool, async (client) => {
      await client.query('select 1 from properties where user_id = $1 for key share', [ada.id]);
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const answer = ada.post(`${IMPORTS}/${done.id}/undo`, {});
      await vi.waitFor(async () => expect((await read(ada, done)).running?.percent).toBe(66), {
        timeout: 30_000,
        interval: 50,
      });
      await work({
        async kill() {
          const blocked =
            'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any (pg_blocking_pids(pid))';
          await vi.waitFor(async () => expect(await query(database, blocked, [rows[0]?.pid])).toHaveLength(1));
        },
      });
      return { answer };
    });
  } finally {
    await pool.end();
  }
}

describe('an undo', () => {
  it('shows how much is done, to members of the account, until it is done', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const manager = await member(ada, { role: 'manager' });
    const done = await importedFile(ada, 'lets.xlsx', await workbook(letsSheets({ count: 3 })));
    expect(done.running).toBeNull();
    const { answer } = await duringUndo(ada, done, async () => {
      expect(await read(manager, done)).toMatchObject({ state: 'imported', running: { what: 'undo', percent: 66 } });
      expect((await bob.get(`${IMPORTS}/${done.id}`)).status).toBe(404);
      expect(await homesOf(ada)).toHaveLength(3);
    });
    expect((await answer).status).toBe(200);
    expect(await read(ada, done)).toMatchObject({ state: 'undone', running: null });
    expect(await homesOf(ada)).toEqual([]);
  });

  it('that is killed has changed no record, shows no progress, and can be repeated', async () => {
    const ada = await landlord();
    const done = await importedFile(ada, 'lets.xlsx', await workbook(letsSheets({ count: 3 })));
    const rows = () => query(database, 'select id, version from tenants where user_id = $1 order by id', [ada.id]);
    const before = await rows();
    const { answer } = await duringUndo(ada, done, (undo) => undo.kill());
    expect((await answer).status).toBeGreaterThanOrEqual(500);
    expect(await read(ada, done)).toMatchObject({ state: 'imported', running: null, canUndo: true });
    expect(await rows()).toEqual(before);
    expect((await ada.post(`${IMPORTS}/${done.id}/undo`, {})).status).toBe(200);
    expect(await homesOf(ada)).toEqual([]);
  });
});
