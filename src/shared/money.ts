/** Pounds and pence: pence are integers everywhere in code, exact from keyboard to database and back. */
import { z } from 'zod';

/** The most that `numeric(12,2)` with two reserved digits holds: £99,999,999.99. */
export const MAX_PENCE = 9_999_999_999;

const WHOLE_POUNDS = new Intl.NumberFormat('en-GB');

/** Integer pence as `£1,234.50`; a minus sign stands before the pound sign. Exact for all safe integers, sums too. */
export function formatPence(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '−' : ''}£${WHOLE_POUNDS.format(pounds)}.${rest}`;
}

/** Whole pounds, and two digits of pence, without the sign. Nothing is divided, so nothing is rounded. */
function parted(pence: number): { pounds: number; rest: string } {
  const rest = Math.abs(pence % 100);
  return { pounds: (Math.abs(pence) - rest) / 100, rest: String(rest).padStart(2, '0') };
}

export type ParsedMoney =
  | { ok: true; pence: number }
  | { ok: false; reason: 'empty' | 'not_money' | 'three_decimals' | 'too_large' };

/** A sign and a pound sign before it, either first; thousands apart with commas or with spaces, or not at all. */
const AMOUNT = /^(?:([-+]) ?)?(?:£ ?)?(?:([-+]) ?)?(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/;

/**
 * What a person types for an amount of pounds, as integer pence: '1,200', '£1200.50', '1 200', ' 12 ', '-3', '+3', '(3)' as in
 * accounts, '.5'. What could mean two things, such as '1,50' or '12 50', is no amount.
 * Never goes through a floating-point number, so nothing is rounded.
 */
export function parsePounds(text: string): ParsedMoney {
  const bare = text.replace(/\s+/g, ' ').trim().replace(/[−–]/g, '-');
  if (bare === '' || bare === '£') return { ok: false, reason: 'empty' };
  const match = AMOUNT.exec(bare.replace(/^\( ?(.+?) ?\)$/, '-$1'));
  const [, before = '', after = '', whole = '', decimals = ''] = match ?? [];
  if (!match || (before && after) || (whole === '' && decimals === '')) return { ok: false, reason: 'not_money' };
  if (decimals.length > 2) return { ok: false, reason: 'three_decimals' };
  const digits = whole.replace(/[, ]/g, '').replace(/^0+(?=\d)/, '');
  if (digits.length > 8) return { ok: false, reason: 'too_large' };
  const pence = Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  return { ok: true, pence: before + after === '-' && pence !== 0 ? -pence : pence };
}

/** Integer pence as the plain text a money field is filled with: '1234.50'; whole pounds without decimals. */
export function penceAsTyped(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '-' : ''}${pounds}${rest === '00' ? '' : `.${rest}`}`;
}

const SENTENCES: Record<Exclude<ParsedMoney, { ok: true }>['reason'], string | undefined> = {
  empty: undefined,
  not_money: 'Enter pounds and pence, e.g. 1250.50',
  three_decimals: 'Enter pounds and pence, e.g. 1250.50',
  too_large: 'The most we can keep is £99,999,999.99',
};

/** Integer pence from 0 to £99,999,999.99, as the API takes them. `required` is the sentence for none. */
export function penceField(required: string) {
  return z
    .number({ error: required })
    .int('Pence are whole numbers')
    .min(0, required)
    .max(MAX_PENCE, SENTENCES.too_large);
}

/** What was typed, in pounds, as pence of either sign; where it is no amount the sentence says what is wrong with it. */
export function typedPounds(required: string) {
  return z.string().transform((text, context) => {
    const parsed = parsePounds(text);
    if (parsed.ok) return parsed.pence;
    context.addIssue({ code: 'custom', message: SENTENCES[parsed.reason] ?? required });
    return z.NEVER;
  });
}

/** `penceField` in a form. */
export function typedPence(required: string) {
  return typedPounds(required).pipe(penceField(required));
}

/** Pence that may be left out. */
export function optionalPence() {
  return penceField('Please enter an amount of 0 or more').nullable().default(null);
}

/** The same in a form: an empty field becomes null. */
export function typedOptionalPence() {
  const typed = typedPence('Please enter an amount of 0 or more');
  return z.string().transform((text, context) => {
    if (text.trim() === '') return null;
    const { data, error } = typed.safeParse(text);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
    return data ?? z.NEVER;
  });
}
