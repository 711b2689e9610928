/** The sandbox bank's state, stored in PostgreSQL so that all workers share it. */
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 200;

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
type Kinds = typeof KINDS;
type Kind = keyof Kinds;
type StoredRecord<K extends Kind> = z.output<Kinds[K]>;
export type StoredRequisition = StoredRecord<'requisition'>;
export type StoredAgreement = StoredRecord<'agreement'>;

export type SandboxStore = ReturnType<typeof sandboxStore>;

export function sandboxStore(pool: pg.Pool, clock: Clock) {
  const after = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  const read = <K extends Kind>(kind: K, value: unknown) => KINDS[kind].parse(value) as StoredRecord<K>;
  type Row = { key: string; value: unknown };

  return {
    async get<K extends Kind>(kind: K, id: string): Promise<StoredRecord<K> | undefined> {
      const text = 'select value from app.sandbox_bank where key = $1 and expires_at > $2';
      const [row] = (await pool.query<Row>(text, [`${kind}/${id}`, clock.now()])).rows;
      return row && read(kind, row.value);
    },
    async put<K extends Kind>(kind: K, id: string, value: StoredRecord<K>): Promise<void> {
      await pool.query(
        `insert into app.sandbox_bank (key, value, expires_at) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [`${kind}/${id}`, JSON.stringify(value), after(RETENTION_DAYS)],
      );
    },
    /** Adds a record unless the id exists. Returns whether the record was added. Deletes expired records. */
    async add<K extends Kind>(kind: K, id: string, value: StoredRecord<K>): Promise<boolean> {
      await pool.query('delete from app.sandbox_bank where expires_at <= $1', [clock.now()]);
      const { rowCount } = await pool.query(
        'insert into app.sandbox_bank (key, value, expires_at) values ($1, $2, $3) on conflict do nothing',
        [`${kind}/${id}`, JSON.stringify(value), after(RETENTION_DAYS)],
      );
      return rowCount === 1;
    },
    async take<K extends Kind>(kind: K, id: string): Promise<StoredRecord<K> | undefined> {
      const text = 'delete from app.sandbox_bank where key = $1 and expires_at > $2 returning value';
      const [row] = (await pool.query<Row>(text, [`${kind}/${id}`, clock.now()])).rows;
      return row && read(kind, row.value);
    },
    async list(kind: Kind): Promise<string[]> {
      const text = `select key from app.sandbox_bank where starts_with(key, $1) and expires_at > $2
                    order by expires_at desc, key limit 50`;
      const { rows } = await pool.query<Row>(text, [`${kind}/`, clock.now()]);
      return rows.map(({ key }) => key.slice(kind.length + 1));
    },
    /** Counts a read. At most `max` are allowed in 24 hours; `seconds` remain of these. */
    async countRead(what: string, max: number): Promise<{ allowed: boolean; remaining: number; seconds: number }> {
      const { rows } = await pool.query<{ count: number; expires_at: Date }>(
        `insert into app.sandbox_bank as kept (key, value, expires_at) values ($1, '1', $3)
         on conflict (key) do update set
           value = case when kept.expires_at > $2 then to_jsonb((kept.value)::int + 1) else '1' end,
           expires_at = case when kept.expires_at > $2 then kept.expires_at else $3 end
         returning (value)::int as count, expires_at`,
        [`reads/${what}`, clock.now(), after(1)],
      );
      const { count, expires_at } = rows[0] ?? { count: 1, expires_at: after(1) };
      const seconds = Math.ceil((expires_at.getTime() - clock.now().getTime()) / 1000);
      return { allowed: count <= max, remaining: Math.max(0, max - count), seconds };
    },
  };
}
