/** Reads the cells of a row as values of fields, with a problem for each cell that cannot be read. */

import { fieldsOf, type Kind, LEAVE_OUT } from '../../import-file/kinds.ts';
import {
  isBlank,
  type Read,
  readCount,
  readDay,
  readEmail,
  readMoney,
  readPhone,
  readWords,
} from '../../import-file/rules/cells.ts';
import type { Problem } from '../row.ts';
import type { Plan, Sheet } from './plan.ts';

export type RowValues = {
  /** Values of filled fields. Days are YYYY-MM-DD, money is pence, choices are values of options. */
  values: Record<string, string | number>;
  problems: Problem[];
  /** Whether the row has a value whose rows the person leaves out. */
  leftOut: boolean;
  /** Whether the row is an example of the template. */
  example: boolean;
};

export type PlannedSheet = Sheet & { kind: Kind; plan: Plan };

/** The prefix of the template's example rows. */
export const EXAMPLE = 'Example:';

export function problem(message: string, at: Partial<Problem> = {}): Problem {
  return { column: null, field: null, message, suggestion: null, candidates: [], twice: null, ...at };
}

/** `kept`: the person keeps the row although one of its values leaves rows out. */
export function readRow(sheet: PlannedSheet, cells: readonly string[], kept = false): RowValues {
  const { kind, plan } = sheet;
  const read: RowValues = {
    values: {},
    problems: [],
    leftOut: false,
    example: cells.some((cell) => cell.startsWith(EXAMPLE)),
  };
  for (const [field, { form }] of Object.entries(fieldsOf(kind))) {
    if (form === 'choice') {
      const cell = cellOf(sheet, field, cells);
      if (!isBlank(cell)) readChoice(read, { plan, field, column: plan.columnOf(field), cell, kept });
      continue;
    }
    const value = readField(sheet, field, cells);
    if ('wrong' in value)
      read.problems.push(
        problem(value.wrong, { column: plan.columnOf(field), field, suggestion: value.suggestion ?? null }),
      );
    else if (value.value !== null) read.values[field] = value.value;
  }
  return read;
}

function cellOf({ plan, fixed }: PlannedSheet, field: string, cells: readonly string[]): string {
  const column = plan.columnOf(field);
  return (column === null ? fixed[field] : cells[column]) ?? '';
}

const EMPTY: Read<never> = { value: null };
const BAND = /^(?:band |rating )?[a-g](?: ?\(?\d{1,3}\)?)?$/i;
/** Texts instead of a day: a periodic tenancy, or the rating of an energy certificate. */
const NO_DAY: Readonly<Record<string, RegExp>> = {
  leaseEnd: /^(?:periodic|rolling|ongoing|open.ended|month(?:ly|.to.month)|spt|cpt)(?: tenancy)?$/i,
  energyExpires: BAND,
  energyIssued: BAND,
};
const MAX_READS = 20_000;

/** Reads any field that is not a choice. */
export function readField(sheet: PlannedSheet, field: string, cells: readonly string[]): Read<string | number> {
  const cell = cellOf(sheet, field, cells);
  if (cell === '') return EMPTY;
  const { reads } = sheet.plan;
  const key = `${field}:${cell}`;
  const before = reads.get(key);
  if (before) return before;
  const read = readCell(sheet, field, cell);
  if (reads.size < MAX_READS) reads.set(key, read);
  return read;
}

function readCell({ kind, plan }: PlannedSheet, field: string, cell: string): Read<string | number> {
  const column = plan.columnOf(field);
  const reading = column === null ? {} : plan.readingOf(column);
  const form = fieldsOf(kind)[field]?.form;
  if (NO_DAY[field]?.test(cell.trim())) return EMPTY;
  if (field === 'email') return readEmail(cell);
  if (form === 'day') return readDay(cell, reading);
  if (form === 'money') return readMoney(cell, reading);
  if (form === 'number') return readCount(cell);
  return field.toLowerCase().endsWith('phone') ? readPhone(cell) : readWords(cell);
}

type ChoiceCell = { plan: Plan; field: string; column: number | null; cell: string; kept: boolean };

function readChoice(read: RowValues, { plan, field, column, cell, kept }: ChoiceCell): void {
  const words = readWords(cell);
  if ('wrong' in words) return void read.problems.push(problem(words.wrong, { column, field }));
  const meaning = plan.meaningOf(field, cell.trim());
  if (!meaning || (kept && meaning.to === LEAVE_OUT))
    return void read.problems.push(problem(`Choose what ‘${cell.trim().slice(0, 40)}’ is`, { column, field }));
  if (meaning.to === LEAVE_OUT) read.leftOut = true;
  read.values[field] = meaning.to;
  if (field === 'propertyType' && meaning.bedrooms !== null) read.values.bedrooms ??= meaning.bedrooms;
  // The file's own name for a certificate that is not a compliance item.
  if (field === 'name') read.values.certificateName = cell.trim();
}
