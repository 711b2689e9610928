/** Proposals for a file from its name and text, for the landlord to confirm. Pure. */
import { addDays, isDay } from '../../../shared/dates.ts';
import type { DocumentType } from '../listed.ts';

/** Patterns by type. In a name, the first pattern that matches applies; in a text, the match nearest to the start. */
const SIGNS: readonly [DocumentType, RegExp][] = [
  ['right-to-rent', /right to rent|share code|visa|passport|biometric/],
  ['written-statement', /written statement|information sheet|statement of terms/],
  ['gas', /gas safety|landlord gas|\bcp ?12\b|\blgsr\b|gas record|gas certificate/],
  ['electrical', /\beicr\b|electrical installation|electrical (?:report|certificate|safety)|\bpat test/],
  ['epc', /\bepc\b|energy performance|energy certificate/],
  ['inventory', /inventory|check ?in report|check ?out report|schedule of condition/],
  ['inspection', /inspection report|property inspection|inspection/],
  ['deposit', /prescribed information|deposit (?:protection|certificate)|tenancy deposit|\bdps\b|mydeposits|\btds\b/],
  ['reference', /reference|referencing|credit check/],
  ['licence', /\bhmo\b|selective licen[cs]e|licen[cs]e|licensing/],
  ['insurance', /insurance|policy schedule|policy document|certificate of cover|\bpolicy\b/],
  ['notice', /notice of seeking|section (?:8|13|21)\b|form (?:4|4a|3|3a)\b|notice (?:to quit|requiring)|\bnotice\b/],
  ['agreement', /tenancy agreement|assured (?:shorthold|periodic)|\bast\b|agreement|lease/],
  ['invoice', /invoice|receipt|\bbill\b/],
  ['letter', /\bletter\b|dear (?:sir|madam|mr|mrs|ms)\b/],
];

/** Adds patterns that identify a type in a name, but not in a text. */
const NAMES: typeof SIGNS = [...SIGNS, ['gas', /\bgas\b/], ['electrical', /\belectric/]];

/** Characters at the start of a text that are searched for its type and days. */
const HEAD = 3_000;

export type Guess = { title: string; type: DocumentType; day: string | null; validUntil: string | null };

/** `text` is undefined if it is not read yet, or the file has none. The document's day is never after `today`. */
export function guessDocument(file: { name: string; text?: string | undefined }, today: string): Guess {
  const named = plain(file.name);
  const head = plain((file.text ?? '').slice(0, HEAD));
  const type = NAMES.find(([, sign]) => sign.test(named))?.[0] ?? earliest(head) ?? 'other';
  const days = daysIn(named).filter((day) => day <= today);
  const [day = null] = days.length > 0 ? days : daysIn(head).filter((one) => one <= today && one >= '1990-01-01');
  return { title: titleOf(file.name), type, day, validUntil: endIn(head, today) };
}

function earliest(head: string): DocumentType | undefined {
  const found = SIGNS.flatMap(([type, sign]) => {
    const at = head.search(sign);
    return at < 0 ? [] : [{ type, at }];
  });
  return found.sort((one, other) => one.at - other.at)[0]?.type;
}

/** Returns 'Gas Safety-2026' for 'Gas_Safety-2026 (1).pdf'. */
function titleOf(name: string): string {
  const title = name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll('_', ' ')
    .replace(/\s*\(\d+\)$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...title].slice(0, 200).join('') || 'Document';
}

const plain = (text: string) => text.toLowerCase().replace(/[\s_]+/g, ' ');

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY =
  /\b(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})|(\d{1,2})(?:st|nd|rd|th)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? (\d{4}))\b/g;

/** Days in British notation, in order. */
function daysIn(text: string): string[] {
  return [...text.matchAll(DAY)].flatMap(([, y, m, d, day, month, year, dayOf, name, yearOf]) => {
    if (y) return validDay(y, m, d);
    if (name) return validDay(yearOf, String(MONTHS.indexOf(name) + 1), dayOf);
    return validDay(year?.length === 2 ? `20${year}` : year, month, day);
  });
}

function validDay(year = '', month = '', day = ''): string[] {
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(found) ? [found] : [];
}

const END =
  /(?:valid until|expiry date|expires(?: on)?|\bends on|permission .{0,40}\buntil|next inspection(?: due)?(?: by)?|renewal date|period of insurance.{0,40}\bto)\D{0,20}/;

/** The day after 'valid until', 'expiry date' or similar words, if it is plausible: 10 years ago to 20 years ahead. */
function endIn(head: string, today: string): string | null {
  const at = END.exec(head);
  if (!at) return null;
  const [day] = daysIn(head.slice(at.index + at[0].length, at.index + at[0].length + 24));
  return day && day > addDays(today, -3_660) && day < addDays(today, 7_320) ? day : null;
}

export type Home = { id: string; address: string; postalCode: string };

/** The id of the only property whose address, or else whose postcode, is in the name or text. */
export function guessHome(file: { name: string; text?: string | undefined }, homes: readonly Home[]): string | null {
  const body = squeezed(`${file.name} ${(file.text ?? '').slice(0, 20_000)}`);
  const only = (found: readonly Home[]) => (found.length === 1 ? (found[0]?.id ?? null) : null);
  const byAddress = homes.filter(({ address }) => squeezed(address).length > 4 && body.includes(squeezed(address)));
  const byBoth = byAddress.filter(({ postalCode }) => body.includes(squeezed(postalCode)));
  return only(byBoth) ?? only(byAddress) ?? only(homes.filter(({ postalCode }) => body.includes(squeezed(postalCode))));
}

/** Letters and digits only, as `namedHomes` has them in SQL. */
export const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
