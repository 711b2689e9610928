/** HTML pages of the web build with placeholders: read once, cached filled and compressed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fillMarks } from '../../../shared/html.ts';

/** The build's list of pages; names are relative to the list's folder. */
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

/** Fills a page's placeholders. A page for one person is not `kept`. */
export type BuiltPages = (page: { file: string; marks: Record<string, string>; kept: boolean }) => PublicPage;

/** Maximum number of cached pages: plans and trial days make about twenty. */
const MAX_READY = 200;

/** Reads the listed pages. Rejects if the build is incomplete, so that the server does not start. */
export async function loadBuiltPages(list: string): Promise<BuiltPages> {
  const { files, ...hashes } = JSON.parse(await readFile(list, 'utf8')) as Templates;
  const templates = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(dirname(list), file), 'utf8')] as const)),
  );
  const ready = new Map<string, PublicPage>();
  return ({ file, marks, kept }) => {
    const template = templates.get(file);
    if (template === undefined) throw new Error(`The web build has no ${file}.`);
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
