/** The server of a test file: on the worker's database, from the file's first test to its last. */
import { afterAll } from 'vitest';
import { workerDatabase } from './database.ts';
import { startServer } from './start-server.ts';

export const server = await startServer({ database: await workerDatabase() });

afterAll(() => server.stop());
