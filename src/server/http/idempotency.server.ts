/** Idempotency keys: a repeated add, as after a lost response, returns the existing record. */
import { createHmac, hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { UserDb } from '../session/with-user.server.ts';

export const IdempotencyKey = z.object({
  'idempotency-key': z
    .uuid()
    .optional()
    .describe('Repeats with the same key within 30 days return the existing record'),
});

/** Returns a function that hashes an input. The hash is keyed, as a plain one could reveal an account number. */
function fingerprinter(secret: string): (input: unknown) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of adds', 32));
  return (input) => createHmac('sha256', key).update(JSON.stringify(input)).digest('base64url');
}

type KeyUse = { key: string; noun: string; fingerprint: string };
type Noun<Rec> = {
  add: () => Promise<Rec>;
  get: (id: string) => Promise<Rec | undefined>;
  nameOf: (record: Rec) => string;
};

type Stored<Answer> = { noun: string; fingerprint: string; record: string; answer: Answer | null };

const OTHER_KIND = 'This idempotency key was used for a different kind of record.';

/** Stores the key, or returns its earlier use. Throws `bad_request` if that was for another noun. */
async function takeKey<Answer>(db: UserDb, use: KeyUse): Promise<Stored<Answer> | undefined> {
  // A concurrent request with the same key blocks here until the first commits or rolls back.
  const { numAffectedRows } = await sql`
    insert into app.idempotency_keys (key, noun, fingerprint) values (${use.key}, ${use.noun}, ${use.fingerprint})
    on conflict do nothing`.execute(db);
  if (numAffectedRows === 1n) return undefined;
  const { rows } = await sql<Stored<Answer>>`
    select noun, fingerprint, record_id as record, answer from app.idempotency_keys where key = ${use.key}`.execute(db);
  const [earlier] = rows;
  if (earlier?.noun !== use.noun) throw new AppError('bad_request', { message: OTHER_KIND });
  return earlier;
}

/** Adds a record, or returns the record of the key. Throws `already_created` for other input, `gone` if deleted. */
async function createOrReplay<Rec extends { id: string }>(db: UserDb, use: KeyUse, noun: Noun<Rec>): Promise<Rec> {
  const earlier = await takeKey(db, use);
  if (!earlier) {
    const added = await noun.add();
    await sql`update app.idempotency_keys set record_id = ${added.id} where key = ${use.key}`.execute(db);
    return added;
  }
  const current = await noun.get(earlier.record);
  if (!current) throw new AppError('gone');
  if (earlier.fingerprint === use.fingerprint) return current;
  throw new AppError('already_created', { message: `Already saved as ${noun.nameOf(current)}`, current });
}

type IdempotentRequest = { req: { valid: (part: 'header') => z.output<typeof IdempotencyKey> } };

export const keyOf = (c: IdempotentRequest): string | undefined => c.req.valid('header')['idempotency-key'];

type Params = { key: string | undefined; noun: string; input: unknown };

export function withIdempotencyKey(secret: string) {
  const fingerprint = fingerprinter(secret);
  return <Rec extends { id: string }>(db: UserDb, { key, noun, input }: Params, operations: Noun<Rec>): Promise<Rec> =>
    key ? createOrReplay(db, { key, noun, fingerprint: fingerprint(input) }, operations) : operations.add();
}

/** Stores the result of `work` as JSON, and returns it for repeats. Throws `already_created` for other input. */
export function withIdempotentAnswer(secret: string) {
  const fingerprint = fingerprinter(secret);
  return async <Answer>(db: UserDb, { key, noun, input }: Params, work: () => Promise<Answer>): Promise<Answer> => {
    if (!key) return work();
    const use = { key, noun, fingerprint: fingerprint(input) };
    const earlier = await takeKey<Answer>(db, use);
    if (earlier && earlier.fingerprint !== use.fingerprint) throw new AppError('already_created');
    if (earlier?.answer) return earlier.answer;
    const answer = await work();
    await sql`update app.idempotency_keys set answer = ${JSON.stringify(answer)}::json where key = ${key}`.execute(db);
    return answer;
  };
}
