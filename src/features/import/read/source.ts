/** A file before its columns are known: sheets of texts. */

import type { Kind } from '../listed.ts';
import type { ColumnFacts } from '../rules/facts.ts';

export type SourceRow = {
  /** Row of the file, from 1. */
  number: number;
  cells: string[];
};

export type SourceSheet = { name: string; rows: SourceRow[] };

/** `refused`: a sentence with the reason and a next step. */
export type Refused = { refused: string };

export type ReadSheet = {
  name: string;
  /** The sheet with the same cells, for another kind. */
  of: number | null;
  kind: Kind | null;
  columns: ColumnFacts[];
  rows: SourceRow[];
};

export type ReadFile = { layout: string | null; sheets: ReadSheet[] };

export const MAX_SHEETS = 30;
export const MAX_COLUMNS = 200;
