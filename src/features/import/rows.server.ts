import { sql } from 'kysely';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { guardCell } from '../../shared/text.ts';
import { ADD } from '../import-file/kinds.ts';
import type { ImportRow } from '../import-row/row.ts';
import type { Findings } from '../import-row/rules/check.ts';
import type { RowChoices } from '../import-row/rules/verdict.ts';
import { addLinked } from './add-linked.server.ts';
import { recheck, recheckRow } from './check.server.ts';
import type { ImportRowChange, ImportRowQuery, ImportRows } from './import.ts';
import { lockOpen, readStored, type StoredImport } from './stored.server.ts';

type Stored = {
  sheet: number;
  number: number;
  cells: string[];
  corrected: Record<string, string> | null;
  outcome: ImportRow['outcome'];
  findings: Findings;
  recordId: string | null;
};

const SELECTED = sql`sheet, number, cells, corrected, outcome, findings, record_id as "recordId"`;

function rowOf({ cells, corrected, findings, ...row }: Stored): ImportRow {
  return {
    ...row,
    ...findings,
    cells: cells.map((cell, at) => corrected?.[at] ?? cell),
    corrected: Object.keys(corrected ?? {}).map(Number),
  };
}

const NOT_CHECKED = 'Check the file first.';

async function readChecked(db: UserDb, id: string): Promise<StoredImport> {
  const stored = await readStored(db, id);
  if (stored.state === 'open') throw new AppError('wrong_state', { message: NOT_CHECKED });
  return stored;
}

/** Throws `not_found`, or `wrong_state` before the check. */
export async function listRows(
  db: UserDb,
  id: string,
  { sheet, outcome, cursor, limit }: ImportRowQuery,
): Promise<ImportRows> {
  await readChecked(db, id);
  const condition = sql`import_id = ${id} and outcome is not null
    ${sheet === undefined ? sql`` : sql`and sheet = ${sheet}`} ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}`;
  const [ofSheet, after] = (cursor ?? '-1:0').split(':').map(Number);
  const { rows } = await sql<Stored>`
    select ${SELECTED} from import_rows where ${condition} and (sheet, number) > (${ofSheet}::int, ${after}::int)
    order by sheet, number limit ${limit + 1}`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from import_rows where ${condition}`.execute(db);
  const items = rows.slice(0, limit).map(rowOf);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.sheet}:${last.number}` : null, total: counted.rows[0]?.total ?? 0 };
}

type Place = { id: string; sheet: number; number: number };

async function readRow(db: UserDb, { id, sheet, number }: Place) {
  const { rows } = await sql<Stored & { choices: RowChoices | null }>`
    select ${SELECTED}, choices from import_rows where import_id = ${id} and sheet = ${sheet} and number = ${number}`.execute(
    db,
  );
  if (!rows[0]) throw new AppError('not_found', { message: 'This row is not in the file.' });
  return rows[0];
}

/** Changes a row, and rechecks its dependants. Throws `not_found`, `wrong_state`, `not_allowed` and `invalid_input`. */
export async function changeRow(
  db: UserDb,
  place: Place,
  { change, today }: { change: ImportRowChange; today: string },
): Promise<ImportRow> {
  const stored = await lockOpen(db, place.id);
  if (stored.state !== 'checked') throw new AppError('wrong_state', { message: NOT_CHECKED });
  const before = await readRow(db, place);
  const corrected = { ...before.corrected };
  for (const [column, text] of Object.entries(change.cells ?? {})) {
    if (before.cells[Number(column)] === undefined)
      throw new AppError('invalid_input', { message: 'This file does not have this column.' });
    if (text === before.cells[Number(column)]) delete corrected[column];
    else corrected[column] = text;
  }
  const { choose, ...others } = change;
  const adds = choose?.id === ADD;
  const after = {
    ...before,
    corrected: Object.keys(corrected).length > 0 ? corrected : null,
    choices: chosen(before.choices ?? {}, adds ? others : change),
  };
  await db
    .updateTable('import_rows')
    .set({ corrected: after.corrected && JSON.stringify(after.corrected), choices: JSON.stringify(after.choices) })
    .where('import_id', '=', place.id)
    .where('sheet', '=', place.sheet)
    .where('number', '=', place.number)
    .execute();
  if (adds) {
    await addLinked(db, stored, { row: after, field: choose.field });
    await recheck(db, await readStored(db, place.id), { today });
  } else await recheckRow(db, stored, { sheet: place.sheet, before, after }, { today });
  return rowOf(await readRow(db, place));
}

function chosen(before: RowChoices, { leaveOut, choose, take }: ImportRowChange): RowChoices {
  const next: RowChoices = { ...before, ...(leaveOut !== undefined && { leaveOut }) };
  if (choose) {
    const others = Object.entries(before.choose ?? {}).filter(([field]) => field !== choose.field);
    next.choose = Object.fromEntries(choose.id === null ? others : [...others, [choose.field, choose.id]]);
  }
  if (take) {
    const others = (before.ours ?? []).filter((field) => field !== take.field);
    next.ours = take.from === 'ours' ? [...others, take.field] : others;
  }
  return next;
}

const WHAT_IS_WRONG = 'What is wrong';

/** CSV of a sheet's wrong and dependent rows, with the file’s columns. By default, the first sheet with such rows. */
export async function wrongRowsCsv(db: UserDb, id: string, sheet: number | undefined): Promise<string> {
  const { sheets } = await readChecked(db, id);
  const { rows } = await sql<Stored>`
    with wrong as (select ${SELECTED} from import_rows where import_id = ${id} and outcome in ('wrong', 'depends'))
    select * from wrong where sheet = coalesce(${sheet ?? null}::int, (select min(sheet) from wrong)) order by number`.execute(
    db,
  );
  const place = sheet ?? rows[0]?.sheet ?? 0;
  const headings = sheets.find((one) => one.id === place)?.columns.map(({ heading }) => heading) ?? [];
  const lines = rows.map(({ cells, corrected, findings }) => [
    ...cells.map((cell, at) => guardCell(corrected?.[at] ?? cell)),
    guardCell(wrongWords(findings, sheets)),
  ]);
  return csvHead([...headings.map(guardCell), WHAT_IS_WRONG]) + csvLines(lines);
}

function wrongWords({ problems, needs }: Findings, sheets: StoredImport['sheets']): string {
  if (needs) return `Left out with row ${needs.number} of ‘${sheets.find(({ id }) => id === needs.sheet)?.name ?? ''}’`;
  return problems.map(({ message }) => message).join('; ');
}
