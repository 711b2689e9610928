/** Bringing a database to this code's level, and leaving alone one that is beyond it. */
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { privateDatabase, query } from '../../../test/database.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { knownMigrations, migrateDatabase } from './migrate.server.ts';
import { DatabaseRefusal } from './roles.server.ts';

const migrations = join(import.meta.dirname, '../../../migrations');
const { secret } = inject('database');

async function ownDatabase(name: string) {
  const { address, drop } = await privateDatabase(name);
  onTestFinished(drop);
  return address;
}

describe('a database of a newer version', () => {
  it('is refused in words that say what to do, with every row as it was', async () => {
    const admin = await ownDatabase('newer');
    await query(admin, `insert into app.migrations (name, run_on) values ('9999_of_tomorrow', now())`);
    const before = await snapshot(admin);
    const refusal: unknown = await migrateDatabase({ admin, secret, migrations }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseRefusal);
    expect(String(refusal)).toContain('it has 9999_of_tomorrow');
    expect(String(refusal)).toContain('Nothing was changed. Start the newer version, or restore a backup');
    expect(await snapshot(admin)).toEqual(before);
  });

  it('is refused before its roles and rights are looked at', async () => {
    const admin = await ownDatabase('newer_rights');
    await query(admin, `insert into app.migrations (name, run_on) values ('9999_of_tomorrow', now())`);
    await query(admin, 'revoke usage, create on schema public from tenure_owner cascade');
    const otherSecret = 'a secret that none of its servers has';
    await expect(migrateDatabase({ admin, secret: otherSecret, migrations })).rejects.toThrow(
      'newer than this version',
    );
    const [rights] = await query(admin, `select has_schema_privilege('tenure_owner', 'public', 'create') as given`);
    expect(rights).toEqual({ given: false });
  });
});

describe('a database of this version', () => {
  it('is not changed by another start', async () => {
    const admin = await ownDatabase('same');
    const before = await snapshot(admin);
    expect(before['app.migrations']).toHaveLength((await knownMigrations(migrations)).length);
    await migrateDatabase({ admin, secret, migrations });
    expect(await snapshot(admin)).toEqual(before);
  });
});
