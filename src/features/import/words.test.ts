import { describe, expect, it } from 'vitest';
import type { Kind } from '../import-file/kinds.ts';
import type { Counts, ImportQuestion } from '../import-row/row.ts';
import type { ImportSheet } from './import.ts';
import { cellsToShow, fileLine, leftOutLine, openCount, rowName, runLabel, undoLine } from './words.ts';

const NONE: Counts = { rows: 0, new: 0, changed: 0, known: 0, wrong: 0, left_out: 0, depends: 0 };

const sheet = (kind: Kind | null, more: Partial<ImportSheet> = {}): ImportSheet => ({
  id: 0,
  name: 'Houses',
  of: null,
  rows: 41,
  kind,
  columns: [],
  fixed: {},
  missing: [],
  twice: [],
  questions: [],
  counts: NONE,
  ...more,
});

describe('the button of the import', () => {
  it.each([
    [{ new: 65, changed: 5, wrong: 7, depends: 5 }, 'Import 70 rows, leave out 12'],
    [{ new: 1 }, 'Import 1 row'],
    [{ new: 1200, left_out: 1000 }, 'Import 1,200 rows, leave out 1,000'],
    [{ known: 3, wrong: 2 }, 'No rows to import'],
  ])('for %j is %s', (counts, label) => {
    expect(runLabel({ ...NONE, ...counts })).toBe(label);
  });
});

it('names the rows left out, and those that depend on them', () => {
  const houses = sheet('properties', { counts: { ...NONE, wrong: 6, left_out: 1 } });
  const people = sheet('tenants', { counts: { ...NONE, depends: 5 } });
  expect(leftOutLine({ sheets: [people, houses] })).toBe('Left out: 7 properties, and 5 tenants that depend on them.');
  const one = { ...people, counts: { ...NONE, depends: 1 } };
  expect(leftOutLine({ sheets: [houses, one] })).toBe('Left out: 7 properties, and 1 tenant that depends on them.');
  expect(leftOutLine({ sheets: [houses] })).toBe('Left out: 7 properties.');
  expect(leftOutLine({ sheets: [sheet('properties')] })).toBe('');
});

it('names the sheets of a file once', () => {
  const people = sheet('tenants', { id: 1, of: 0 });
  expect(fileLine({ sheets: [sheet('properties'), people] })).toBe('41 rows');
  expect(fileLine({ sheets: [sheet('properties'), { ...people, name: 'People', of: null, rows: 1 }] })).toBe(
    '2 sheets: ‘Houses’ 41 rows, ‘People’ 1 row',
  );
});

it('counts fields and questions that prevent the check', () => {
  const open: ImportQuestion = { what: 'order', column: 3, samples: ['01/02/2027'], answer: null };
  const of = (kind: Kind | null) =>
    openCount(sheet(kind, { missing: ['city'], twice: ['address'], questions: [open, { ...open, answer: 'dmy' }] }));
  expect([of('properties'), of(null)]).toEqual([3, 0]);
});

it('names a row by its address or name, else by its first cell', () => {
  const column = { heading: '', samples: [], note: 'name' as const, required: false };
  const houses = sheet('properties', { columns: [{ ...column, index: 1, field: 'address' }] });
  expect(rowName(houses, { cells: ['A7', ' 7 Abbey Walk '] })).toBe('7 Abbey Walk');
  expect(rowName(houses, { cells: ['A7', ''] })).toBe('A7');
  expect(rowName(undefined, { cells: ['', ' '] })).toBe('An empty row');
});

it('shows wrong and corrected cells in the file’s order, without choices of records', () => {
  const problem = { field: null, message: '', suggestion: null, candidates: [], twice: null };
  expect(
    cellsToShow({
      corrected: [2, 5],
      problems: [
        { ...problem, column: 9 },
        { ...problem, column: 2 },
        { ...problem, column: 1, candidates: [{ id: 'a', label: 'Jo' }] },
        { ...problem, column: 0, twice: 4 },
        { ...problem, column: null },
      ],
    }),
  ).toEqual([2, 5, 9]);
});

it.each([
  [
    {
      remove: [
        { kind: 'properties', count: 28 },
        { kind: 'tenants', count: 37 },
      ],
      restore: 5,
    },
    'This removes 28 properties and 37 tenants with their tenancies, and restores the old values of 5 records.',
  ],
  [{ remove: [{ kind: 'tenants', count: 1 }], restore: 0 }, 'This removes 1 tenant with their tenancy.'],
  [{ remove: [], restore: 1 }, 'This restores the old values of 1 record.'],
] as const)('the question before Undo of %j', ({ remove, restore }, line) => {
  expect(undoLine({ remove: [...remove], restore })).toBe(line);
});
