/**
 * A backup is a gzipped tar: header.json, the secret, tables, files, and finally manifest.json.
 * The manifest lists every part with its checksum, so its presence proves completeness.
 */
import { z } from 'zod';

/** Stops a backup or restore, with a message for the person who runs it. */
export class BackupProblem extends Error {}

/** Incremented when older code can no longer read the file. */
export const FORMAT = 1;

export const HEADER = 'header.json';
export const SECRET = 'secret';
export const MANIFEST = 'manifest.json';

/** 'schema.name', limited to characters that need no quoting. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/);
const Count = z.int().min(0);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const Header = z.object({
  format: z.literal(FORMAT),
  tenure: z.string(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** Applied migrations, oldest first. A restore loads the rows at this level. */
  migrations: z.array(z.string()).min(1),
  /** The job queue's schema version and queue names; null without a job queue. */
  jobs: z.object({ version: z.int(), queues: z.array(z.string()) }).nullable(),
  /** The fingerprint of the server's secret. */
  secretMark: z.string(),
});
export type Header = z.infer<typeof Header>;

/** `rows` counts lines of COPY text, which is in primary key order. Files have no rows. */
const Sum = z.object({ rows: Count, bytes: Count, sha256: Sha256 });
export type Sum = z.infer<typeof Sum>;

export const Manifest = z.object({
  tables: z.record(Name, Sum.extend({ columns: z.array(z.string()).min(1) })),
  sequences: z.record(Name, z.object({ value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  files: z.record(z.string(), Sum.omit({ rows: true })),
  secret: Sha256.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The path of part `number` (from 1) of a table. Tables are split, as tar needs each length first. */
export const tablePath = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.copy`;

export const tableAt = (path: string) => /^tables\/([^/]+)\/\d{6,}\.copy$/.exec(path)?.[1];

export const filePath = (path: string) => `files/${path}`;

/** The upload at a path; undefined if it is not an upload or escapes its folder. */
export function fileAt(path: string): string | undefined {
  const [root, ...steps] = path.split('/');
  const safe = steps.length > 0 && !path.includes('\0') && steps.every((step) => !['', '.', '..'].includes(step));
  return root === 'files' && safe ? steps.join('/') : undefined;
}
