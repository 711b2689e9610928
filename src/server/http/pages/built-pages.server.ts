/** HTML pages of the web build: read once, then filled, compressed and cached. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fillMarks } from '../../../shared/html.ts';

/** The build's list of pages. `files` are relative to the folder of the list. */
export type Templates = { styleHashes: string[]; scriptHashes: string[]; files: string[] };

export type PublicPage = {
  html: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** Quoted for the ETag header; weak, as it covers all three encodings. */
  etag: string;
  /** For the page's `style-src` and `script-src`: `sha256-…`, without quotes. */
  styleHashes: readonly string[];
  scriptHashes: readonly string[];
};

/** Fills a page's placeholders. A page for one person must not be `kept` in the cache. */
export type BuiltPages = (page: { file: string; marks: Record<string, string>; kept: boolean }) => PublicPage;

/** Maximum number of cached pages. Combinations of plans and trial days are about twenty. */
const MAX_CACHED = 200;

/** Reads the listed pages. Rejects if the build is incomplete, so that the server does not start. */
export async function loadBuiltPages(list: string): Promise<BuiltPages> {
  const { files, ...hashes } = JSON.parse(await readFile(list, 'utf8')) as Templates;
  const templates = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(dirname(list), file), 'utf8')] as const)),
  );
  const cache = new Map<string, PublicPage>();
  return ({ file, marks, kept }) => {
    const template = templates.get(file);
    if (template === undefined) throw new Error(`The web build has no ${file}.`);
    const fill = () => encode(fillMarks(template, marks), hashes);
    if (!kept) return fill();
    const key = JSON.stringify([file, marks]);
    const page = cache.get(key) ?? fill();
    if (cache.size < MAX_CACHED) cache.set(key, page);
    return page;
  };
}

type Hashes = Pick<PublicPage, 'styleHashes' | 'scriptHashes'>;

function encode(text: string, hashes: Hashes): PublicPage {
  const html = Buffer.from(text);
  return {
    html,
    gzip: gzipSync(html, { level: 9 }),
    brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
    ...hashes,
  };
}
