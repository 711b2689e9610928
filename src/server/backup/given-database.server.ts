/** The database of DATABASE_URL: refused when it is in use, and emptied again when a restore into it fails. */
import pg from 'pg';
import { addressOf, type DatabaseAddress, ROLES } from '../db/roles.server.ts';
import { BackupProblem } from './backup-problem.ts';
import { isWrongPassword } from './owner.server.ts';

const SCHEMAS = ['app', 'auth', 'pgboss'];

/** Throws `BackupProblem` when it holds schemas of ours or any table. What extensions bring does not count. */
export async function refuseUsedDatabase(admin: DatabaseAddress): Promise<void> {
  const found = await run(
    admin,
    `select nspname as name from pg_namespace where nspname = any ($1)
     union all
     select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
     order by 1 limit 4`,
    [SCHEMAS],
  );
  if (found.length === 0) return;
  throw new BackupProblem(
    `The database ${admin.database} is not empty (it holds ${found.map(({ name }) => name).join(', ')}). ` +
      'A backup is restored only into an empty one: set DATABASE_URL to another. Nothing was changed.',
  );
}

/** The roles of ours that the server has: roles belong to all its databases. */
export async function presentRoles(admin: DatabaseAddress): Promise<Set<string>> {
  const rows = await run(admin, 'select rolname as name from pg_roles where rolname = any ($1)', [
    Object.values(ROLES),
  ]);
  return new Set(rows.map(({ name }) => name));
}

/** Drops what a failed restore has made in a database that was empty before; roles that were there before stay. */
export async function emptyDatabase(plan: {
  admin: DatabaseAddress;
  secret: string;
  before: Set<string>;
}): Promise<void> {
  const { admin, secret, before } = plan;
  await run(addressOf(admin, 'owner', secret), DROP_EVERYTHING).catch((error: unknown) => {
    // The roles have another secret's passwords: then nothing was made under them.
    if (!isWrongPassword(error)) throw error;
  });
  const now = await presentRoles(admin);
  for (const role of ['owner', 'auth', 'app'] as const) {
    const name = ROLES[role];
    if (before.has(name) || !now.has(name)) continue;
    await run(addressOf(admin, role, secret), 'drop owned by current_user cascade');
    // What the admin gave it, only the admin can take back.
    await run(admin, `revoke all on schema public from ${name} cascade`);
    await run(admin, `revoke all on database ${pg.escapeIdentifier(admin.database)} from ${name}`);
    await run(admin, `drop role ${name}`);
  }
}

const DROP_EVERYTHING = `
  do $$
  declare
    command text;
  begin
    for command in
      select format('drop schema %I cascade', nspname) from pg_namespace
      where nspname in ('app', 'auth', 'pgboss') and nspowner = current_user::regrole
    loop
      execute command;
    end loop;
    for command in
      select format('drop table if exists %s cascade', oid::regclass) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner = current_user::regrole
    loop
      execute command;
    end loop;
    for command in
      select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
      where pronamespace = 'public'::regnamespace and proowner = current_user::regrole
    loop
      execute command;
    end loop;
  end $$`;

async function run(address: DatabaseAddress, text: string, values: unknown[] = []): Promise<{ name: string }[]> {
  const client = new pg.Client(address);
  try {
    await client.connect();
    // Without values PostgreSQL takes a block of statements.
    return (
      await (values.length > 0 ? client.query<{ name: string }>(text, values) : client.query<{ name: string }>(text))
    ).rows;
  } finally {
    await client.end();
  }
}
