/** The database of a server under test, seen as its superuser: to fill it quickly, and to take it away. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { connectToDatabase } from '../scripts/bench/server.ts';
import { layoutOf } from '../src/server/db/postgres/data-folder.server.ts';
import { readPostmasterFile } from '../src/server/db/postgres/postmaster.server.ts';
import type { RunningServer } from './server.ts';

/** Runs one statement. */
export async function statement(server: RunningServer, text: string, values: unknown[] = []): Promise<void> {
  const client = await connectToDatabase(server);
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** Kills the database, keeps it from starting again while `work` runs, and waits until the server has it back. */
export async function withoutDatabase(server: RunningServer, work: () => Promise<void>): Promise<void> {
  const { cluster } = layoutOf(server.dataFolder);
  const needed = join(cluster, 'global/pg_control');
  const { pid } = (await readPostmasterFile(cluster)) ?? {};
  if (!pid) throw new Error(`No database runs in ${server.dataFolder}.`);
  await rename(needed, `${needed}.away`);
  try {
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => statusOf(server)).toBe(503);
    await work();
  } finally {
    await rename(`${needed}.away`, needed);
  }
  await expect.poll(() => statusOf(server), { timeout: 30_000 }).toBe(200);
}

async function statusOf({ address }: RunningServer): Promise<number> {
  return (await fetch(`${address}/readyz`)).status;
}
