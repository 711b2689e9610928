/** The words of a bank row that tell who paid and for what, without those that any row may have. */
import { wordsOf } from '../../bank-row/compare-rows.ts';

const MONTHS =
  'jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november dec december';
const MONTH_OF = new Map(
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').map((month, at) => [month, at + 1]),
);
export const TITLES = new Set('mr mrs miss ms mx dr rev prof'.split(' '));
const FILLER = new Set(
  `${MONTHS} rent rents rental monthly month week weekly for the and of at my our thanks thank you pymt payment payments standing
  order bank online mobile via transfer faster cash counter credit giro deposit paid in sent received full part half share ${[...TITLES].join(' ')}`.split(
    /\s+/,
  ),
);
/** Words around the name of a business. */
const BUSINESS = new Set(
  'ltd limited llp plc co company client clients account acc ac the and of letting lettings estate estates agent agents agency property properties management residential sales'.split(
    ' ',
  ),
);
/** These pay for several people, and tell them apart by a number. */
const INSTITUTION = /\b(council|borough|cc|mbc|dc|hb|uc|dwp|housing|benefit|benefits|lettings?|estates?|homes)\b/;

/** Money that is no rent, whoever it comes from. */
const NO_RENT =
  /\b(interest|gross int|refund(ed)?|rfnd|cashback|dividend|hmrc|reversal|reversed|returned|unpaid|bounced|insurance|salary|wages|payroll|loan|premium bonds?|compensation|goodwill|dvla)\b/;
const DEPOSIT = /\b(deposit|holding|dps|tds|mydeposits)\b/;
const CASH_PAID_IN = /\b(cash|branch|counter|post office|atm) deposit\b/;
const TRANSFER = /\b(transfer|tfr|trf|savings?|own account|internal|from a ?c|isa|pot)\b/;

/** What people pay each other for besides rent. */
const PRIVATE =
  /\b(birthday|wedding|gift|present|tickets?|sofa|table|cars?|bike|motorbike|ebay|vinted|gumtree|holiday|meal|dinner|xmas|christmas)\b/;

/** Nobody's name: money handed over a counter, or benefits, which are told apart by a number alone. */
const IMPERSONAL = /\b(cash|counter|cheque|chq|atm|post office|council|borough|hb|uc|dwp|benefits?)\b/;

/** Words with digits that many payers write: a month, a day, a flat. */
const COMMON = new RegExp(
  `^((${MONTHS.replaceAll(' ', '|')})\\d{2,4}|(flat|room|rm|apt|unit|studio)\\d+[a-z]?|\\d{1,2}(st|nd|rd|th)|(0[1-9]|[12]\\d|3[01])(0[1-9]|1[0-2])(20)?[2-4]\\d|20[2-4]\\d(0[1-9]|1[0-2])([0-3]\\d)?)$`,
);

export type RowText = {
  words: string[];
  /** Without filler, each once, in order of the alphabet: equal for equal payers. */
  key: string;
  /** The key without numbers, which may change from payment to payment. */
  nameKey: string;
  /** Words with digits, of four characters or more, that one payer alone writes. */
  references: string[];
  /** As a person reads it: no codes, months, or 'rent' around it. */
  shown: string;
  shownReference: string;
  saysRent: boolean;
  /** It names nobody who paid. */
  impersonal: boolean;
  /** Months it names, January as 1. */
  months: number[];
};

/** Texts come again each month and at each look: so many are kept. */
const MAX_KEPT = 20_000;
const kept = new Map<string, RowText>();

export function readText(text: string, reference = ''): RowText {
  const key = `${text}\n${reference}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const read = readWords(text, reference);
  kept.set(key, read);
  return read;
}

function readWords(text: string, reference: string): RowText {
  const words = wordsOf(`${text} ${reference}`);
  const telling = [...new Set(words.filter((word) => !isFiller(word)))].sort();
  return {
    words,
    key: keyOf(telling),
    nameKey: keyOf(telling.filter((word) => !/\d/.test(word))),
    references: telling.filter((word) => /\d/.test(word) && word.length >= 4 && !COMMON.test(word)),
    impersonal: IMPERSONAL.test(`${text} ${reference}`.toLowerCase()),
    shown: shownOf(text) || shownOf(reference),
    shownReference: shownOf(reference) || shownOf(text),
    saysRent: words.some((word) => /^rents?$/.test(word)),
    months: words.flatMap((word) => (FILLER.has(word) ? (MONTH_OF.get(word.slice(0, 3)) ?? []) : [])),
  };
}

/** What is learnt of a payer: their words, and the number that an institution gives a person. */
export function payerWords(text: string): string {
  const { key, nameKey } = readText(text);
  return nameKey === '' || INSTITUTION.test(text.toLowerCase()) ? key : nameKey;
}

/** The first words of an agent's name, at most two: bank texts are cut. */
export function agentWords(name: string): string[] {
  const words = wordsOf(name).filter((word) => !['the', 'and', 'of', 'co'].includes(word));
  return BUSINESS.has(words[0] ?? '') ? [] : words.slice(0, 2);
}

/** Whether the text says that it is no rent, a deposit, money that moves between accounts, or paid for something private. */
export function incomeKind(text: string): 'other' | 'deposit' | 'transfer' | 'private' | 'any' {
  const plain = text.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  if (NO_RENT.test(plain)) return 'other';
  if (DEPOSIT.test(plain) && !CASH_PAID_IN.test(plain)) return 'deposit';
  if (TRANSFER.test(plain)) return 'transfer';
  return PRIVATE.test(plain) ? 'private' : 'any';
}

export function isFiller(word: string): boolean {
  return FILLER.has(word) || /^20\d\d$/.test(word);
}

/** A key of single letters and figures says nothing. */
function keyOf(words: string[]): string {
  return words.some((word) => word.length > 2) ? words.join(' ') : '';
}

function shownOf(text: string): string {
  const words = text.toUpperCase().split(/\s+/).filter(Boolean);
  const telling = (word: string) => {
    const [plain = ''] = wordsOf(word);
    return plain !== '' && word !== 'A/C' && !isFiller(plain) && !BUSINESS.has(plain) && readable(word);
  };
  const own = words.slice(Math.max(words.findIndex(telling), 0), words.findLastIndex(telling) + 1);
  // Banks give the payer's name as the reference too.
  const half = own.slice(own.length / 2);
  return (own.length % 2 === 0 && half.join() === own.slice(0, half.length).join() ? half : own).join(' ');
}

/** Codes of banks are gone where a word alone would keep them: `wordsOf` never answers nothing. */
const readable = (word: string) => wordsOf(`${word} x`).length > 1;
