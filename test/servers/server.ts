import { workerDatabase } from './database.ts';
import { startServer } from './start-server.ts';

export const server = await startServer({ database: await workerDatabase() });
