/** Money is integer pence everywhere in code. */

/** £99,999,999.99: `numeric(12,2)` less two reserved digits. */
export const MAX_PENCE = 9_999_999_999;

/** Every three digits from the right. Creating an `Intl` formatter takes 20 ms on a slow phone. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Integer pence as `£1,234.50`, with a minus sign before the pound sign. Exact for all safe integers. */
export function formatPence(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '−' : ''}£${String(pounds).replace(THOUSANDS, ',')}.${rest}`;
}

/** Whole pounds and two digits of pence, unsigned. Never divides fractions, so never rounds. */
function parted(pence: number): { pounds: number; rest: string } {
  const rest = Math.abs(pence % 100);
  return { pounds: (Math.abs(pence) - rest) / 100, rest: String(rest).padStart(2, '0') };
}

export type ParsedMoney =
  | { ok: true; pence: number }
  | { ok: false; reason: 'empty' | 'not_money' | 'three_decimals' | 'payload_too_large' };

/** An optional sign and pound sign in either order; thousands separated by commas, spaces or not at all. */
const AMOUNT = /^(?:([-+]) ?)?(?:£ ?)?(?:([-+]) ?)?(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/;

/**
 * Typed pounds as integer pence: '1,200', '£1200.50', '1 200', ' 12 ', '-3', '+3', '(3)' as in accounts, '.5'.
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

/** Pence of a partly typed amount, for running totals; 0 if invalid. */
export function typedOrZero(text: string): number {
  const parsed = parsePounds(text);
  return parsed.ok ? parsed.pence : 0;
}

/** Integer pence as the text of a money field: '1234.50', without decimals for whole pounds. */
export function penceAsTyped(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '-' : ''}${pounds}${rest === '00' ? '' : `.${rest}`}`;
}

/** `amount` × `times` ÷ `by` for integers, rounding half up. */
export function roundedShare(amount: number, times: number, by: number): number {
  return Math.floor((2 * amount * times + by) / (2 * by));
}

/**
 * Splits pence by weight without losing a penny. Parts are rounded down, and the pennies left are added to the largest
 * remainders, earlier parts first. Negative pence are split like positive ones. Exact for all safe integers.
 */
export function splitPence(pence: number, weights: readonly (number | bigint)[]): number[] {
  const exact = weights.map((weight) => BigInt(Math.abs(pence)) * BigInt(weight));
  const whole = weights.reduce<bigint>((sum, weight) => sum + BigInt(weight), 0n);
  const remainders = exact.map((part, place) => ({ place, remainder: part % whole }));
  const left = remainders.reduce((sum, { remainder }) => sum + remainder, 0n) / whole;
  const first = remainders.toSorted((one, other) => Number(other.remainder - one.remainder));
  const raised = new Set(first.slice(0, Number(left)).map(({ place }) => place));
  const parts = exact.map((part, place) => Number(part / whole) + (raised.has(place) ? 1 : 0));
  return pence < 0 ? parts.map((part) => 0 - part) : parts;
}
