import { wordsOf } from '../../bank-row/compare-rows.ts';

const MONTHS =
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december';
const MONTH_OF = new Map(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((month, at) => [month, at + 1]),
);
export const TITLES = new Set('mr mrs miss ms mx dr rev prof'.split(' '));
const FILLER = new Set(
  `rent rents rental monthly month week weekly for the and of at my our thanks thank you pymt payment payments standing
  order bank online mobile via transfer faster cash counter credit giro deposit paid in sent received full part
  half share ${MONTHS} ${[...TITLES].join(' ')}`.split(/\s+/),
);
const BUSINESS = new Set(
  'ltd limited llp plc co company client clients account acc ac the and of letting lettings estate estates agent agents agency property properties management residential sales'.split(
    ' ',
  ),
);
/** Institutions that pay for several people and identify them by numbers. */
const INSTITUTION = /\b(council|borough|cc|mbc|dc|hb|uc|dwp|housing|benefit|benefits|lettings?|estates?|homes)\b/;

const NOT_RENT =
  /\b(interest|gross int|refund(ed)?|rfnd|cashback|dividend|hmrc|reversal|reversed|returned|unpaid|bounced|insurance|salary|wages|payroll|loan|premium bonds?|compensation|goodwill|dvla)\b/;
const DEPOSIT = /\b(deposit|holding|dps|tds|mydeposits)\b/;
const CASH_PAID_IN = /\b(cash|branch|counter|post office|atm) deposit\b/;
const TRANSFER = /\b(transfer|tfr|trf|savings?|own account|internal|from a ?c|isa|pot)\b/;

const PRIVATE =
  /\b(birthday|wedding|gift|present|tickets?|sofa|table|cars?|bike|motorbike|ebay|vinted|gumtree|holiday|meal|dinner|xmas|christmas)\b/;

/** Cash and benefits without a payer's name, which only a number assigns to a person. */
const IMPERSONAL = /\b(cash|counter|cheque|chq|atm|post office|council|borough|hb|uc|dwp|benefits?)\b/;

/** Words with digits that many payers use: a month, a day, a flat. */
const COMMON = new RegExp(
  `^((${MONTHS.replaceAll(' ', '|')})\\d{2,4}|(flat|room|rm|apt|unit|studio)\\d+[a-z]?|\\d{1,2}(st|nd|rd|th)|(0[1-9]|[12]\\d|3[01])(0[1-9]|1[0-2])(20)?[2-4]\\d|20[2-4]\\d(0[1-9]|1[0-2])([0-3]\\d)?)$`,
);

export type RowText = {
  words: string[];
  /** Distinct words without filler, sorted: equal for equal payers. */
  key: string;
  /** `key` without numbers, which may change with each payment. */
  nameKey: string;
  /** Words with digits that only one payer uses. */
  references: string[];
  /** The text to show, without codes, months and 'rent'. */
  shown: string;
  shownReference: string;
  mentionsRent: boolean;
  impersonal: boolean;
  /** Numbers of the months in the text, from 1 for January. */
  months: number[];
};

/** Texts are cached because they recur every month and in every computation. */
const MAX_CACHED = 20_000;
const cache = new Map<string, RowText>();

export function readText(text: string, reference = ''): RowText {
  const key = `${text}\n${reference}`;
  const cached = cache.get(key);
  if (cached) return cached;
  if (cache.size >= MAX_CACHED) cache.clear();
  const read = readWords(text, reference);
  cache.set(key, read);
  return read;
}

function readWords(text: string, reference: string): RowText {
  const words = wordsOf(`${text} ${reference}`);
  const distinctive = [...new Set(words.filter((word) => !isFiller(word)))].sort();
  return {
    words,
    key: keyOf(distinctive),
    nameKey: keyOf(distinctive.filter((word) => !/\d/.test(word))),
    references: distinctive.filter((word) => /\d/.test(word) && word.length >= 4 && !COMMON.test(word)),
    impersonal: IMPERSONAL.test(`${text} ${reference}`.toLowerCase()),
    shown: shownOf(text) || shownOf(reference),
    shownReference: shownOf(reference) || shownOf(text),
    mentionsRent: words.some((word) => /^rents?$/.test(word)),
    months: words.flatMap((word) => (FILLER.has(word) ? (MONTH_OF.get(word.slice(0, 3)) ?? []) : [])),
  };
}

/** Returns the words that identify a payer. For institutions these include numbers, which identify a person. */
export function payerWords(text: string): string {
  const { key, nameKey } = readText(text);
  return nameKey === '' || INSTITUTION.test(text.toLowerCase()) ? key : nameKey;
}

/** Returns at most two words, as bank texts are truncated. */
export function agentWords(name: string): string[] {
  const words = wordsOf(name).filter((word) => !['the', 'and', 'of', 'co'].includes(word));
  return BUSINESS.has(words[0] ?? '') ? [] : words.slice(0, 2);
}

export function incomeKind(text: string): 'other' | 'deposit' | 'transfer' | 'private' | 'any' {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  if (NOT_RENT.test(plain)) return 'other';
  if (DEPOSIT.test(plain) && !CASH_PAID_IN.test(plain)) return 'deposit';
  if (TRANSFER.test(plain)) return 'transfer';
  return PRIVATE.test(plain) ? 'private' : 'any';
}

export function isFiller(word: string): boolean {
  return FILLER.has(word) || /^20\d\d$/.test(word);
}

/** Short words do not identify a payer. */
function keyOf(words: string[]): string {
  return words.some((word) => word.length > 2) ? words.join(' ') : '';
}

function shownOf(text: string): string {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean);
  const distinctive = (word: string) => {
    const [plain = ''] = wordsOf(word);
    return plain !== '' && word !== 'A/C' && !isFiller(plain) && !BUSINESS.has(plain) && readable(word);
  };
  const own = words.slice(Math.max(words.findIndex(distinctive), 0), words.findLastIndex(distinctive) + 1);
  // Banks may repeat the payer's name as the reference.
  const half = own.slice(own.length / 2);
  return (own.length % 2 === 0 && half.join() === own.slice(0, half.length).join() ? half : own).join(' ');
}

/** Whether a word is not a code. `wordsOf` keeps a code that is the only word, so another word is added. */
const readable = (word: string) => wordsOf(`${word} x`).length > 1;
