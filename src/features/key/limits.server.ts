/**
 * Limits of API keys across all servers. Each server counts its requests, and settles the counts with the database once
 * a second. Between settlements it spends the tokens that the last settlement left.
 */
import type pg from 'pg';
import type { Clock } from '../../outside/clock.ts';

const SETTLE_MS = 1_000;
const IDLE_MS = 10 * 60_000;
/** A quarter of a minute's requests may arrive at once. */
const BURST = 4;

type Bucket = { perMinute: number; tokens: number; used: number; settledAt: number; usedAt: number };

/** `reset` and `retryAfter` are seconds, rounded up. `retryAfter` is set if the request exceeds the limit. */
export type Allowance = { limit: number; remaining: number; reset: number; retryAfter: number | undefined };

/** Runs `open`, unless too many earlier calls returned undefined. */
type Guard = (open: () => Promise<true | undefined>) => Promise<unknown>;

type Row = { key_hash: string; per_minute: number; tokens: number };

export function keyLimits({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const buckets = new Map<string, Bucket>();
  let settling: Promise<void> | undefined;

  /** Settles counts, and removes buckets of unknown keys. After a failure, the next call settles the counts. */
  async function settle(hashes: readonly string[]): Promise<void> {
    const counts = hashes.map((hash) => buckets.get(hash)?.used ?? 0);
    const text = 'select key_hash, per_minute, tokens from app.settle_keys($1, $2, $3)';
    const { rows } = await pool.query<Row>(text, [hashes, counts, clock.now()]);
    const found = new Map(rows.map((row) => [row.key_hash, row]));
    const now = performance.now();
    for (const [place, hash] of hashes.entries()) {
      const row = found.get(hash);
      const before = buckets.get(hash);
      // Requests since the settlement began are not in the database's figure.
      const used = (before?.used ?? 0) - (counts[place] ?? 0);
      if (row)
        buckets.set(hash, {
          perMinute: row.per_minute,
          tokens: row.tokens - used,
          used,
          settledAt: now,
          usedAt: before?.usedAt ?? now,
        });
      else buckets.delete(hash);
    }
  }

  function removeIdle(now: number): void {
    for (const [hash, bucket] of buckets) if (now - bucket.usedAt > IDLE_MS) buckets.delete(hash);
  }

  /** Waits for a settlement only if the bucket is empty or stale. Otherwise settles in the background. */
  async function refresh(bucket: Bucket): Promise<void> {
    const now = performance.now();
    if (now - bucket.settledAt < SETTLE_MS) return;
    settling ??= settle([...buckets.keys()]).finally(() => {
      settling = undefined;
      removeIdle(performance.now());
    });
    const isStale = now - bucket.settledAt > 2 * SETTLE_MS;
    if (isStale || bucket.tokens < 1) await settling;
    // A failure is thrown to the next request that waits. Until then, the limits apply unchanged.
    else settling.catch(() => {});
  }

  /** Pending first requests with a key, by the key's hash. */
  const opening = new Map<string, Promise<unknown>>();

  async function open(hash: string, guard: Guard): Promise<void> {
    const first =
      opening.get(hash) ??
      guard(async () => {
        await settle([hash]);
        return buckets.has(hash) || undefined;
      }).finally(() => opening.delete(hash));
    opening.set(hash, first);
    await first;
  }

  return {
    /** Takes a token for one request; undefined for an unknown key. `guard` limits requests with unknown keys. */
    async take(hash: string, guard: Guard): Promise<Allowance | undefined> {
      const known = buckets.get(hash);
      await (known ? refresh(known) : open(hash, guard));
      const bucket = buckets.get(hash);
      if (!bucket) return undefined;
      const perSecond = bucket.perMinute / 60;
      const isAllowed = bucket.tokens >= 1;
      bucket.usedAt = performance.now();
      if (isAllowed) {
        bucket.tokens -= 1;
        bucket.used += 1;
      }
      return {
        limit: bucket.perMinute,
        remaining: Math.max(0, Math.floor(bucket.tokens)),
        reset: Math.max(0, Math.ceil((bucket.perMinute / BURST - bucket.tokens) / perSecond)),
        retryAfter: isAllowed ? undefined : Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond)),
      };
    },
  };
}
