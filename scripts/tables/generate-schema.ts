/** Generates a readable schema from the catalogue: columns, constraints, indexes and triggers. */
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';

export const SCHEMA_FILE = join(resolve(import.meta.dirname, '../..'), 'database/schema.sql');

const HEADING = '-- Generated from a migrated database by `npm run tables`; not run by anything.\n';

const TABLES = `
  select c.oid::regclass::text as name,
    array(select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when l.collname <> 'default' then 'collate "' || l.collname || '"' end,
        case when a.attnotnull then 'not null' end,
        case when a.attidentity <> '' then 'generated always as identity' end,
        case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
          else 'default ' || pg_get_expr(d.adbin, d.adrelid, true) end)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
    array(select pg_get_constraintdef(oid, true) from pg_constraint
      where conrelid = c.oid and contype in ('p', 'u', 'c', 'f') order by contype, conname) as constraints,
    array(select pg_get_indexdef(indexrelid) from pg_index
      where indrelid = c.oid and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      order by 1) as indexes,
    array(select tgname || ': ' || tgfoid::regproc from pg_trigger where tgrelid = c.oid and not tgisinternal order by 1) as triggers
  from pg_class c where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('app', 'auth', 'public')
  order by c.relnamespace::regnamespace::text, c.relname`;

type Table = { name: string } & Record<'columns' | 'constraints' | 'indexes' | 'triggers', string[]>;

export async function generateSchema(database: DatabaseAddress): Promise<string> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    // Makes PostgreSQL add the schema to every name.
    await client.query('set search_path = pg_catalog');
    const { rows } = await client.query<Table>(TABLES);
    return [HEADING, ...rows.map(textOf)].join('\n');
  } finally {
    await client.end();
  }
}

function textOf({ name, columns, constraints, indexes, triggers }: Table): string {
  const lines = [...columns, ...constraints].map((line) => `  ${line}`).join(',\n');
  const below = [...indexes.map((index) => `${index};`), ...triggers.map((trigger) => `-- Trigger ${trigger}`)];
  return [`create table ${name} (\n${lines}\n);`, ...below, ''].join('\n');
}
