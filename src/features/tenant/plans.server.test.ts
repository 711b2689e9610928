/** Rows read for a page of tenants sorted by lease end, a column of another table. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { asRole, ownDatabase, query } from '../../../test/servers/database.ts';
import { openPool } from '../../server/db/pools.server.ts';
import { runAsUser, type UserDb } from '../../server/session/with-user.server.ts';
import { tenantTable } from './tenant.server.ts';

const TENANTS = 3_000;
const LIMIT = 50;

async function read(db: UserDb): Promise<number> {
  const { rows } = await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::int as read
    from pg_stat_xact_all_tables where relid = 'public.tenants'::regclass`.execute(db);
  return rows[0]?.read ?? 0;
}

it('reads only the tenants of the page, on first and later pages', async () => {
  const address = await ownDatabase('lease_plans');
  await query(
    address,
    `insert into auth.users (name, email, created_at, updated_at) values ('big', 'big@plans.example', now(), now());
     insert into auth.sessions (token, user_id, expires_at, created_at, updated_at)
     select 'big', id, now() + interval '1 day', now(), now() from auth.users`,
  );
  await query(
    address,
    `with agreed as (
       insert into tenancies (user_id, kind, start_date, end_date, rent_day, charges_from)
       select account_id, 'fixed-term', '2026-01-01', date '2027-01-01' + n, 1, '2026-01-01'
       from auth.sessions, generate_series(1, $1::int) n returning id, user_id)
     insert into tenants (user_id, tenancy_id, name, email, phone)
     select user_id, id, 'Grace Hopper', 'grace@tenure.example', '0117 496 0123' from agreed`,
    [TENANTS],
  );
  await query(address, 'vacuum analyze tenants, tenancies');
  const pool = openPool({ address: asRole(address, 'app'), name: 'plans', max: 1, log: pino({ enabled: false }) });
  onTestFinished(() => pool.end());
  const later = JSON.stringify(['2031-01-01', '00000000-0000-4000-8000-000000000000']);
  for (const cursor of [undefined, later]) {
    const rows = await runAsUser(
      { pool, memberPool: pool },
      { token: 'big', now: new Date(), access: 'open', reading: 'snapshot' },
      async (db) => {
        const before = await read(db);
        await tenantTable.list(db, { q: '', sort: 'leaseEnd', limit: LIMIT, cursor });
        return (await read(db)) - before;
      },
    );
    // Earlier leases are read too, since row-level security keeps `coalesce` out of index conditions.
    expect(rows).toBeLessThan(2 * LIMIT);
  }
});
