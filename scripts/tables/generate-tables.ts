/** Generates TypeScript types of the tables with kysely-codegen. */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { urlOf } from './database-url.ts';

const checkout = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export const TABLES_FILE = join(checkout, 'src/server/db/tables.server.ts');

// Money stays exact text, dates stay 'YYYY-MM-DD', and counts are far below 2^53.
const OPTIONS = [
  '--include-pattern=public.*',
  // These tables are used in raw SQL only.
  '--exclude-pattern=public.(subscriptions|pending_bank_rows|duplicate_suggestions|notice_states|rent_allocations|chosen_allocations|dismissed_matches|statement_lines|supplier_properties|property_compliance)',
  '--dialect=postgres',
  '--numeric-parser=string',
  '--date-parser=string',
  '--type-mapping={"int8":"number"}',
];

export async function generateTables(database: DatabaseAddress): Promise<string> {
  const { stdout } = await run(bin('kysely-codegen'), [...OPTIONS, '--print', `--url=${urlOf(database)}`], {
    cwd: checkout,
  });
  const generated = stdout.slice(stdout.indexOf('/**'));
  const formatting = run(bin('biome'), ['format', `--stdin-file-path=${TABLES_FILE}`], { cwd: checkout });
  formatting.child.stdin?.end(generated);
  return (await formatting).stdout;
}

function bin(name: string): string {
  return join(checkout, 'node_modules/.bin', name);
}
