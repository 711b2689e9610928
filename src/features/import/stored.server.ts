import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AsOwner, UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { fieldsOf, type Kind, MAX_FILES } from '../import-file/kinds.ts';
import { type FileRead, readImport } from '../import-file/read/reader.server.ts';
import { REFUSED } from '../import-file/read/refusals.ts';
import type { ColumnFacts } from '../import-file/rules/facts.ts';
import { plainHeading } from '../import-file/rules/headings.ts';
import type { ColumnChoice, Sheet } from '../import-row/rules/plan.ts';
import { valueKey } from '../import-row/rules/values.ts';
import type { ImportChange } from './import.ts';
import { type ImportState, TEXTS } from './listed.ts';
import { assertMayImport, rightsOf } from './rights.server.ts';

type NewFile = { owner: string; name: string; bytes: Uint8Array; signal?: AbortSignal };

/**
 * Stores a file as a new import and returns its id. Throws `not_allowed`, and `invalid_input` with the reason for a
 * file that cannot be read.
 */
export async function addImport(asOwner: AsOwner, { owner, name, bytes, signal }: NewFile): Promise<string> {
  const read = await readImport({ bytes, name }, { owner, ...(signal && { signal }) });
  if ('refused' in read) throw new AppError('invalid_input', { message: read.refused });
  return asOwner((db) => insertImport(db, name, read));
}

async function insertImport(db: UserDb, name: string, { layout, sheets, rows }: FileRead): Promise<string> {
  const kinds = sheets.map(({ kind }) => kind);
  await assertMayImport(db, kinds);
  const { id } = await db
    .insertInto('imports')
    .values({ name, layout, rights: rightsOf(kinds), rows: sheets.reduce((sum, sheet) => sum + sheet.rows, 0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [place, { columns, kind, ...sheet }] of sheets.entries()) {
    const remembered = kind && (await readRemembered(db, columns, kind));
    await db
      .insertInto('import_sheets')
      .values({
        import_id: id,
        sheet: place,
        name: sheet.name,
        of_sheet: sheet.of,
        rows: sheet.rows,
        kind,
        columns: JSON.stringify(columns),
        choices: JSON.stringify(remembered ?? {}),
      })
      .execute();
  }
  for (const part of rows) await insertRows(db, id, part);
  return id;
}

/** `part` is JSON of `StoredRow[]`. */
async function insertRows(db: UserDb, id: string, part: string): Promise<void> {
  await sql`
    insert into import_rows (import_id, sheet, number, cells)
    select ${id}::uuid, sheet, number, cells from jsonb_to_recordset(${part}::jsonb) as sent (sheet smallint, number integer, cells jsonb)`.execute(
    db,
  );
}

const headingsKey = (columns: readonly ColumnFacts[]) =>
  createHash('sha256')
    .update(JSON.stringify(columns.map(({ heading }) => plainHeading(heading)).toSorted()))
    .digest('hex');

/** Choices by plain heading, as the next file may have its columns in another order. */
type Remembered = Record<string, Pick<ColumnChoice, 'field' | 'values'>>;

async function readRemembered(db: UserDb, columns: readonly ColumnFacts[], kind: Kind) {
  const found = await db
    .selectFrom('import_mappings')
    .select('choices')
    .where('headings', '=', headingsKey(columns))
    .where('kind', '=', kind)
    .$castTo<{ choices: Remembered }>()
    .executeTakeFirst();
  if (!found) return undefined;
  const fields = fieldsOf(kind);
  return Object.fromEntries(
    columns.flatMap(({ heading }, index) => {
      const choice = found.choices[plainHeading(heading)];
      const isKnown = choice && (choice.field === null || choice.field === undefined || choice.field in fields);
      return isKnown ? [[index, { ...choice, remembered: true }]] : [];
    }),
  );
}

/** Stores the choices for the next file with these headings. */
export async function remember(db: UserDb, { kind, columns, choices }: Sheet): Promise<void> {
  if (!kind || Object.keys(choices).length === 0) return;
  const remembered: Remembered = Object.fromEntries(
    columns.flatMap(({ heading }, index) => {
      const { field, values } = choices[index] ?? {};
      return field === undefined && !values ? [] : [[plainHeading(heading), { field, values }]];
    }),
  );
  const row = { kind, choices: JSON.stringify(remembered) };
  await db
    .insertInto('import_mappings')
    .values({ headings: headingsKey(columns), ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'headings']).doUpdateSet(row))
    .execute();
}

type StoredSheet = Sheet & { name: string; of: number | null; rows: number };

export type StoredImport = {
  id: string;
  name: string;
  layout: string | null;
  state: ImportState;
  rentFrom: string | null;
  owedColumn: boolean;
  /** URLs of certificate files, by `plainFileName`. */
  files: Record<string, string>;
  sheets: StoredSheet[];
};

/** `lock` locks the import until the transaction ends. Throws `not_found`. */
export async function readStored(db: UserDb, id: string, { lock = false } = {}): Promise<StoredImport> {
  const { rows } = await sql<Omit<StoredImport, 'sheets'>>`
    select id, name, layout, state, rent_from::text as "rentFrom", owed_column as "owedColumn", files
    from imports where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError('not_found', { message: TEXTS.gone });
  const sheets = await sql<StoredSheet>`
    select sheet as id, name, of_sheet as "of", rows, kind, columns, choices, fixed from import_sheets where import_id = ${id} order by sheet`.execute(
    db,
  );
  return { ...found, sheets: sheets.rows };
}

/** Rows are compared with existing records, so an account runs one import or undo at a time. Throws `wrong_state`. */
export async function lockRuns(db: UserDb): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('import ' || app.user_id(), 0)) as locked`.execute(db);
  if (!rows[0]?.locked)
    throw new AppError('wrong_state', { message: 'Another import is running. Wait until it has finished.' });
}

/** Locks an unfinished import. Throws `not_found`, `not_allowed`, and `wrong_state` for a finished import. */
export async function lockOpen(db: UserDb, id: string): Promise<StoredImport> {
  const stored = await readStored(db, id, { lock: true });
  if (stored.state === 'imported' || stored.state === 'undone')
    throw new AppError('wrong_state', {
      message: 'You have already imported this file. Upload it again to import more of it.',
    });
  await assertMayImport(
    db,
    stored.sheets.map(({ kind }) => kind),
  );
  return stored;
}

/** Saves choices, and returns the import. Throws `not_found`, `wrong_state`, `not_allowed` and `invalid_input`. */
export async function changeImport(db: UserDb, id: string, change: ImportChange): Promise<StoredImport> {
  const stored = await lockOpen(db, id);
  for (const sheetChange of change.sheets ?? []) {
    const sheet = stored.sheets.find((one) => one.id === sheetChange.id);
    if (!sheet) throw new AppError('invalid_input', { message: 'This file does not have this sheet.' });
    Object.assign(sheet, changedSheet(sheet, sheetChange));
    const { kind, choices, fixed } = sheet;
    await db
      .updateTable('import_sheets')
      .set({ kind, choices: JSON.stringify(choices), fixed: JSON.stringify(fixed) })
      .where('import_id', '=', id)
      .where('sheet', '=', sheet.id)
      .execute();
  }
  const kinds = stored.sheets.map(({ kind }) => kind);
  await assertMayImport(db, kinds);
  const { rent } = change;
  await db
    .updateTable('imports')
    .set({
      rights: rightsOf(kinds),
      ...(rent && { rent_from: rent.from, owed_column: rent.owed === 'column' }),
      ...(change.sheets && { state: 'open' }),
    })
    .where('id', '=', id)
    .execute();
  return readStored(db, id);
}

type SheetChange = NonNullable<ImportChange['sheets']>[number];

function changedSheet(sheet: StoredSheet, { kind, columns = [], fixed = {} }: SheetChange): Partial<StoredSheet> {
  const isOther = kind !== undefined && kind !== sheet.kind;
  const next = isOther
    ? { kind, choices: {}, fixed: {} }
    : { kind: sheet.kind, choices: { ...sheet.choices }, fixed: { ...sheet.fixed } };
  const fields = next.kind ? fieldsOf(next.kind) : {};
  const choices: Record<string, ColumnChoice> = next.choices;
  for (const { index, field, order, decimal, values } of columns) {
    if (!sheet.columns[index] || (typeof field === 'string' && !(field in fields)))
      throw new AppError('invalid_input', { message: 'Choose a field of this kind for each column.' });
    const before: ColumnChoice = { ...choices[index], remembered: undefined };
    // Choices made for another field do not apply.
    const applicable = field !== undefined && field !== before.field ? {} : before;
    const chosen =
      values && Object.fromEntries(values.map(({ value, to, bedrooms = null }) => [valueKey(value), { to, bedrooms }]));
    choices[index] = {
      ...applicable,
      ...(field !== undefined && { field }),
      ...(order && { order }),
      ...(decimal && { decimal }),
      ...(chosen && { values: { ...applicable.values, ...chosen } }),
    };
  }
  const nextFixed: Record<string, string> = next.fixed;
  for (const [field, value] of Object.entries(fixed)) {
    if (!(field in fields)) throw new AppError('invalid_input', { message: 'Choose a field of this kind.' });
    if (value === null || value.trim() === '') delete nextFixed[field];
    else nextFixed[field] = value;
  }
  return { kind: next.kind, choices, fixed: nextFixed };
}

/** Deletes an unfinished import. Throws `not_found`, `wrong_state` and `not_allowed`. */
export async function removeImport(db: UserDb, id: string): Promise<void> {
  await lockOpen(db, id);
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Adds the files of a zip to an import. Throws `not_found`, `wrong_state`, `not_allowed` and `invalid_input`. */
export async function addFiles(db: UserDb, id: string, added: Readonly<Record<string, string>>): Promise<void> {
  const { files } = await lockOpen(db, id);
  const all = { ...files, ...added };
  if (Object.keys(all).length > MAX_FILES) throw new AppError('invalid_input', { message: REFUSED.tooManyFiles });
  await db
    .updateTable('imports')
    .set({ files: JSON.stringify(all) })
    .where('id', '=', id)
    .execute();
}
