/** Records and pages of the sandbox bank and tax authority. All workers share the records, in PostgreSQL. */
import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import type pg from 'pg';
import type { z } from 'zod';
import type { Clock } from './clock.ts';

const DAY_MS = 86_400_000;

type RecordsPlan<Kinds> = {
  pool: pg.Pool;
  clock: Clock;
  table: 'app.sandbox_bank' | 'app.sandbox_tax';
  kinds: Kinds;
  /** Since the last change. */
  retentionDays: number;
};

/** Records by kind and id. Each change deletes the expired ones. */
export function sandboxRecords<Kinds extends Record<string, z.ZodType>>(plan: RecordsPlan<Kinds>) {
  const { pool, clock, table, kinds, retentionDays } = plan;
  type Kind = keyof Kinds & string;
  type Stored<K extends Kind> = z.output<Kinds[K]>;

  async function row<K extends Kind>(text: string, kind: K, id: string): Promise<Stored<K> | undefined> {
    const { rows } = await pool.query<{ value: unknown }>(text, [`${kind}/${id}`, clock.now()]);
    return rows[0] && (kinds[kind]?.parse(rows[0].value) as Stored<K>);
  }
  async function insert<K extends Kind>(kind: K, id: string, value: Stored<K>, onConflict: string): Promise<boolean> {
    await pool.query(`delete from ${table} where expires_at <= $1`, [clock.now()]);
    const expiresAt = new Date(clock.now().getTime() + retentionDays * DAY_MS);
    const { rowCount } = await pool.query(
      `insert into ${table} (key, value, expires_at) values ($1, $2, $3) on conflict ${onConflict}`,
      [`${kind}/${id}`, JSON.stringify(value), expiresAt],
    );
    return rowCount === 1;
  }

  return {
    get: <K extends Kind>(kind: K, id: string) =>
      row(`select value from ${table} where key = $1 and expires_at > $2`, kind, id),
    take: <K extends Kind>(kind: K, id: string) =>
      row(`delete from ${table} where key = $1 and expires_at > $2 returning value`, kind, id),
    async put<K extends Kind>(kind: K, id: string, value: Stored<K>): Promise<void> {
      await insert(kind, id, value, '(key) do update set value = excluded.value, expires_at = excluded.expires_at');
    },
    /** Adds a record unless the id exists. Returns whether the record was added. */
    add: <K extends Kind>(kind: K, id: string, value: Stored<K>) => insert(kind, id, value, 'do nothing'),
    async list(kind: Kind): Promise<string[]> {
      const text = `select key from ${table} where starts_with(key, $1) and expires_at > $2
                    order by expires_at desc, key limit 50`;
      const { rows } = await pool.query<{ key: string }>(text, [`${kind}/`, clock.now()]);
      return rows.map(({ key }) => key.slice(kind.length + 1));
    },
  };
}

export function constantTimeEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

type Content = ReturnType<typeof html>;
type PagePlan = { name: string; about: string };

/** Returns a function that sends a page of one sandbox. `about` is at the top of each of its pages. */
export const sandboxPage =
  ({ name, about }: PagePlan) =>
  (c: Context, { title, content }: { title: string; content: Content }, status: 200 | 404 = 200) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    c.header('cache-control', 'no-store');
    return c.html(
      html`<!doctype html>
        <html lang="en-GB">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${title} · ${name}</title>
            <link rel="icon" href="/favicon.svg" />
            <link rel="stylesheet" href="/plain.css" />
          </head>
          <body>
            <main>
              <p class="quiet">${about}</p>
              <h1>${title}</h1>
              ${content}
            </main>
          </body>
        </html>`,
      status,
    );
  };
