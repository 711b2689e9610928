/** Restores a backup into an empty data folder (and database), all or nothing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type S3Place, s3Files } from '../../outside/files/s3.server.ts';
import { knownMigrations, migrateDatabase } from '../db/migrate.server.ts';
import { startPostgres } from '../db/postgres/start.server.ts';
import { resolvePrimary } from '../db/primary.server.ts';
import { addressFromUrl, addressOf, type DatabaseAddress } from '../db/roles.server.ts';
import type { Queue } from '../jobs/queue.server.ts';
import { serverSecret } from '../session/secret.server.ts';
import { type BackupFile, type CheckedBackup, checkBackup, readParts, sha256 } from './archive.server.ts';
import { fingerprintOf, storeOf, type UploadRules } from './backup.server.ts';
import { readPassphrase } from './cipher.server.ts';
import { BackupProblem, type Header, type Manifest } from './format.ts';
import { assertDatabaseEmpty, emptyDatabase, type Place, presentRoles } from './places.server.ts';
import { assertFolderEmpty, clearRestores, prepareRestoreTarget } from './restore-target.server.ts';
import { asOwner, beginLoading, JOBS } from './tables.server.ts';

export type RestorePlan = Place & {
  file: string;
  sqlFolder: string;
  queues: readonly Queue[];
  uploads: UploadRules;
};

export type RestoreReport = {
  rows: number;
  files: number;
  /** Warnings about losses, such as queued emails. */
  notes: string[];
};

/** Throws `BackupProblem`, `PostgresError` or `DatabaseRefusal`. A failed restore undoes its changes. */
export async function restore(plan: RestorePlan): Promise<RestoreReport> {
  const { file, settings, dataFolder, sqlFolder, signal } = plan;
  const external = settings.databaseUrl ? await resolvePrimary(addressFromUrl(settings.databaseUrl)) : undefined;
  await clearRestores(dataFolder);
  await assertFolderEmpty(dataFolder);
  if (external) await assertDatabaseEmpty(external);
  if (settings.s3) await assertBucketEmpty(settings.s3);
  const from = { file, passphrase: await readPassphrase(settings.backupPassphraseFile), signal };
  const backup = await checkBackup(from);
  assertMigrationsKnown(backup.header, await knownMigrations(sqlFolder));

  const undo: (() => Promise<unknown>)[] = [];
  try {
    const landing = await prepareRestoreTarget(dataFolder, { embedded: !external });
    undo.push(() => landing.abandon());
    const { folder } = landing;
    const { admin, stop } = external
      ? { admin: external, stop: async () => {} }
      : await startEmbedded({ plan, folder });
    undo.push(stop);
    const secret = await chooseSecret({ plan, backup, folder });
    if (external) {
      const before = await presentRoles(external);
      undo.push(() => emptyDatabase({ admin: external, secret, before }));
    }
    const uploads = await uploadTarget({ plan, folder });
    undo.push(() => uploads.abandon());
    const leavesJobs = await fill({ plan, from, backup, admin, secret, uploads });
    await stop();
    signal.throwIfAborted();
    await landing.settle();
    return reportOf({ backup, secret, leavesJobs });
  } catch (error) {
    for (let step = undo.pop(); step; step = undo.pop()) {
      await step().catch((err: unknown) => plan.log.error({ err }, 'Could not undo a failed restore'));
    }
    throw error;
  }
}

async function assertBucketEmpty(place: S3Place): Promise<void> {
  if (await s3Files(place).isEmpty()) return;
  throw new BackupProblem(
    `The bucket ${place.bucket} (FILES_S3_BUCKET) is not empty. ` +
      'You can only restore a backup into an empty bucket: set another one. No changes were made.',
  );
}

async function uploadTarget({ plan, folder }: { plan: RestorePlan; folder: string }) {
  const { s3 } = plan.settings;
  await mkdir(join(folder, 'files'), { mode: 0o700 });
  const files = storeOf(s3, folder);
  const written: string[] = [];
  return {
    async write(path: string, body: AsyncIterable<Buffer>, expected: Manifest['files'][string] | undefined) {
      const bytes = await buffer(body);
      if (sha256(bytes) !== expected?.sha256) {
        throw new BackupProblem(`The file ${path} does not match the backup.`);
      }
      // Recorded before the write, which may succeed although its response is lost.
      written.push(path);
      await files.put(path, { bytes, contentType: plan.uploads.contentTypeOf(path) });
    },
    async abandon() {
      if (s3) for (const path of written) await files.remove(path);
    },
  };
}

function assertMigrationsKnown({ migrations, tenure }: Header, known: string[]): void {
  const unknown = migrations.filter((name, index) => known[index] !== name);
  if (unknown.length === 0) return;
  throw new BackupProblem(
    `The backup was made by a newer version of Tenure (${tenure}; this version does not have ${unknown.join(', ')}). ` +
      'Restore it with that version. No changes were made.',
  );
}

type Settling = { plan: RestorePlan; backup: CheckedBackup; folder: string };

/** The restored server's secret: SECRET, otherwise the backup's, otherwise a new one. */
async function chooseSecret({ plan, backup, folder }: Settling): Promise<string> {
  const { secret } = plan.settings;
  if (!secret && backup.secret) {
    await writeFile(join(folder, 'secret'), `${backup.secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  }
  return serverSecret(secret, folder);
}

async function startEmbedded({ plan, folder }: { plan: RestorePlan; folder: string }) {
  const { log } = plan;
  const onFatal = (error: Error) => log.error({ err: error });
  const started = await startPostgres({ dataFolder: folder, log, onFatal, endsWithUs: true });
  return { admin: started.connection as DatabaseAddress, stop: () => started.stop() };
}

type Filling = Omit<Settling, 'folder'> & {
  from: BackupFile;
  admin: DatabaseAddress;
  secret: string;
  uploads: Awaited<ReturnType<typeof uploadTarget>>;
};

/** Loads rows at the backup's migration level, then migrates forward. Returns whether jobs were skipped. */
async function fill({ plan, from, backup, admin, secret, uploads }: Filling): Promise<boolean> {
  const { sqlFolder, queues, signal } = plan;
  const { header, manifest } = backup;
  const upTo = header.migrations.at(-1);
  await migrateDatabase({ admin, secret, sqlFolder, queues, ...(upTo && { upTo }) });
  const leavesJobs = await asOwner({ owner: addressOf(admin, 'owner', secret), signal }, async (client) => {
    const loading = await beginLoading(client, { manifest, jobs: header.jobs });
    for await (const part of readParts(from)) {
      if (part.kind === 'table') await loading.load(part.name, part.body);
      if (part.kind === 'file') {
        await uploads.write(part.path, part.body, manifest.files[part.path]);
      }
    }
    await loading.finish();
    return loading.leavesJobs;
  });
  await migrateDatabase({ admin, secret, sqlFolder, queues });
  // Transaction ids belong to one database cluster, so the backup's are replaced.
  await asOwner({ owner: addressOf(admin, 'owner', secret), signal }, (client) =>
    client.query('select app.renumber_activity()'),
  );
  return leavesJobs;
}

function reportOf({ backup, secret, leavesJobs }: { backup: CheckedBackup; secret: string; leavesJobs: boolean }) {
  const { header, manifest } = backup;
  const notes = [];
  if (fingerprintOf(secret) !== header.secretMark) {
    notes.push(
      'The server had a different SECRET when it was backed up: people must sign in again and queued emails cannot be sent. ' +
        'Restore with that SECRET to keep people signed in and send those emails.',
    );
  }
  if (leavesJobs) notes.push('Queued emails were not restored: this version has a different queue.');
  const restored = Object.entries(manifest.tables).filter(([name]) => !(leavesJobs && name === JOBS));
  return {
    rows: restored.reduce((sum, [, { rows }]) => sum + rows, 0),
    files: Object.keys(manifest.files).length,
    notes,
  };
}
