import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { asRole, ownDatabase, query } from '../../../../test/servers/database.ts';
import { openPool } from '../../../server/db/pools.server.ts';
import { runAsUser, type UserDb } from '../../../server/session/with-user.server.ts';
import { listTransactions } from './list.server.ts';
import { readTotals } from './totals.server.ts';

const LANDLORDS = { small: 20, big: 30_000 };

async function read(db: UserDb): Promise<number> {
  const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_all_tables where relid = 'public.transactions'::regclass`.execute(db);
  return rows[0]?.read ?? 0;
}

it('reads only part of a landlord’s rows for a search, and no other landlord’s, after either has searched', async () => {
  const address = await ownDatabase('plans');
  for (const [name, rows] of Object.entries(LANDLORDS)) {
    await query(
      address,
      `insert into auth.users (name, email, created_at, updated_at) values ($1, $1 || '@plans.example', now(), now())`,
      [name],
    );
    await query(
      address,
      `insert into auth.sessions (token, user_id, expires_at, created_at, updated_at)
       select $1, id, now() + interval '1 day', now(), now() from auth.users where name = $1`,
      [name],
    );
    await query(
      address,
      `insert into transactions (user_id, amount, description, date, category, type)
       select account_id, -n, case when n % 10000 = 9999 then 'Chimney' else 'Locks' end, app.today() - n % 3000, 'other', 'expense'
       from auth.sessions, generate_series(1, $2::int) n where token = $1`,
      [name, rows],
    );
  }
  await query(address, 'vacuum analyze transactions');
  const pool = openPool({ address: asRole(address, 'app'), name: 'plans', max: 1, log: pino({ enabled: false }) });
  onTestFinished(() => pool.end());
  const counted = (token: string, work: (db: UserDb) => Promise<unknown>) =>
    runAsUser(
      { pool, memberPool: pool },
      { token, now: new Date(), access: 'open', reading: 'snapshot' },
      async (db) => {
        const before = await read(db);
        await work(db);
        return (await read(db)) - before;
      },
    );
  const searches = [{ q: 'locks' }, { q: 'locks', category: 'other' }, { q: 'locks', to: '2100-01-01' }];
  for (const asked of searches) {
    const rows = await counted('small', (db) => readTotals(db, { ...asked }));
    expect({ ...asked, rows }).toEqual({ ...asked, rows: 2 * LANDLORDS.small });
  }
  // With fewer rows, PostgreSQL would scan the table and keep that plan for the connection.
  await query(
    address,
    `delete from transactions using auth.sessions s where s.user_id = transactions.user_id and token = 'small' and amount < -3`,
  );
  await query(address, 'vacuum analyze transactions');
  const rare = (db: UserDb) => listTransactions(db, { q: 'chimney', sort: 'recent', limit: 50 });
  expect(await counted('small', rare)).toBeLessThanOrEqual(2 * LANDLORDS.small);
  expect(await counted('big', rare)).toBeLessThan(LANDLORDS.big / 10);
});
