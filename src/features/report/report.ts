/** Schemas of reports: columns, rows, totals and notes. Amounts are pence. */
import { z } from 'zod';
import { dayField, penceField } from '../../shared/schemas.ts';
import { CATEGORY_NAME, NO_PROPERTY } from '../transaction/listed.ts';
import { GROUPINGS, REPORT_NAMES } from './catalogue.ts';
import { COMPARISONS, REPORT_PERIODS } from './period.ts';

export const ReportPath = z.object({ name: z.enum(REPORT_NAMES, 'Choose a report') });

const VALUE_REQUIRED = 'Enter the value of the property';
const day = dayField('Enter a date').optional();
const property = z.union([z.uuid('Choose a property'), z.literal(NO_PROPERTY)]).optional();

export const ReportQuery = z.object({
  period: z
    .enum(REPORT_PERIODS, 'Choose a period')
    .optional()
    .describe('Default: this tax year so far. Omitted for own dates in `from` and `to`'),
  from: day.describe('First day, unless `period` is given'),
  to: day.describe('Last day, unless `period` is given; default today'),
  compare: z.enum(COMPARISONS, 'Choose a comparison').optional(),
  by: z.enum(GROUPINGS, 'Choose a grouping').optional().describe('The rows of a profit and loss'),
  property: property.describe(`A property’s id, or '${NO_PROPERTY}' for transactions without one`),
  category: z.string().regex(CATEGORY_NAME, 'Choose a category').optional(),
  supplier: z.uuid('Choose a supplier').optional(),
  tenancy: z.uuid('Choose a tenant').optional(),
  owner: z.uuid('Choose an owner').optional().describe('Amounts show this owner’s share for tax'),
  on: day.describe('The day of a report of one day'),
  // The server validates the year, so that screens need not load the schema of tax years.
  year: z
    .string()
    .regex(/^\d{4}-\d{2}$/, 'Choose a tax year')
    .optional()
    .describe('The year of a tax year summary, such as 2026-27; default this one'),
});
export type ReportQuery = z.output<typeof ReportQuery>;

export const PropertyValueInput = z
  .object({ value: penceField(VALUE_REQUIRED).min(1, VALUE_REQUIRED).nullable().describe('Pence; null for no value') })
  .meta({ id: 'PropertyValueInput' });

const FILE_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];
export const ReportFileQuery = ReportQuery.extend({ format: z.enum(FILE_FORMATS, 'Choose a format') });

const KINDS = ['text', 'day', 'pence', 'count', 'percent'] as const;
export type CellKind = (typeof KINDS)[number];

const Cell = z
  .union([z.string(), z.number(), z.null()])
  .describe('Text, YYYY-MM-DD, pence, a number, or hundredths of a per cent. Null for no value');
export type Cell = z.infer<typeof Cell>;

const Span = z.object({ from: z.iso.date(), to: z.iso.date() });

/** Filters of the transactions of a row, which open below it. */
const Drill = Span.extend({
  property: z.string().optional(),
  category: z.string().optional(),
  owner: z.string().optional().describe('Only this owner’s part'),
});
export type Drill = z.infer<typeof Drill>;

const Column = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(KINDS),
  strong: z.boolean().optional().describe('The result of a row'),
});
export type Column = z.infer<typeof Column>;

const Row = z.object({
  id: z.string(),
  cells: z.array(Cell).describe('One for each column'),
  more: z.string().optional().describe('After the first cell, such as a city'),
  record: z
    .object({ kind: z.enum(['property', 'tenancy', 'supplier']), id: z.string() })
    .optional()
    .describe('The record of the first cell'),
  drill: Drill.optional(),
  narrow: z.record(z.string(), z.string()).optional().describe('The filters of the row’s own report'),
});
export type Row = z.infer<typeof Row>;

export const Report = z
  .object({
    name: z.enum(REPORT_NAMES),
    title: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    compared: Span.extend({ words: z.string().describe('Such as last year') }).nullable(),
    line: z.string().describe('Days and number of transactions'),
    facts: z.array(z.object({ name: z.string(), value: z.string() })).describe('The filter in words'),
    figures: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(KINDS),
        value: Cell,
        change: z.number().nullable().describe('Since the compared days'),
      }),
    ),
    columns: z.array(Column),
    rows: z.array(Row),
    totals: z.array(Cell).nullable().describe('One for each column'),
    chart: z
      .object({
        left: z.array(z.string()).describe('Ids of columns to the left of the line'),
        right: z.array(z.string()),
        end: z.string().nullable(),
      })
      .nullable(),
    notes: z.array(z.object({ text: z.string(), link: z.object({ words: z.string(), drill: Drill }).optional() })),
    empty: z.object({ title: z.string(), words: z.string() }).describe('Instead of the rows if there are none'),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;

export type Figure = Report['figures'][number];
export type Note = Report['notes'][number];

export type ReportParams = {
  span: z.infer<typeof Span>;
  compared: Report['compared'];
  query: ReportQuery;
  facts: Report['facts'];
};
