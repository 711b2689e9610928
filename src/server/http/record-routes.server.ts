/** The five routes that every noun of records has, described alike: list, add, read, change, remove. */
import { createRoute, type z } from '@hono/zod-openapi';
import { pageOf } from './pages.server.ts';
import { IfMatch, RecordId } from './records.server.ts';
import { answer, body, failures } from './routes.server.ts';

type Noun<Path extends string, Query, Item, Rec, Input> = {
  /** '/api/suppliers'. */
  path: Path;
  tags: string[];
  /** 'supplier', and 'suppliers' where it is not that with an s. */
  one: string;
  many?: string;
  /** What the list may be asked, with `PageQuery` in it. */
  query: Query;
  item: Item;
  record: Rec;
  input: Input;
};

/** For nouns that need a running trial or a plan. */
export function recordRoutes<
  const Path extends string,
  Query extends z.ZodObject,
  Item extends z.ZodType,
  Rec extends z.ZodType,
  Input extends z.ZodType,
>({ path, tags, one, many = `${one}s`, query, item, record, input }: Noun<Path, Query, Item, Rec, Input>) {
  const ofOne = `${path}/{id}` as const;
  return {
    list: createRoute({
      method: 'get',
      path,
      tags,
      summary: `List ${many}`,
      request: { query },
      responses: { 200: answer(pageOf(item), 'One page'), 400: failures.input[400], ...failures.signedIn },
    }),
    add: createRoute({
      method: 'post',
      path,
      tags,
      summary: `Add a ${one}`,
      request: { body: body(input) },
      responses: { 201: answer(record, `The new ${one}`), ...failures.input, ...failures.signedIn },
    }),
    read: createRoute({
      method: 'get',
      path: ofOne,
      tags,
      summary: `Read a ${one}`,
      request: { params: RecordId },
      responses: {
        200: answer(record, `The ${one}, its version in ETag`),
        ...failures.signedIn,
        ...failures.found,
      },
    }),
    change: createRoute({
      method: 'put',
      path: ofOne,
      tags,
      summary: `Change a ${one}`,
      request: { params: RecordId, headers: IfMatch, body: body(input) },
      responses: {
        200: answer(record, `The changed ${one}`),
        ...failures.input,
        ...failures.signedIn,
        ...failures.found,
        ...failures.version,
      },
    }),
    remove: createRoute({
      method: 'delete',
      path: ofOne,
      tags,
      summary: `Remove a ${one}`,
      request: { params: RecordId, headers: IfMatch },
      responses: { 204: { description: 'Removed' }, ...failures.signedIn, ...failures.found, ...failures.version },
    }),
  };
}
