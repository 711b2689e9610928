/** The cells of a row as values of fields, with a problem for each cell that cannot be read. */

import { fieldsOf, type Kind, LEAVE_OUT } from '../../import-file/kinds.ts';
import {
  isBlank,
  type Read,
  readCount,
  readDay,
  readMoney,
  readPhone,
  readWords,
} from '../../import-file/rules/cells.ts';
import type { Problem } from '../row.ts';
import type { Plan, Sheet } from './plan.ts';

export type RowValues = {
  /** Filled fields only. Days are YYYY-MM-DD, money is pence, choices are options. */
  values: Record<string, string | number>;
  problems: Problem[];
  /** A value by which the person leaves rows out. */
  leftOut: boolean;
  /** A row of the template that shows how to fill it in. */
  example: boolean;
};

export type PlannedSheet = Sheet & { kind: Kind; plan: Plan };

/** How the rows of a template's examples begin. */
export const EXAMPLE = 'Example:';

export function problem(message: string, at: Partial<Problem> = {}): Problem {
  return { column: null, field: null, message, suggestion: null, candidates: [], twice: null, ...at };
}

/** `kept`: a person has decided not to leave it out by a value. */
export function readRow({ kind, plan, fixed }: PlannedSheet, cells: readonly string[], kept = false): RowValues {
  const read: RowValues = {
    values: {},
    problems: [],
    leftOut: false,
    example: cells.some((cell) => cell.startsWith(EXAMPLE)),
  };
  for (const [field, { form }] of Object.entries(fieldsOf(kind))) {
    const column = plan.columnOf(field);
    const cell = (column === null ? fixed[field] : cells[column]) ?? '';
    if (isBlank(cell)) continue;
    if (form === 'choice') {
      readChoice(read, { plan, field, column, cell, kept });
      continue;
    }
    const reading = column === null ? {} : plan.readingOf(column);
    const value: Read<string | number> = {
      words: () => (field.toLowerCase().endsWith('phone') ? readPhone(cell) : readWords(cell)),
      link: () => readWords(cell),
      day: () => readDay(cell, reading),
      money: () => readMoney(cell, reading),
      number: () => readCount(cell),
    }[form]();
    if ('wrong' in value)
      read.problems.push(problem(value.wrong, { column, field, suggestion: value.suggestion ?? null }));
    else if (value.value !== null) read.values[field] = value.value;
  }
  return read;
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
  // The file's own name for a certificate other than the compliance items.
  if (field === 'name') read.values.certificateName = cell.trim();
}
