import type { DateOrder } from './fields.ts';
import type { Mapping } from './mapping.ts';
import type { Head, Question, Refused, Row } from './statement.ts';

export type Answer = Mapping | { order: DateOrder };

export type StatementJob = {
  do: 'statement';
  /** The file, or the encrypted cells of a file with a question. */
  file: { bytes: Uint8Array } | { cells: Uint8Array };
  /** The server's secret, for account fingerprints and encryption. */
  secret: string;
  today: string;
  answer: Answer | undefined;
};

/** Only splits a CSV text into rows. */
export type RowsJob = { do: 'rows'; text: string };

/** Lines are fetched in parts after the first reply, so that no message blocks the server for long. */
export type Message = StatementJob | RowsJob | { do: 'more' };

/** `cells` are sent again with the question's answer. They are encrypted, as they contain whole account numbers. */
export type StatementReply =
  | Refused
  | (Question & { cells?: Uint8Array })
  | (Head & { parts: number; readable: number });

export type Reply = StatementReply | { rows: Row[] } | { reason: string } | { part: string };

export const PART = 2_000;
