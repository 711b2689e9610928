/** The first reading of a download: checks every part, and collects its ids, files and people. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { type DownloadZip, rowLines } from './download-zip.server.ts';
import { idsOf, type KnownIds, knownIds, parseRow } from './ids.ts';
import { REFUSED, refusal } from './refusals.ts';
import type { LeftOutMember } from './restore.ts';

type Table = { types: Map<string, string>; isRestored: boolean };
export type Tables = ReadonlyMap<string, Table>;

/** Tables of this server by their names in a download, with the types of their columns. */
export async function readTables(db: UserDb): Promise<Tables> {
  const { rows } = await sql<{ name: string; column_name: string; type: string; is_restored: boolean }>`
    select * from app.restore_columns()`.execute(db);
  const tables = new Map<string, Table>();
  for (const { name, column_name, type, is_restored } of rows) {
    const table = tables.get(name) ?? { types: new Map<string, string>(), isRestored: is_restored };
    tables.set(name, table);
    table.types.set(column_name, type);
  }
  return tables;
}

const Account = z.object({
  id: z.uuid(),
  name: z.string().max(200),
  account_name: z.string().max(100).nullable(),
  steps_hidden: z.boolean(),
});
const Person = z.object({ id: z.uuid() });
const Member = z.object({
  id: z.uuid(),
  person_id: z.uuid().nullable(),
  name: z.string().max(100),
  email: z.string().max(254),
  role: z.string(),
  state: z.string(),
});
const FileRow = z.object({
  id: z.uuid(),
  bucket: z.string().max(100),
  path: z.string().regex(/^[0-9a-f-]{36}\/[\w.-]{1,100}$/),
  name: z.string().max(500),
  bytes: z.int(),
  sha256: z.string(),
  sizes: z.array(z.string()),
  stored: z.boolean(),
  uploaded_at: z.string(),
  clear_at: z.string().nullable(),
  uploaded_by: z.uuid().nullable(),
  taken_at: z.string().nullable(),
});
export type FileRow = z.output<typeof FileRow>;

const KEPT = { profiles: Account, 'auth.users': Person, members: Member, files: FileRow };

export type Survey = {
  account: z.output<typeof Account>;
  /** Ids of the person who made the download. */
  personId: string;
  memberId: string | undefined;
  members: LeftOutMember[];
  files: FileRow[];
  /** Numbers of rows by table. */
  rows: Map<string, number>;
  /** Columns of each restored table. */
  columns: Map<string, string[]>;
  /** Statement files that were not imported. Their content is not in downloads. */
  openStatements: number;
  known: KnownIds;
  idsAreTaken: boolean;
};

const BATCH_SIZE = 5_000;

type Plan = { zip: DownloadZip; tables: Tables; areTaken: (ids: string[]) => Promise<boolean> };

/** Reads every part. Throws `invalid_input` for a part that has been changed since the download. */
export async function surveyDownload({ zip, tables, areTaken }: Plan): Promise<Survey> {
  const { manifest } = zip;
  const collected = { profiles: [], 'auth.users': [], members: [], files: [] } as {
    [Name in keyof typeof KEPT]: z.output<(typeof KEPT)[Name]>[];
  };
  const rows = new Map<string, number>();
  const columns = new Map<string, string[]>();
  const known = knownIds();
  let fresh: string[] = [];
  let idsAreTaken = false;
  let openStatements = 0;
  const lookUpFresh = async () => {
    idsAreTaken ||= fresh.length > 0 && (await areTaken(fresh));
    fresh = [];
  };
  const note = (table: Table, row: Record<string, unknown>) => {
    for (const id of idsOf(row, table.types)) if (known.add(id) && !idsAreTaken) fresh.push(id);
  };
  // The tables in `KEPT` come first, so that their invalid rows are refused before larger tables are read.
  const first = Object.keys(KEPT);
  const names = Object.keys(manifest.tables).sort((a, b) => first.indexOf(b) - first.indexOf(a));
  for (const name of names) {
    const table = tables.get(name);
    if (!table) throw refusal(REFUSED.tooNew);
    const { files, rows: announced } = manifest.tables[name] ?? { rows: 0, files: [] };
    const [json, csv] = files;
    if (!json || !csv) throw refusal(REFUSED.changed);
    let count = 0;
    for await (const lines of rowLines(zip.read(json))) {
      count += lines.length;
      if (!table.isRestored && !isKept(name)) continue;
      for (const line of lines) {
        const row = parseRow(line);
        assertColumns(row, { name, table, columns });
        if (isKept(name)) keep(collected[name], KEPT[name].safeParse(row));
        if (name === 'statement_imports' && row.imported_at === null) openStatements += 1;
        if (table.isRestored) note(table, row);
      }
      if (fresh.length >= BATCH_SIZE) await lookUpFresh();
    }
    if (count !== announced) throw refusal(REFUSED.changed);
    rows.set(name, count);
    await readThrough(zip.read(csv));
  }
  await lookUpFresh();
  if (manifest.readme) await readThrough(zip.read(manifest.readme));
  for (const part of manifest.files) await readThrough(zip.read(part));
  const [account] = collected.profiles;
  const [person] = collected['auth.users'];
  if (!account || !person) throw refusal(REFUSED.changed);
  const own = collected.members.find(({ person_id, state }) => person_id === person.id && state === 'active');
  return {
    account,
    personId: person.id,
    memberId: own?.id,
    members: collected.members
      .filter((one) => one !== own && /^(?:active|paused|invited)$/.test(one.state))
      .map(({ name, email, role }) => ({ name, email, role })),
    files: collected.files,
    rows,
    columns,
    openStatements,
    known,
    idsAreTaken,
  };
}

/** Reads a part that is needed later, to compare its checksum now. */
async function readThrough(content: AsyncGenerator<Buffer>): Promise<void> {
  for (let ended = false; !ended; ) ended = (await content.next()).done === true;
}

const isKept = (name: string): name is keyof typeof KEPT => Object.hasOwn(KEPT, name);

function keep<Row>(rows: Row[], { data }: z.ZodSafeParseResult<Row>): void {
  if (!data) throw refusal(REFUSED.changed);
  rows.push(data);
}

/** All rows of a table must have the columns of the first row. An unknown column is from a newer version of Tenure. */
function assertColumns(
  row: Record<string, unknown>,
  { name, table, columns }: { name: string; table: Table; columns: Map<string, string[]> },
): void {
  const names = Object.keys(row);
  const known = columns.get(name);
  if (known) {
    if (known.length !== names.length || known.some((column) => !Object.hasOwn(row, column)))
      throw refusal(REFUSED.changed);
    return;
  }
  if (names.some((column) => !table.types.has(column))) throw refusal(REFUSED.tooNew);
  columns.set(name, names);
}
