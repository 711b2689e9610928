/** The four login roles: owner (migrations), auth (the tables of sign-in), app (serves landlords), jobs (what no landlord asks for); the last two own nothing. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';

export const ROLES = { owner: 'tenure_owner', auth: 'tenure_auth', app: 'tenure_app', jobs: 'tenure_jobs' } as const;

/** Where a database is reached, in node-postgres's terms. */
export type DatabaseAddress = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl?: boolean;
  /** Where there are several, of which one takes writes. */
  hosts?: readonly { host: string; port: number }[];
};

/** A sentence for the person who starts the server; nothing was changed. */
export class DatabaseRefusal extends Error {}

/** The address of each host: `postgres://one:5432,two:5433/tenure` names two, as libpq has it. */
export function urlsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Reads `postgres://…`; `?host=/folder` names a socket and `sslmode=require` asks for TLS, as libpq has it. Of several hosts the first. */
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

/** A role's address: same database, its own password, derived from the secret so that every server agrees on it. */
export function addressOf(admin: DatabaseAddress, role: keyof typeof ROLES, secret: string): DatabaseAddress {
  const password = createHmac('sha256', secret).update(`database role ${ROLES[role]}`).digest('base64url');
  return { ...admin, user: ROLES[role], password };
}

const LIMITS = { statement_timeout: '30s', idle_in_transaction_session_timeout: '30s' };
// Parameters tell the planner nothing here (row-level security hides the landlord's id from it, and a limit is a limit), and planning
// each page anew took a third of its time.
const SERVING = { plan_cache_mode: 'force_generic_plan', ...LIMITS };

/** Settings of every session of a role: a pooler takes none from a connection that it shares. */
const ROLE_SETTINGS = { auth: { search_path: 'auth', ...LIMITS }, app: SERVING, jobs: SERVING };

/** What the roles need in a database: its name, SQL that tells whether it is missing, and SQL that gives it. */
type Requirement = { name: string; missing: string; sql: string };

function requirementsOf(address: DatabaseAddress, secret: string): Requirement[] {
  const { owner, auth, app, jobs } = ROLES;
  const database = pg.escapeIdentifier(address.database);
  const lacks = (role: string, right: string) =>
    `not exists (select from pg_roles where rolname = '${role}' and ${right})`;
  return [
    ...(['owner', 'auth', 'app', 'jobs'] as const).map((role) => {
      const verifier = pg.escapeLiteral(scramVerifier(addressOf(address, role, secret).password));
      return {
        name: `the role ${ROLES[role]}`,
        missing: lacks(ROLES[role], 'true'),
        sql: `create role ${ROLES[role]} login nosuperuser nocreatedb nocreaterole ${role === 'jobs' ? 'inherit' : 'noinherit'} password ${verifier}`,
      };
    }),
    ...(['auth', 'app', 'jobs'] as const).map((role) => {
      const settings = Object.entries(ROLE_SETTINGS[role]);
      const kept = settings.map(([setting, value]) => pg.escapeLiteral(`${setting}=${value}`));
      return {
        name: `the settings of ${ROLES[role]}`,
        missing: `not exists (select from pg_db_role_setting where setdatabase = 0 and setrole = to_regrole('${ROLES[role]}')
          and setconfig @> array[${kept.join(', ')}])`,
        sql: settings.map(([setting, value]) => `alter role ${ROLES[role]} set ${setting} = '${value}'`).join('; '),
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
    ...[auth, app, jobs].map((role) => ({
      name: `the right of ${role} to connect`,
      missing: lacks(role, `has_database_privilege(oid, current_database(), 'connect')`),
      sql: `grant connect on database ${database} to ${role}`,
    })),
    {
      // One could stand before a table of ours for the next landlord of a connection.
      name: 'that not everybody may make temporary tables',
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

/** What PostgreSQL keeps of a password (RFC 5803), so that no statement, log or script holds the password itself. */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}

/** Gives the roles what they need, for a superuser to run where the role of DATABASE_URL may not; can be run again. */
export function rolesScript(address: DatabaseAddress, secret: string): string {
  const steps = requirementsOf(address, secret).map(
    ({ missing, sql }) => `do $do$ begin\n  if ${missing} then\n    ${sql};\n  end if;\nend $do$;\n`,
  );
  return `-- What Tenure needs in the database ${address.database}: run this in it as a superuser.\n${steps.join('')}`;
}

/** PostgreSQL's codes of a role that another server has just made, of a right that may not be given, and of a role that is missing for that. */
const EXPECTED = ['42710', '23505', '42501', '42704'];

/**
 * Gives the roles what they need in this database. Roles that are there keep their passwords: servers that share a
 * database share a SECRET. Throws `DatabaseRefusal` with what is missing and `admin` may not give.
 */
export async function prepareRoles(admin: pg.Client, address: DatabaseAddress, secret: string): Promise<void> {
  const requirements = requirementsOf(address, secret);
  const missing = async () => {
    const { rows } = await admin.query<boolean[]>({
      text: `select ${requirements.map((one) => one.missing).join(', ')}`,
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
    `In the database ${address.database} this is missing: ${lacking.map(({ name }) => name).join(', ')}. ` +
      `The role ${address.user} may not give it. Let a superuser run there what 'npm run --silent roles' prints ` +
      '(it fits this SECRET), then start again.',
  );
}

/** Connects as the role that owns our schemas. Throws `DatabaseRefusal` where another SECRET made it. */
export async function connectAsOwner(admin: DatabaseAddress, secret: string): Promise<pg.Client> {
  const client = new pg.Client(addressOf(admin, 'owner', secret));
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error;
    throw new DatabaseRefusal(
      'This database was set up with another SECRET, so its roles have other passwords. ' +
        'Set SECRET to the value the first server used (its data folder keeps it in the file "secret").',
    );
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
