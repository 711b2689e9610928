/** Checks a download, stores its files, and stages its rows for the restore. */
import { createHmac, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import type { Services } from '../../server/services.server.ts';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { assertSpaceFor, placeOf, type StoredCopy, storeCopy } from '../file/copy.server.ts';
import { keptName } from '../file/file.ts';
import { reasonFor } from '../profile/my-data/labels.ts';
import { type DownloadZip, openDownload, rowLines } from './download-zip.server.ts';
import { lineMapper } from './ids.ts';
import { REFUSED, refusal } from './refusals.ts';
import { assertCanRestore, type Progress, removeChecked } from './restore.server.ts';
import type { LeftOut } from './restore.ts';
import { type FileRow, readTables, type Survey, surveyDownload, type Tables } from './survey.server.ts';

/** Maximum rows and characters of a part, as PostgreSQL reads a whole part at a time. */
const PART_ROWS = 2_000;
const PART_CHARACTERS = 4_000_000;

type Plan = { file: FileHandle; progress: Progress };

/** Returns the id of the checked download. Throws `invalid_input`, `wrong_state` or `quota_exceeded`. */
export async function checkDownload(services: Services, asOwner: AsOwner, { file, progress }: Plan): Promise<string> {
  const zip = await openDownload(file);
  const tables = await asOwner(readTables);
  const areTaken = (ids: string[]) =>
    asOwner(async (db) => {
      const { rows } = await sql<{ taken: boolean }>`select app.are_ids_taken(${ids}::uuid[]) as taken`.execute(db);
      return rows[0]?.taken ?? false;
    });
  const survey = await surveyDownload({ zip, tables, areTaken });
  const files = filesToStore(zip, survey);
  const caller = await asOwner(async (db) => {
    await assertCanRestore(db);
    await removeChecked(db);
    await assertSpaceFor(
      db,
      files.reduce((sum, { row }) => sum + row.bytes, 0),
    );
    return readCaller(db);
  });
  const stored = new Map<string, StoredCopy>();
  for (const { part, row } of files) {
    progress({ done: stored.size, of: files.length });
    const bytes = await buffer(zip.read(part));
    const { path, bucket, name, sizes, taken_at: takenAt } = row;
    const copy = { bucket, path, sizes, takenAt, name: keptName(name), owner: caller.account, bytes };
    stored.set(row.id, await storeCopy(services, asOwner, copy));
  }
  progress({ done: files.length, of: files.length });
  return asOwner((db) => stageRows(db, { zip, tables, survey, stored, caller }));
}

/** Files whose content is in the download. Lost and damaged files keep only their rows, as in the original account. */
function filesToStore({ manifest }: DownloadZip, { files }: Survey) {
  const parts = new Map(manifest.files.map((part) => [part.path, part]));
  return files.flatMap((row) => {
    if (!row.stored) return [];
    if (!placeOf(row)) throw refusal(REFUSED.changed);
    const part = parts.get(`files/${row.bucket}/${row.path.split('/')[1]}`);
    if (!part || part.damaged) return [];
    if (part.bytes !== row.bytes || part.sha256 !== row.sha256) throw refusal(REFUSED.changed);
    return [{ part, row }];
  });
}

type Caller = { account: string; person: string; member: string };

async function readCaller(db: UserDb): Promise<Caller> {
  const { rows } = await sql<Caller>`
    select app.user_id() as account, app.person_id() as person, app.member_id() as member`.execute(db);
  if (!rows[0]) throw new Error('PostgreSQL returned no caller');
  return rows[0];
}

type StagedRows = { zip: DownloadZip; tables: Tables; survey: Survey; stored: Map<string, StoredCopy>; caller: Caller };

/** Stages all rows, with their new ids and addresses, in one transaction. */
async function stageRows(db: UserDb, { zip, tables, survey, stored, caller }: StagedRows): Promise<string> {
  const { account, personId, memberId, rows, known, idsAreTaken } = survey;
  const fixed = new Map([
    [account.id, caller.account],
    [personId, caller.person],
  ]);
  if (memberId) fixed.set(memberId, caller.member);
  const urls = new Map<string, string>();
  const fileRows: FileRow[] = [];
  for (const row of survey.files) {
    if (!row.stored) continue;
    const placed = fileRowOf(row, stored.get(row.id), caller);
    fileRows.push(placed);
    urls.set(urlOf(row), urlOf(placed));
  }
  const mapped = lineMapper({
    fixed,
    urls,
    account: caller.account,
    known,
    replaced: idsAreTaken ? newIds() : undefined,
  });
  const id = await addRestore(db, { zip, tables, survey, fileRows, stored });
  const writer = partWriter(db, id);
  for (const name of rows.keys()) {
    const part = zip.manifest.tables[name]?.files[0];
    if (!part || !tables.get(name)?.isRestored) continue;
    writer.begin(name);
    if (name === 'files') await writer.add(fileRows.map((row) => mapped(JSON.stringify(row))));
    else for await (const lines of rowLines(zip.read(part))) await writer.add(lines.map(mapped));
    await writer.flush();
  }
  return id;
}

const urlOf = ({ bucket, path }: FileRow) => `/api/files/${bucket}/${path}`;

/** The row of a file in this account. A lost file keeps its name. */
function fileRowOf(
  row: FileRow,
  copy: StoredCopy | undefined,
  { account }: Caller,
): FileRow & { content_type: string } {
  const contentType = placeOf(row)?.contentType ?? '';
  const { path, sizes } = copy ?? { path: `${account}/${row.path.split('/')[1]}`, sizes: [] };
  return { ...row, path, sizes, name: keptName(row.name), content_type: contentType };
}

type Summary = Omit<StagedRows, 'caller'> & { fileRows: FileRow[] };

async function addRestore(db: UserDb, { zip, tables, survey, fileRows, stored }: Summary): Promise<string> {
  const { account, rows, columns, members } = survey;
  const counts = [...rows].map(([name, count]) => [name, name === 'files' ? fileRows.length : count] as const);
  const isRestored = (name: string) => tables.get(name)?.isRestored === true;
  const { id } = await db
    .insertInto('restores')
    .values({
      made_at: zip.manifest.createdAt,
      account_name: account.account_name ?? account.name,
      bytes: [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      tables: JSON.stringify(
        Object.fromEntries(
          counts.flatMap(([name, count]) =>
            isRestored(name) ? [[name, { rows: count, columns: columnsOf(name) }]] : [],
          ),
        ),
      ),
      left_out: JSON.stringify({
        tables: {
          ...Object.fromEntries(counts.filter(([name]) => !isRestored(name))),
          statement_imports: survey.openStatements,
        },
        members,
        lostFiles: fileRows.length - stored.size,
        profile: { name: account.account_name, hidesSteps: account.steps_hidden },
      } satisfies LeftOut),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;

  function columnsOf(name: string): string[] {
    // Withheld columns are not in a download, and are ignored if a zip contains them.
    const restorable = (columns.get(name) ?? []).filter((column) => reasonFor(name, column) === undefined);
    return name === 'files' ? [...new Set([...restorable, 'content_type'])] : restorable;
  }
}

function partWriter(db: UserDb, restore: string) {
  let [table, place, before] = ['', 0, 0];
  let pending: string[] = [];
  let size = 0;
  const flush = async () => {
    if (pending.length === 0) return;
    const values = {
      restore_id: restore,
      place,
      table_name: table,
      before,
      rows: sql<string>`${`[${pending.join(',\n')}]`}::json`,
    };
    await db.insertInto('restore_parts').values(values).execute().catch(rejectUnreadable);
    place += 1;
    before += pending.length;
    [pending, size] = [[], 0];
  };
  return {
    begin(name: string) {
      [table, before] = [name, 0];
    },
    async add(lines: readonly string[]) {
      for (const line of lines) {
        pending.push(line);
        size += line.length;
        if (pending.length >= PART_ROWS || size >= PART_CHARACTERS) await flush();
      }
    },
    flush,
  };
}

/** Refuses JSON that PostgreSQL cannot read, such as values in ten thousand brackets. */
function rejectUnreadable(error: unknown): never {
  if (error instanceof pg.DatabaseError && /^(?:22|54)/.test(error.code ?? '')) throw refusal(REFUSED.changed, error);
  throw error;
}

/** Maps each id of a download to a new id. Keeps the first half, which has the time and order of version 7 UUIDs. */
export function newIds(key: Buffer = randomBytes(32)): (id: string) => string {
  return (id) => {
    const digest = createHmac('sha256', key).update(id).digest();
    digest.writeUInt8((digest.readUInt8(0) & 0x3f) | 0x80, 0);
    const half = digest.toString('hex', 0, 8);
    return `${id.slice(0, 18)}-${half.slice(0, 4)}-${half.slice(4)}`;
  };
}
