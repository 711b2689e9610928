/** Text as people type it: what a field accepts, and small words for screens. */

// Control characters (NUL above all, which PostgreSQL refuses) except tab and line ends; and lone surrogates, which are no text.
// biome would flag the literal form, so the class is built from its parts.
const CONTROL = new RegExp(`[${String.fromCharCode(0)}-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F]`, 'u');

/** Whether the text can be stored and shown: no NUL or other control characters, no half of a character. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

/** 'house' → 'House'. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Where a link to the website leads, 'https://' prepended where the scheme is missing. Null where the text is no such address. */
export function websiteUrl(typed: string): string | null {
  const bare = typed.trim();
  if (/\s/.test(bare)) return null;
  const full = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(full)) return null;
  const { protocol, hostname, username, password, href } = new URL(full);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // 'mailto:me@x.org' becomes a host with a user, which no website needs.
  if (username || password) return null;
  return /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]+$/u.test(hostname) ? href : null;
}

/** '1 day', '2 days'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
}

/** '+4.1% from last month', '−2.5% from last month'. */
export function percentLine(now: number, then: number): string {
  // In tenths of a per cent, halves rounded away from zero so that a loss rounds as a gain does.
  const tenths = Math.round(Math.abs(((now - then) / then) * 1000));
  if (tenths === 0) return 'No change from last month';
  return `${now < then ? '−' : '+'}${Math.floor(tenths / 10).toLocaleString('en-GB')}.${tenths % 10}% from last month`;
}

/** 'It' is deleted: '2 files and 1 invoice will be deleted too.', and `went` once it is done; '' where there is nothing else. */
export function deletedAlong(parts: readonly (readonly [count: number, one: string])[], went = false): string {
  const some = parts.filter(([count]) => count > 0);
  if (some.length === 0) return '';
  const list = new Intl.ListFormat('en-GB').format(some.map(([count, one]) => counted(count, one)));
  const single = some.length === 1 && some[0]?.[0] === 1;
  return `${list} ${went ? (single ? 'was' : 'were') : 'will be'} deleted too.`;
}

/**
 * What names are sorted by, without case and accents: 'Éclair' beside 'Eclair'. The database's `app.sort_key` does the same; keys
 * compare as texts, by `<`.
 */
export function sortKey(name: string): string {
  const bare = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  // Letter by letter, as the database does: JavaScript would write a Greek Σ differently at the end of a word.
  return Array.from(bare, (letter) => letter.toLowerCase()).join('');
}

/** Up to two initials of a name, for avatars; 'SD' of 'Sparks & Daughters'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /[^\p{P}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en-GB') ?? '')
    .join('');
}

// What makes a formula of a cell in Excel, LibreOffice or Google Sheets, also behind spaces and what cannot be seen
// (https://owasp.org/www-community/attacks/CSV_Injection); and line ends and tabs, behind which some of them begin anew.
const RISKY = /^[\s\p{Cc}\p{Cf}]*(?:[=+\-@＝＋－＠]|[\t\r\n])/u;
const MARK = "'";

/** The text with an apostrophe in front where it could run as a formula, or begins with an apostrophe itself. */
export function guardCell(text: string): string {
  return RISKY.test(text) || text.startsWith(MARK) ? MARK + text : text;
}

/** The text that was guarded: for every text, `readGuardedCell(guardCell(text)) === text`. */
export function readGuardedCell(cell: string): string {
  return cell.startsWith(MARK) ? cell.slice(MARK.length) : cell;
}
