import { z } from 'zod';
import { MAX_PARTS } from '../transaction/split/split.ts';
import { MAX_DECISIONS, MAX_PAGE, SECTIONS } from './listed.ts';

/** Maximum tenancies that a row can pay. Each tenancy adds a part, and its fee another part. */
export const MAX_TOGETHER = MAX_PARTS / 2;

const Part = z.object({
  tenancyId: z.uuid(),
  amount: z.number().int().min(1).describe('Pence of rent'),
  fee: z.number().int().min(0).describe('Pence of it kept by the agent'),
});

const Choice = z.object({
  as: z
    .enum(['rent', 'agent', 'split', 'same'])
    .describe('Rent; rent less an agent’s fee; rent for several tenancies; an existing payment'),
  transactionId: z.uuid().nullable().describe('The existing payment'),
  title: z.string().describe('Rent, J Patel, 2 Mill Lane'),
  place: z.string().nullable().describe('The property of the existing payment'),
  reasons: z.array(z.string()),
  parts: z.array(Part.extend({ names: z.string() })),
});
export type Choice = z.infer<typeof Choice>;

/** A step of Undo, as returned for a decision. */
const Reversal = z.union([
  z.object({ batch: z.uuid().describe('Changed transactions; for ten minutes') }),
  z.object({ pair: z.uuid().describe('Two payments that were merged, or kept as two') }),
  z.object({ row: z.uuid(), tenancyIds: z.array(z.uuid()).min(1).max(MAX_TOGETHER) }).describe('Not theirs'),
  z.object({ line: z.uuid(), state: z.enum(['asked', 'same']), transactionId: z.uuid().nullable() }),
]);
export type Reversal = z.infer<typeof Reversal>;

export const BankRow = z
  .object({
    id: z.uuid(),
    version: z.number().int().nullable().describe('Version of the transaction; null for a line that was not imported'),
    section: z.enum(SECTIONS),
    certain: z.boolean().describe('Whether the first choice needs no decision'),
    date: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence, below zero for an expense'),
    text: z.string(),
    account: z.object({ name: z.string(), accountNumber: z.string().describe('Masked: ****5678') }).nullable(),
    choices: z.array(Choice).describe('Most likely first'),
    why: z.string().nullable().describe('Why it was left out, or may be a transfer'),
    tenant: z
      .object({ name: z.string(), rent: z.number().int().describe('Pence'), start: z.string() })
      .nullable()
      .describe('The tenant that an unknown payer may be'),
    undo: Reversal.nullable().describe('For two payments that were kept as two: suggests merging them again'),
  })
  .meta({ id: 'BankRow' });
export type BankRow = z.infer<typeof BankRow>;

const Listed = z.object({ items: z.array(BankRow), total: z.number().int() });

export const BankRows = z
  .object({
    stale: z.boolean().describe('Whether proposals are being computed; a live notice for bank-rows follows'),
    certain: z.number().int().describe('Rows that are certain'),
    sections: z.object({ rent: Listed, same: Listed, choose: Listed, other: Listed, 'left-out': Listed }),
  })
  .meta({ id: 'BankRows' });
export type BankRows = z.infer<typeof BankRows>;

export const BankRowsQuery = z.object({
  section: z.enum([...SECTIONS, 'certain']).describe('A section, or the certain rows of all sections'),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(100),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type Params = z.infer<typeof BankRowsQuery>;
export type Paged = Pick<Params, 'limit' | 'skip'>;
export const BankRowsPage = Listed.meta({ id: 'BankRowsPage' });
export type BankRowsPage = z.infer<typeof BankRowsPage>;

const Row = z.object({ id: z.uuid().describe('Id of the transaction'), version: z.number().int().min(1) });
const Line = z.object({ id: z.uuid().describe('Id of a line that was not imported'), version: z.null() });
const transactionId = z.uuid();

export const Decision = z.union([
  Row.extend({ as: z.literal('rent'), parts: z.array(Part).min(1).max(MAX_TOGETHER) }),
  Row.extend({ as: z.literal('same'), transactionId }).describe('The same payment as an existing one'),
  Row.extend({ as: z.literal('two'), transactionId }).describe('Not the same payment as an existing one'),
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
    left: z.number().int().describe('Changed or deleted by now'),
    undo: z.array(Reversal).describe('Steps to send back for Undo'),
  })
  .meta({ id: 'BankRowsDecided' });
export type Decided = z.infer<typeof Decided>;

export const Undo = z.object({ undo: z.array(Reversal).min(1).max(MAX_PAGE) }).meta({ id: 'BankRowsUndo' });
