/** Schemas of bulk imports. Rows are numbered as in the file, columns from 0. */
import { z } from 'zod';
import { dayField } from '../../shared/schemas.ts';
import { OUTCOMES } from '../import-file/kinds.ts';
import {
  Counts,
  column,
  countOf,
  DATE_ORDERS,
  DECIMALS,
  ImportColumn,
  ImportQuestion,
  ImportRow,
  kind,
  sheetId,
} from '../import-row/row.ts';
import { STATES } from './listed.ts';

const instant = z.string().describe('Instant, ISO 8601');

export const ImportSheet = z
  .object({
    id: sheetId,
    name: z.string(),
    of: sheetId.nullable().describe('The sheet with the same cells, where rows have a property and its tenant'),
    rows: countOf,
    kind: kind.nullable().describe('Proposed from its headings until chosen; null: not imported'),
    columns: z.array(ImportColumn),
    fixed: z.record(z.string(), z.string()).describe('One value for all rows of a field without a column'),
    missing: z.array(z.string()).describe('Required fields without a column or a fixed value'),
    twice: z.array(z.string()).describe('Fields of more than one column'),
    questions: z.array(ImportQuestion),
    counts: Counts,
  })
  .meta({ id: 'ImportSheet' });
export type ImportSheet = z.infer<typeof ImportSheet>;

const OWED = ['none', 'column'] as const;
const rentFrom = dayField('Enter the day from which rent is charged').nullable();

export const ImportRunning = z
  .object({ what: z.enum(['import', 'undo']), percent: z.number().int() })
  .meta({ id: 'ImportRunning' });
export type ImportRunning = z.infer<typeof ImportRunning>;

export const Import = z
  .object({
    id: z.uuid(),
    name: z.string().describe('The name of the file'),
    state: z.enum(STATES),
    layout: z
      .object({
        id: z.string(),
        name: z.string(),
        tried: z.boolean().describe('Tried with a real file, else by its documentation'),
        lost: z.array(z.string()).describe('Records that are not exported'),
      })
      .nullable()
      .describe('The product that wrote the file'),
    addedAt: instant,
    importedAt: instant.nullable(),
    undoneAt: instant.nullable(),
    by: z.string().describe('The name of the person who uploaded or imported it, or of the key'),
    rent: z
      .object({
        from: z.string().nullable().describe('YYYY-MM-DD; no rent is charged before this day'),
        owed: z.enum(OWED),
      })
      .nullable()
      .describe('Null without tenants'),
    files: countOf.describe('Files of certificates, from a zip'),
    ready: z.boolean().describe('Whether it can be checked: no field is missing or used twice, no question is open'),
    sheets: z.array(ImportSheet),
    counts: Counts,
    result: z
      .object({
        tenancies: countOf,
        rent: countOf.describe('Their rent a month in pence'),
        expiring: countOf.describe('Certificates among them that have expired or expire within 60 days'),
      })
      .nullable()
      .describe('After the import'),
    undoFirst: z.string().nullable().describe('The name of a later import to undo first'),
    canUndo: z.boolean(),
    running: ImportRunning.nullable().describe('Null unless the import or its undo is in progress'),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

export const ImportSummary = Import.pick({
  id: true,
  name: true,
  state: true,
  addedAt: true,
  importedAt: true,
  undoneAt: true,
  by: true,
  undoFirst: true,
  canUndo: true,
})
  .extend({ rows: countOf.describe('Rows added or changed; before the import, rows of the file') })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof ImportSummary>;

const text = z.string().max(2_000, 'Enter 2,000 characters or fewer');

const ColumnChange = z.object({
  index: column,
  field: z.string().max(50).nullable().optional().describe('Null: not imported'),
  order: z.enum(DATE_ORDERS).optional(),
  decimal: z.enum(DECIMALS).optional(),
  values: z
    .array(
      z.object({
        value: text,
        to: z.string().max(100).nullable().describe('An option, or leave_out; null: not decided'),
        bedrooms: z.number().int().min(0).max(1000).nullish(),
      }),
    )
    .max(1_000)
    .optional(),
});

/** Choices are merged with earlier ones. A change of `sheets` needs a new check. */
export const ImportChange = z
  .object({
    sheets: z
      .array(
        z.object({
          id: sheetId,
          kind: kind.nullable().optional().describe('A new kind proposes its columns again'),
          columns: z.array(ColumnChange).max(500).optional(),
          fixed: z.record(z.string().max(50), text.nullable()).optional().describe('Null removes it'),
        }),
      )
      .max(50)
      .optional(),
    rent: z.object({ from: rentFrom, owed: z.enum(OWED).default('none') }).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Choose what to change')
  .meta({ id: 'ImportChange' });
export type ImportChange = z.infer<typeof ImportChange>;

export const ImportRowQuery = z.object({
  sheet: z.coerce.number().int().min(0).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,4}:\d{1,7}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ImportRowQuery = z.infer<typeof ImportRowQuery>;

export const ImportRows = z
  .object({ items: z.array(ImportRow), nextCursor: z.string().nullable(), total: countOf })
  .meta({ id: 'ImportRows' });
export type ImportRows = z.infer<typeof ImportRows>;

export const ImportRowChange = z
  .object({
    cells: z.record(z.string().regex(/^\d{1,3}$/), text).describe('New text by column'),
    leaveOut: z.boolean(),
    choose: z.object({
      field: z.string().max(50),
      id: z.string().max(50).nullable().describe('A candidate; null: not decided'),
    }),
    take: z.object({ field: z.string().max(50), from: z.enum(['file', 'ours']) }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Choose what to change')
  .meta({ id: 'ImportRowChange' });
export type ImportRowChange = z.infer<typeof ImportRowChange>;

/** The changed row, and the import with new counts, as other rows may depend on the changed row. */
export const ImportRowAnswer = z.object({ row: ImportRow, import: Import }).meta({ id: 'ImportRowAnswer' });
export type ImportRowAnswer = z.infer<typeof ImportRowAnswer>;

/** The counts that the person confirmed. The import is refused if a new check gives other counts. */
export const ImportRun = z
  .object({ rows: countOf.describe('New and changed rows to import'), leaveOut: countOf.describe('Rows left out') })
  .meta({ id: 'ImportRun' });
export type ImportRun = z.infer<typeof ImportRun>;

/** Lines of the NDJSON responses of check and run: progress, then the import or an error. */
export const ImportProgress = z.union([
  z.object({ done: countOf, of: countOf }),
  z.object({ import: Import }),
  z.object({ error: z.string() }),
]);
export type ImportProgress = z.infer<typeof ImportProgress>;

const UndoneRecord = z.object({
  id: z.uuid(),
  kind,
  label: z.string(),
  change: z.enum(['added', 'changed']),
  why: z.string().describe('What happened since: changed by Sam Ode, a payment'),
});

export const ImportUndo = z
  .object({
    remove: z.array(z.object({ kind, count: countOf })).describe('Records that the import added'),
    restore: countOf.describe('Records that get their old values back'),
    since: z.array(UndoneRecord).describe('The first 100 records changed since: they stay unless chosen'),
    sinceCount: countOf,
    undoFirst: z.string().nullable(),
  })
  .meta({ id: 'ImportUndo' });
export type ImportUndo = z.infer<typeof ImportUndo>;

/** `all` includes the records that were changed after the import; `also` includes those with these ids. */
export const ImportUndoChoice = z
  .object({ all: z.boolean().default(false), also: z.array(z.uuid()).max(1_000).default([]) })
  .meta({ id: 'ImportUndoChoice' });
export type ImportUndoChoice = z.infer<typeof ImportUndoChoice>;
