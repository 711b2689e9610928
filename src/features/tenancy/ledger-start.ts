/** How far back the ledger of a tenancy goes: from which day rent is charged, and what was owed before it. */
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { MAX_PENCE } from '../../shared/money.ts';
import { dayField, typedPence } from '../../shared/schemas.ts';

export const LedgerStart = z
  .object({
    from: dayField('Please enter the day from which the ledger is kept').describe(
      'Rent due from this day on is charged',
    ),
    owed: z
      .number()
      .int('Pence are whole numbers')
      .min(-MAX_PENCE)
      .max(MAX_PENCE)
      .default(0)
      .describe('Pence owed from before that day; below zero in credit'),
  })
  .meta({ id: 'LedgerStart' });
export type LedgerStart = z.infer<typeof LedgerStart>;

export const LEDGER_ERRORS = {
  beforeStart: 'This is before the tenancy began.',
  toCome: 'Please enter a day up to today',
  owedAtStart: 'Nothing can be owed from before the tenancy began',
  paidBefore: (day: string) => `A payment of ${formatDay(day)} is on the ledger. Choose that day or an earlier one.`,
};

/** The choices of a form. */
const SINCE = ['start', 'day', 'now'] as const;
type Since = (typeof SINCE)[number];

const OWED = 'Please enter the amount, or 0';

/** Of a form; `side` says whether the amount was owed or paid too much. */
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

/** What was chosen for a tenancy that began on `start`, on the landlord's day. */
export function readLedgerFields(typed: LedgerFields, { start, today }: { start: string; today: string }): Reading {
  const { ledgerSince: since, ledgerDay, ledgerOwed, ledgerSide } = typed;
  const wrong = (field: keyof LedgerFields, message: string): Reading => ({ ok: false, field, message });
  if (!isSince(since)) return wrong('ledgerSince', 'Please choose how far back to keep the ledger');
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

/** Whether there is a choice: what began this month has no months before it. */
export const hasPast = (start: string, today: string) => start < firstOfMonth(today);

export const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;
