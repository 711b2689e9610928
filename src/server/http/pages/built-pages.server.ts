/** Pages of the web build, which is complete HTML but for its marks: read once, kept filled in and ready in every encoding. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fillMarks } from '../../../shared/html.ts';

/** What the build says about a set of pages in a file of its own; names are relative to the folder of that file. */
export type Templates = { styleHashes: string[]; scriptHashes: string[]; files: string[] };

export type PublicPage = {
  html: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** Quoted, as the ETag header wants it; weak, because it stands for all three encodings. */
  etag: string;
  /** Of what stands inside the page, for its `style-src` and `script-src`: `sha256-…`, without quotes. */
  styleHashes: readonly string[];
  scriptHashes: readonly string[];
};

/** A page with its marks filled in. A page for one person alone is not `kept`. */
export type BuiltPages = (page: { file: string; marks: Record<string, string>; kept: boolean }) => PublicPage;

/** So many fillings of the pages are kept ready: plans and days of a trial make some twenty. */
const MAX_READY = 200;

/** Reads the pages that `list` names. Rejects when the build is incomplete, so that a server without its pages does not start. */
export async function loadBuiltPages(list: string): Promise<BuiltPages> {
  const { files, ...hashes } = JSON.parse(await readFile(list, 'utf8')) as Templates;
  const templates = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(dirname(list), file), 'utf8')] as const)),
  );
  const ready = new Map<string, PublicPage>();
  return ({ file, marks, kept }) => {
    const template = templates.get(file);
    if (template === undefined) throw new Error(`The web build holds no ${file}.`);
    const fill = () => encoded(fillMarks(template, marks), hashes);
    if (!kept) return fill();
    const key = JSON.stringify([file, marks]);
    const made = ready.get(key) ?? fill();
    if (ready.size < MAX_READY) ready.set(key, made);
    return made;
  };
}

type Hashes = Pick<PublicPage, 'styleHashes' | 'scriptHashes'>;

function encoded(text: string, hashes: Hashes): PublicPage {
  const html = Buffer.from(text);
  return {
    html,
    gzip: gzipSync(html, { level: 9 }),
    brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
    ...hashes,
  };
}
