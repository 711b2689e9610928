/** The sandbox tax authority's state, stored in PostgreSQL so that all workers share it. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';

const DAY_MS = 86_400_000;
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
type Kinds = typeof KINDS;
type Kind = keyof Kinds;
type Stored<K extends Kind> = z.output<Kinds[K]>;
export type StoredBusiness = Stored<'business'>;

export const NEW_BUSINESS: StoredBusiness = { quarters: {}, updates: {}, headers: [] };

export type SandboxStore = ReturnType<typeof sandboxStore>;

export function sandboxStore(pool: pg.Pool, clock: Clock) {
  const expiresAt = () => new Date(clock.now().getTime() + RETENTION_DAYS * DAY_MS);
  const read = <K extends Kind>(kind: K, value: unknown) => KINDS[kind].parse(value) as Stored<K>;
  type Row = { key: string; value: unknown };
  const store = {
    async get<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined> {
      const text = 'select value from app.sandbox_tax where key = $1 and expires_at > $2';
      const [row] = (await pool.query<Row>(text, [`${kind}/${id}`, clock.now()])).rows;
      return row && read(kind, row.value);
    },
    /** Stores a record and deletes expired ones. */
    async put<K extends Kind>(kind: K, id: string, value: Stored<K>): Promise<void> {
      await pool.query('delete from app.sandbox_tax where expires_at <= $1', [clock.now()]);
      await pool.query(
        `insert into app.sandbox_tax (key, value, expires_at) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [`${kind}/${id}`, JSON.stringify(value), expiresAt()],
      );
    },
    /** Replaces a value if the value is still `before`. Returns whether it was replaced. */
    async swap<K extends Kind>(kind: K, id: string, { before, after }: Record<'before' | 'after', Stored<K>>) {
      const { rowCount } = await pool.query(
        'update app.sandbox_tax set value = $3 where key = $1 and value = $2::jsonb',
        [`${kind}/${id}`, JSON.stringify(before), JSON.stringify(after)],
      );
      return rowCount === 1;
    },
    async take<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined> {
      const text = 'delete from app.sandbox_tax where key = $1 and expires_at > $2 returning value';
      const [row] = (await pool.query<Row>(text, [`${kind}/${id}`, clock.now()])).rows;
      return row && read(kind, row.value);
    },
    async list(kind: Kind): Promise<string[]> {
      const text = `select key from app.sandbox_tax where starts_with(key, $1) and expires_at > $2
                    order by expires_at desc, key limit 50`;
      const { rows } = await pool.query<Row>(text, [`${kind}/`, clock.now()]);
      return rows.map(({ key }) => key.slice(kind.length + 1));
    },
    /** Changes a business, which is added first if new. Repeats `work` after a concurrent change. */
    async change(id: string, work: (before: StoredBusiness) => StoredBusiness): Promise<void> {
      await pool.query(
        'insert into app.sandbox_tax (key, value, expires_at) values ($1, $2, $3) on conflict do nothing',
        [`business/${id}`, JSON.stringify(NEW_BUSINESS), expiresAt()],
      );
      for (;;) {
        const before = await store.get('business', id);
        if (!before || (await store.swap('business', id, { before, after: work(before) }))) return;
      }
    },
  };
  return store;
}
