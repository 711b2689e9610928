/** Checks an import against the account's records, and stores the outcome of each row. */
import { sql } from 'kysely';
import { runCooperatively } from '../../server/cooperative.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { unreferencedFiles } from '../file/store.server.ts';
import { readExisting } from '../import-row/existing.server.ts';
import { type Checked, checkRows, correctedCells, type FileRow, type SheetRows } from '../import-row/rules/check.ts';
import type { Existing } from '../import-row/rules/existing.ts';
import { refKey } from '../import-row/rules/links.ts';
import { planOf } from '../import-row/rules/plan.ts';
import { readField, readRow } from '../import-row/rules/read-row.ts';
import { lockOpen, readStored, remember, type StoredImport } from './stored.server.ts';

export type Progress = (progress: { done: number; of: number }) => void;
type CheckOptions = { today: string; progress?: Progress | undefined };

const BATCH_SIZE = 5_000;

/** Throws `not_found`, `wrong_state`, `not_allowed`, and `invalid_input` while a question is open. */
export async function checkImport(db: UserDb, id: string, options: CheckOptions): Promise<void> {
  const stored = await lockOpen(db, id);
  await recheck(db, stored, options);
  for (const sheet of stored.sheets) await remember(db, sheet);
  await db.updateTable('imports').set({ state: 'checked' }).where('id', '=', id).execute();
}

export async function recheck(db: UserDb, stored: StoredImport, options: CheckOptions): Promise<void> {
  const { checked } = await checkAll(db, stored, options);
  await saveOutcomes(db, stored.id, checked);
}

/** Does not store outcomes: the import stores them with the ids of its records. */
export async function checkAll(
  db: UserDb,
  stored: StoredImport,
  { today, progress }: CheckOptions,
): Promise<{ checked: Checked[]; existing: Existing }> {
  // A check of 100,000 rows on a busy machine exceeds the usual limit.
  await sql`select set_config('idle_in_transaction_session_timeout', '300s', true)`.execute(db);
  const sheets = await readSheets(db, stored);
  const kinds = stored.sheets.map(({ kind }) => kind);
  const existing = await readExisting(db, { kinds, days: daysOf(sheets) });
  assertReady(stored, existing.categories);
  const { rentFrom, owedColumn } = stored;
  const checked = await runCooperatively(
    counting(
      checkRows({ sheets, existing, today, rentFrom, owedColumn, files: await readFiles(db, stored) }),
      stored,
      progress,
    ),
  );
  return { checked, existing };
}

type ChangedRow = { sheet: number; before: FileRow; after: FileRow };

/**
 * Checks only the changed row if it is a transaction, on which no other row depends. An existing transaction matches
 * one row only, so all rows are checked if the changed row may equal an existing transaction.
 */
export async function recheckRow(
  db: UserDb,
  stored: StoredImport,
  changed: ChangedRow,
  options: CheckOptions,
): Promise<void> {
  const sheet = stored.sheets.find(({ id }) => id === changed.sheet);
  if (sheet?.kind !== 'transactions') return recheck(db, stored, options);
  const rows = [changed.before, changed.after];
  const kinds = stored.sheets.map(({ kind }) => kind);
  const existing = await readExisting(db, { kinds, days: null });
  const planned = { ...sheet, kind: sheet.kind, plan: planOf(sheet, existing.categories) };
  const values = rows.map((row) => readRow(planned, correctedCells(row)).values);
  if (await mayBeKnown(db, values)) return recheck(db, stored, options);
  assertReady(stored, existing.categories);
  const others = stored.sheets.filter(({ kind }) => kind !== 'transactions' && kind !== 'certificates');
  const sheets = [...(await readSheets(db, { id: stored.id, sheets: others })), { sheet, rows: [changed.after] }];
  const { rentFrom, owedColumn } = stored;
  const checked = await runCooperatively(checkRows({ sheets, existing, today: options.today, rentFrom, owedColumn }));
  await saveOutcomes(db, stored.id, checked.slice(-1));
}

/** Whether a transaction exists with the date and amount of one of the rows. */
async function mayBeKnown(db: UserDb, values: readonly Record<string, string | number>[]): Promise<boolean> {
  const sums = values.flatMap(({ date, amount, moneyIn, moneyOut }) =>
    [amount, moneyIn, moneyOut].flatMap((sum) =>
      typeof date === 'string' && typeof sum === 'number' ? { date, sum: Math.abs(sum) } : [],
    ),
  );
  const { rows } = await sql`
    select from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as sent (date date, sum bigint)
    join transactions x on x.date = sent.date and abs(x.amount) * 100 = sent.sum limit 1`.execute(db);
  return rows.length > 0;
}

/** Excludes files that were deleted a day after their upload, and files of existing records. */
async function readFiles(db: UserDb, { files }: StoredImport): Promise<Record<string, string>> {
  const there = new Set(await unreferencedFiles(db, Object.values(files)));
  return Object.fromEntries(Object.entries(files).filter(([, url]) => there.has(url)));
}

/** Throws `invalid_input` if no sheet is imported, a field is missing or a question is open. */
function assertReady({ sheets }: StoredImport, categories: readonly string[]): void {
  const imported = sheets.filter(({ kind }) => kind !== null);
  if (imported.length === 0)
    throw new AppError('invalid_input', { message: 'Choose what the rows are in at least one sheet.' });
  const open = imported.find((sheet) => !planOf(sheet, categories).ready);
  if (open)
    throw new AppError('invalid_input', { message: `Answer the questions about the columns of ‘${open.name}’ first.` });
}

async function readSheets(db: UserDb, { id, sheets }: Pick<StoredImport, 'id' | 'sheets'>): Promise<SheetRows[]> {
  const read: SheetRows[] = [];
  for (const sheet of sheets) {
    if (sheet.kind === null) continue;
    const rows: FileRow[] = [];
    for (let after = 0, more = true; more; ) {
      const batch = await sql<FileRow>`
        select number, cells, corrected, choices from import_rows
        where import_id = ${id} and sheet = ${sheet.id} and number > ${after} order by number limit ${BATCH_SIZE}`.execute(
        db,
      );
      rows.push(...batch.rows);
      after = batch.rows.at(-1)?.number ?? after;
      more = batch.rows.length === BATCH_SIZE;
    }
    read.push({ sheet, rows });
  }
  return read;
}

/** The first and last day of the file's transactions; null without any. */
function daysOf(sheets: readonly SheetRows[]): { from: string; to: string } | null {
  let [from, to] = ['', ''];
  for (const { sheet, rows } of sheets) {
    if (sheet.kind !== 'transactions') continue;
    const planned = { ...sheet, kind: sheet.kind, plan: planOf(sheet, []) };
    for (const row of rows) {
      const read = readField(planned, 'date', correctedCells(row));
      if (!('value' in read) || typeof read.value !== 'string') continue;
      const day = read.value;
      if (from === '' || day < from) from = day;
      if (day > to) to = day;
    }
  }
  return from === '' ? null : { from, to };
}

const PROGRESS_STEP = 500;

function* counting<T>(
  work: Generator<void, T>,
  { sheets }: StoredImport,
  progress: Progress | undefined,
): Generator<void, T> {
  const of = sheets.reduce((sum, { kind, rows }) => sum + (kind ? rows : 0), 0);
  for (let done = 0; ; done += 1) {
    const step = work.next();
    if (step.done) return step.value;
    if (done % PROGRESS_STEP === 0) progress?.({ done, of });
    yield;
  }
}

/** Stores outcomes that changed. `ids` are the ids of added records, by the key of their row. */
export async function saveOutcomes(
  db: UserDb,
  id: string,
  checked: readonly Checked[],
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  for (let from = 0; from < checked.length; from += BATCH_SIZE) {
    const sent = checked.slice(from, from + BATCH_SIZE).map(({ sheet, number, outcome, findings, existing }) => ({
      sheet,
      number,
      outcome,
      findings,
      record_id: existing?.id ?? ids.get(refKey({ sheet, number })) ?? null,
    }));
    await sql`
      update import_rows kept set outcome = sent.outcome, findings = sent.findings, record_id = sent.record_id
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent (sheet smallint, number integer, outcome text, findings jsonb, record_id uuid)
      where kept.import_id = ${id} and kept.sheet = sent.sheet and kept.number = sent.number
        and (kept.outcome, kept.findings, kept.record_id) is distinct from (sent.outcome, sent.findings, sent.record_id)`.execute(
      db,
    );
  }
}

/** Rechecks an import that was already checked, after a change of its choices or files. */
export async function checkAgain(db: UserDb, id: string, options: CheckOptions): Promise<void> {
  const stored = await readStored(db, id);
  if (stored.state === 'checked') await recheck(db, stored, options);
}
