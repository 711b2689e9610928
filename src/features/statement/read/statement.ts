/** What a statement file holds, once it is read. Amounts are pence, days YYYY-MM-DD. No whole account number is in it. */
import type { DateOrder } from './fields.ts';
import type { Mapping } from './mapping.ts';
import type { NotPosted, Side } from './marks.ts';

/** Of a CSV file; of a QIF file the date, amount, text and reference of an entry, and how it is shown. */
export type Row = {
  /** In the file, from 1. */
  line: number;
  cells: string[];
  /** Why it cannot be read as a row. */
  fault?: string;
};

/** As a format's own reader finds it: texts, before anything is made of them. */
export type RawLine = {
  /** In the file, from 1. */
  line: number;
  date: string;
  /** Either one that has its sign, or what went out and what came in. */
  amount: string | { out: string; into: string };
  /** Where a column of its own names it; null where that column is empty or cannot be read. */
  side?: Side | null;
  /** Taken by the bank on top of the amount. */
  fee?: string;
  currency?: string;
  text: string;
  reference: string;
  externalId: string | null;
  category: string | null;
  notPosted: NotPosted | null;
  /** As the file has it, with numbers of accounts masked. Few lines are shown. */
  shown: () => string;
  /** Why it cannot be read, where that is known already. */
  fault: string | undefined;
};

export type StatementLine = {
  line: number;
  date: string;
  /** Below zero where money went out. */
  amount: number;
  text: string;
  reference: string;
  /** The bank's own id, the same in each file; null where it has none that lasts. */
  externalId: string | null;
  category: string | null;
  /** Why it is left out unless the landlord wants it: no money moved, or not yet. */
  notPosted: NotPosted | null;
};

/** `reason` follows the number: 'there is no 31 Sep 2026'. `typed` is what a person corrects. */
export type UnreadableLine = {
  line: number;
  shown: string;
  reason: string;
  typed: { date: string; amount: string; text: string };
};

/** The account that the file names. Its numbers are masked; the fingerprint is that of the whole number, where the file has it. */
export type FileAccount = { accountNumber: string; sortCode: string | null; fingerprint: string | null };

/** What was found in a whole file, without its lines. */
export type Head = {
  kind: 'lines';
  /** Of `LAYOUTS`, or 'ofx', 'qif' or 'mapped'. */
  layout: string;
  /** 'Barclays' */
  name: string;
  /** Undefined where several banks write this layout. */
  bank: string | undefined;
  account: FileAccount | undefined;
  order: DateOrder;
  /** Sentences about what the landlord would not expect. */
  warnings: string[];
  /** Of an answered question: the columns, to be chosen again, and how signs, amounts and dates are written. */
  mapped?: { question: Question; formats: string };
};

export type Lines = Head & { lines: StatementLine[]; unreadable: UnreadableLine[] };

/** What only the landlord can say: which column is what, or only whether the day or the month comes first. */
export type Question = {
  kind: 'ask';
  what: 'columns' | 'order';
  /** Why a known layout or a remembered answer is not simply used: a sentence. */
  why?: string;
  /** The layout, where it is recognised. */
  name: string | undefined;
  /** The headings as one text, to remember the answer by; undefined where there are none. */
  header: string | undefined;
  headings: string[];
  /** The first rows. */
  samples: string[][];
  likely: Partial<Mapping>;
};

/** `reason` is a sentence. */
export type Refused = { kind: 'refused'; reason: string };

export type Statement = Lines | Question | Refused;

/** Of the text '<sort code><number>', digits only. */
export type Fingerprint = (whole: string) => string;

/** What belongs to the server, and what was answered to the question of a file. */
export type Reading = {
  fingerprint: Fingerprint;
  today: string;
  mapping?: Mapping | undefined;
  order?: DateOrder | undefined;
};

/** Rows that are shown with a question. */
export const SAMPLES = 5;

export const MAX_LINES = 100_000;
/** Characters of one line of a CSV or QIF file. */
export const MAX_LINE_LENGTH = 20_000;

export const MAX_COLUMNS = 200;

export const TORN = 'the file ends in the middle of this line';

const FROM_YOUR_BANK = 'Please download the statement from your bank again, as CSV.';

export const REFUSED = {
  empty: 'This file is empty.',
  notText:
    'This is not a CSV, OFX or QIF file. Please download the statement as CSV from your bank, not as PDF or Excel.',
  noLines: 'There are no transactions in this file.',
  noTable:
    'We found no table of transactions in this file. Its columns must be separated by commas, semicolons, tabs or vertical bars (|), with a date and an amount in each row.',
  tooMany: `This file has more than ${MAX_LINES.toLocaleString('en-GB')} lines. Please import it in parts.`,
  tooSlow: 'This file takes too long to read. Please download a shorter period from your bank, as CSV.',
  tooLarge: 'This file needs too much memory to read. Please download a shorter period from your bank, as CSV.',
};

export function tooLong(line: number): string {
  const most = MAX_LINE_LENGTH.toLocaleString('en-GB');
  return `Line ${line} of this file is longer than ${most} characters, which no statement has. ${FROM_YOUR_BANK}`;
}

export function tooWide(line: number): string {
  return `Line ${line} of this file has more than ${MAX_COLUMNS} columns, which no statement has. ${FROM_YOUR_BANK}`;
}

/** 'This file holds 2 accounts, ****1185 and ****4417. …' */
export function severalAccounts(names: readonly string[]): string {
  const list = new Intl.ListFormat('en-GB').format(names);
  return `This file holds ${names.length} accounts, ${list}. Please download a file of one account.`;
}

export function otherCurrency(currency: string): string {
  return `This statement is in ${currency}. Only statements in pounds can be imported.`;
}
