/** Sheets of texts, before their columns are known, and the messages to and from the reader thread. */

import type { Kind } from '../kinds.ts';
import type { ColumnFacts } from '../rules/facts.ts';

export type SourceRow = {
  /** The row's number in the file, from 1. */
  number: number;
  cells: string[];
};

export type SourceSheet = { name: string; rows: SourceRow[] };

/** `refused` is a sentence with the reason and a next step. */
export type Refused = { refused: string };

export type ReadSheet = {
  name: string;
  /** The index of the sheet with the same cells, of another kind. */
  of: number | null;
  kind: Kind | null;
  columns: ColumnFacts[];
  rows: SourceRow[];
};

export type ReadFile = { layout: string | null; sheets: ReadSheet[] };

export const MAX_SHEETS = 30;
export const MAX_COLUMNS = 200;

/** Rows are fetched in parts after the first reply, so that no message blocks the server for long. */
export type Message = { do: 'read'; bytes: Uint8Array; name: string } | { do: 'more' };

type SheetHead = Omit<ReadSheet, 'rows'> & { rows: number };

export type Head = { layout: string | null; sheets: SheetHead[]; parts: number };

/** `part` is JSON of `StoredRow[]`. */
export type Reply = Head | Refused | { part: string };

export type StoredRow = { sheet: number; number: number; cells: string[] };

export const PART = 2_000;
