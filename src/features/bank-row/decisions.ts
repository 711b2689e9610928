/** What a landlord decides about bank rows: offers of the same payment, lines that may be two, and lines that were left out. */
import { z } from 'zod';
import { daysBetween } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';

const Account = z.object({ name: z.string(), accountNumber: z.string().describe('Masked: ****5678') }).nullable();

/** A transaction, as far as it helps to tell which payment it is. */
export const MatchRow = z
  .object({
    id: z.uuid(),
    date: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence, below zero for an expense'),
    description: z.string(),
    category: z.string(),
    source: z.enum(['hand', 'bank', 'file']).describe('Who entered it'),
    propertyAddress: z.string().nullable(),
    account: Account,
  })
  .meta({ id: 'MatchRow' });
export type MatchRow = z.infer<typeof MatchRow>;

export const SamePaymentOffer = z
  .object({
    id: z.uuid(),
    imported: MatchRow.describe('The bank’s'),
    kept: MatchRow.describe('The one that was there, and stays'),
  })
  .meta({ id: 'SamePaymentOffer' });
export type SamePaymentOffer = z.infer<typeof SamePaymentOffer>;

/** A line that was not imported. */
export const OpenEntry = z
  .object({
    id: z.uuid(),
    date: z.string().describe('YYYY-MM-DD'),
    amount: z.number().int().describe('Pence'),
    text: z.string(),
    account: Account,
    chosen: z.boolean().describe('Whether the landlord said what it is'),
    choices: z.array(MatchRow).describe('The transactions it may be; of a line left out, the one it was taken for'),
  })
  .meta({ id: 'OpenEntry' });
export type OpenEntry = z.infer<typeof OpenEntry>;

/** At most this many of each kind are listed, the latest first. */
export const MOST_LISTED = 100;

const listed = <T extends z.ZodType>(of: T) => z.object({ items: z.array(of), total: z.number().int() });

export const OpenBankRows = z
  .object({
    offered: listed(SamePaymentOffer),
    asked: listed(OpenEntry),
    declined: listed(SamePaymentOffer),
    leftOut: listed(OpenEntry),
  })
  .meta({ id: 'OpenBankRows' });
export type OpenBankRows = z.infer<typeof OpenBankRows>;

/** `asked` puts it back to the questions. */
export const EntryDecision = z
  .discriminatedUnion('as', [
    z.object({ as: z.literal('new') }),
    z.object({ as: z.literal('same'), transactionId: z.uuid() }),
    z.object({ as: z.literal('asked') }),
  ])
  .meta({ id: 'EntryDecision' });
export type EntryDecision = z.infer<typeof EntryDecision>;

export const Decided = z.object({ id: z.uuid(), state: z.string() }).meta({ id: 'Decided' });

/** How many wait for an answer. */
export function toMatch({ offered, asked }: Pick<OpenBankRows, 'offered' | 'asked'>): number {
  return offered.total + asked.total;
}

/** '3 bank rows wait to be matched.' */
export function matchLine(count: number): string {
  return `${counted(count, 'bank row')} ${count === 1 ? 'waits' : 'wait'} to be matched.`;
}

const SOURCES = { hand: 'entered by hand', bank: 'from the bank', file: 'from a statement' } as const;

/** Why a transaction may be the bank's row: 'same amount', '2 days later', 'entered by hand'. */
export function reasons(bank: { date: string; amount: number }, row: MatchRow): string[] {
  const days = daysBetween(bank.date, row.date);
  const apart = days === 0 ? 'same day' : `${counted(Math.abs(days), 'day')} ${days < 0 ? 'earlier' : 'later'}`;
  return [...(bank.amount === row.amount ? ['same amount'] : []), apart, SOURCES[row.source]];
}

export const TEXTS = {
  title: 'Match bank rows',
  none: 'Nothing to match',
  noneWords: 'Bank rows that may be a payment you entered yourself, or that may be one of several, stand here.',
  failed: 'Failed to load bank rows',
  decideFailed: 'Failed to save your answer',
  changed: 'One of the two was changed or deleted since. Please look at it in Finance.',
  importedChanged: 'This transaction was changed since, so it stays.',
  mergedChanged: 'This payment was changed since, so it stays one.',
  tooLate: 'This can no longer be undone.',
  notAChoice: 'This line cannot be that transaction.',
  accepted: 'Taken as one payment',
  declined: 'Kept as two payments',
  chosen: 'Taken for the transaction you chose',
  imported: 'Imported as a new transaction',
  undone: 'Put back',
  gone: 'This bank row is not there any more',
};
