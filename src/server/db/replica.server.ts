/** A standby that serves exports and downloads while its lag is within `maxLagSeconds`; otherwise the primary does. */
import type pg from 'pg';
import type { Logger } from 'pino';

export type Replica = {
  pool: pg.Pool;
  /** Also false if the replica does not respond. */
  isFresh(): Promise<boolean>;
};

type Plan = { pool: pg.Pool; primary: pg.Pool; maxLagSeconds: number; log: Logger };

const PRIMARY = `select pg_current_wal_flush_lsn()::text as lsn, (clock_timestamp() - make_interval(secs => $1))::text as since`;
// A promoted standby is not fresh, as it no longer follows a primary.
const REPLICA = `select pg_is_in_recovery()
  and (pg_last_wal_replay_lsn() >= $1::pg_lsn or pg_last_xact_replay_timestamp() >= $2::timestamptz) is true as fresh`;

export function replicaOf({ pool, primary, maxLagSeconds, log }: Plan): Replica {
  let serves: boolean | undefined;
  async function isWithinLag(): Promise<boolean> {
    const { rows: now } = await primary.query<{ lsn: string; since: string }>(PRIMARY, [maxLagSeconds]);
    const { rows } = await pool.query<{ fresh: boolean }>(REPLICA, [now[0]?.lsn, now[0]?.since]);
    return rows[0]?.fresh ?? false;
  }
  return {
    pool,
    async isFresh() {
      const fresh = await isWithinLag().catch((error: unknown) => {
        if (serves !== false) log.warn({ err: error }, 'The replica is not responding');
        return false;
      });
      if (fresh !== (serves ?? true)) log.warn({ fresh, maxLagSeconds }, 'Exports switch between replica and primary');
      serves = fresh;
      return fresh;
    },
  };
}
