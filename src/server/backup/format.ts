/**
 * A backup is a gzipped tar that begins with header.json, holds the secret, tables and files, and ends with manifest.json.
 * The manifest names every part with its checksum, so its presence proves that nothing is missing.
 */
import { z } from 'zod';

/** What stops a backup or a restore, as a sentence for the person who asked for it. */
export class BackupProblem extends Error {}

/** Raised when older code could not read the file any more. */
export const FORMAT = 1;

export const HEADER = 'header.json';
export const SECRET = 'secret';
export const MANIFEST = 'manifest.json';

/** 'schema.name', both so plain that they need no quotes. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/);
const Count = z.int().min(0);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const Header = z.object({
  format: z.literal(FORMAT),
  tenure: z.string(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** Those the database had had, oldest first: rows are loaded at this level. */
  migrations: z.array(z.string()).min(1),
  /** The queue's own schema version and its queues; null when there was no queue. */
  jobs: z.object({ version: z.int(), queues: z.array(z.string()) }).nullable(),
  /** A fingerprint: tells whether a server has the same secret, and not what it is. */
  secretMark: z.string(),
});
export type Header = z.infer<typeof Header>;

/** What was counted of a table: `rows` of PostgreSQL's COPY text, in the order of the primary key. A file has no rows. */
const Sum = z.object({ rows: Count, bytes: Count, sha256: Sha256 });
export type Sum = z.infer<typeof Sum>;

export const Manifest = z.object({
  tables: z.record(Name, Sum.extend({ columns: z.array(z.string()).min(1) })),
  sequences: z.record(Name, z.object({ value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  /** By path in the file store. */
  files: z.record(z.string(), Sum.omit({ rows: true })),
  /** Of the secret, when the data folder kept it. */
  secret: Sha256.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Part `number` (from 1) of a table. Tables come in parts because a tar must know each length before it writes. */
export const tablePath = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.copy`;

/** The table a path holds a part of. */
export const tableAt = (path: string) => /^tables\/([^/]+)\/\d{6,}\.copy$/.exec(path)?.[1];

export const filePath = (path: string) => `files/${path}`;

/** The upload a path holds; undefined where it is none, or would lead out of its folder. */
export function fileAt(path: string): string | undefined {
  const [root, ...steps] = path.split('/');
  const safe = steps.length > 0 && !path.includes('\0') && steps.every((step) => !['', '.', '..'].includes(step));
  return root === 'files' && safe ? steps.join('/') : undefined;
}
