/** Scratch of a review. */
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { query } from '../test/database.ts';
import { migrateDatabase } from './server/database/migrate.server.ts';
const migrations = join(import.meta.dirname, '../migrations');
const { secret, admin, prefix } = inject('database');

describe('review', () => {
  it('upgrade', async () => {
    const name = `${prefix}_zz_up`;
    await query(admin, `create database ${pg.escapeIdentifier(name)}`);
    const address = { ...admin, database: name };
    try {
      await migrateDatabase({ admin: address, secret, migrations, upTo: '0005_property_parts' });
      await query(address, `insert into auth.users (name, email, created_at, updated_at) select 'Ada', 'a'||n||'@t.example', now(), now() from generate_series(1,500) n`);
      await query(address, `insert into auth.verifications (identifier, value, expires_at, created_at, updated_at) select id::text, id::text, now(), now(), now() from auth.users`);
      await query(address, `insert into auth.verifications (identifier, value, expires_at, created_at, updated_at) select 'x', 'y', now(), now(), now()`);
      await query(address, `insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
       select p.id, n || ' Long Road', 'Bath', 'Bath', 'BA1 1AA', 'flat', 1, 1, 100, 100 from profiles p cross join generate_series(1, 200) n`);
      await query(address, `insert into files (user_id, bucket, path, name, content_type, bytes, sha256, stored)
   select id, 'tenant_images', id || '/certificate_' || n || '.pdf', 'Gas.pdf', 'application/pdf', 10, 'none', true
   from profiles cross join generate_series(1, 200) n`);
      const t = Date.now();
      await migrateDatabase({ admin: address, secret, migrations });
      console.log('migrated', Date.now() - t);
      console.log(await query(address, `select count(*)::int, count(user_id)::int as named from auth.verifications`));
      console.log(await query(address, `select name from pgboss.queue order by 1`));
    } finally { await query(admin, `drop database ${pg.escapeIdentifier(name)} with (force)`); }
    expect(1).toBe(1);
  }, 400_000);
});
