/**
 * A noun's HTTP routes: `recordApi(services, { path, … })` lists, adds, reads, changes and removes records, and saves
 * many in one request.
 */
import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '../../shared/app-error.ts';
import type { Area } from '../../shared/rights.ts';
import { capitalise } from '../../shared/text.ts';
import type { Versioned } from '../db/record-table.server.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readAsUser, withUser } from '../session/session.server.ts';
import type { UserDb } from '../session/with-user.server.ts';
import { addBulkRoute } from './bulk.server.ts';
import { IdempotencyKey, withIdempotencyKey } from './idempotency.server.ts';
import { type JsonPage, PageQuery, pageOf, pageWithoutTotal } from './pages.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from './records.server.ts';
import { answer, body, failures, needs, router, sendPage } from './routes.server.ts';

type StoredRecord = { id: string; version: number };

type Noun<
  Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType<StoredRecord>,
  Input extends z.ZodType,
  Change extends z.ZodType,
  Method extends 'put' | 'patch',
  Long extends boolean,
> = {
  path: Path;
  /** Members need the area's right to see or to change. */
  area: Area;
  /** Singular, such as 'supplier'. `many` is needed only for an irregular plural. */
  one: string;
  many?: string;
  /** 'guarded', the default, needs a trial or a plan; with 'saves', only saves need one; 'open' needs neither. */
  access?: 'guarded' | 'open' | 'saves';
  query: Query;
  item: Item;
  /** Set if the list is so long that its total has a separate request. */
  long?: Long;
  record: Rec;
  input: Input;
  method?: Method;
  change?: Change;
  /** From `recordTable`, or the noun's own functions. */
  table: {
    list: (db: UserDb, query: z.output<Query> & z.output<typeof PageQuery>) => Promise<JsonPage<z.output<Item>>>;
    get: (db: UserDb, id: string) => Promise<z.output<Rec> | undefined>;
    add: (db: UserDb, input: z.output<Input>) => Promise<z.output<Rec>>;
    change: (db: UserDb, update: Versioned & { input: z.output<Change> }) => Promise<z.output<Rec>>;
    remove: (db: UserDb, removal: Versioned) => Promise<void>;
  };
  summaries?: Summaries;
  notFound: string;
  /** Returns a record's name for a message: 'Already saved as Harbour Plumbing Ltd'. */
  nameOf: (record: z.output<Rec>) => string;
  /** Throws the message of a field for a database error on save, or the error itself. */
  onSaveError?: (error: unknown) => never;
  /** Runs after a removal, to delete the record's files. */
  onRemoved?: () => Promise<void>;
};

type Summaries = Partial<Record<'list' | 'add' | 'read' | 'change' | 'remove', string>>;

type Json<Input, Output, Status extends number> = {
  input: Input;
  output: Output;
  outputFormat: 'json';
  status: Status;
};
type OfOne = { param: { id: string } };

/** The typed client's schema, which TypeScript cannot infer from routes with type parameters. */
type RecordSchema<Path extends string, Query, Item, Rec, Input, Change, Method extends string, Total> = {
  [P in Path]: {
    $get: Json<
      // Without filters, `Query` is `Record<string, never>`, which would exclude all other parameters.
      { query: (string extends keyof Query ? object : Query) & { limit?: string; cursor?: string } },
      { items: Item[]; nextCursor: string | null; total: Total },
      200
    >;
    $post: Json<{ json: Input; header?: { 'idempotency-key'?: string } }, Rec, 201>;
  };
} & {
  [P in `${Path}/:id`]: {
    $get: Json<OfOne, Rec, 200>;
    $delete: { input: OfOne & { header: { 'if-match'?: string } }; output: null; outputFormat: 'body'; status: 204 };
  } & {
    [M in Method as `$${M}`]: Json<OfOne & { json: Change; header: { 'if-match'?: string } }, Rec, 200>;
  };
};

/** Further routes can be chained: `recordApi(…).openapi(link, …)`. */
export function recordApi<
  const Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType<StoredRecord>,
  Input extends z.ZodType,
  Change extends z.ZodType = Input,
  const Method extends 'put' | 'patch' = 'put',
  const Long extends boolean = false,
>(services: Services, noun: Noun<Path, Query, Item, Rec, Input, Change, Method, Long>) {
  const { path, access = 'guarded', method = 'put', table, query, notFound, nameOf, onSaveError, onRemoved } = noun;
  const [toRead, toSave] = accessOf(access);
  const routes = describeRoutes({ ...noun, access, query: query.extend(PageQuery.shape) });
  const addUnderKey = withIdempotencyKey(services.secret);
  type Ctx = Context<AppEnv>;
  const saved = async (c: Ctx, work: (db: UserDb) => Promise<StoredRecord>): Promise<StoredRecord> => {
    const save = withUser(services, c, toSave, work);
    const after = await (onSaveError ? save.catch(onSaveError) : save);
    tagVersion(c, after);
    return after;
  };
  // Handlers are `never`: TypeScript cannot match their responses with routes that depend on type parameters.
  const api = router()
    .openapi(routes.list, (async (c: Ctx) => {
      const pageQuery = valid(c, 'query') as z.output<Query> & z.output<typeof PageQuery>;
      return sendPage(c, await readAsUser(services, c, toRead, (db) => table.list(db, pageQuery)));
    }) as never)
    .openapi(routes.add, (async (c: Ctx) => {
      const added = valid(c, 'json') as z.output<Input>;
      const { 'idempotency-key': key } = valid(c, 'header') as z.output<typeof IdempotencyKey>;
      const operations = (db: UserDb) => ({
        add: () => table.add(db, added),
        get: (id: string) => table.get(db, id),
        nameOf,
      });
      const after = await saved(c, (db) => addUnderKey(db, { key, noun: path, input: added }, operations(db)));
      c.header('location', `${path}/${after.id}`);
      return c.json(after, 201);
    }) as never)
    .openapi(routes.read, (async (c: Ctx) => {
      const id = recordId(c);
      const found = await readAsUser(services, c, toRead, (db) => table.get(db, id));
      if (!found) throw new AppError('not_found', { message: notFound });
      tagVersion(c, found);
      return c.json(found, 200);
    }) as never)
    .openapi(routes.remove, (async (c: Ctx) => {
      const removal = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, toSave, (db) => table.remove(db, removal));
      await onRemoved?.();
      return c.body(null, 204);
    }) as never)
    .openapi({ ...routes.change, method }, (async (c: Ctx) => {
      const update = { id: recordId(c), version: matchedVersion(c), input: valid(c, 'json') as z.output<Change> };
      return c.json(await saved(c, (db) => table.change(db, update)), 200);
    }) as never);
  const { area, many = `${noun.one}s`, input, change = input } = noun;
  const names = { many, tag: capitalise(many), operationId: `saveMany${pascalCase(many)}` };
  addBulkRoute(api, services, { ...names, path, area, input, change, table, onSaveError });
  type Total = Long extends true ? null : number;
  type Schema = RecordSchema<
    Path,
    z.input<Query>,
    z.output<Item>,
    z.output<Rec>,
    z.input<Input>,
    z.input<Change>,
    Method,
    Total
  >;
  return api as unknown as OpenAPIHono<AppEnv, Schema>;
}

type RoutePlan = {
  path: string;
  area: Area;
  one: string;
  many?: string;
  access: 'guarded' | 'open' | 'saves';
  query: z.ZodObject;
  item: z.ZodType;
  long?: boolean;
  record: z.ZodType;
  input: z.ZodType;
  change?: z.ZodType;
  summaries?: Summaries;
};

function describeRoutes(noun: RoutePlan) {
  const {
    path,
    area,
    one,
    many = `${one}s`,
    access,
    query,
    item,
    long,
    record,
    input,
    change = input,
    summaries,
  } = noun;
  const [ofMany, ofOneName] = [many, one].map(pascalCase);
  const tags = [capitalise(many)];
  const [toSee, toChange] = [needs(`${area}.see`), needs(`${area}.change`)];
  const [reading, saving] = accessOf(access).map((needed) =>
    needed === 'open' ? { 401: failures.signedIn[401] } : failures.signedIn,
  );
  const ofOne = { path: `${path}/{id}`, tags };
  return {
    list: createRoute({
      operationId: `list${ofMany}`,
      ...toSee,
      method: 'get',
      path,
      tags,
      summary: summaries?.list ?? `List ${many}`,
      request: { query },
      responses: {
        200: answer(long ? pageWithoutTotal(item) : pageOf(item), 'One page'),
        400: failures.input[400],
        ...reading,
      },
    }),
    add: createRoute({
      operationId: `add${ofOneName}`,
      ...toChange,
      method: 'post',
      path,
      tags,
      summary: summaries?.add ?? `Add a ${one}`,
      request: { headers: IdempotencyKey, body: body(input) },
      responses: { 201: answer(record, `The new ${one}`), ...failures.input, ...saving, ...failures.once },
    }),
    read: createRoute({
      operationId: `get${ofOneName}`,
      ...toSee,
      ...ofOne,
      method: 'get',
      summary: summaries?.read ?? `Read a ${one}`,
      request: { params: RecordId },
      responses: { 200: answer(record, `The ${one}, its version in ETag`), ...reading, ...failures.found },
    }),
    change: createRoute({
      operationId: `change${ofOneName}`,
      ...toChange,
      ...ofOne,
      method: 'put',
      summary: summaries?.change ?? `Change a ${one}`,
      request: { params: RecordId, headers: IfMatch, body: body(change) },
      responses: {
        200: answer(record, `The changed ${one}`),
        ...failures.input,
        ...saving,
        ...failures.found,
        ...failures.version,
      },
    }),
    remove: createRoute({
      operationId: `remove${ofOneName}`,
      ...toChange,
      ...ofOne,
      method: 'delete',
      summary: summaries?.remove ?? `Remove a ${one}`,
      request: { params: RecordId, headers: IfMatch },
      responses: { 204: { description: 'Removed' }, ...saving, ...failures.found, ...failures.version },
    }),
  };
}

/** Returns the access for reads and for saves. */
function accessOf(access: RoutePlan['access']): ['guarded' | 'open', 'guarded' | 'open'] {
  return [access === 'guarded' ? 'guarded' : 'open', access === 'open' ? 'open' : 'guarded'];
}

function pascalCase(words: string): string {
  return words.split(' ').map(capitalise).join('');
}

function valid(c: Context<AppEnv>, target: 'json' | 'query' | 'header'): unknown {
  return c.req.valid(target as never);
}
