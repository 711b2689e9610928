import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { MAX_PENCE } from '../../shared/money.ts';
import { dayField, typedPence } from '../../shared/schemas.ts';

export const LedgerStart = z
  .object({
    from: dayField('Enter the date the ledger starts').describe('Rent due from this date is charged'),
    owed: z
      .number()
      .int('Enter a whole number of pence')
      .min(-MAX_PENCE)
      .max(MAX_PENCE)
      .default(0)
      .describe('Opening balance in pence; negative for credit'),
  })
  .meta({ id: 'LedgerStart' });
export type LedgerStart = z.infer<typeof LedgerStart>;

export const LEDGER_ERRORS = {
  beforeStart: 'Enter a date on or after the start of the tenancy.',
  toCome: 'Enter a date up to today',
  owedAtStart: 'Enter 0, as there cannot be a balance before the tenancy started',
  paidBefore: (day: string) => `The ledger has a payment on ${formatDay(day)}. Choose that date or an earlier one.`,
};

const SINCE = ['start', 'day', 'now'] as const;
type Since = (typeof SINCE)[number];

const OWED = 'Enter the amount, or 0';

/** Form fields. `ledgerSide` decides whether `ledgerOwed` is debt or credit. */
export const LEDGER_FIELDS = {
  ledgerSince: z.string().default(''),
  ledgerDay: z.string().default(''),
  ledgerOwed: z.string().default('0'),
  ledgerSide: z.enum(['owed', 'credit']).default('owed'),
};
export type LedgerFields = { [Name in keyof typeof LEDGER_FIELDS]: z.output<(typeof LEDGER_FIELDS)[Name]> };
export const NO_LEDGER: LedgerFields = { ledgerSince: '', ledgerDay: '', ledgerOwed: '0', ledgerSide: 'owed' };

const isSince = (typed: string): typed is Since => SINCE.some((since) => since === typed);

type Reading = { ok: true; ledger: LedgerStart } | { ok: false; field: keyof LedgerFields; message: string };

/** `start` is the tenancy's start, `today` the landlord's date. */
export function readLedgerFields(typed: LedgerFields, { start, today }: { start: string; today: string }): Reading {
  const { ledgerSince: since, ledgerDay, ledgerOwed, ledgerSide } = typed;
  const wrong = (field: keyof LedgerFields, message: string): Reading => ({ ok: false, field, message });
  if (!isSince(since)) return wrong('ledgerSince', 'Choose how far back to keep the ledger');
  if (since === 'start') return { ok: true, ledger: { from: start, owed: 0 } };
  const day =
    since === 'day' ? LedgerStart.shape.from.safeParse(ledgerDay) : { data: firstOfMonth(today), error: null };
  if (day.data === undefined) return wrong('ledgerDay', day.error?.issues[0]?.message ?? '');
  if (day.data < start) return wrong('ledgerDay', LEDGER_ERRORS.beforeStart);
  if (day.data > today) return wrong('ledgerDay', LEDGER_ERRORS.toCome);
  const owed = typedPence(OWED).safeParse(ledgerOwed);
  if (owed.data === undefined) return wrong('ledgerOwed', owed.error?.issues[0]?.message ?? OWED);
  if (owed.data > 0 && day.data === start) return wrong('ledgerOwed', LEDGER_ERRORS.owedAtStart);
  return { ok: true, ledger: { from: day.data, owed: ledgerSide === 'credit' ? -owed.data : owed.data } };
}

export const hasPast = (start: string, today: string) => start < firstOfMonth(today);

export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;
