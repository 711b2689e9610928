/** The five routes of a noun over HTTP: `recordApi(services, { path, … })` lists, adds, reads, changes and removes its records. */
import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '../../shared/app-error.ts';
import { capitalise } from '../../shared/text.ts';
import type { Versioned } from '../db/record-table.server.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readAsUser, withUser } from '../session/session.server.ts';
import type { UserDb } from '../session/with-user.server.ts';
import { adder, IdempotencyKey } from './add-once.server.ts';
import { longPageOf, PageQuery, type PageText, pageOf } from './pages.server.ts';
import { IfMatch, matchedVersion, RecordId, recordId, tagVersion } from './records.server.ts';
import { answer, body, failures, router, sendPage } from './routes.server.ts';

type Kept = { id: string; version: number };

type Noun<
  Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType<Kept>,
  Input extends z.ZodType,
  Change extends z.ZodType,
  Method extends 'put' | 'patch',
  Long extends boolean,
> = {
  /** '/api/suppliers'. */
  path: Path;
  /** 'supplier', and 'suppliers' where it is not that with an s. */
  one: string;
  many?: string;
  /** 'guarded', which needs a running trial or a plan, unless told. */
  access?: 'guarded' | 'open';
  /** Of `listQuery`. */
  query: Query;
  item: Item;
  /** So long that its total is asked for by a request of its own. */
  long?: Long;
  record: Rec;
  input: Input;
  /** PUT unless told. */
  method?: Method;
  /** What a change takes, where that is not `input`. */
  change?: Change;
  /** As `recordTable` has them, or the noun's own. */
  table: {
    list: (db: UserDb, asked: z.output<Query> & z.output<typeof PageQuery>) => Promise<PageText<z.output<Item>>>;
    get: (db: UserDb, id: string) => Promise<z.output<Rec> | undefined>;
    add: (db: UserDb, input: z.output<Input>) => Promise<z.output<Rec>>;
    change: (db: UserDb, wanted: Versioned & { input: z.output<Change> }) => Promise<z.output<Rec>>;
    remove: (db: UserDb, wanted: Versioned) => Promise<void>;
  };
  /** In the description of the API, where there is more to say than 'Add a supplier'. */
  summaries?: Summaries;
  /** 'Supplier not found'. */
  notFound: string;
  /** What a record is called in a sentence: 'Already saved as Harbour Plumbing Ltd'. */
  nameOf: (record: z.output<Rec>) => string;
  /** Turns the database's refusal of a save into the sentence of a field; throws. */
  onSaveError?: (error: unknown) => never;
  /** After a record was removed, as its file may be cleared now. */
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

/** What the browser's typed client is made from. TypeScript would give up on inferring it from routes with type parameters. */
type RecordSchema<Path extends string, Query, Item, Rec, Input, Change, Method extends string, Total> = {
  [P in Path]: {
    $get: Json<
      // A noun without filters has `Record<string, never>`, beside which nothing could be asked.
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

/** Further routes are chained: `recordApi(…).openapi(link, …)`. */
export function recordApi<
  const Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType<Kept>,
  Input extends z.ZodType,
  Change extends z.ZodType = Input,
  const Method extends 'put' | 'patch' = 'put',
  const Long extends boolean = false,
>(services: Services, noun: Noun<Path, Query, Item, Rec, Input, Change, Method, Long>) {
  const { path, access = 'guarded', method = 'put', table, query, notFound, nameOf, onSaveError, onRemoved } = noun;
  const routes = describedRoutes({ ...noun, access, query: query.extend(PageQuery.shape) });
  const addUnderKey = adder(services.secret);
  type Ctx = Context<AppEnv>;
  const saved = async (c: Ctx, work: (db: UserDb) => Promise<Kept>): Promise<Kept> => {
    const save = withUser(services, c, access, work);
    const after = await (onSaveError ? save.catch(onSaveError) : save);
    tagVersion(c, after);
    return after;
  };
  // Each handler is `never` because TypeScript cannot match its answer with a route that depends on type parameters.
  const api = router()
    .openapi(routes.list, (async (c: Ctx) => {
      const wanted = valid(c, 'query') as z.output<Query> & z.output<typeof PageQuery>;
      return sendPage(c, await readAsUser(services, c, access, (db) => table.list(db, wanted)));
    }) as never)
    .openapi(routes.add, (async (c: Ctx) => {
      const wanted = valid(c, 'json') as z.output<Input>;
      const { 'idempotency-key': key } = valid(c, 'header') as z.output<typeof IdempotencyKey>;
      const what = (db: UserDb) => ({
        add: () => table.add(db, wanted),
        get: (id: string) => table.get(db, id),
        nameOf,
      });
      const after = await saved(c, (db) => addUnderKey(db, { key, noun: path, input: wanted }, what(db)));
      c.header('location', `${path}/${after.id}`);
      return c.json(after, 201);
    }) as never)
    .openapi(routes.read, (async (c: Ctx) => {
      const id = recordId(c);
      const found = await readAsUser(services, c, access, (db) => table.get(db, id));
      if (!found) throw new AppError('not_found', { message: notFound });
      tagVersion(c, found);
      return c.json(found, 200);
    }) as never)
    .openapi(routes.remove, (async (c: Ctx) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, access, (db) => table.remove(db, wanted));
      await onRemoved?.();
      return c.body(null, 204);
    }) as never)
    .openapi({ ...routes.change, method }, (async (c: Ctx) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: valid(c, 'json') as z.output<Change> };
      return c.json(await saved(c, (db) => table.change(db, wanted)), 200);
    }) as never);
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

type Described = {
  path: string;
  one: string;
  many?: string;
  access: 'guarded' | 'open';
  query: z.ZodObject;
  item: z.ZodType;
  long?: boolean;
  record: z.ZodType;
  input: z.ZodType;
  change?: z.ZodType;
  summaries?: Summaries;
};

function describedRoutes(noun: Described) {
  const { path, one, many = `${one}s`, access, query, item, long, record, input, change = input, summaries } = noun;
  const [ofMany, ofOneName] = [many, one].map(pascalCase);
  const tags = [capitalise(many)];
  const signedIn = access === 'open' ? { 401: failures.signedIn[401] } : failures.signedIn;
  const ofOne = { path: `${path}/{id}`, tags };
  return {
    list: createRoute({
      operationId: `list${ofMany}`,
      method: 'get',
      path,
      tags,
      summary: summaries?.list ?? `List ${many}`,
      request: { query },
      responses: {
        200: answer(long ? longPageOf(item) : pageOf(item), 'One page'),
        400: failures.input[400],
        ...signedIn,
      },
    }),
    add: createRoute({
      operationId: `add${ofOneName}`,
      method: 'post',
      path,
      tags,
      summary: summaries?.add ?? `Add a ${one}`,
      request: { headers: IdempotencyKey, body: body(input) },
      responses: { 201: answer(record, `The new ${one}`), ...failures.input, ...signedIn, ...failures.once },
    }),
    read: createRoute({
      operationId: `get${ofOneName}`,
      ...ofOne,
      method: 'get',
      summary: summaries?.read ?? `Read a ${one}`,
      request: { params: RecordId },
      responses: { 200: answer(record, `The ${one}, its version in ETag`), ...signedIn, ...failures.found },
    }),
    change: createRoute({
      operationId: `change${ofOneName}`,
      ...ofOne,
      method: 'put',
      summary: summaries?.change ?? `Change a ${one}`,
      request: { params: RecordId, headers: IfMatch, body: body(change) },
      responses: {
        200: answer(record, `The changed ${one}`),
        ...failures.input,
        ...signedIn,
        ...failures.found,
        ...failures.version,
      },
    }),
    remove: createRoute({
      operationId: `remove${ofOneName}`,
      ...ofOne,
      method: 'delete',
      summary: summaries?.remove ?? `Remove a ${one}`,
      request: { params: RecordId, headers: IfMatch },
      responses: { 204: { description: 'Removed' }, ...signedIn, ...failures.found, ...failures.version },
    }),
  };
}

/** 'bank account' → 'BankAccount'. */
function pascalCase(words: string): string {
  return words.split(' ').map(capitalise).join('');
}

/** The body, the query or the headers as the route's schema made it. */
function valid(c: Context<AppEnv>, target: 'json' | 'query' | 'header'): unknown {
  return c.req.valid(target as never);
}
