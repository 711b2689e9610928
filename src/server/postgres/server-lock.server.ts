/** One Tenure server for one data folder: a lock inside the database, which the system takes back when we die. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { layoutOf } from './data-folder.server.ts';
import { PostgresError } from './postgres-error.ts';

/** 'TENU' and the purpose. */
const LOCK = [0x54454e55, 1];

/** A killed server's session needs a moment to notice. */
const PATIENCE = 1_000;

/** Holds the lock until `client` disconnects. Throws `in-use`. */
export async function takeLock(client: pg.Client, dataFolder: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1, $2) as mine', LOCK);
    if (rows[0]?.mine) return;
    if (Date.now() > end) break;
    await delay(20);
  }
  throw new PostgresError('in-use', await inUse(dataFolder));
}

async function inUse(dataFolder: string): Promise<string> {
  const note = await readFile(layoutOf(dataFolder).server, 'utf8').catch(() => '{}');
  const { pid, url } = readNote(note);
  const details = [pid && `process ${pid}`, url].filter(Boolean).join(', ');
  return (
    `Tenure already runs on the data folder ${dataFolder}${details && ` (${details})`}. ` +
    'Stop it first, or set DATA_DIR to another folder. Nothing was changed.'
  );
}

function readNote(note: string): { pid?: number; url?: string } {
  try {
    return JSON.parse(note) as { pid?: number; url?: string };
  } catch {
    return {}; // being written just now, or torn by a power cut: the sentence does without
  }
}
