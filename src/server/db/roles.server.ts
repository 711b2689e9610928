/** Login roles: owner (migrations), auth (sign-in tables), app (owners of accounts), member (other members), jobs. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

export const ROLES = {
  owner: 'tenure_owner',
  auth: 'tenure_auth',
  app: 'tenure_app',
  member: 'tenure_member',
  jobs: 'tenure_jobs',
} as const;

export type DatabaseAddress = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: boolean;
  /** All hosts of DATABASE_URL if there are several. One is the primary. */
  hosts?: readonly { host: string; port: number }[];
};

/** A message for the person who starts the server; the database is unchanged. */
export class DatabaseRefusal extends Error {}

/** Splits `postgres://one:5432,two:5433/tenure` into one URL for each host, as libpq does. */
export function urlsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Parses `postgres://…` as libpq does: `?host=/folder` is a socket, `sslmode=require` means TLS. */
export function addressFromUrl(url: string): DatabaseAddress {
  const [first, ...others] = urlsOf(url).flatMap(addressesIn);
  if (!first) throw new Error('There is no host in DATABASE_URL.');
  const hosts = [first, ...others].map(({ host, port }) => ({ host, port }));
  return others.length > 0 ? { ...first, hosts } : first;
}

function addressesIn(url: string): DatabaseAddress[] {
  const parsed = new URL(url);
  const sslMode = parsed.searchParams.get('sslmode');
  const sockets = parsed.searchParams.get('host')?.split(',');
  return (sockets ?? [decodeURIComponent(parsed.hostname.replace(/^\[|\]$/g, ''))]).map((host) => ({
    host,
    port: Number(parsed.port || 5432),
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'postgres',
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    ...(sslMode && sslMode !== 'disable' ? { ssl: true } : {}),
  }));
}

/** A role's address. The password is derived from the secret, so that all servers use the same one. */
export function addressOf(admin: DatabaseAddress, role: keyof typeof ROLES, secret: string): DatabaseAddress {
  const password = createHmac('sha256', secret).update(`database role ${ROLES[role]}`).digest('base64url');
  return { ...admin, user: ROLES[role], password };
}

const LIMITS = { statement_timeout: '30s', idle_in_transaction_session_timeout: '30s' };
// Custom plans have no benefit, as row-level security hides the landlord's id from the planner.
// With them, planning took a third of a page's time.
const SERVING = { plan_cache_mode: 'force_generic_plan', ...LIMITS };

// Members, and jobs on their behalf, read the views of `member`, which hide data that guests may not see.
const LIMITED = { search_path: 'member, public', ...SERVING };

// A generic plan would read the partitions of all queues: ten times the work of a custom plan.
const JOBS = { ...LIMITED, plan_cache_mode: 'auto' };

/** Set on the role, as a pooler passes no session settings. */
const ROLE_SETTINGS = { auth: { search_path: 'auth', ...LIMITS }, app: SERVING, member: LIMITED, jobs: JOBS };

type Requirement = { name: string; missing: string; sql: string };

function requirementsOf(address: DatabaseAddress, secret: string): Requirement[] {
  const { owner, auth, app, member, jobs } = ROLES;
  const database = pg.escapeIdentifier(address.database);
  const lacks = (role: string, right: string) =>
    `not exists (select from pg_roles where rolname = '${role}' and ${right})`;
  return [
    ...(['owner', 'auth', 'app', 'member', 'jobs'] as const).map((role) => {
      const verifier = pg.escapeLiteral(scramVerifier(addressOf(address, role, secret).password));
      return {
        name: `the role ${ROLES[role]}`,
        missing: lacks(ROLES[role], 'true'),
        sql: `create role ${ROLES[role]} login nosuperuser nocreatedb nocreaterole ${role === 'jobs' ? 'inherit' : 'noinherit'} password ${verifier}`,
      };
    }),
    ...(['auth', 'app', 'member', 'jobs'] as const).map((role) => {
      const settings = Object.entries(ROLE_SETTINGS[role]);
      const entries = settings.map(([setting, value]) => pg.escapeLiteral(`${setting}=${value}`));
      return {
        name: `the settings of ${ROLES[role]}`,
        missing: `not exists (select from pg_db_role_setting where setdatabase = 0 and setrole = to_regrole('${ROLES[role]}')
          and setconfig @> array[${entries.join(', ')}])`,
        sql: settings
          .map(([setting, value]) => {
            const list = value.split(', ').map((item) => pg.escapeLiteral(item));
            return `alter role ${ROLES[role]} set ${setting} = ${list.join(', ')}`;
          })
          .join('; '),
      };
    }),
    {
      name: `the membership of ${jobs} in ${app}`,
      missing: `not exists (select from pg_auth_members where roleid = to_regrole('${app}') and member = to_regrole('${jobs}'))`,
      sql: `grant ${app} to ${jobs}`,
    },
    {
      name: `the right of ${owner} to create schemas`,
      missing: lacks(owner, `has_database_privilege(oid, current_database(), 'create')`),
      sql: `grant connect, create on database ${database} to ${owner}`,
    },
    ...[auth, app, member, jobs].map((role) => ({
      name: `the right of ${role} to connect`,
      missing: lacks(role, `has_database_privilege(oid, current_database(), 'connect')`),
      sql: `grant connect on database ${database} to ${role}`,
    })),
    {
      // A temporary table could shadow one of our tables for the connection's next landlord.
      name: 'the restriction of temporary tables',
      missing: `exists (select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
        where datname = current_database() and grantee = 0 and privilege_type = 'TEMPORARY')`,
      sql: `revoke temporary on database ${database} from public`,
    },
    ...['usage', 'create'].map((right) => ({
      name: `the right of ${owner} to the schema public (${right})`,
      missing: lacks(owner, `has_schema_privilege(oid, 'public', '${right} with grant option')`),
      sql: `grant ${right} on schema public to ${owner} with grant option`,
    })),
  ];
}

/** The SCRAM verifier (RFC 5803), so that statements, logs and scripts never contain the password. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/** An idempotent script for a superuser, for a DATABASE_URL role without the rights. */
export function rolesScript(address: DatabaseAddress, secret: string): string {
  const steps = requirementsOf(address, secret).map(
    ({ missing, sql }) => `do $do$ begin\n  if ${missing} then\n    ${sql};\n  end if;\nend $do$;\n`,
  );
  return `-- Roles and rights for Tenure in the database ${address.database}. Run this there as a superuser.\n${steps.join('')}`;
}

/** Codes for a role that another server has created, insufficient privilege, and an undefined role. */
const EXPECTED = ['42710', '23505', '42501', '42704'];

/**
 * Creates missing roles and rights. Existing roles keep their passwords: servers that share a database share a SECRET.
 * Throws `DatabaseRefusal` listing anything that `admin` cannot grant.
 */
export async function prepareRoles(admin: pg.Client, address: DatabaseAddress, secret: string): Promise<void> {
  const requirements = requirementsOf(address, secret);
  const missing = async () => {
    const { rows } = await admin.query<boolean[]>({
      text: `select ${requirements.map((requirement) => requirement.missing).join(', ')}`,
      rowMode: 'array',
    });
    return requirements.filter((_, index) => rows[0]?.[index]);
  };
  for (const { sql } of await missing()) {
    await admin.query(sql).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || !EXPECTED.includes(error.code ?? '')) throw error;
    });
  }
  const lacking = await missing();
  if (lacking.length === 0) return;
  throw new DatabaseRefusal(
    `The database ${address.database} is missing: ${lacking.map(({ name }) => name).join(', ')}. ` +
      `The role ${address.user} cannot create it. Run the output of 'npm run --silent roles' there as a superuser ` +
      '(it is made for this SECRET), then start again.',
  );
}

/** Connects as the owner of our schemas. Throws `DatabaseRefusal` if it was created with another SECRET. */
export async function connectAsOwner(admin: DatabaseAddress, secret: string): Promise<pg.Client> {
  const client = new pg.Client(addressOf(admin, 'owner', secret));
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new DatabaseRefusal(
      'This database was set up with a different SECRET, so its roles have different passwords. ' +
        'Set SECRET to the value the first server used (see the file "secret" in its data folder).',
    );
  }
}

/** Throws `DatabaseRefusal` for a role that bypasses row-level security. */
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
        'it is a superuser, bypasses row-level security or owns a table. Use a role without these rights.',
    );
  }
}
