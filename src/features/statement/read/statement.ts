/** What a statement file holds, once it is read. Amounts are pence, days YYYY-MM-DD. No whole account number is in it. */
import type { DateOrder } from './fields.ts';
import type { Mapping } from './mapping.ts';

/** Of a CSV file. */
export type Row = {
  /** In the file, from 1. */
  line: number;
  cells: string[];
  /** Why it is no row to be read. */
  fault?: string;
};

/** As a format's own reader finds it: texts, before anything is made of them. */
export type RawLine = {
  /** In the file, from 1. */
  line: number;
  date: string;
  /** Either one that has its sign, or what went out and what came in. */
  amount: string | { out: string; into: string };
  text: string;
  reference: string;
  externalId: string | null;
  category: string | null;
  /** Not paid yet. */
  pending: boolean;
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
  pending: boolean;
};

/** `reason` follows the number: 'there is no 31 Sep 2026'. `typed` is what a person corrects. */
export type UnreadableLine = {
  line: number;
  shown: string;
  reason: string;
  typed: { date: string; amount: string; text: string };
};

/** The account that the file names. Its numbers are masked; the fingerprint is that of the whole number, where the file tells it. */
export type FileAccount = { accountNumber: string; sortCode: string | null; fingerprint: string | null };

export type Lines = {
  kind: 'lines';
  /** Of `LAYOUTS`, or 'ofx', 'qif' or 'mapped'. */
  layout: string;
  /** 'Barclays' */
  name: string;
  /** Undefined where several banks write this layout. */
  bank: string | undefined;
  account: FileAccount | undefined;
  order: DateOrder;
  lines: StatementLine[];
  unreadable: UnreadableLine[];
};

/** What only the landlord can say: which column is what, or only whether the day or the month stands first. */
export type Question = {
  kind: 'ask';
  what: 'columns' | 'order';
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
export type Statement = Lines | Question | { kind: 'refused'; reason: string };

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

export const REFUSED = {
  empty: 'This file is empty.',
  notText: 'This is no CSV, OFX or QIF file. Please download the statement as CSV from your bank, not as PDF or Excel.',
  noLines: 'There are no transactions in this file.',
  tooMany: `This file has more than ${MAX_LINES.toLocaleString('en-GB')} lines. Please import it in parts.`,
};

/** 'This file holds 2 accounts, ****1185 and ****4417. …' */
export function severalAccounts(numbers: readonly string[]): string {
  const list = new Intl.ListFormat('en-GB').format(numbers);
  return `This file holds ${numbers.length} accounts, ${list}. Please download a file of one account.`;
}

export function otherCurrency(currency: string): string {
  return `This statement is in ${currency}. Only statements in pounds can be imported.`;
}
