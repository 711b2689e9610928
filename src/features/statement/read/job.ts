/** What the server and its reading thread say to each other. */
import type { DateOrder } from './fields.ts';
import type { Mapping } from './mapping.ts';
import type { Head, Question, Refused, Row } from './statement.ts';

/** What was answered to the question of a file. */
export type Answer = Mapping | { order: DateOrder };

export type StatementJob = {
  do: 'statement';
  /** The file, or the cells of one that had a question. */
  file: { bytes: Uint8Array } | { cells: Uint8Array };
  /** The server's, for fingerprints of accounts and for what is encrypted. */
  secret: string;
  today: string;
  answer: Answer | undefined;
};

/** A CSV text whose rows somebody else makes sense of. */
export type RowsJob = { do: 'rows'; text: string };

/** After a job's first answer its lines are fetched part by part, so that no message stops the server for long. */
export type Message = StatementJob | RowsJob | { do: 'more' };

/** `cells` are those of a file with a question, to be read again once it is answered: encrypted, as they have whole account numbers. */
export type StatementReply =
  | Refused
  | (Question & { cells?: Uint8Array })
  | (Head & { parts: number; readable: number });

export type Reply = StatementReply | { rows: Row[] } | { reason: string } | { part: string };

/** Lines in one message. */
export const PART = 2_000;
