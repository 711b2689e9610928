/** Adds a record that a row names but neither Tenure nor the file has, as a row to fill in on a separate sheet. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { penceAsTyped } from '../../shared/money.ts';
import { ADDED, addedName, fieldsOf } from '../import-file/kinds.ts';
import { factsOf } from '../import-file/rules/facts.ts';
import { correctedCells, type FileRow } from '../import-row/rules/check.ts';
import { planOf } from '../import-row/rules/plan.ts';
import { type RowValues, readRow } from '../import-row/rules/read-row.ts';
import { assertMayImport, rightsOf } from './rights.server.ts';
import type { StoredImport } from './stored.server.ts';

type Linking = { row: Pick<FileRow, 'cells' | 'corrected'> & { sheet: number }; field: string };
type Added = (typeof ADDED)[keyof typeof ADDED];

/** The caller rechecks the file. Throws `not_allowed`, and `invalid_input` if the row does not name a record to add. */
export async function addLinked(db: UserDb, stored: StoredImport, { row, field }: Linking): Promise<void> {
  const added = Object.entries(ADDED).find(([name]) => name === field)?.[1];
  const sheet = stored.sheets.find(({ id }) => id === row.sheet);
  const { values }: Pick<RowValues, 'values'> =
    sheet?.kind && added
      ? readRow({ ...sheet, kind: sheet.kind, plan: planOf(sheet, []) }, correctedCells(row))
      : { values: {} };
  if (!added || values[field] === undefined)
    throw new AppError('invalid_input', { message: 'We cannot add a record from this row.' });
  const kinds = [...stored.sheets.map(({ kind }) => kind), added.kind];
  await assertMayImport(db, kinds);
  const sheetNumber = await sheetFor(db, stored, added);
  const cells = added.fields.map((name) => filled(name, { field, values }));
  const { numAffectedRows } = await sql`
    insert into import_rows (import_id, sheet, number, cells)
    select ${stored.id}::uuid, ${sheetNumber}::smallint, coalesce(max(number), 1) + 1, ${JSON.stringify(cells)}::jsonb
    from import_rows where import_id = ${stored.id} and sheet = ${sheetNumber}
    having count(*) filter (where lower(cells ->> 0) = lower(${cells[0]})) = 0`.execute(db);
  if (numAffectedRows !== 1n) return;
  await sql`update import_sheets set rows = rows + 1 where import_id = ${stored.id} and sheet = ${sheetNumber}`.execute(
    db,
  );
  await db
    .updateTable('imports')
    .set({ rights: rightsOf(kinds), rows: sql<number>`rows + 1` })
    .where('id', '=', stored.id)
    .execute();
}

/** The text of an added row's cell. A tenant's row also provides the property's postcode and rent. */
function filled(name: string, { field, values }: { field: string } & Pick<RowValues, 'values'>): string {
  const { propertyPostcode = '', rentAmount } = values;
  if (name === (field === 'supplier' ? 'name' : 'address')) return String(values[field]);
  if (name === 'postalCode') return String(propertyPostcode);
  return name === 'rent' && typeof rentAmount === 'number' ? penceAsTyped(rentAmount) : '';
}

/** Returns the id of the sheet for added records of a kind, which is created if it is missing. */
async function sheetFor(db: UserDb, { id, sheets }: StoredImport, { kind, fields }: Added): Promise<number> {
  const name = addedName(kind);
  const headings = fields.map((field) => fieldsOf(kind)[field]?.label ?? field);
  const same = sheets.find(
    (one) => one.name === name && one.columns.map(({ heading }) => heading).join() === headings.join(),
  );
  if (same) return same.id;
  const sheetNumber = Math.max(...sheets.map((sheet) => sheet.id)) + 1;
  await db
    .insertInto('import_sheets')
    .values({ import_id: id, sheet: sheetNumber, name, rows: 0, kind, columns: JSON.stringify(factsOf(headings, [])) })
    .execute();
  return sheetNumber;
}
