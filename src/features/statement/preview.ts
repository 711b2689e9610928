/** Amounts are pence. */
import { z } from 'zod';
import { MAX_PENCE } from '../../shared/money.ts';
import { dayField, line } from '../../shared/schemas.ts';
import { BankAccountInput } from '../bank/bank-account.ts';
import { DATE_ORDERS } from './read/fields.ts';
import { Mapping } from './read/mapping.ts';

export const SECTIONS = ['unreadable', 'left', 'known', 'new', 'personal'] as const;
export type SectionName = (typeof SECTIONS)[number];

const lineNumber = z.number().int().min(1);
const day = z.string().describe('YYYY-MM-DD');

const UnreadableRow = z.object({
  line: lineNumber,
  shown: z.string().describe('Original text, with account numbers masked'),
  reason: z.string().describe('Shown after the line number: there is no 31 Sep 2026'),
  typed: z.object({ date: z.string(), amount: z.string(), text: z.string() }),
});
export type UnreadableRow = z.infer<typeof UnreadableRow>;

const row = z.object({ line: lineNumber, date: day, text: z.string(), amount: z.number().int() });

const KnownRow = row.extend({
  as: z
    .object({ description: z.string(), date: day, source: z.enum(['hand', 'bank', 'file']) })
    .nullable()
    .describe('The matched transaction; null if deleted or ambiguous'),
  among: z.number().int().describe('Number of possible matches to choose from; 0 for a certain match'),
  before: z
    .object({ date: day, text: z.string(), amount: z.number().int() })
    .nullable()
    .describe('The stored row that this line, with the same id of the bank, will update; otherwise null'),
});
export type KnownRow = z.infer<typeof KnownRow>;

const LeftRow = row.extend({
  reason: z.string().describe('Shown after the line number: it is pending, and the bank may still change it'),
});
export type LeftRow = z.infer<typeof LeftRow>;

const NewRow = row.extend({
  category: z.string(),
  property: z.string().nullable().describe('Address of the property, from a rule for the payer'),
  why: z.string().nullable().describe('Reason for the category: rule for NETFLIX COM, a supermarket'),
  sameAs: lineNumber.nullable().describe('Number of an equal earlier line; both are kept'),
  anyway: z.boolean().describe('Existing line that is imported again'),
});
export type NewRow = z.infer<typeof NewRow>;

const StatementQuestion = z.object({
  what: z.enum(['columns', 'order']),
  why: z.string().nullable().describe('Why a known layout or a remembered answer was not used, as a sentence'),
  name: z.string().nullable(),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  likely: z.object(Mapping.shape).partial(),
});
export type StatementQuestion = z.infer<typeof StatementQuestion>;

export const StatementPreview = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    question: StatementQuestion.nullable().describe('Question to answer before the lines can be read'),
    answered: StatementQuestion.nullable().describe('The answered question, to change the answer'),
    warnings: z.array(z.string()).describe('Warnings, as sentences'),
    name: z.string().describe('Name of the layout'),
    bank: z.string().nullable().describe('The bank, if only one uses this layout'),
    order: z.enum(DATE_ORDERS),
    account: z
      .object({ accountNumber: z.string(), sortCode: z.string().nullable() })
      .nullable()
      .describe('The account named in the file; masked'),
    accountId: z.uuid().nullable().describe('The account compared with: from the request, otherwise from the file'),
    ownAccountId: z.uuid().nullable().describe('The existing bank account named in the file'),
    from: day.nullable(),
    to: day.nullable(),
    counts: z.object({
      all: z.number().int(),
      new: z.number().int().describe('New lines for the lets'),
      personal: z.number().int().describe('New lines that are not for the lets'),
      known: z.number().int(),
      asked: z.number().int().describe('Existing lines with several possible matches'),
      updated: z.number().int().describe('Existing lines that will update their transactions'),
      unreadable: z.number().int(),
      left: z.number().int().describe('Lines left out: no money has moved'),
      income: z.number().int().describe('Total of new income for the lets'),
      expenses: z.number().int().describe('Total of new expenses for the lets, below zero'),
      firstLine: z.number().int(),
      lastLine: z.number().int(),
    }),
    lettingsOnly: z
      .boolean()
      .describe('Whether the account is only for lets, so that no line is suggested as personal'),
    unreadableLines: z.array(lineNumber).describe('Numbers of the first unreadable lines'),
    rows: z.object({
      unreadable: z.array(UnreadableRow),
      left: z.array(LeftRow),
      known: z.array(KnownRow),
      new: z.array(NewRow),
      personal: z.array(NewRow),
    }),
  })
  .meta({ id: 'StatementPreview' });
export type StatementPreview = z.infer<typeof StatementPreview>;

/** `show` selects one section, starting at `offset`. Without it, the preview has the first rows of each section. */
export const PreviewQuery = z.object({
  accountId: z.uuid().optional(),
  lettingsOnly: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the account is only for lets; defaults to the account’s setting'),
  show: z.enum(SECTIONS).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type PreviewQuery = z.infer<typeof PreviewQuery>;

export const FIRST_ROWS = { unreadable: 10, left: 6, known: 3, new: 6, personal: 6 } as const satisfies Record<
  SectionName,
  number
>;

export const Correction = z
  .object({
    line: lineNumber,
    date: dayField('Date is required'),
    amount: z
      .number({ error: 'Amount is required' })
      .int('Pence are whole numbers')
      .refine((pence) => Math.abs(pence) <= MAX_PENCE, 'Enter £99,999,999.99 or less')
      .describe('Pence, below zero for money out'),
    text: line({ min: 1, max: 200, message: 'Description is required' }),
  })
  .meta({ id: 'StatementCorrection' });
export type Correction = z.infer<typeof Correction>;

export const StatementChange = z
  .object({
    mapping: Mapping.optional(),
    order: z.enum(DATE_ORDERS).optional(),
    correct: Correction.optional(),
    anyway: z.object({ line: lineNumber, wanted: z.boolean() }).optional(),
    personal: z
      .object({ line: lineNumber, wanted: z.boolean() })
      .optional()
      .describe('Whether a line is not for the lets; the import remembers it for the payer'),
  })
  .refine((change) => Object.keys(change).length > 0, 'Choose what to change')
  .meta({ id: 'StatementChange' });
export type StatementChange = z.infer<typeof StatementChange>;

/** Either `accountId` of an existing account, or a new `account`. */
export const StatementTarget = z
  .object({
    accountId: z.uuid().optional(),
    account: BankAccountInput.pick({ institution: true, accountType: true }).optional(),
    lettingsOnly: z.boolean().optional().describe('Whether the account is only for lets'),
  })
  .refine(({ accountId, account }) => (accountId === undefined) !== (account === undefined), {
    path: ['accountId'],
    error: 'Choose an account',
  })
  .meta({ id: 'StatementTarget' });
export type StatementTarget = z.infer<typeof StatementTarget>;

/** A line of the import's NDJSON response: progress, then the outcome or an error. */
export const ImportProgress = z.union([
  z.object({ done: z.number().int(), of: z.number().int() }),
  z.object({
    imported: z.number().int(),
    updated: z.number().int().describe('Transactions updated, as the bank has changed their rows'),
    known: z.number().int(),
    asked: z.number().int(),
    account: z.string(),
  }),
  z.object({ error: z.string() }),
]);
export type ImportProgress = z.infer<typeof ImportProgress>;

export const StatementImport = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    rows: z.number().int(),
    account: z.string().nullable().describe('Name and masked number; null if removed'),
    importedAt: z.string().describe('Instant, ISO 8601'),
    undoneAt: z.string().nullable().describe('Instant, ISO 8601'),
  })
  .meta({ id: 'StatementImport' });
export type StatementImport = z.infer<typeof StatementImport>;

export const UndoPreview = z
  .object({
    rows: z.number().int().describe('Number of transactions to remove'),
    kept: z.number().int().describe('Number of rows matched to manual transactions, which are kept'),
    changed: z.number().int().describe('Number of transactions to remove that were changed after the import'),
    changes: z
      .array(z.object({ id: z.uuid(), description: z.string(), date: day, what: z.string() }))
      .describe('The first changed transactions'),
  })
  .meta({ id: 'StatementUndo' });
export type UndoPreview = z.infer<typeof UndoPreview>;
