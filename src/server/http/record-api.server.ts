/** The five routes of a noun over HTTP: `recordApi(services, { path, … })` lists, adds, reads, changes and removes its records. */
import type { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '../../shared/app-error.ts';
import type { Versioned } from '../db/record-table.server.ts';
import type { AppEnv, Services } from '../services.server.ts';
import { readAsUser, withUser } from '../session/session.server.ts';
import type { UserDb } from '../session/with-user.server.ts';
import { PageQuery, type PageText } from './pages.server.ts';
import { recordRoutes } from './record-routes.server.ts';
import { matchedVersion, recordId, tagVersion } from './records.server.ts';
import { router, sendPage } from './routes.server.ts';

type Kept = { id: string; version: number };

type Noun<
  Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType<Kept>,
  Input extends z.ZodType,
> = {
  /** '/api/suppliers'. */
  path: Path;
  /** 'supplier', and 'suppliers' where it is not that with an s. */
  one: string;
  many?: string;
  /** Of `listQuery`. */
  query: Query;
  item: Item;
  record: Rec;
  input: Input;
  /** As `recordTable` has them, or the noun's own. */
  table: {
    list: (db: UserDb, asked: z.output<Query> & z.output<typeof PageQuery>) => Promise<PageText<z.output<Item>>>;
    get: (db: UserDb, id: string) => Promise<z.output<Rec> | undefined>;
    add: (db: UserDb, input: z.output<Input>) => Promise<z.output<Rec>>;
    change: (db: UserDb, wanted: Versioned & { input: z.output<Input> }) => Promise<z.output<Rec>>;
    remove: (db: UserDb, wanted: Versioned) => Promise<void>;
  };
  /** 'Supplier not found'. */
  notFound: string;
  /** Turns the database's refusal of a save into the sentence of a field; throws. */
  onSaveError?: (error: unknown) => never;
  /** After a record was removed, as its file may be cleared now. */
  onRemoved?: () => Promise<void>;
};

type Json<Input, Output, Status extends number> = {
  input: Input;
  output: Output;
  outputFormat: 'json';
  status: Status;
};
type OfOne = { param: { id: string } };

/** What the browser's typed client is made from. TypeScript would give up on inferring it from routes with type parameters. */
type RecordSchema<Path extends string, Query, Item, Rec, Input> = {
  [P in Path]: {
    $get: Json<
      { query: Query & { limit?: string; cursor?: string } },
      { items: Item[]; nextCursor: string | null; total: number },
      200
    >;
    $post: Json<{ json: Input }, Rec, 201>;
  };
} & {
  [P in `${Path}/:id`]: {
    $get: Json<OfOne, Rec, 200>;
    $put: Json<OfOne & { json: Input; header: { 'if-match'?: string } }, Rec, 200>;
    $delete: { input: OfOne & { header: { 'if-match'?: string } }; output: null; outputFormat: 'body'; status: 204 };
  };
};

/** For nouns that need a running trial or a plan. Further routes are chained: `recordApi(…).openapi(link, …)`. */
export function recordApi<
  const Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType<Kept>,
  Input extends z.ZodType,
>(services: Services, noun: Noun<Path, Query, Item, Rec, Input>) {
  const { path, one, many = `${one}s`, query, item, record, input, table, notFound, onSaveError, onRemoved } = noun;
  const tags = [many.charAt(0).toUpperCase() + many.slice(1)];
  const asked = query.extend(PageQuery.shape);
  const routes = recordRoutes({ path, tags, one, many, query: asked, item, record, input });
  type Ctx = Context<AppEnv>;
  const saved = async (c: Ctx, work: (db: UserDb) => Promise<Kept>): Promise<Kept> => {
    const save = withUser(services, c, 'guarded', work);
    const after = await (onSaveError ? save.catch(onSaveError) : save);
    tagVersion(c, after);
    return after;
  };
  // Each handler is `never` because TypeScript cannot match its answer with a route that depends on type parameters.
  const api: unknown = router()
    .openapi(routes.list, (async (c: Ctx) => {
      const wanted = valid(c, 'query') as z.output<Query> & z.output<typeof PageQuery>;
      return sendPage(c, await readAsUser(services, c, 'guarded', (db) => table.list(db, wanted)));
    }) as never)
    .openapi(routes.add, (async (c: Ctx) => {
      const wanted = valid(c, 'json') as z.output<Input>;
      const after = await saved(c, async (db) => table.add(db, wanted));
      c.header('location', `${path}/${after.id}`);
      return c.json(after, 201);
    }) as never)
    .openapi(routes.read, (async (c: Ctx) => {
      const id = recordId(c);
      const found = await readAsUser(services, c, 'guarded', (db) => table.get(db, id));
      if (!found) throw new AppError('not_found', { message: notFound });
      tagVersion(c, found);
      return c.json(found, 200);
    }) as never)
    .openapi(routes.change, (async (c: Ctx) => {
      const wanted = { id: recordId(c), version: matchedVersion(c), input: valid(c, 'json') as z.output<Input> };
      return c.json(await saved(c, async (db) => table.change(db, wanted)), 200);
    }) as never)
    .openapi(routes.remove, (async (c: Ctx) => {
      const wanted = { id: recordId(c), version: matchedVersion(c) };
      await withUser(services, c, 'guarded', (db) => table.remove(db, wanted));
      await onRemoved?.();
      return c.body(null, 204);
    }) as never);
  return api as OpenAPIHono<AppEnv, RecordSchema<Path, z.input<Query>, z.output<Item>, z.output<Rec>, z.input<Input>>>;
}

/** The body or the query as the route's schema made it. */
function valid(c: Context<AppEnv>, target: 'json' | 'query'): unknown {
  return c.req.valid(target as never);
}
