/** Letters to landlords whose leases end soon: each lease end is told once, with any number of servers. */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { JobHandlers, Jobs } from '../../server/jobs/jobs.server.ts';
import { londonDay } from '../../shared/dates.ts';
import { leaseNoticeLetter } from './notice-email.ts';

type Taken = {
  user_id: string;
  email: string;
  landlord_name: string;
  tenant_name: string;
  property_name: string | null;
  lease_end: string;
};

type Plan = { pool: pg.Pool; clock: Clock; appUrl: string; post: Jobs['sendWithin'] };

/** Landlords told in one transaction: few enough that nobody who saves a tenant meanwhile waits for long. */
const LANDLORDS = 50;

export function noticeJobs(plan: Plan): Pick<JobHandlers, 'lease-notices'> {
  return {
    'lease-notices': async () => {
      while (await tellSome(plan));
    },
  };
}

/** Marks leases as told and queues their letters, in one transaction. Whether there were any. */
async function tellSome({ pool, clock, appUrl, post }: Plan): Promise<boolean> {
  const now = clock.now();
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Taken>('select * from app.take_lease_notices($1, $2)', [now, LANDLORDS]);
    for (const [first, ...others] of byLandlord(rows)) {
      const leases = [first, ...others].map((row) => ({
        tenant: row.tenant_name,
        property: row.property_name,
        leaseEnd: row.lease_end,
      }));
      const to = { name: first.landlord_name, email: first.email };
      const letter = leaseNoticeLetter(to, { leases, today: londonDay(now), appUrl });
      await post(client, 'send-letter', letter, [first.user_id, first.email]);
    }
    return rows.length > 0;
  });
}

function byLandlord(rows: readonly Taken[]): [Taken, ...Taken[]][] {
  const groups = new Map<string, [Taken, ...Taken[]]>();
  for (const row of rows) {
    const group = groups.get(row.user_id);
    if (group) group.push(row);
    else groups.set(row.user_id, [row]);
  }
  return [...groups.values()];
}
