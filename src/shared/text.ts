// Control characters except tab and line ends, and lone surrogates. PostgreSQL rejects NUL.
// Built from parts, as Biome rejects control characters in a literal.
const CONTROL = new RegExp(`[${String.fromCharCode(0)}-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F]`, 'u');

/** Whether the text is well-formed and without control characters, except tab and line ends. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns the URL of a typed website, with 'https://' added if the scheme is missing. Null if invalid. */
export function websiteUrl(typed: string): string | null {
  const bare = typed.trim();
  if (/\s/.test(bare)) return null;
  const full = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(full)) return null;
  const { protocol, hostname, username, password, href } = new URL(full);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // 'mailto:me@x.org' parses as a host with a user name.
  if (username || password) return null;
  return /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]+$/u.test(hostname) ? href : null;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** Returns '+4.1% from last month' or '−2.5% from last month'. */
export function percentLine(now: number, then: number): string {
  // In tenths of a per cent. Halves are rounded away from zero, so that losses round like gains.
  const tenths = Math.round(Math.abs(((now - then) / then) * 1000));
  if (tenths === 0) return 'No change from last month';
  return `${now < then ? '−' : '+'}${Math.floor(tenths / 10).toLocaleString('en-GB')}.${tenths % 10}% from last month`;
}

/** Returns '2 files and 1 invoice will be deleted too.', or with `went` 'were deleted too.'. '' if all are 0. */
export function deletedAlong(parts: readonly (readonly [count: number, one: string])[], went = false): string {
  const some = parts.filter(([count]) => count > 0);
  if (some.length === 0) return '';
  const list = new Intl.ListFormat('en-GB').format(some.map(([count, one]) => counted(count, one)));
  const single = some.length === 1 && some[0]?.[0] === 1;
  return `${list} ${went ? (single ? 'was' : 'were') : 'will be'} deleted too.`;
}

/** Used as a fast path, as comparing text letter by letter takes ten times as long. */
export const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

/** Returns a key that sorts names with `<`, ignoring case and accents. `app.sort_key` is the SQL equivalent. */
export function sortKey(name: string): string {
  if (isAscii(name)) return name.toLowerCase();
  const bare = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  // Converts letter by letter, as SQL does: `toLowerCase` of a whole word changes a final Greek Σ.
  return Array.from(bare, (letter) => letter.toLowerCase()).join('');
}

/** Returns up to two initials for avatars: 'SD' for 'Sparks & Daughters'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[^\p{P}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en-GB') ?? '')
    .join('');
}

// Cells that Excel, LibreOffice or Google Sheets could run as a formula, even behind spaces or invisible characters.
// Source: https://owasp.org/www-community/attacks/CSV_Injection
const RISKY = /^[\s\p{Cc}\p{Cf}]*(?:[=+\-@＝＋－＠]|[\t\r\n])/u;
const MARK = "'";

/** Prefixes a text with an apostrophe if it could run as a formula or already starts with an apostrophe. */
export function guardCell(text: string): string {
  return RISKY.test(text) || text.startsWith(MARK) ? MARK + text : text;
}

export function readGuardedCell(cell: string): string {
  return cell.startsWith(MARK) ? cell.slice(MARK.length) : cell;
}
