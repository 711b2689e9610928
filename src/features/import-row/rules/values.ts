/** Maps a file's values to Tenure's options: proposed from common words, and chosen once for all rows. */
import { capitalise } from '../../../shared/text.ts';
import { CERTIFIED_ITEMS, COMPLIANCE_LABELS } from '../../compliance/compliance.ts';
import { BY_SIGN, type Kind } from '../../import-file/kinds.ts';
import { itemNamed } from '../../property/documents.ts';
import { PROPERTY_STATUSES, PROPERTY_TYPES } from '../../property/listed.ts';
import { SERVICE_TYPES } from '../../supplier/listed.ts';
import { categoryLabel, PAID_OPTIONS } from '../../transaction/labels.ts';
import { INCOME_CATEGORIES } from '../../transaction/listed.ts';

export type Option = { value: string; label: string };
/** `bedrooms` is the number in a type such as '2 bed flat'. */
export type Meaning = { to: string; bedrooms: number | null };

/** A certificate that is not a compliance item, with its own name. */
const OTHER = 'other';

const same = (values: readonly string[], label = (value: string) => value): Option[] =>
  values.map((value) => ({ value, label: label(value) }));

/** `own` are the account's own categories of transactions. */
export function optionsOf(kind: Kind, field: string, own: readonly string[] = []): Option[] {
  if (field === 'propertyType') return same(PROPERTY_TYPES, capitalise);
  if (field === 'serviceType') return same(SERVICE_TYPES);
  if (field === 'type')
    return [
      { value: 'income', label: 'Income' },
      { value: 'expense', label: 'Expense' },
      { value: BY_SIGN, label: 'By the sign: a minus is an expense' },
    ];
  if (field === 'category') return same([...INCOME_CATEGORIES, ...own], categoryLabel);
  if (kind === 'certificates')
    return [
      ...same(CERTIFIED_ITEMS, (item) => COMPLIANCE_LABELS[item as (typeof CERTIFIED_ITEMS)[number]]),
      { value: OTHER, label: 'Another certificate, with this name' },
    ];
  return kind === 'properties' ? same(PROPERTY_STATUSES, capitalise) : [...PAID_OPTIONS];
}

const TYPES: [RegExp, (typeof PROPERTY_TYPES)[number]][] = [
  [/\b(?:flat|apartment|apt|maisonette|studio|bedsit|penthouse)\b/, 'flat'],
  [/\bbungalow\b/, 'bungalow'],
  [/\bsemi\b|semi.?detached/, 'semi-detached'],
  [/\bdetached\b/, 'detached'],
  [/\bterraced?\b|\btown ?house\b|\bback.to.back\b/, 'terraced'],
  [/\b(?:house|cottage|home|villa|mews)\b/, 'house'],
];

const BEDROOMS = /(\d{1,2})\s*-?\s*(?:x\s*)?(?:b(?:ed(?:room)?s?|d?rms?|rs?|ds?)?)\b/;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const BEDROOMS_IN_WORDS = new RegExp(`\\b(${NUMBERS.join('|')})[ -]+bed`);

function propertyType(value: string): Meaning | null {
  const found = TYPES.find(([words]) => words.test(value));
  return found ? { to: found[1], bedrooms: bedroomsIn(value) } : null;
}

function bedroomsIn(value: string): number | null {
  const [, digits] = BEDROOMS.exec(value) ?? [];
  if (digits !== undefined) return Number(digits);
  const [, word] = BEDROOMS_IN_WORDS.exec(value) ?? [];
  if (word !== undefined) return NUMBERS.indexOf(word);
  return /\b(?:studio|bedsit)\b/.test(value) ? 0 : null;
}

type Words = [to: string, words: RegExp][];

const STATUS: Words = [
  ['vacant', /^(?:vacant|empty|void|available|no|n|false|to let|unlet|not let|0)$/],
  ['occupied', /^(?:occupied|let|let agreed|rented|tenanted|yes|y|true|1|full)$/],
  ['maintenance', /maintenance|refurb|works|renovat|repair/],
];

const SERVICES: Words = [
  ['Plumbing', /plumb|drain/],
  ['Electrical', /electric|sparky/],
  ['HVAC', /hvac|heating|boiler|gas|ventilation|air con/],
  ['Cleaning', /clean/],
  ['Landscaping', /landscap|garden|grass|tree/],
  ['Locksmith', /lock/],
  ['Pest Control', /pest/],
  ['Painting', /paint|decorat/],
  ['Roofing', /roof|gutter/],
  ['Carpentry', /carpent|joiner/],
  ['Flooring', /floor|carpet/],
  ['General Maintenance', /maint|handyman|general|builder|building|odd job|property|repairs?/],
];

const INCOME: Words = [
  ['income', /^(?:income|in|credit|cr|c|receipt|received|money in|rent|\+)$/],
  ['expense', /^(?:expense|expenses|expenditure|out|debit|dr|d|payment|cost|money out|bill|-)$/],
];

const CATEGORIES: Words = [
  ['rent', /^(?:rent|rents|rental|rent payments?|rental income|rent received|rents received)$/],
  ['agent fees', /agent|(?:management|mgmt|man\.?) fee|letting fee|tenant find/],
  ['mortgage interest', /mortgage interest|loan interest|^interest paid|^mortgage$/],
  ['mortgage capital', /mortgage capital|capital repay/],
  ['council tax', /council tax/],
  ['ground rent', /ground rent|service charge/],
  ['insurance', /insurance/],
  ['certificates', /\bcert(?:s|ificates?)?\b|gas safety|eicr|epc|cp12|licen[cs]e/],
  ['professional fees', /legal|solicitor|accountan|professional|court/],
  ['utilities', /utilit|electric|water|gas|broadband|energy|heating bill/],
  ['cleaning', /clean/],
  ['gardening', /garden/],
  ['advertising', /advert|marketing/],
  ['travel', /travel|mileage|fuel|parking/],
  ['office costs', /office|phone|stationery|software|postage/],
  ['deposit', /deposit/],
  ['domestic items', /furni|appliance|white goods|domestic/],
  ['improvement', /improvement|refurb|renovation/],
  ['wages', /wage|salar/],
  ['maintenance', /repair|maint|plumb|decorat|boiler|handyman/],
  ['tax', /^(?:tax|taxes|income tax)$/],
  ['transfer', /transfer/],
  ['interest', /^(?:interest|bank interest|interest received)$/],
  ['other', /^(?:other|misc|miscellaneous|sundry|sundries|general)$/],
];

const PAID: Words = [
  ['pending', /^(?:to pay|unpaid|due|pending|outstanding|overdue|no|n|not paid|open|awaiting|false)$/],
  ['completed', /^(?:paid|cleared|completed?|yes|y|reconciled|received|settled|done|true)$/],
];

const plain = (value: string) => value.trim().toLowerCase().replace(/\s+/g, ' ');

function oneOf(words: Words, value: string): Meaning | null {
  const found = words.find(([, pattern]) => pattern.test(value));
  return found ? { to: found[0], bedrooms: null } : null;
}

/** The likely meaning of a value; null if the person has to choose. */
export function proposeMeaning(
  kind: Kind,
  field: string,
  { value, options }: { value: string; options: readonly Option[] },
): Meaning | null {
  const text = plain(value);
  const exact = options.find((option) => plain(option.value) === text || plain(option.label) === text);
  if (exact) return { to: exact.value, bedrooms: null };
  if (field === 'propertyType') return propertyType(text);
  if (field === 'serviceType') return oneOf(SERVICES, text);
  if (field === 'type') return oneOf(INCOME, text);
  if (field === 'category') return oneOf(CATEGORIES, text);
  if (kind === 'certificates') return { to: itemNamed(value) ?? OTHER, bedrooms: null };
  return oneOf(kind === 'properties' ? STATUS : PAID, text);
}

/** Values with the same key are mapped together. */
export const valueKey = plain;
