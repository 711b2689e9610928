/** POST /api/bulk/{noun} makes up to 500 adds and changes in one request, with an outcome for each row. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { ERROR_CODES, messageOf } from '../../shared/error-codes.ts';
import type { Area } from '../../shared/rights.ts';
import type { Versioned } from '../db/record-table.server.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { assertEnterprise } from '../session/enterprise.server.ts';
import { withUser } from '../session/session.server.ts';
import { refusal, type UserDb } from '../session/with-user.server.ts';
import { asAppError, invalidInput } from './errors.server.ts';
import { IdempotencyKey, withIdempotentAnswer } from './idempotency.server.ts';
import { answer, body, failures, needs } from './routes.server.ts';

export const MAX_BULK_ROWS = 500;

const NOT_IN_PLAN = 'Bulk changes are part of Enterprise. Choose this plan first.';
const WRONG_ROW = 'Give each row either ‘add’, or ‘change’ with ‘id’ and ‘version’.';
const NO_VERSION = 'Give the version that you are changing.';
const NOT_SAVED = 'This row was not saved, because another row failed and you chose all or nothing.';
const NOT_JSON = 'Send JSON with ‘rows’.';

const Envelope = z.object({
  rows: z.array(z.unknown()).min(1).max(MAX_BULK_ROWS, `Send at most ${MAX_BULK_ROWS} rows`),
  atomic: z.boolean().default(false).describe('All or nothing: the first failure leaves all rows unsaved'),
});

const Outcome = z.object({
  status: z.number().int().describe('As for one record: 201 added, 200 changed; 424 if another row prevented it'),
  id: z.uuid().nullable().describe('The saved record; null if the row was not saved'),
  version: z.number().int().nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional().describe('Messages by field'),
    })
    .nullable(),
});
type Outcome = z.infer<typeof Outcome>;

export const BulkOutcomes = z
  .object({
    saved: z.number().int().describe('The number of rows saved'),
    items: z.array(Outcome).describe('For each row, in the same order'),
  })
  .meta({ id: 'BulkOutcomes' });
export type BulkOutcomes = z.infer<typeof BulkOutcomes>;

type Saved = { id: string; version: number };

export type BulkNoun = {
  path: string;
  area: Area;
  many: string;
  tag: string;
  operationId: string;
  input: z.ZodType;
  change: z.ZodType;
  table: {
    add: (db: UserDb, input: never) => Promise<Saved>;
    change: (db: UserDb, target: Versioned & { input: never }) => Promise<Saved>;
  };
  onSaveError: ((error: unknown) => never) | undefined;
};

/** The save of a valid row, or the error of an invalid one. */
type Step = { status: 200 | 201; save: (db: UserDb) => Promise<Saved> } | AppError;

/** Adds the route to a noun's API. The route has no validator for its body, as the rows are validated one by one. */
export function addBulkRoute(api: OpenAPIHono<AppEnv>, services: Services, noun: BulkNoun): void {
  const route = describeRoute(noun);
  const once = withIdempotentAnswer(services.secret);
  api.openAPIRegistry.registerPath(route);
  api.post(route.path, route.middleware, async (c) => {
    const key = keyOf(c);
    const { rows, atomic } = await envelopeOf(c);
    const steps = rows.map((row) => stepOf(row, noun));
    const request = { key, noun: route.path, input: { rows, atomic } };
    const saving = withUser(services, c, 'guarded', async (db) => {
      await assertEnterprise(db, services.clock.now(), NOT_IN_PLAN);
      return once(db, request, () => (atomic ? saveAll(db, steps, noun) : saveEach(db, steps, noun)));
    });
    const items = await saving.catch((error: unknown) => {
      if (error instanceof NothingSaved) return error.outcomes;
      throw error;
    });
    const saved = items.filter(({ id }) => id !== null).length;
    return c.json({ saved, items } satisfies BulkOutcomes, 200);
  });
}

function describeRoute({ path, area, many, tag, operationId, input, change }: BulkNoun) {
  const row = z.union([
    z.object({ add: input }),
    z.object({ change, id: z.uuid(), version: z.number().int().describe('The version being changed') }),
  ]);
  return createRoute({
    operationId,
    ...needs(`${area}.change`),
    method: 'post',
    path: path.replace('/api/', '/api/bulk/'),
    tags: [tag],
    summary: `Add and change up to ${MAX_BULK_ROWS} ${many}`,
    description:
      'Part of Enterprise. Each row has its own outcome, and a row that fails leaves the others saved. ' +
      'With atomic, one failure leaves all rows unsaved.',
    request: {
      headers: IdempotencyKey,
      body: body(Envelope.extend({ rows: z.array(row).min(1).max(MAX_BULK_ROWS) })),
    },
    responses: {
      200: answer(BulkOutcomes, 'The outcomes, also of rows that failed'),
      ...failures.input,
      ...failures.signedIn,
      409: failures.once[409],
    },
  });
}

function keyOf(c: Context<AppEnv>): string | undefined {
  const headers = IdempotencyKey.safeParse({ 'idempotency-key': c.req.header('idempotency-key') });
  if (!headers.success) throw invalidInput(headers.error, 'bad_request');
  return headers.data['idempotency-key'];
}

async function envelopeOf(c: Context<AppEnv>): Promise<z.output<typeof Envelope>> {
  const json = await c.req.json<unknown>().catch((cause: unknown) => {
    throw new AppError('bad_request', { message: NOT_JSON, cause });
  });
  return Envelope.parse(json);
}

const Row = z.object({
  add: z.unknown().optional(),
  change: z.unknown().optional(),
  id: z.unknown().optional(),
  version: z.unknown().optional(),
});
const Version = z.number().int().min(0).max(999_999_999);

function stepOf(row: unknown, { input, change, table }: BulkNoun): Step {
  const { add, change: changed, ...ids } = Row.safeParse(row).data ?? {};
  if ((add === undefined) === (changed === undefined)) return new AppError('invalid_input', { message: WRONG_ROW });
  if (add !== undefined) {
    const parsed = input.safeParse(add);
    if (!parsed.success) return invalidInput(parsed.error);
    return { status: 201, save: (db) => table.add(db, parsed.data as never) };
  }
  const [id, version, parsed] = [z.uuid().safeParse(ids.id), Version.safeParse(ids.version), change.safeParse(changed)];
  if (!id.success) return new AppError('not_found');
  if (!version.success) return new AppError('version_required', { message: NO_VERSION });
  if (!parsed.success) return invalidInput(parsed.error);
  const target = { id: id.data, version: version.data, input: parsed.data as never };
  return { status: 200, save: (db) => table.change(db, target) };
}

class NothingSaved extends Error {
  constructor(readonly outcomes: Outcome[]) {
    super('A row of an atomic request failed');
  }
}

type Refusing = Pick<BulkNoun, 'onSaveError'>;

async function saveAll(db: UserDb, steps: readonly Step[], { onSaveError }: Refusing): Promise<Outcome[]> {
  const invalid = steps.map((step) => (step instanceof AppError ? failed(step) : unsaved));
  if (invalid.some((outcome) => outcome !== unsaved)) throw new NothingSaved(invalid);
  await separateTotals(db);
  const outcomes: Outcome[] = [];
  for (const [failedIndex, step] of steps.entries()) {
    const outcome = await saved(db, step).catch((error: unknown) => {
      throw new NothingSaved(
        steps.map((_, index) => (index === failedIndex ? failed(refusalOf(error, onSaveError)) : unsaved)),
      );
    });
    outcomes.push(outcome);
  }
  return outcomes;
}

/**
 * Saves each row in a savepoint. The savepoint statements are pipelined, as a round trip for each of them would double
 * the time.
 */
async function saveEach(db: UserDb, steps: readonly Step[], { onSaveError }: Refusing): Promise<Outcome[]> {
  await separateTotals(db);
  const outcomes: Outcome[] = [];
  let savepoints: Promise<unknown> = Promise.resolve();
  const pipeline = (statement: RawBuilder<unknown>) => {
    savepoints = settledBoth(savepoints, statement.execute(db));
  };
  for (const step of steps) {
    if (step instanceof AppError) {
      outcomes.push(failed(step));
      continue;
    }
    pipeline(sql`savepoint bulk_row`);
    try {
      outcomes.push(await saved(db, step));
    } catch (error) {
      outcomes.push(failed(refusalOf(error, onSaveError)));
      pipeline(sql`rollback to savepoint bulk_row`);
    }
    pipeline(sql`release savepoint bulk_row`);
  }
  await savepoints;
  return outcomes;
}

/** Waits for both promises. The result rejects with the first failure, but never as an unhandled rejection. */
function settledBoth(first: Promise<unknown>, second: Promise<unknown>): Promise<unknown> {
  const both = Promise.allSettled([first, second]).then((settled) => {
    const rejection = settled.find(({ status }) => status === 'rejected');
    if (rejection?.status === 'rejected') throw rejection.reason;
  });
  both.catch(() => {});
  return both;
}

/** Uses another slot for the totals of this transaction (`app.totals_slot`), so that other saves need not wait. */
const separateTotals = (db: UserDb) =>
  sql`select set_config('app.totals_slot', (9 + pg_backend_pid() % 4)::text, true)`.execute(db);

async function saved(db: UserDb, step: Step): Promise<Outcome> {
  if (step instanceof AppError) throw step;
  const { id, version } = await step.save(db);
  // Deferred constraints, such as those of files, fail here: at the commit, their row would be unknown.
  await settledBoth(sql`set constraints all immediate`.execute(db), sql`set constraints all deferred`.execute(db));
  return { status: step.status, id, version, error: null };
}

/** Converts the error of a row. Rethrows errors of the whole request, such as a serialization failure for a retry. */
function refusalOf(error: unknown, onSaveError: Refusing['onSaveError']): AppError {
  const appError = asAppError(explained(refusal(error), onSaveError));
  const { status } = ERROR_CODES[appError.code];
  if (status < 403 || status >= 500) throw error;
  return appError;
}

function explained(error: unknown, onSaveError: Refusing['onSaveError']): unknown {
  try {
    return onSaveError ? onSaveError(error) : error;
  } catch (explanation) {
    return explanation;
  }
}

function failed(appError: AppError): Outcome {
  const { code, details } = appError;
  const { fields } = details;
  const error = { code, message: messageOf(appError), ...(fields && { fields }) };
  return { status: ERROR_CODES[code].status, id: null, version: null, error };
}

const unsaved: Outcome = failed(new AppError('not_saved', { message: NOT_SAVED }));
