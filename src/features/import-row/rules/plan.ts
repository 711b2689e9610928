/** Plans how to read a sheet: the field of each column, the questions about it, and the missing fields. */

import { fieldsOf, INSTEAD, type Kind, LEAVE_OUT } from '../../import-file/kinds.ts';
import type { Read, Reading } from '../../import-file/rules/cells.ts';
import type { ColumnFacts } from '../../import-file/rules/facts.ts';
import { eitherField, proposeFields } from '../../import-file/rules/headings.ts';
import type { ImportColumn, ImportQuestion } from '../row.ts';
import { type Meaning, type Option, optionsOf, proposeMeaning, valueKey } from './values.ts';

/** A person's choices for a column. `values` are keyed by `valueKey`. */
export type ColumnChoice = {
  field?: string | null | undefined;
  order?: 'dmy' | 'mdy' | undefined;
  decimal?: 'point' | 'comma' | undefined;
  values?: Record<string, { to: string | null; bedrooms: number | null }> | undefined;
  /** Whether the choice is from an earlier file with the same headings. */
  remembered?: boolean | undefined;
};

export type Sheet = {
  id: number;
  kind: Kind | null;
  columns: readonly ColumnFacts[];
  /** Choices by column index. */
  choices: Readonly<Record<string, ColumnChoice>>;
  fixed: Readonly<Record<string, string>>;
};

export type Plan = {
  columns: ImportColumn[];
  questions: ImportQuestion[];
  missing: string[];
  twice: string[];
  /** Whether the sheet is imported and has no open question. */
  ready: boolean;
  columnOf: (field: string) => number | null;
  readingOf: (column: number) => Reading;
  /** A cache of read cells, as many cells of a large file are equal. */
  reads: Map<string, Read<string | number>>;
  /** Null until the person decides. `LEAVE_OUT` leaves out the rows with the value. */
  meaningOf: (field: string, value: string) => Meaning | null;
};

/** `own` are the account's own categories. */
export function planOf({ kind, columns, choices, fixed }: Sheet, own: readonly string[]): Plan {
  const proposed: readonly (string | null)[] = kind
    ? proposeFields(
        kind,
        columns.map(({ heading }) => heading),
      )
    : [];
  const choiceOf = (index: number): ColumnChoice => choices[index] ?? {};
  const fieldAt = (index: number): string | null => {
    const { field } = choiceOf(index);
    return kind ? (field === undefined ? (proposed[index] ?? null) : field) : null;
  };
  const fields = columns.map((_, index) => fieldAt(index));
  const places = new Map<string, number>();
  fields.forEach((field, index) => {
    if (field !== null && !places.has(field)) places.set(field, index);
  });
  const known = kind ? fieldsOf(kind) : {};
  const has = (field: string) => places.has(field) || fixed[field] !== undefined;
  const missing = Object.entries(known).flatMap(([field, { required }]) =>
    !places.has('tenureId') && required && !has(field) && !(kind && INSTEAD[kind]?.[field]?.some(has)) ? field : [],
  );
  const twice = [...new Set(fields.filter((field, index) => field !== null && places.get(field) !== index))].filter(
    (field) => field !== null,
  );
  const meaningOf = meanings(kind, choices, places, own);
  const questions = kind
    ? columns.flatMap((facts, index) =>
        questionsOf(kind, { facts, index, field: fieldAt(index), choice: choiceOf(index), own, meaningOf, fields }),
      )
    : [];
  return {
    columns: columns.map(({ heading, samples }, index) => {
      const field = fieldAt(index);
      return {
        index,
        heading,
        samples,
        field,
        note: noteOf(field, choiceOf(index), { heading, known }),
        required: field !== null && known[field]?.required === true,
      };
    }),
    questions,
    missing,
    twice,
    ready: kind !== null && missing.length === 0 && twice.length === 0 && !questions.some(isOpen),
    columnOf: (field) => places.get(field) ?? null,
    readingOf: (column) => ({ order: choiceOf(column).order, decimal: choiceOf(column).decimal }),
    reads: new Map(),
    meaningOf,
  };
}

function isOpen(question: ImportQuestion): boolean {
  return question.what === 'values' ? question.values.some(({ to }) => to === null) : question.answer === null;
}

function noteOf(
  field: string | null,
  { field: chosen, remembered }: ColumnChoice,
  { heading, known }: { heading: string; known: ReturnType<typeof fieldsOf> },
): ImportColumn['note'] {
  if (chosen !== undefined) return remembered ? 'last_time' : field === null ? 'left_out' : 'chosen';
  if (field === null) return 'left_out';
  return known[field]?.label === heading ? 'ours' : 'name';
}

function meanings(
  kind: Kind | null,
  choices: Sheet['choices'],
  places: ReadonlyMap<string, number>,
  own: readonly string[],
): Plan['meaningOf'] {
  const cache = new Map<string, Meaning | null>();
  const options = new Map<string, Option[]>();
  return (field, value) => {
    if (!kind) return null;
    const key = valueKey(value);
    const cached = cache.get(`${field}\0${key}`);
    if (cached !== undefined) return cached;
    const chosen = choices[places.get(field) ?? -1]?.values?.[key];
    const offered = options.get(field) ?? optionsOf(kind, field, own);
    options.set(field, offered);
    const meaning =
      chosen === undefined
        ? proposeMeaning(kind, field, { value, options: offered })
        : chosen.to !== null && (chosen.to === LEAVE_OUT || offered.some((option) => option.value === chosen.to))
          ? { to: chosen.to, bedrooms: chosen.bedrooms }
          : null;
    cache.set(`${field}\0${key}`, meaning);
    return meaning;
  };
}

type Params = {
  facts: ColumnFacts;
  index: number;
  field: string | null;
  choice: ColumnChoice;
  own: readonly string[];
  meaningOf: Plan['meaningOf'];
  /** Fields by column index. */
  fields: readonly (string | null)[];
};

function questionsOf(
  kind: Kind,
  { facts, index: column, field, choice, own, meaningOf, fields }: Params,
): ImportQuestion[] {
  const form = field === null ? undefined : fieldsOf(kind)[field]?.form;
  if (field === null || !form) return [];
  const questions: ImportQuestion[] = [];
  const either = eitherField(kind, facts.heading);
  const isClear = either?.some((one) => one !== field && fields.includes(one));
  if (either?.includes(field) && !isClear)
    questions.push({
      what: 'meaning',
      column,
      options: either.map((value) => ({ value, label: MEANINGS[value] ?? fieldsOf(kind)[value]?.label ?? value })),
      answer: choice.field ?? null,
    });
  const { samples } = facts;
  if (form === 'day' && facts.monthFirst > 0)
    questions.push({ what: 'order', column, samples, answer: choice.order ?? null });
  if (form === 'money' && facts.commas + facts.points > 0)
    questions.push({ what: 'decimal', column, samples, answer: choice.decimal ?? null });
  if (form === 'choice' && facts.values) {
    const options = optionsOf(kind, field, own);
    const values = facts.values.map(([value, rows]) => {
      const meaning = meaningOf(field, value);
      return {
        value,
        rows,
        to: meaning?.to ?? null,
        bedrooms: meaning?.bedrooms ?? null,
        chosen: choice.values?.[valueKey(value)] !== undefined,
      };
    });
    const isOurs = ({ value, to }: (typeof values)[number]) =>
      to !== null && options.some((one) => one.value === to && valueKey(one.label) === valueKey(value));
    if (!values.every(isOurs)) questions.push({ what: 'values', column, options, values });
  }
  return questions;
}

/** Labels of the options of a column that may have the day of issue. */
const MEANINGS: Record<string, string> = {
  gasIssued: 'Issue date (valid for 12 months)',
  gasExpires: 'Valid until',
  electricalIssued: 'Issue date (valid for 5 years)',
  electricalExpires: 'Valid until',
  energyIssued: 'Issue date (valid for 10 years)',
  energyExpires: 'Valid until',
  issueDate: 'Issued',
  expirationDate: 'Valid until',
};
