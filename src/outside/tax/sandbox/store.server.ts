/** The sandbox tax authority's state, stored in PostgreSQL so that all workers share it. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { sandboxRecords } from '../../sandbox.server.ts';

/** Longer than a consent. */
const RETENTION_DAYS = 600;

const kindOfQuarter = z.enum(['standard', 'calendar']);
/** The last update of a year. `text` is its body; `fulfilledAt` is an hour after `at` with the fault 'late'. */
const Update = z.object({
  text: z.string(),
  to: z.string(),
  at: z.string(),
  fulfilledAt: z.string(),
  count: z.number(),
});
const KINDS = {
  code: z.object({ redirect: z.string(), until: z.string() }),
  /** `refresh` is the only valid refresh token. */
  grant: z.object({ refresh: z.string(), until: z.string() }),
  /** Stored by business id. */
  business: z.object({
    quarters: z.record(z.string(), kindOfQuarter),
    updates: z.record(z.string(), Update),
    headers: z.array(z.object({ header: z.string(), problem: z.enum(['missing', 'malformed']) })),
  }),
  fault: z.object({ kind: z.string() }),
};
export type StoredBusiness = z.output<(typeof KINDS)['business']>;

export const NEW_BUSINESS: StoredBusiness = { quarters: {}, updates: {}, headers: [] };

export type SandboxStore = ReturnType<typeof sandboxStore>;

export function sandboxStore(pool: pg.Pool, clock: Clock) {
  const store = {
    ...sandboxRecords({ pool, clock, table: 'app.sandbox_tax', kinds: KINDS, retentionDays: RETENTION_DAYS }),
    /** Replaces a value if the value is still `before`. Returns whether it was replaced. */
    async swap(
      kind: keyof typeof KINDS,
      id: string,
      { before, after }: Record<'before' | 'after', object>,
    ): Promise<boolean> {
      const { rowCount } = await pool.query(
        'update app.sandbox_tax set value = $3 where key = $1 and value = $2::jsonb',
        [`${kind}/${id}`, JSON.stringify(before), JSON.stringify(after)],
      );
      return rowCount === 1;
    },
    /** Changes a business, which is added first if new. Repeats `work` after a concurrent change. */
    async change(id: string, work: (before: StoredBusiness) => StoredBusiness): Promise<void> {
      await store.add('business', id, NEW_BUSINESS);
      for (;;) {
        const before = await store.get('business', id);
        if (!before || (await store.swap('business', id, { before, after: work(before) }))) return;
      }
    },
  };
  return store;
}
