import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../env.server.ts';
import type { Queue } from '../jobs/queue.server.ts';
import { startHealthCheck } from './health-check.server.ts';
import { migrateDatabase } from './migrate.server.ts';
import { openAppPool, openPool } from './pools.server.ts';
import { removeServerFile, writeServerFile } from './postgres/lock.server.ts';
import { type EmbeddedPostgres, startPostgres } from './postgres/start.server.ts';
import { followPrimary, resolvePrimary } from './primary.server.ts';
import { type Replica, replicaOf } from './replica.server.ts';
import { addressFromUrl, addressOf, type DatabaseAddress } from './roles.server.ts';

export type PreparedDatabase = {
  admin: DatabaseAddress;
  secret: string;
  /** Records the server's URL, for the error message of a second start on the data folder. */
  announce(url: string): Promise<void>;
  close(): Promise<void>;
};

export type DatabasePlan = {
  settings: Settings;
  dataFolder: string;
  sqlFolder: string;
  queues: readonly Queue[];
  log: Logger;
  onFatal: (error: Error) => void;
  secret: () => Promise<string>;
};

/** Starts and migrates the database. Throws `PostgresError` or `DatabaseRefusal`, leaving nothing running. */
export async function prepareDatabase(plan: DatabasePlan): Promise<PreparedDatabase> {
  const { settings, dataFolder, sqlFolder, queues, log, onFatal } = plan;
  const each = settings.databaseConnections;
  const connections = settings.workers * (3 * each + jobConnections(each) + 2);
  const embedded = settings.databaseUrl ? undefined : await startPostgres({ dataFolder, connections, log, onFatal });
  const close = () => (embedded ? embedded.stop() : removeServerFile(dataFolder));
  try {
    if (!embedded) await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    const secret = await plan.secret();
    const admin = await resolvePrimary(ownerAddress(settings, embedded));
    await migrateDatabase({ admin, secret, sqlFolder, queues });
    const announce = (url: string) => (embedded ? embedded.announce(url) : writeServerFile(dataFolder, url));
    return { admin, secret, announce, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Each job uses one connection, and few jobs run concurrently. */
const jobConnections = (max: number) => Math.ceil(max / 2);

export type Pools = {
  app: pg.Pool;
  /** Opens no connection while all members are owners. */
  member: pg.Pool;
  auth: pg.Pool;
  jobs: pg.Pool;
  replica: Replica | undefined;
  healthCheck: pg.Pool;
  /** Direct address of the jobs role, bypassing any pooler, for sessions that need their own connection. */
  jobsAddress: DatabaseAddress;
  close(): Promise<void>;
};

/** Connects to a prepared database. Throws `DatabaseRefusal`. */
export async function openPools(plan: {
  address: DatabaseAddress;
  secret: string;
  max: number;
  log: Logger;
  /** A pooler in transaction mode, used by all pools except the replica's. */
  poolerUrl?: string | undefined;
  /** A standby, and its maximum lag in seconds. */
  replica?: Settings['replica'];
}): Promise<Pools> {
  const { secret, max, log, poolerUrl } = plan;
  const address = await resolvePrimary(addressOf(plan.address, 'app', secret));
  const jobsAddress = addressOf(address, 'jobs', secret);
  const pooler = poolerUrl === undefined ? undefined : addressFromUrl(poolerUrl);
  const through = (role: DatabaseAddress): { address: DatabaseAddress; pooled: boolean } => {
    const { user, password } = role;
    return pooler ? { address: { ...pooler, user, password }, pooled: true } : { address: role, pooled: false };
  };
  const app = await openAppPool({ ...through(address), name: 'app', max, log });
  const member = openPool({ ...through(addressOf(address, 'member', secret)), name: 'member', max, log });
  const auth = openPool({ ...through(addressOf(address, 'auth', secret)), name: 'auth', max, log });
  const jobs = await openAppPool({ ...through(jobsAddress), name: 'jobs', max: jobConnections(max), log });
  const healthCheck = openPool({ ...through(address), name: 'health', max: 1, log });
  const stopWatching = startHealthCheck({ healthCheck, pools: [app, member, auth, jobs], log });
  // A pooler follows failovers itself.
  const following = pooler ? [] : [app, member, auth, jobs, healthCheck];
  const stopFollowing = followPrimary({ addresses: [address, jobsAddress], pools: following, log });
  const replica = plan.replica && openReplica({ ...plan.replica, role: address, primary: app, max, log });
  return {
    app,
    member,
    auth,
    jobs,
    replica,
    healthCheck,
    jobsAddress,
    async close() {
      await stopFollowing();
      await stopWatching();
      await Promise.all([app.end(), member.end(), auth.end(), jobs.end(), replica?.pool.end()]);
    },
  };
}

type ReplicaPlan = NonNullable<Settings['replica']> & {
  role: DatabaseAddress;
  primary: pg.Pool;
  max: number;
  log: Logger;
};

/** Connects lazily, as the replica may be down. */
function openReplica({ url, maxLagSeconds, role: { user, password }, primary, max, log }: ReplicaPlan): Replica {
  const address = { ...addressFromUrl(url), user, password };
  return replicaOf({ pool: openPool({ address, name: 'replica', max, log }), primary, maxLagSeconds, log });
}

function ownerAddress(settings: Settings, embedded: EmbeddedPostgres | undefined): DatabaseAddress {
  if (embedded) return embedded.connection;
  if (settings.databaseUrl) return addressFromUrl(settings.databaseUrl);
  throw new Error('There is neither an embedded database nor a DATABASE_URL.');
}
