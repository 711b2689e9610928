/** What the server and its reading thread say to each other. */
import type { DateOrder } from './fields.ts';
import type { Mapping } from './mapping.ts';
import type { Row, Statement, StatementLine, UnreadableLine } from './statement.ts';

/** What was answered to the question of a file. */
export type Answer = Mapping | { order: DateOrder };

export type StatementJob = {
  do: 'statement';
  /** The file, or what was kept of it. */
  file: { bytes: Uint8Array } | { kept: Uint8Array };
  /** The server's, for fingerprints of accounts and for what is kept. */
  secret: string;
  today: string;
  answer: Answer | undefined;
  /** Answers with what is kept of the file, too. */
  keep: boolean;
};

/** A CSV text whose rows somebody else makes sense of. */
export type RowsJob = { do: 'rows'; text: string };

/** After a job's first answer its lines are fetched part by part, so that no message stops the server for long. */
export type Message = StatementJob | RowsJob | { do: 'more' };

export type Reply =
  | { statement: Statement; kept: Uint8Array | undefined; lines: number; unreadable: number }
  | { rows: Row[] }
  | { reason: string }
  | { lines: StatementLine[]; unreadable: UnreadableLine[] };

/** Lines in one message. */
export const PART = 2_000;
