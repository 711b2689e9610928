/** Schemas of an import's columns and rows. Rows are numbered as in the file, columns from 0. */
import { z } from 'zod';
import { KINDS, OUTCOMES } from '../import-file/kinds.ts';

export const kind = z.enum(KINDS, 'Choose what the rows are');
export const sheetId = z.number().int().min(0);
const rowNumber = z.number().int().min(1);
export const column = z.number().int().min(0).max(499);

export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export const DECIMALS = ['point', 'comma'] as const;

export const countOf = z.number().int();

export const Counts = z
  .object({
    rows: countOf,
    new: countOf,
    changed: countOf,
    known: countOf,
    wrong: countOf,
    left_out: countOf.describe('Left out by choice'),
    depends: countOf.describe('Left out because a row that they need is wrong or left out'),
  })
  .meta({ id: 'ImportCounts' });
export type Counts = z.infer<typeof Counts>;

const Option = z.object({ value: z.string(), label: z.string() });

/** A question about one column. `answer` is null until the person answers, or the answer is certain. */
export const ImportQuestion = z
  .discriminatedUnion('what', [
    z.object({
      what: z.literal('order').describe('Day or month first'),
      column,
      samples: z.array(z.string()),
      answer: z.enum(DATE_ORDERS).nullable(),
    }),
    z.object({
      what: z.literal('decimal').describe('Whether a point or a comma is before the pence'),
      column,
      samples: z.array(z.string()),
      answer: z.enum(DECIMALS).nullable(),
    }),
    z.object({
      what: z.literal('meaning').describe('Which of two fields it is: issued, or valid until'),
      column,
      options: z.array(Option),
      answer: z.string().nullable().describe('A field'),
    }),
    z.object({
      what: z.literal('values').describe('The meaning of the values of a choice'),
      column,
      options: z.array(Option),
      values: z.array(
        z.object({
          value: z.string(),
          rows: countOf,
          to: z.string().nullable().describe('An option, or leave_out; null: choose'),
          bedrooms: countOf.nullable().describe('Of a type with bedrooms: ‘2 bed flat’'),
          chosen: z.boolean().describe('False: proposed'),
        }),
      ),
    }),
  ])
  .meta({ id: 'ImportQuestion' });
export type ImportQuestion = z.infer<typeof ImportQuestion>;

export const ImportColumn = z
  .object({
    index: column,
    heading: z.string(),
    samples: z.array(z.string()).describe('The first three filled cells'),
    field: z.string().nullable().describe('A field of the kind; null: not imported'),
    note: z.enum(['ours', 'name', 'last_time', 'chosen', 'left_out']).describe('Why it has this field'),
    required: z.boolean(),
  })
  .meta({ id: 'ImportColumn' });
export type ImportColumn = z.infer<typeof ImportColumn>;

const Problem = z.object({
  column: column.nullable().describe('The cell; null: the row'),
  field: z.string().nullable(),
  message: z.string(),
  suggestion: z.string().nullable().describe('A reading to offer: £1,200.00'),
  candidates: z
    .array(z.object({ id: z.string(), label: z.string() }))
    .describe('Records to choose from; ‘none’ leaves an optional link empty'),
  twice: rowNumber.nullable().describe('The other row with the same record'),
});
export type Problem = z.infer<typeof Problem>;

export const ImportRow = z
  .object({
    sheet: sheetId,
    number: rowNumber.describe('The row in the file'),
    cells: z.array(z.string()).describe('As corrected, by column'),
    corrected: z.array(column).describe('Columns of corrected cells'),
    outcome: z.enum(OUTCOMES),
    problems: z.array(Problem),
    changes: z
      .array(
        z.object({
          field: z.string(),
          label: z.string(),
          ours: z.string().describe('As shown on screen'),
          file: z.string(),
          take: z.enum(['file', 'ours']),
        }),
      )
      .describe('Differences from the record in Tenure'),
    needs: z
      .object({ sheet: sheetId, number: rowNumber })
      .nullable()
      .describe('Of a row that depends: the row that is wrong or left out'),
    recordId: z.uuid().nullable().describe('The record, where there is one'),
  })
  .meta({ id: 'ImportRow' });
export type ImportRow = z.infer<typeof ImportRow>;
