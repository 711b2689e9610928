/** Pounds and pence: pence are integers everywhere in code, exact from keyboard to database and back. */

/** The most that `numeric(12,2)` with two reserved digits holds: £99,999,999.99. */
export const MAX_PENCE = 9_999_999_999;

/** Where a comma belongs: every three digits from the right. Creating an `Intl` formatter takes a slow phone 20 ms. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Integer pence as `£1,234.50`; a minus sign stands before the pound sign. Exact for all safe integers, sums too. */
export function formatPence(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '−' : ''}£${String(pounds).replace(THOUSANDS, ',')}.${rest}`;
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
 * accounts, '.5'. A text that could mean two things, such as '1,50' or '12 50', is no amount.
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

/** The pence of what is being typed, for sums beside a form; 0 while it is no amount. */
export function typedOrZero(text: string): number {
  const parsed = parsePounds(text);
  return parsed.ok ? parsed.pence : 0;
}

/** Integer pence as the plain text a money field is filled with: '1234.50'; whole pounds without decimals. */
export function penceAsTyped(pence: number): string {
  const { pounds, rest } = parted(pence);
  return `${pence < 0 ? '-' : ''}${pounds}${rest === '00' ? '' : `.${rest}`}`;
}
