/** Parses, formats and divides money, which is integer pence. */

/** £99,999,999.99, two digits below the limit of `numeric(12,2)`. */
export const MAX_PENCE = 9_999_999_999;

/** Matches the positions of thousands separators. Creating an `Intl` formatter takes 20 ms on a slow phone. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Formats integer pence as `£1,234.50`, with a minus sign before the pound sign. Exact for all safe integers. */
export function formatPence(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '−' : ''}£${String(pounds).replace(THOUSANDS, ',')}.${rest}`;
}

/** Returns whole pounds and two digits of pence, unsigned. Divides only multiples of 100, so the result is exact. */
function parted(pence: number): { pounds: number; rest: string } {
  const rest = Math.abs(pence % 100);
  return { pounds: (Math.abs(pence) - rest) / 100, rest: String(rest).padStart(2, '0') };
}

export type ParsedMoney =
  | { ok: true; pence: number }
  | { ok: false; reason: 'empty' | 'not_money' | 'three_decimals' | 'payload_too_large' };

/** An optional sign and pound sign in either order. Thousands may be separated by commas or spaces. */
const AMOUNT = /^(?:([-+]) ?)?(?:£ ?)?(?:([-+]) ?)?(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/;

/**
 * Parses typed pounds as integer pence: '1,200', '£1200.50', '1 200', ' 12 ', '-3', '+3', '(3)' as in accounts, '.5'.
 * Rejects ambiguous text such as '1,50' or '12 50'. Never uses floating point.
 */
export function parsePounds(text: string): ParsedMoney {
  const bare = text.replace(/\s+/g, ' ').trim().replace(/[−–]/g, '-');
  if (bare === '' || bare === '£') return { ok: false, reason: 'empty' };
  const match = AMOUNT.exec(bare.replace(/^\( ?(.+?) ?\)$/, '-$1'));
  const [, before = '', after = '', whole = '', decimals = ''] = match ?? [];
  if (!match || (before && after) || (whole === '' && decimals === '')) return { ok: false, reason: 'not_money' };
  if (decimals.length > 2) return { ok: false, reason: 'three_decimals' };
  const digits = whole.replace(/[, ]/g, '').replace(/^0+(?=\d)/, '');
  if (digits.length > 8) return { ok: false, reason: 'payload_too_large' };
  const pence = Number(digits) * 100 + Number(decimals.padEnd(2, '0'));
  return { ok: true, pence: before + after === '-' && pence !== 0 ? -pence : pence };
}

/** Returns the pence of a partly typed amount, for running totals. Returns 0 if the text is invalid. */
export function typedOrZero(text: string): number {
  const parsed = parsePounds(text);
  return parsed.ok ? parsed.pence : 0;
}

/** Formats integer pence for a money field: '1234.50', without decimals for whole pounds. */
export function penceAsTyped(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '-' : ''}${pounds}${rest === '00' ? '' : `.${rest}`}`;
}

/** Returns `amount` × `times` ÷ `by` for integers, rounded half up. */
export function roundedShare(amount: number, times: number, by: number): number {
  return Math.floor((2 * amount * times + by) / (2 * by));
}

/**
 * Splits pence by weight without losing a penny. Parts are rounded down, and each remaining penny is added to the part
 * with the next largest remainder, the earlier part first. Exact for all safe integers.
 */
export function splitPence(pence: number, weights: readonly (number | bigint)[]): number[] {
  const exact = weights.map((weight) => BigInt(Math.abs(pence)) * BigInt(weight));
  const whole = weights.reduce<bigint>((sum, weight) => sum + BigInt(weight), 0n);
  const remainders = exact.map((part, index) => ({ index, remainder: part % whole }));
  const left = remainders.reduce((sum, { remainder }) => sum + remainder, 0n) / whole;
  const first = remainders.toSorted((one, other) => Number(other.remainder - one.remainder));
  const raised = new Set(first.slice(0, Number(left)).map(({ index }) => index));
  const parts = exact.map((part, index) => Number(part / whole) + (raised.has(index) ? 1 : 0));
  return pence < 0 ? parts.map((part) => 0 - part) : parts;
}
