/** `npm run backup [file]`, `npm run restore <file>` and `npm run roles`. */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { contentTypeOf, pathOf } from '../../features/file/store.server.ts';
import { backUp } from '../../server/backup/backup.server.ts';
import { BackupProblem } from '../../server/backup/format.ts';
import type { Place } from '../../server/backup/places.server.ts';
import { restore } from '../../server/backup/restore.server.ts';
import { chooseDataFolder } from '../../server/db/postgres/data-folder.server.ts';
import { PostgresError } from '../../server/db/postgres/postgres-error.ts';
import { addressFromUrl, DatabaseRefusal, rolesScript } from '../../server/db/roles.server.ts';
import { checkoutAbove, readSettings } from '../../server/env.server.ts';
import { createLog } from '../../server/http/log.server.ts';
import { serverSecret } from '../../server/session/secret.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { counted } from '../../shared/text.ts';
import { QUEUES } from './queues.server.ts';

type Command = Place & {
  named: string | undefined;
  here: (name: string) => string;
  checkout: string;
};

const uploads = { pathOf, contentTypeOf };

const COMMANDS: Record<string, (command: Command) => Promise<string>> = {
  async backup(command) {
    const encrypted = command.settings.backupPassphraseFile !== undefined;
    const file = command.named ?? command.here(`${defaultName(new Date())}${encrypted ? '.encrypted' : ''}`);
    const version = await versionOf(command.checkout);
    const { rows, files, bytes, missing } = await backUp({ ...command, file, version, uploads });
    const size = `${sizeOf(bytes)}${encrypted ? ', encrypted' : ''}`;
    const wrote = `Wrote ${file} (${size}): ${counted(rows, 'row')}, ${counted(files, 'file')}.`;
    if (missing.length === 0) return wrote;
    const named = `${missing.slice(0, 4).join(', ')}${missing.length > 4 ? ', …' : ''}`;
    return `${wrote}\nMissing from the file store and the backup: ${counted(missing.length, 'file')} (${named}).`;
  },
  async restore(command) {
    const { named: file } = command;
    if (!file) throw new BackupProblem('Which backup? npm run restore <file>');
    const sqlFolder = join(command.checkout, 'database');
    const { rows, files, notes } = await restore({ ...command, file, sqlFolder, queues: QUEUES, uploads });
    const done = `Restored ${counted(rows, 'row')} and ${counted(files, 'file')} into ${command.dataFolder}.`;
    return [done, ...notes, 'Start it with: npm start'].join('\n');
  },
  async roles({ settings, dataFolder }) {
    if (!settings.databaseUrl) throw new BackupProblem('Set DATABASE_URL to the database that the roles are for.');
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    return rolesScript(addressFromUrl(settings.databaseUrl), await serverSecret(settings.secret, dataFolder));
  },
};

const MEANINGS: Record<string, string> = {
  ENOSPC: 'The disk is full. No changes were made. Free some space, or choose a file on another disk.',
  EDQUOT: 'Your disk quota is used up. No changes were made. Free some space, or choose a file on another disk.',
  '53100': 'The database’s disk is full. No changes were made.',
  ENOENT: 'A folder in this path does not exist.',
  EACCES: 'You do not have permission to read and write here.',
  EPERM: 'You do not have permission to read and write here.',
  EROFS: 'This disk is read-only.',
  ECONNREFUSED: 'The database at DATABASE_URL does not respond.',
  ENOTFOUND: 'The host in DATABASE_URL cannot be found.',
  '28P01': 'The database rejects the password in DATABASE_URL.',
  '3D000': 'The database in DATABASE_URL does not exist.',
  '42501': 'The role in DATABASE_URL needs to own the database and be able to create roles.',
  '57P01': 'The database stopped. No changes were made. Try again.',
};

const stopping = new AbortController();
const stop = () => stopping.abort();
process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
try {
  const [name = '', ...files] = process.argv.slice(2);
  process.stdout.write(`${await COMMANDS[name]?.(await commandOf(files, stopping.signal))}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${stopping.signal.aborted ? 'Stopped. No changes were made.' : sentenceOf(error)}\n`);
  process.exit(1);
}

async function commandOf([file, ...more]: string[], signal: AbortSignal): Promise<Command> {
  // Hides the log of the database's start and stop, unless LOG_LEVEL is set.
  const read = readSettings({ LOG_LEVEL: 'warn', ...process.env });
  if (!read.ok)
    throw new BackupProblem(`Some settings are wrong:\n${read.problems.map((problem) => `  ${problem}`).join('\n')}`);
  const { settings } = read;
  if (more.length > 0) throw new BackupProblem('Enter one file only, with quotes if its name has spaces.');
  const checkout = checkoutAbove(import.meta.url);
  // npm runs scripts in the checkout. INIT_CWD is the folder in which npm was started.
  const here = (name: string) => resolve(process.env.INIT_CWD ?? process.cwd(), name);
  const dataFolder = await chooseDataFolder({ dataDir: settings.dataDir, checkout });
  const log = createLog(settings.logLevel);
  return { settings, dataFolder, log, signal, named: file === undefined ? undefined : here(file), here, checkout };
}

async function versionOf(checkout: string): Promise<string> {
  const content: unknown = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(content).version;
}

/** For example 'tenure-backup-2025-03-31-235959.tar.gz', in UTC, so that names sort by age. */
function defaultName(now: Date): string {
  const [day, time = ''] = now.toISOString().split('T');
  return `tenure-backup-${day}-${time.slice(0, 8).replaceAll(':', '')}.tar.gz`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

function sentenceOf(error: unknown): string {
  if ([BackupProblem, PostgresError, DatabaseRefusal].some((kind) => error instanceof kind)) {
    return (error as Error).message;
  }
  if (error instanceof AppError) return `${error.message} (${reasonOf(error)}) No changes were made.`;
  const { code, message, path } = error as NodeJS.ErrnoException;
  const meaning = code && MEANINGS[code];
  if (meaning) return path ? `${path}: ${meaning}` : meaning;
  // The error has no code if the database stops during a query.
  if (/terminated/.test(message)) return `${MEANINGS['57P01']}`;
  if (error instanceof pg.DatabaseError) return `PostgreSQL error ${code}: ${message}. No changes were made.`;
  return `Something went wrong. No changes were made. ${(error as Error).stack}`;
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? reasonOf(cause) : message;
}
