/** Idempotency keys: repeating an add, as after a lost response, returns the existing record. */
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

/** Fingerprints an input. Keyed, because a plain hash could reveal an account number. */
function fingerprints(secret: string): (input: unknown) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of adds', 32));
  return (input) => createHmac('sha256', key).update(JSON.stringify(input)).digest('base64url');
}

type Sent = { key: string; noun: string; fingerprint: string };
type Noun<Rec> = {
  add: () => Promise<Rec>;
  get: (id: string) => Promise<Rec | undefined>;
  nameOf: (record: Rec) => string;
};

type Stored<Answer> = { noun: string; fingerprint: string; record: string; answer: Answer | null };

const OTHER_KIND = 'This idempotency key was used for a different kind of record.';

/** Takes the key; otherwise returns what it was used for, of the same noun. */
async function takeKey<Answer>(db: UserDb, sent: Sent): Promise<Stored<Answer> | undefined> {
  // A concurrent request with the same key blocks here until the first commits or rolls back.
  const { numAffectedRows } = await sql`
    insert into app.idempotency_keys (key, noun, fingerprint) values (${sent.key}, ${sent.noun}, ${sent.fingerprint})
    on conflict do nothing`.execute(db);
  if (numAffectedRows === 1n) return undefined;
  const { rows } = await sql<Stored<Answer>>`
    select noun, fingerprint, record_id as record, answer from app.idempotency_keys where key = ${sent.key}`.execute(
    db,
  );
  const [before] = rows;
  if (before?.noun !== sent.noun) throw new AppError('bad_request', { message: OTHER_KIND });
  return before;
}

/** Adds a record or returns the key's existing one. Throws `already_created` for other input, or `gone`. */
async function createOrReplay<Rec extends { id: string }>(db: UserDb, sent: Sent, noun: Noun<Rec>): Promise<Rec> {
  const before = await takeKey(db, sent);
  if (!before) {
    const added = await noun.add();
    await sql`update app.idempotency_keys set record_id = ${added.id} where key = ${sent.key}`.execute(db);
    return added;
  }
  const current = await noun.get(before.record);
  if (!current) throw new AppError('gone');
  if (before.fingerprint === sent.fingerprint) return current;
  throw new AppError('already_created', { message: `Already saved as ${noun.nameOf(current)}`, current });
}

type IdempotentRequest = { req: { valid: (part: 'header') => z.output<typeof IdempotencyKey> } };

export const keyOf = (c: IdempotentRequest): string | undefined => c.req.valid('header')['idempotency-key'];

type Params = { key: string | undefined; noun: string; input: unknown };

export function withIdempotencyKey(secret: string) {
  const fingerprint = fingerprints(secret);
  return <Rec extends { id: string }>(db: UserDb, { key, noun, input }: Params, what: Noun<Rec>): Promise<Rec> =>
    key ? createOrReplay(db, { key, noun, fingerprint: fingerprint(input) }, what) : what.add();
}

/** Keeps the whole answer of `work` for repeats, as JSON. Throws `already_created` for other input. */
export function withIdempotentAnswer(secret: string) {
  const fingerprint = fingerprints(secret);
  return async <Answer>(db: UserDb, { key, noun, input }: Params, work: () => Promise<Answer>): Promise<Answer> => {
    if (!key) return work();
    const sent = { key, noun, fingerprint: fingerprint(input) };
    const before = await takeKey<Answer>(db, sent);
    if (before && before.fingerprint !== sent.fingerprint) throw new AppError('already_created');
    if (before?.answer) return before.answer;
    const answer = await work();
    await sql`update app.idempotency_keys set answer = ${JSON.stringify(answer)}::json where key = ${key}`.execute(db);
    return answer;
  };
}
