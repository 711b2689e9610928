/** The sandbox bank's state, stored in PostgreSQL so that all workers share it. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { sandboxRecords } from '../../sandbox.server.ts';

const DAY_MS = 86_400_000;

const Agreement = z.object({
  institution: z.string(),
  historyDays: z.number(),
  accessDays: z.number(),
  reconfirmation: z.boolean(),
  created: z.string(),
  accepted: z.string().nullable(),
  reconfirmed: z.string().nullable(),
  redirect: z.string().nullable(),
});
const Requisition = z.object({
  institution: z.string(),
  agreement: z.string(),
  redirect: z.string(),
  reference: z.string(),
  status: z.enum(['CR', 'UA', 'GA', 'LN', 'RJ', 'EX']),
  accounts: z.array(z.string()),
  created: z.string(),
  /** When a requisition with status 'GA' becomes linked. */
  readyAt: z.string().nullable(),
});
const KINDS = {
  agreement: Agreement,
  requisition: Requisition,
  account: z.object({ requisition: z.string(), key: z.string() }),
  reference: z.object({}),
  fault: z.object({ kind: z.string() }),
};
export type StoredRequisition = z.output<typeof Requisition>;
export type StoredAgreement = z.output<typeof Agreement>;

export type SandboxStore = ReturnType<typeof sandboxStore>;

export function sandboxStore(pool: pg.Pool, clock: Clock) {
  const nextDay = () => new Date(clock.now().getTime() + DAY_MS);
  return {
    ...sandboxRecords({ pool, clock, table: 'app.sandbox_bank', kinds: KINDS, retentionDays: 200 }),
    /** Counts a read. At most `max` are allowed in 24 hours; `seconds` remain of these. */
    async countRead(what: string, max: number): Promise<{ allowed: boolean; remaining: number; seconds: number }> {
      const { rows } = await pool.query<{ count: number; expires_at: Date }>(
        `insert into app.sandbox_bank as kept (key, value, expires_at) values ($1, '1', $3)
         on conflict (key) do update set
           value = case when kept.expires_at > $2 then to_jsonb((kept.value)::int + 1) else '1' end,
           expires_at = case when kept.expires_at > $2 then kept.expires_at else $3 end
         returning (value)::int as count, expires_at`,
        [`reads/${what}`, clock.now(), nextDay()],
      );
      const { count, expires_at } = rows[0] ?? { count: 1, expires_at: nextDay() };
      const seconds = Math.ceil((expires_at.getTime() - clock.now().getTime()) / 1000);
      return { allowed: count <= max, remaining: Math.max(0, max - count), seconds };
    },
  };
}
