/** The worker's server: started by the first file that imports it, shared by those that follow, ended with the worker. */
import { workerDatabase } from './database.ts';
import { startServer } from './start-server.ts';

export const server = await startServer({ database: await workerDatabase() });
