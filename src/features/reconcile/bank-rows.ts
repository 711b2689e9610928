/** Bank rows that wait for their landlord: what each may be, in one list, what is decided about them, and how that is taken back. */
import { z } from 'zod';
import { MAX_PARTS } from '../transaction/split/split.ts';
import { MAX_DECISIONS, MAX_PAGE, SECTIONS } from './listed.ts';

/** Tenancies that one row pays for: each is a part, and its fee another. */
export const MAX_TOGETHER = MAX_PARTS / 2;

const Part = z.object({
  tenancyId: z.uuid(),
  amount: z.number().int().min(1).describe('Pence of rent'),
  fee: z.number().int().min(0).describe('Pence of it that the agent kept'),
});
export type Part = z.infer<typeof Part>;

const Choice = z.object({
  as: z
    .enum(['rent', 'agent', 'split', 'same'])
    .describe('Rent; rent less an agent’s fee; rent of several; a payment that is there already'),
  transactionId: z.uuid().nullable().describe('The payment that is there already'),
  title: z.string().describe('Rent, J Patel, 2 Mill Lane'),
  place: z.string().nullable().describe('The property of a payment that is there already'),
  reasons: z.array(z.string()),
  parts: z.array(Part.extend({ names: z.string() })),
});
export type Choice = z.infer<typeof Choice>;

/** One step of Undo, as a decision was answered with it. */
const Reversal = z.union([
  z.object({ batch: z.uuid().describe('Transactions that were changed, within ten minutes') }),
  z.object({ pair: z.uuid().describe('Two payments that became one, or were kept as two') }),
  z.object({ row: z.uuid(), tenancyIds: z.array(z.uuid()).min(1).max(MAX_TOGETHER) }).describe('Not theirs'),
  z.object({ line: z.uuid(), state: z.enum(['asked', 'same']), transactionId: z.uuid().nullable() }),
]);
export type Reversal = z.infer<typeof Reversal>;

export const BankRow = z
  .object({
    id: z.uuid(),
    version: z.number().int().nullable().describe('Of the transaction; null for a line that is none yet'),
    section: z.enum(SECTIONS),
    certain: z.boolean().describe('Whether the first choice is accepted with all that are certain'),
    date: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence, below zero for an expense'),
    text: z.string(),
    account: z.object({ name: z.string(), accountNumber: z.string().describe('Masked: ****5678') }).nullable(),
    choices: z.array(Choice).describe('The likeliest first'),
    why: z.string().nullable().describe('Why it is left out, or may be the landlord’s own money'),
    undo: Reversal.nullable().describe('Of two payments that stay two: offers them as one again'),
  })
  .meta({ id: 'BankRow' });
export type BankRow = z.infer<typeof BankRow>;

const Listed = z.object({ items: z.array(BankRow), total: z.number().int() });

export const BankRows = z
  .object({
    stale: z.boolean().describe('Whether it is being worked out again; a live notice of bank-rows follows'),
    certain: z.number().int().describe('Rows that are certain'),
    sections: z.object({ rent: Listed, same: Listed, choose: Listed, other: Listed, 'left-out': Listed }),
  })
  .meta({ id: 'BankRows' });
export type BankRows = z.infer<typeof BankRows>;

export const BankRowsQuery = z.object({
  section: z.enum([...SECTIONS, 'certain']).describe('A section, or what is certain in any'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(100),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type Asked = z.infer<typeof BankRowsQuery>;
export type Paged = Pick<Asked, 'limit' | 'skip'>;
export const BankRowsPage = Listed.meta({ id: 'BankRowsPage' });
export type BankRowsPage = z.infer<typeof BankRowsPage>;

const Row = z.object({ id: z.uuid().describe('Of the transaction'), version: z.number().int().min(1) });
const Line = z.object({ id: z.uuid().describe('Of a line that is no transaction yet'), version: z.null() });
const transactionId = z.uuid();

export const Decision = z.union([
  Row.extend({ as: z.literal('rent'), parts: z.array(Part).min(1).max(MAX_TOGETHER) }),
  Row.extend({ as: z.literal('same'), transactionId }).describe('One payment with one that is there'),
  Row.extend({ as: z.literal('two'), transactionId }).describe('Another payment than one that is there'),
  Row.extend({ as: z.literal('not theirs'), tenancyIds: z.array(z.uuid()).min(1).max(MAX_TOGETHER) }),
  Row.extend({ as: z.literal('personal') }).describe('Not for the lets'),
  Row.extend({ as: z.literal('transfer') }).describe('Moved between the landlord’s own accounts'),
  Line.extend({ as: z.literal('same'), transactionId }),
  Line.extend({ as: z.literal('new') }),
]);
export type Decision = z.infer<typeof Decision>;
export type RowDecision = Extract<Decision, { version: number }>;
export type LineDecision = Extract<Decision, { version: null }>;

export const Decisions = z
  .object({ decisions: z.array(Decision).min(1).max(MAX_DECISIONS) })
  .meta({ id: 'BankRowDecisions' });

export const Decided = z
  .object({
    done: z.number().int(),
    left: z.number().int().describe('Changed since, or gone'),
    undo: z.array(Reversal).describe('To be sent back to undo these decisions'),
  })
  .meta({ id: 'BankRowsDecided' });
export type Decided = z.infer<typeof Decided>;

export const Undo = z.object({ undo: z.array(Reversal).min(1).max(MAX_PAGE) }).meta({ id: 'BankRowsUndo' });
