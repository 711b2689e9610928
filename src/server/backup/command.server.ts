/** What backup and restore have in common as commands: settings, Ctrl-C, one sentence at the end. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { chooseDataFolder } from '../db/postgres/data-folder.server.ts';
import { PostgresError } from '../db/postgres/postgres-error.ts';
import { DatabaseRefusal } from '../db/roles.server.ts';
import { checkoutAbove, readSettings } from '../env.server.ts';
import { createLog } from '../http/log.server.ts';
import { BackupProblem } from './backup-problem.ts';
import type { Place } from './reach-database.server.ts';

export type CommandPlan = Place & {
  /** The file that was named, as an absolute path. */
  named: string | undefined;
  /** A file in the folder where the command was typed. */
  here: (name: string) => string;
  migrations: string;
  version: string;
};

/** Runs `work`, prints the sentence it answers with and ends the process: with 1 when it failed. */
export async function runCommand(work: (plan: CommandPlan) => Promise<string>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  try {
    process.stdout.write(`${await work(await planOf(stopping.signal))}\n`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${stopping.signal.aborted ? 'Stopped. Nothing was kept.' : sentenceOf(error)}\n`);
    process.exit(1);
  }
}

async function planOf(signal: AbortSignal): Promise<CommandPlan> {
  // How the database starts and stops is of no interest here, unless somebody asks for it.
  const read = readSettings({ LOG_LEVEL: 'warn', ...process.env });
  if (!read.ok)
    throw new BackupProblem(`Some settings are wrong:\n${read.problems.map((one) => `  ${one}`).join('\n')}`);
  const { settings } = read;
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new BackupProblem('Name one file only; put quotes around a name with spaces.');
  const checkout = checkoutAbove(import.meta.url);
  // npm runs its scripts in the checkout, wherever it was called.
  const here = (name: string) => resolve(process.env.INIT_CWD ?? process.cwd(), name);
  return {
    settings,
    dataFolder: await chooseDataFolder({ dataDir: settings.dataDir, checkout }),
    log: createLog(settings.logLevel),
    signal,
    named: file === undefined ? undefined : here(file),
    here,
    migrations: join(checkout, 'migrations'),
    version: await versionOf(checkout),
  };
}

async function versionOf(checkout: string): Promise<string> {
  const content: unknown = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(content).version;
}

/** What a failure of the machine or of PostgreSQL means for the person at the keyboard. */
const MEANINGS: Record<string, string> = {
  ENOSPC: 'The disk is full. Nothing was kept: make room, or name a file on another disk.',
  EDQUOT: 'Your share of the disk is used up. Nothing was kept: make room, or name a file on another disk.',
  '53100': 'The disk of the database is full. Nothing was kept.',
  ENOENT: 'A folder on the way to the file is not there.',
  EACCES: 'This folder may not be written or read by this user.',
  EPERM: 'This folder may not be written or read by this user.',
  EROFS: 'This disk may only be read.',
  ECONNREFUSED: 'The database of DATABASE_URL does not answer.',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  '28P01': 'The database refuses the password of DATABASE_URL.',
  '3D000': 'There is no such database.',
  '42501': 'The role of DATABASE_URL lacks a right: it must own the database and may create roles.',
  '57P01': 'The database was stopped meanwhile. Nothing was kept; try again.',
};

function sentenceOf(error: unknown): string {
  if ([BackupProblem, PostgresError, DatabaseRefusal].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  if (error instanceof AppError) return `${error.message} (${reasonOf(error)}) Nothing was kept.`;
  const { code, message, path } = error as NodeJS.ErrnoException;
  const meaning = code && MEANINGS[code];
  if (meaning) return path ? `${path}: ${meaning}` : meaning;
  // pg says this without a code, when the server goes away under a query.
  if (/terminated/.test(message)) return `${MEANINGS['57P01']}`;
  if (error instanceof pg.DatabaseError) return `PostgreSQL refused (${code}): ${message}. Nothing was kept.`;
  return `Something went wrong; nothing was kept. ${(error as Error).stack}`;
}

/** What a file store said, or the system about it: the last of the causes. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? reasonOf(cause) : message;
}

/** '1,234 rows', '1 file'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}
