import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { ADD, fieldsOf, KIND_LABELS, KINDS, type Kind, NONE } from '../import-file/kinds.ts';
import type { Counts, ImportQuestion, ImportRow, Problem } from '../import-row/row.ts';
import type { Import, ImportSheet, ImportUndo } from './import.ts';

const NOUNS: Record<Kind, readonly [one: string, many: string]> = {
  properties: ['property', 'properties'],
  suppliers: ['supplier', 'suppliers'],
  tenants: ['tenant', 'tenants'],
  transactions: ['transaction', 'transactions'],
  certificates: ['certificate', 'certificates'],
};

const countedOf = (kind: Kind, count: number): string => counted(count, ...NOUNS[kind]);

const listed = (parts: readonly string[]) => new Intl.ListFormat('en-GB').format(parts);

export const importedRows = (counts: Counts) => counts.new + counts.changed;
export const leftOutRows = (counts: Counts) => counts.wrong + counts.left_out + counts.depends;

/** Returns 'Import 70 rows, leave out 12'. */
export function runLabel(counts: Counts): string {
  const rows = importedRows(counts);
  if (rows === 0) return 'No rows to import';
  const leaveOut = leftOutRows(counts);
  return `Import ${counted(rows, 'row')}${leaveOut > 0 ? `, leave out ${leaveOut.toLocaleString('en-GB')}` : ''}`;
}

/** Counts by kind, in the order of import. Kinds without such rows are omitted. */
function byKind(sheets: readonly ImportSheet[], count: (counts: Counts) => number): string[] {
  return KINDS.flatMap((kind) => {
    const sum = sheets.reduce((total, sheet) => total + (sheet.kind === kind ? count(sheet.counts) : 0), 0);
    return sum > 0 ? countedOf(kind, sum) : [];
  });
}

/** Returns '28 properties and 42 tenants'. */
export const kindsLine = (sheets: readonly ImportSheet[], outcome: 'new' | 'changed') =>
  listed(byKind(sheets, (counts) => counts[outcome]));

/** Returns 'Left out: 7 properties, and 5 tenants that depend on them.' */
export function leftOutLine({ sheets }: Pick<Import, 'sheets'>): string {
  const own = byKind(sheets, (counts) => counts.wrong + counts.left_out);
  const along = byKind(sheets, (counts) => counts.depends);
  const depends = sheets.reduce((sum, { counts }) => sum + counts.depends, 0) === 1 ? 'depends' : 'depend';
  if (own.length === 0) return '';
  return `Left out: ${listed(own)}${along.length > 0 ? `, and ${listed(along)} that ${depends} on them` : ''}.`;
}

/** Returns '2 sheets: ‘Houses’ 41 rows, ‘People’ 44 rows'. */
export function fileLine({ sheets }: Pick<Import, 'sheets'>): string {
  const own = sheets.filter(({ of }) => of === null);
  const [first] = own;
  if (own.length === 1 && first) return counted(first.rows, 'row');
  const named = own.slice(0, 3).map(({ name, rows }) => `‘${name}’ ${counted(rows, 'row')}`);
  return `${counted(own.length, 'sheet')}: ${named.join(', ')}${own.length > 3 ? ', …' : ''}`;
}

export const sheetLabel = ({ name, kind }: ImportSheet): string =>
  `${name}: ${kind ? KIND_LABELS[kind].toLowerCase() : 'not imported'}`;

/** The column's heading, or 'Column 3' without one. */
export const columnName = (sheet: ImportSheet, index: number): string =>
  sheet.columns[index]?.heading.trim() || `Column ${index + 1}`;

export const fieldLabel = (sheet: ImportSheet, field: string): string =>
  (sheet.kind && fieldsOf(sheet.kind)[field]?.label) ?? field;

export function isOpen(question: ImportQuestion): boolean {
  return question.what === 'values' ? question.values.some(({ to }) => to === null) : question.answer === null;
}

/** The number of missing fields, fields used twice, and open questions. */
export function openCount({ kind, missing, twice, questions }: ImportSheet): number {
  return kind === null ? 0 : missing.length + twice.length + questions.filter(isOpen).length;
}

const NAMES = ['address', 'name', 'lastName', 'description', 'property', 'reference'];

/** The row's address or name, otherwise its first filled cell. */
export function rowName(sheet: ImportSheet | undefined, { cells }: Pick<ImportRow, 'cells'>): string {
  const filled = NAMES.map((name) => cells[sheet?.columns.find(({ field }) => field === name)?.index ?? -1]?.trim());
  return filled.find(Boolean) ?? cells.find((cell) => cell.trim() !== '')?.trim() ?? 'An empty row';
}

/** Whether the problem has no existing record to choose, so that the cell is corrected as text. */
const isMissing = ({ candidates }: Problem) => candidates.every(({ id }) => id === ADD || id === NONE);

/** The columns of cells that are wrong or were corrected, in the file's order. */
export function cellsToShow({ problems, corrected }: Pick<ImportRow, 'problems' | 'corrected'>): number[] {
  const wrong = problems.flatMap((problem) =>
    problem.column === null || !isMissing(problem) || problem.twice !== null ? [] : problem.column,
  );
  return [...new Set([...wrong, ...corrected])].toSorted((one, other) => one - other);
}

export const atTime = (instant: string) => `${formatInstantAsDay(instant)}, ${formatInstantAsTime(instant)}`;

/** Returns 'This removes 28 properties, and restores the old values of 5 records.' */
export function undoLine({ remove, restore }: Pick<ImportUndo, 'remove' | 'restore'>): string {
  const removed = remove
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) =>
      kind === 'tenants'
        ? `${countedOf(kind, count)} with their ${count === 1 ? 'tenancy' : 'tenancies'}`
        : countedOf(kind, count),
    );
  const restored = restore > 0 ? `restores the old values of ${counted(restore, 'record')}` : '';
  if (removed.length === 0) return restored ? `This ${restored}.` : 'This will not remove or restore any records.';
  return `This removes ${listed(removed)}${restored ? `, and ${restored}` : ''}.`;
}
