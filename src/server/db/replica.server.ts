/**
 * A standby that serves what reads much, exports and downloads, while it is as fresh as it has to be: it has replayed all that the primary
 * has committed, or all but what was committed in the last seconds. Else the primary serves them.
 */
import type pg from 'pg';
import type { Logger } from 'pino';

export type Replica = {
  /** In the app role. */
  pool: pg.Pool;
  /** Whether it may serve now; false also where it does not answer. */
  isFresh(): Promise<boolean>;
};

type Plan = { pool: pg.Pool; primary: pg.Pool; maxLagSeconds: number; log: Logger };

const PRIMARY = `select pg_current_wal_flush_lsn()::text as lsn, (clock_timestamp() - make_interval(secs => $1))::text as since`;
// One that was promoted follows nobody.
const REPLICA = `select pg_is_in_recovery()
  and (pg_last_wal_replay_lsn() >= $1::pg_lsn or pg_last_xact_replay_timestamp() >= $2::timestamptz) is true as fresh`;

export function replicaOf({ pool, primary, maxLagSeconds, log }: Plan): Replica {
  let serves: boolean | undefined;
  async function ask(): Promise<boolean> {
    const { rows: now } = await primary.query<{ lsn: string; since: string }>(PRIMARY, [maxLagSeconds]);
    const { rows } = await pool.query<{ fresh: boolean }>(REPLICA, [now[0]?.lsn, now[0]?.since]);
    return rows[0]?.fresh ?? false;
  }
  return {
    pool,
    async isFresh() {
      const fresh = await ask().catch((error: unknown) => {
        if (serves !== false) log.warn({ err: error }, 'The replica does not answer');
        return false;
      });
      if (fresh !== (serves ?? true)) log.warn({ fresh, maxLagSeconds }, 'Exports change between replica and primary');
      serves = fresh;
      return fresh;
    },
  };
}
