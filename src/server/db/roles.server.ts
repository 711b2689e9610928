/** The three login roles: owner (migrations), auth (better-auth's tables), app (serves landlords, owns nothing). */
import { createHmac } from 'node:crypto';
import pg from 'pg';

export const ROLES = { owner: 'tenure_owner', auth: 'tenure_auth', app: 'tenure_app' } as const;

/** Where a database is reached, in node-postgres's terms. */
export type DatabaseAddress = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: boolean;
};

/** A sentence for the person who starts the server; nothing was changed. */
export class DatabaseRefusal extends Error {}

/** Reads `postgres://…`; `?host=/folder` names a socket and `sslmode=require` asks for TLS, as libpq has it. */
export function addressFromUrl(url: string): DatabaseAddress {
  const parsed = new URL(url);
  const sslMode = parsed.searchParams.get('sslmode');
  return {
    host: parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname.replace(/^\[|\]$/g, '')),
    port: Number(parsed.port || 5432),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'postgres',
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    ...(sslMode && sslMode !== 'disable' ? { ssl: true } : {}),
  };
}

/** A role's address: same database, its own password, derived from the secret so that every server agrees on it. */
export function addressOf(admin: DatabaseAddress, role: keyof typeof ROLES, secret: string): DatabaseAddress {
  const password = createHmac('sha256', secret).update(`database role ${ROLES[role]}`).digest('base64url');
  return { ...admin, user: ROLES[role], password };
}

/**
 * Makes the three roles where they are missing and gives the owner its place in this database. `admin` needs CREATEROLE
 * and must own the database. Existing roles keep their passwords: servers that share a database share a SECRET.
 */
export async function prepareRoles(admin: pg.Client, address: DatabaseAddress, secret: string): Promise<void> {
  const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    Object.values(ROLES),
  ]);
  const present = new Set(rows.map((row) => row.rolname));
  for (const role of ['owner', 'auth', 'app'] as const) {
    if (present.has(ROLES[role])) continue;
    const password = pg.escapeLiteral(addressOf(address, role, secret).password);
    await admin.query(
      `create role ${ROLES[role]} login nosuperuser nocreatedb nocreaterole noinherit password ${password}`,
    );
  }
  await admin.query(`grant connect, create on database ${pg.escapeIdentifier(address.database)} to ${ROLES.owner}`);
  await admin.query(
    `grant connect on database ${pg.escapeIdentifier(address.database)} to ${ROLES.auth}, ${ROLES.app}`,
  );
  await admin.query(`grant usage, create on schema public to ${ROLES.owner} with grant option`);
  await assertSecret(addressOf(address, 'owner', secret));
}

async function assertSecret(owner: DatabaseAddress): Promise<void> {
  const client = new pg.Client(owner);
  try {
    await client.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new DatabaseRefusal(
      'This database was set up with another SECRET, so its roles have other passwords. ' +
        'Set SECRET to the value the first server used (its data folder keeps it in the file "secret").',
    );
  } finally {
    await client.end();
  }
}

/** Refuses to serve landlords as a role that row-level security would not stop. */
export async function assertPlainRole(app: pg.Pool): Promise<void> {
  const { rows } = await app.query<{ role: string; strong: boolean; owns: boolean }>(
    `select rolname as role, rolsuper or rolbypassrls as strong,
            exists (select from pg_class where relowner = pg_roles.oid and relkind in ('r', 'p')) as owns
     from pg_roles where rolname = current_user`,
  );
  const [role] = rows;
  if (!role || role.strong || role.owns) {
    throw new DatabaseRefusal(
      `The server will not serve landlords as the database role '${role?.role ?? 'unknown'}': ` +
        'it is a superuser, bypasses row-level security or owns a table. Give it a role that does none of these.',
    );
  }
}
