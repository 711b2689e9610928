import { sql } from 'kysely';
import { isoInstant } from '../../server/db/record-table.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import type { Outcome } from '../import-file/kinds.ts';
import { LAYOUTS } from '../import-file/rules/layouts.ts';
import { readCategories } from '../import-row/existing.server.ts';
import type { Counts } from '../import-row/row.ts';
import { planOf } from '../import-row/rules/plan.ts';
import type { Import, ImportRunning, ImportSummary } from './import.ts';
import { type ImportState, UNDO_DAYS } from './listed.ts';
import { readStored, type StoredImport } from './stored.server.ts';

const ACTOR_NAME = sql`coalesce((select name from members m where m.person_id = i.actor_id order by m.joined_at desc limit 1),
  app.key_label(i.actor_id), '')`;

/** The name of the latest import after this one that is not undone; that import must be undone first. */
const UNDO_FIRST = sql`(
  select later.name from imports later
  where later.state = 'imported' and i.state = 'imported' and later.imported_log > i.imported_log
  order by later.imported_log desc limit 1)`;

const IN_TIME = sql`(i.state = 'imported' and i.imported_at > app.instant() - make_interval(days => ${sql.lit(UNDO_DAYS)}))`;

const SUMMARY = sql`
  i.id, i.name, i.state, ${isoInstant('i.added_at')} as "addedAt", ${isoInstant('i.imported_at')} as "importedAt",
  ${isoInstant('i.undone_at')} as "undoneAt", ${ACTOR_NAME} as by, ${UNDO_FIRST} as "undoFirst", ${IN_TIME} as "inTime"`;

type Row = Omit<ImportSummary, 'canUndo' | 'state' | 'rows'> & { state: ImportState; inTime: boolean };

const summaryOf = <R extends Row>({ inTime, ...row }: R) => ({
  ...row,
  canUndo: inTime && row.undoFirst === null,
});

/** The latest 200 imports, newest first. */
export async function listImports(db: UserDb): Promise<ImportSummary[]> {
  const { rows } = await sql<Row & Pick<ImportSummary, 'rows'>>`
    select ${SUMMARY}, i.rows from imports i order by coalesce(i.imported_at, i.added_at) desc, i.added_at desc, i.id limit 200`.execute(
    db,
  );
  return rows.map(summaryOf);
}

/** Throws `not_found`. */
export async function readImport(db: UserDb, id: string, running: ImportRunning | null = null): Promise<Import> {
  const stored = await readStored(db, id);
  const { rows } = await sql<
    Row & Pick<Import, 'result'>
  >`select ${SUMMARY}, i.result from imports i where i.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An import that was just read is missing');
  const counts = await readCounts(db, stored);
  const categories = await readCategories(db);
  const sheets = stored.sheets.map(({ id: sheet, name, of, rows, kind, fixed, ...more }) => {
    const { columns, questions, missing, twice, ready } = planOf({ id: sheet, kind, fixed, ...more }, categories);
    return {
      id: sheet,
      name,
      of,
      rows,
      kind,
      columns,
      fixed: { ...fixed },
      missing,
      twice,
      questions,
      ready,
      counts: counts.get(sheet) ?? noCounts(rows),
    };
  });
  const layout = LAYOUTS.find(({ id: one }) => one === stored.layout);
  const imported = sheets.filter(({ kind }) => kind !== null);
  return {
    ...summaryOf(row),
    running,
    layout: layout ? { id: layout.id, name: layout.name, tried: layout.tried, lost: [...layout.lost] } : null,
    rent: imported.some(({ kind }) => kind === 'tenants')
      ? { from: stored.rentFrom, owed: stored.owedColumn ? 'column' : 'none' }
      : null,
    files: Object.keys(stored.files).length,
    ready: imported.length > 0 && imported.every(({ ready }) => ready),
    sheets: sheets.map(({ ready: _, ...sheet }) => sheet),
    counts: imported.map((sheet) => sheet.counts).reduce(sumOf, noCounts(0)),
  };
}

const noCounts = (rows: number): Counts => ({ rows, new: 0, changed: 0, known: 0, wrong: 0, left_out: 0, depends: 0 });

function sumOf(one: Counts, other: Counts): Counts {
  const names = Object.keys(one) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Counts;
}

async function readCounts(db: UserDb, { id, state, sheets }: StoredImport): Promise<Map<number, Counts>> {
  const counts = new Map(sheets.map(({ id: sheet, rows }) => [sheet, noCounts(rows)]));
  if (state === 'open') return counts;
  const { rows } = await sql<{ sheet: number; outcome: Outcome; count: number }>`
    select sheet, outcome, count(*)::int as count from import_rows where import_id = ${id} and outcome is not null group by sheet, outcome`.execute(
    db,
  );
  for (const { sheet, outcome, count } of rows) {
    const one = counts.get(sheet);
    if (one) one[outcome] = count;
  }
  return counts;
}
