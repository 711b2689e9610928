import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { query, workerDatabase } from '../../test/servers/database.ts';
import { generateSchema, SCHEMA_FILE } from './generate-schema.ts';
import { generateTables, TABLES_FILE } from './generate-tables.ts';

describe('the types and the schema of the tables', () => {
  it('match the migrations; otherwise run npm run tables', async () => {
    const database = await workerDatabase();
    expect(await generateTables(database)).toBe(await readFile(TABLES_FILE, 'utf8'));
    expect(await generateSchema(database)).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  });

  it('follow the database', async () => {
    const database = await workerDatabase();
    await query(database, 'create table public.sheds (id uuid primary key, price numeric(12, 2) not null)');
    try {
      expect(await generateTables(database)).toContain('export interface Sheds {\n  id: string;\n  price: Numeric;\n}');
    } finally {
      await query(database, 'drop table public.sheds');
    }
  });
});
