import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { urlOf } from '../../scripts/tables/database-url.ts';
import { QUEUES } from '../../src/app/server/queues.server.ts';
import { contentTypeOf, pathOf } from '../../src/features/file/store.server.ts';
import { diskFiles } from '../../src/outside/files/disk.server.ts';
import type { Files } from '../../src/outside/files/files.ts';
import { s3Files } from '../../src/outside/files/s3.server.ts';
import { sha256 } from '../../src/server/backup/archive.server.ts';
import { backUp } from '../../src/server/backup/backup.server.ts';
import type { Place } from '../../src/server/backup/places.server.ts';
import { restore } from '../../src/server/backup/restore.server.ts';
import { migrateDatabase } from '../../src/server/db/migrate.server.ts';
import { layoutOf, superuserPassword } from '../../src/server/db/postgres/data-folder.server.ts';
import { superuser } from '../../src/server/db/postgres/lock.server.ts';
import { readPostmasterFile } from '../../src/server/db/postgres/postmaster.server.ts';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';
import { readSettings } from '../../src/server/env.server.ts';
import { createLog } from '../../src/server/http/log.server.ts';
import { ownDatabase, query } from './database.ts';
import { type S3Server, startS3 } from './s3-server.ts';
import { startServer, type TestServer } from './start-server.ts';

const uploads = { pathOf, contentTypeOf };
export const SQL_FOLDER = join(import.meta.dirname, '../../database');

/** Creates a folder, removed after the run, that the database's account can reach. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('database').folder, 'backup-'));
  await chmod(folder, 0o711);
  return folder;
}

export async function startAlone(dataFolder: string): Promise<TestServer> {
  const { admin } = inject('database');
  const server = await startServer({
    database: admin,
    env: { DATA_DIR: dataFolder, DATABASE_URL: '', SECRET: '' },
  });
  return { ...server, database: await superuserOf(dataFolder) };
}

async function superuserOf(dataFolder: string): Promise<DatabaseAddress> {
  const file = await readPostmasterFile(layoutOf(dataFolder).cluster);
  if (!file?.socketFolder) throw new Error(`There is no running database on ${dataFolder}.`);
  return superuser(file.socketFolder, await superuserPassword(dataFolder, { isNew: false }), 'tenure');
}

export type Somewhere = { dataFolder: string; env?: Record<string, string>; signal?: AbortSignal; sqlFolder?: string };

function placeOf({ dataFolder, env = {}, signal = new AbortController().signal }: Somewhere): Place {
  const read = readSettings(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return { settings: read.settings, dataFolder, log: createLog('silent'), signal };
}

export function backUpTo(file: string, from: Somewhere) {
  return backUp({ ...placeOf(from), file, version: '0.0.0', uploads });
}

export function restoreFrom(file: string, to: Somewhere) {
  return restore({ ...placeOf(to), file, sqlFolder: to.sqlFolder ?? SQL_FOLDER, queues: QUEUES, uploads });
}

/** Tables outside backups: sign-in attempts, sandboxes, derived tables, and the queue's internal tables. */
const IS_TRANSIENT = `coalesce(obj_description(c.oid, 'pg_class') = 'derived', false) or n.nspname || '.' || c.relname in ('app.attempts', 'app.sandbox_bank', 'app.sandbox_payments', 'app.sandbox_tax') or (n.nspname = 'pgboss' and c.relname <> 'job')`;

/** Returns the rows as JSON by table, and the sequences' values, without transient tables. */
export async function everything(database: DatabaseAddress): Promise<Record<string, string[]>> {
  const relations = await query<{ name: string; kind: string }>(
    database,
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'S') and not c.relispartition and not (${IS_TRANSIENT})
       and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name, kind } of relations) {
    const value = kind === 'S' ? `(last_value, is_called)::text` : leftOut(name);
    const rows = await query<{ row: string }>(database, `select ${value} as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Columns that a restore changes: times of migrations, transaction ids, and the cursors of webhooks. */
const CHANGED_COLUMNS: Record<string, string> = {
  'app.migrations': '{run_on}',
  'public.activity': '{xid}',
  'app.webhook_cursors': '{xid,activity_id}',
};

function leftOut(name: string): string {
  const columns = CHANGED_COLUMNS[name];
  return columns ? `(to_jsonb(t) - '${columns}'::text[])::text` : 'to_jsonb(t)::text';
}

export type BackupPlace = Somewhere & { database: DatabaseAddress; files: Files; env: Record<string, string> };

/** Uploads are in a folder or a bucket. By default, the database is empty and for this test only. */
export async function placeFor(given: { database?: DatabaseAddress; s3?: S3Server } = {}): Promise<BackupPlace> {
  const { s3 } = given;
  const database = given.database ?? (await ownDatabase(`backup_${++made}`, { empty: true }));
  const dataFolder = given.database ? await newFolder() : join(await newFolder(), 'data');
  if (given.database) await mkdir(join(dataFolder, 'files'));
  const env = { DATABASE_URL: urlOf(database), SECRET: inject('database').secret, ...s3?.env };
  return { database, dataFolder, env, files: s3 ? s3Files(s3.place) : diskFiles(join(dataFolder, 'files')) };
}

let made = 0;

export async function newBucket(): Promise<S3Server> {
  const server = await startS3();
  onTestFinished(() => server.stop());
  return server;
}

/** Stores an upload in all sizes. Returns the contents by path. */
export async function addUpload(
  at: BackupPlace,
  {
    owner,
    sizes = ['card', 'thumb'],
    stored = true,
    clearAt = 'infinity',
  }: { owner: string } & Partial<{ sizes: string[]; stored: boolean; clearAt: string }>,
): Promise<Map<string, Buffer>> {
  const path = `${owner}/property_1_${randomBytes(8).toString('hex')}.jpg`;
  const file = { bucket: 'property_images', path };
  const bytes = randomBytes(300_000);
  await query(
    at.database,
    `insert into public.files (user_id, bucket, path, name, content_type, bytes, sha256, sizes, stored, clear_at)
     values ($1, $2, $3, 'house.jpg', 'image/jpeg', $4, $5, $6, $7, $8)`,
    [owner, file.bucket, path, bytes.length, sha256(bytes), sizes, stored, clearAt],
  );
  const lying = new Map([[pathOf(file), bytes]]);
  for (const size of sizes) lying.set(pathOf(file, size), randomBytes(10_000));
  for (const [name, content] of lying) await at.files.put(name, { bytes: content, contentType: 'image/jpeg' });
  return lying;
}

export async function addOwner(database: DatabaseAddress): Promise<string> {
  const [user] = await query<{ id: string }>(
    database,
    `insert into auth.users (name, email, created_at, updated_at)
     values ('Ada', gen_random_uuid() || '@tenure.example', now(), now()) returning id`,
  );
  const [account] = await query<{ id: string }>(database, 'select id from profiles where owner_id = $1', [user?.id]);
  return account?.id ?? '';
}

export async function laterSql(name: string, { migration, functions = '' }: { migration: string; functions?: string }) {
  const folder = join(await newFolder(), 'database');
  await cp(SQL_FOLDER, folder, { recursive: true });
  await writeFile(join(folder, 'migrations', `${name}.sql`), migration);
  await writeFile(join(folder, 'functions', `${name}.sql`), functions);
  return folder;
}

type Plan = { s3?: S3Server; sqlFolder?: string; rows?: string };

export async function preparedPlace({ rows, s3, sqlFolder }: Plan = {}): Promise<BackupPlace> {
  const place = await placeFor({ database: await ownDatabase(`prepared_${++made}`), ...(s3 && { s3 }) });
  const { secret } = inject('database');
  if (sqlFolder) await migrateDatabase({ admin: place.database, secret, sqlFolder, queues: QUEUES });
  if (rows) await query(place.database, rows);
  return place;
}

/** Backs up a prepared place. Returns it with an empty place for the restore. */
export async function backedUp(plan: Plan & { upload?: true; into?: S3Server } = {}) {
  const { upload, into, ...given } = plan;
  const from = await preparedPlace(given);
  if (upload) await addUpload(from, { owner: await addOwner(from.database) });
  const backup = await newFile();
  await backUpTo(backup, from);
  return { from, backup, to: await placeFor(into && { s3: into }) };
}

export const newFile = async () => join(await newFolder(), 'backup.tar.gz');

export const PORTFOLIO = `
  insert into auth.users (name, email, created_at, updated_at) values ('Ada', 'ada@tenure.example', '2026-10-01', '2026-10-01');
  select app.authenticate_as(id, '2026-10-01') from profiles;
  insert into properties (user_id, address, city, state, zipcode, type, bedrooms, bathrooms, monthly_rent, size)
    select id, '2 Mill Lane', 'Otley', 'Otley', 'LS21 1AA', 'flat', 1, 1, 975, 100 from profiles;
  insert into property_certificates (user_id, property_id, name) select user_id, id, 'Gas' from properties;
  insert into property_compliance (user_id, property_id) select user_id, id from properties;
  insert into property_invoices (user_id, property_id, amount) select user_id, id, 1 from properties;
  insert into tenancies (user_id, property_id, kind, start_date, rent_day, charges_from)
    select user_id, id, 'periodic', '2026-01-01', 1, '2026-01-01' from properties;
  insert into tenancy_rents (user_id, tenancy_id, starts_on, amount) select user_id, id, start_date, 975 from tenancies;
  insert into tenants (user_id, property_id, name, email, phone, tenancy_id)
    select user_id, property_id, 'Grace Hopper', 'grace@tenure.example', '0117 496 0123', id from tenancies;
  insert into suppliers (user_id, name, email, phone, service_type, contact_person, address)
    select id, 'Pike', 'mary@pike.example', '0117 496 0123', 'Plumbing', 'Mary Pike', '3 Dock Road' from profiles;
  insert into supplier_properties (user_id, supplier_id, property_id) select s.user_id, s.id, p.id from suppliers s, properties p;
  insert into transactions (user_id, property_id, amount, description, date, category, type)
    select user_id, id, -38.62, 'Gutters', '2026-11-12', 'maintenance', 'expense' from properties`;
