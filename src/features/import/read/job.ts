/** Messages between the server and the thread that reads imported files. */
import type { ReadSheet, Refused } from './source.ts';

/** Rows are fetched in parts after the first reply, so that no message blocks the server for long. */
export type Message = { do: 'read'; bytes: Uint8Array; name: string } | { do: 'more' };

type SheetHead = Omit<ReadSheet, 'rows'> & { rows: number };

export type Head = { layout: string | null; sheets: SheetHead[]; parts: number };

/** `part`: JSON of `StoredRow[]`. */
export type Reply = Head | Refused | { part: string };

export type StoredRow = { sheet: number; number: number; cells: string[] };

export const PART = 2_000;
