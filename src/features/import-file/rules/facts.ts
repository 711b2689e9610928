/** Formats and values of a column's cells, counted once when the file is read. */
import { isBlank } from './cells.ts';

export type ColumnFacts = {
  heading: string;
  samples: string[];
  filled: number;
  /** Number of cells that are a date only if the month is first. */
  monthFirst: number;
  /** `commas` counts cells such as '1.200,50' and '895,5', `points` cells such as '1.200', which may be either. */
  commas: number;
  points: number;
  /** Values with their numbers of rows, most frequent first; null if there are too many values, or a value is long. */
  values: [value: string, rows: number][] | null;
};

const SAMPLES = 3;
const MAX_VALUES = 200;
const MAX_SHOWN = 120;

const FIGURES = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](?:\d{4}|\d{2})(?: |$)/;
const COMMA = /^[^\d,.]*(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d+,\d{1,2})\D*$/;
const POINT = /^[^\d,.]*\d{1,3}\.\d{3}\D*$/;

const shown = (cell: string) => (cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell);

/** `rows` exclude the headings. */
export function factsOf(headings: readonly string[], rows: readonly (readonly string[])[]): ColumnFacts[] {
  return headings.map((heading, index) =>
    columnFacts(
      heading,
      rows.map((row) => row[index]?.trim() ?? ''),
    ),
  );
}

function columnFacts(heading: string, cells: readonly string[]): ColumnFacts {
  const facts: ColumnFacts = {
    heading,
    samples: [],
    filled: 0,
    monthFirst: 0,
    commas: 0,
    points: 0,
    values: null,
  };
  const values = new Map<string, number>();
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    facts.filled += 1;
    if (facts.samples.length < SAMPLES) facts.samples.push(shown(cell));
    const [, first, second] = FIGURES.exec(cell) ?? [];
    if (Number(second) > 12 && Number(first) <= 12) facts.monthFirst += 1;
    if (COMMA.test(cell)) facts.commas += 1;
    if (POINT.test(cell)) facts.points += 1;
    if (values.size <= MAX_VALUES && cell.length <= MAX_SHOWN) values.set(cell, (values.get(cell) ?? 0) + 1);
    else if (cell.length > MAX_SHOWN) values.set(`${values.size}\0`, 1);
  }
  if (values.size <= MAX_VALUES && ![...values.keys()].some((value) => value.endsWith('\0')))
    facts.values = [...values].toSorted(([, one], [, other]) => other - one);
  return facts;
}
