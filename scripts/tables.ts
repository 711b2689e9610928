/** Generates tables.server.ts and database/schema.sql from migrations: `npm run tables` after each new one. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { QUEUES } from '../src/app/server/queues.server.ts';
import { migrateDatabase } from '../src/server/db/migrate.server.ts';
import { startPostgres } from '../src/server/db/postgres/start.server.ts';
import { generateSchema, SCHEMA_FILE } from './tables/generate-schema.ts';
import { generateTables, TABLES_FILE } from './tables/generate-tables.ts';

const folder = await mkdtemp(join(tmpdir(), 'tenure-tables-'));
try {
  // When run as root, the database has its own account, which must reach the folder.
  await chmod(folder, 0o711);
  const postgres = await startPostgres({
    dataFolder: join(folder, 'data'),
    log: pino({ level: 'silent' }),
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    const admin = postgres.connection;
    await migrateDatabase({
      admin,
      secret: 'for as long as this runs',
      sqlFolder: join(import.meta.dirname, '../database'),
      queues: QUEUES,
    });
    await writeFile(TABLES_FILE, await generateTables(admin));
    await writeFile(SCHEMA_FILE, await generateSchema(admin));
  } finally {
    await postgres.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
