/** Amounts are pence, days YYYY-MM-DD. Account numbers are masked. */
import type { DateOrder } from './fields.ts';
import type { Mapping } from './mapping.ts';
import type { NotPosted, Side } from './marks.ts';

/** A row of a CSV file, or an entry of a QIF file as date, amount, text, reference and displayed text. */
export type Row = {
  /** The line number in the file, from 1. */
  line: number;
  cells: string[];
  fault?: string;
};

export type RawLine = {
  line: number;
  date: string;
  /** One signed amount, or separate amounts out and in. */
  amount: string | { out: string; into: string };
  /** From a debit/credit column; null if the cell is empty or unreadable. */
  side?: Side | null;
  fee?: string;
  currency?: string;
  text: string;
  reference: string;
  externalId: string | null;
  category: string | null;
  notPosted: NotPosted | null;
  /** Returns the original text, with account numbers masked. A function, because few lines are shown. */
  shown: () => string;
  fault: string | undefined;
};

export type StatementLine = {
  line: number;
  date: string;
  amount: number;
  text: string;
  reference: string;
  /** The bank's id, or null if the bank's ids are not stable across files. */
  externalId: string | null;
  category: string | null;
  notPosted: NotPosted | null;
};

/** `reason` follows the line number, as in 'there is no 31 Sep 2026'. `typed` prefills the correction. */
export type UnreadableLine = {
  line: number;
  shown: string;
  reason: string;
  typed: { date: string; amount: string; text: string };
};

/** The account named in the file. `fingerprint` is null if the file has no whole number. */
export type FileAccount = { accountNumber: string; sortCode: string | null; fingerprint: string | null };

export type Head = {
  kind: 'lines';
  /** One of `LAYOUTS`, or 'ofx', 'qif' or 'mapped'. */
  layout: string;
  name: string;
  /** Undefined if several banks use this layout. */
  bank: string | undefined;
  account: FileAccount | undefined;
  order: DateOrder;
  warnings: string[];
  /** The answered question, to change the answer, and the formats for which the answer was given. */
  mapped?: { question: Question; formats: string };
};

export type Lines = Head & { lines: StatementLine[]; unreadable: UnreadableLine[] };

/** A question to the landlord about all columns, or only about the order of day and month. */
export type Question = {
  kind: 'ask';
  what: 'columns' | 'order';
  /** Why a known layout or a remembered answer was not used, as a sentence. */
  why?: string;
  name: string | undefined;
  /** The headings joined into a text, which is the key of a remembered answer; undefined without headings. */
  header: string | undefined;
  headings: string[];
  samples: string[][];
  likely: Partial<Mapping>;
};

export type Refused = { kind: 'refused'; reason: string };

export type Statement = Lines | Question | Refused;

/** Returns the fingerprint of '<sort code><account number>', digits only. */
export type Fingerprint = (whole: string) => string;

export type Reading = {
  fingerprint: Fingerprint;
  today: string;
  mapping?: Mapping | undefined;
  order?: DateOrder | undefined;
};

export const SAMPLES = 5;

export const MAX_LINES = 100_000;
export const MAX_LINE_LENGTH = 20_000;

export const MAX_COLUMNS = 200;

export const TORN = 'the file ends in the middle of this line';

const FROM_YOUR_BANK = 'Download the statement from your bank again, as CSV.';

export const REFUSED = {
  empty: 'This file is empty.',
  notText: 'This is not a CSV, OFX or QIF file. Download the statement from your bank as CSV, not PDF or Excel.',
  noLines: 'There are no transactions in this file.',
  noTable:
    'We found no transactions in this file. Each row needs a date and an amount. Separate columns with commas, semicolons, tabs or vertical bars (|).',
  tooMany: `This file has more than ${MAX_LINES.toLocaleString('en-GB')} lines. Split it and import each part.`,
  tooSlow: 'This file takes too long to read. Download a shorter period from your bank, as CSV.',
  tooLarge: 'This file needs too much memory to read. Download a shorter period from your bank, as CSV.',
};

export function tooLong(line: number): string {
  const max = MAX_LINE_LENGTH.toLocaleString('en-GB');
  return `Line ${line} of this file is longer than ${max} characters. The file may be damaged. ${FROM_YOUR_BANK}`;
}

export function tooWide(line: number): string {
  return `Line ${line} of this file has more than ${MAX_COLUMNS} columns. The file may be damaged. ${FROM_YOUR_BANK}`;
}

export function severalAccounts(names: readonly string[]): string {
  const list = new Intl.ListFormat('en-GB').format(names);
  return `This file holds ${names.length} accounts, ${list}. Download a file for one account.`;
}

export function otherCurrency(currency: string): string {
  return `This statement is in ${currency}. You can only import statements in pounds.`;
}
