export type Side = 'in' | 'out';

const SIDES: Record<Side, ReadonlySet<string>> = {
  out: new Set('d|dr|db|dbit|debit|debits|out|money out|paid out|outgoing|withdrawal|sent|expense|-'.split('|')),
  in: new Set('c|cr|crdt|credit|credits|in|money in|paid in|incoming|deposit|received|income|+'.split('|')),
};

/** Returns 'out' for 'DR', 'DBIT', 'Debit' or 'Money out', and undefined for an unknown word. */
export function sideOf(cell: string): Side | undefined {
  const word = cell.slice(0, 40).trim().toLowerCase().replace(/\.$/, '');
  return SIDES.out.has(word) ? 'out' : SIDES.in.has(word) ? 'in' : undefined;
}

/** Why no money has moved (yet). Only Tenure's own export has `unpaid`. */
export type NotPosted = 'unpaid' | 'zero' | 'pending' | 'declined' | 'reverted' | 'cancelled' | 'memo';

const STATES: readonly [NotPosted, RegExp][] = [
  ['pending', /^(?:pending|processing|in progress|authori[sz]ed|on hold|held|scheduled|uncleared)\b/],
  ['declined', /^(?:declined|failed|denied|rejected|refused|unsuccessful)\b/],
  ['reverted', /^revert(?:ed)?\b/],
  ['cancelled', /^(?:cancell?ed|expired|voided|void)\b/],
  ['memo', /^memo\b/],
];

/** Returns undefined for completed payments and for unknown words. */
export function notPostedOf(cell: string): NotPosted | undefined {
  const word = cell.slice(0, 40).trim().toLowerCase();
  return STATES.find(([, pattern]) => pattern.test(word))?.[0];
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const SYMBOLS: Record<string, string> = { '€': 'EUR', $: 'USD', '¥': 'JPY', '₹': 'INR', zł: 'PLN' };

export const isCurrency = (cell: string) => CURRENCIES.has(cell.trim().toUpperCase());

/** Returns 'EUR' for '€12.00', 'EUR 12.00' or '12.00 eur', and undefined for pounds. */
export function otherCurrencyOf(amount: string): string | undefined {
  const [symbol = ''] = /[€$¥₹]|zł/.exec(amount) ?? [];
  if (symbol) return SYMBOLS[symbol];
  const code = (/^([a-z]{3})(?=[ \d+(-])|(?<=[\d )])([a-z]{3})$/i.exec(amount)?.[0] ?? '').toUpperCase();
  return code !== 'GBP' && CURRENCIES.has(code) ? code : undefined;
}

export const inOtherCurrency = (currency: string) => `it is in ${currency}, and you can only import pounds`;

/** Returns 'EUR' for the headings 'Amount (EUR)' and 'Betrag in EUR'. */
export function currencyOfHeading(heading: string): string | undefined {
  const words = heading.toUpperCase().match(/[A-Z]{3,}/g) ?? [];
  return words.find(
    (word) => word !== 'GBP' && word.length === 3 && CURRENCIES.has(word) && !AMBIGUOUS_CODES.has(word),
  );
}

const AMBIGUOUS_CODES: ReadonlySet<string> = new Set([
  'ALL',
  'TOP',
  'CUP',
  'TRY',
  'PEN',
  'LAK',
  'GEL',
  'MOP',
  'BAM',
  'COP',
]);
