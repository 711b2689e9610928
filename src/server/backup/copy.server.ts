/** A table's rows as bytes, out of PostgreSQL and into it, without ever holding them all. */
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import type { Table } from './catalogue.server.ts';

/** What to copy; `columns` in the order the bytes have. */
export type CopyPlan = Pick<Table, 'name' | 'order' | 'columns'>;

const named = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

export function copyOut(client: pg.Client, { name, order, columns }: CopyPlan): AsyncIterable<Buffer> {
  return client.query(to(`copy (select ${named(columns)} from ${name} as whole_row order by ${order}) to stdout`));
}

/** Comes back when PostgreSQL has taken every row. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: CopyPlan,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(rows, client.query(from(`copy ${name} (${named(columns)}) from stdin`)));
}

/** The same bytes in pieces of at most `most`. */
export async function* inPieces(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length >= most) {
      yield Buffer.concat([...held, rest.subarray(0, most - size)]);
      rest = rest.subarray(most - size);
      held = [];
      size = 0;
    }
    held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
