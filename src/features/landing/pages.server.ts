/** The public pages as the server sends them: read once, filled in with who runs it, kept ready in every encoding. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Clock } from '../../outside/clock.ts';
import { londonDay } from '../../shared/dates.ts';
import { fillIn, type Operator, type PageName, pageFile } from './page.ts';

/** What the build says about the pages in `pages.json`, its file names relative to the folder of the web build. */
export type Templates = { styleHashes: string[]; files: string[] };

export type PublicPage = {
  html: Buffer;
  gzip: Buffer;
  brotli: Buffer;
  /** Quoted, as the ETag header wants it; weak, because it stands for all three encodings. */
  etag: string;
  /** For the page's `style-src`: `sha256-…`, without quotes. */
  styleHashes: readonly string[];
};

/** Answers the page for a signed-in or a signed-out visitor. */
export type PublicPages = (which: { page: PageName; signedIn: boolean }) => PublicPage;

type Options = {
  /** Folder of the web build, which holds `pages.json`. */
  directory: string;
  operator: Operator;
  clock: Clock;
};

/** Reads the built pages. Rejects when the build is incomplete, so that a server without its front page does not start. */
export async function loadPublicPages({ directory, operator, clock }: Options): Promise<PublicPages> {
  const { styleHashes, files } = JSON.parse(await readFile(join(directory, 'pages.json'), 'utf8')) as Templates;
  const templates = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(directory, file), 'utf8')] as const)),
  );
  const ready = new Map<string, PublicPage>();
  return ({ page, signedIn }) => {
    const file = `pages/${pageFile({ page, signedIn })}`;
    const year = londonDay(clock.now()).slice(0, 4); // the footer turns with the year, without a restart
    const known = ready.get(`${file} ${year}`);
    if (known) return known;
    const template = templates.get(file);
    if (template === undefined) throw new Error(`The web build holds no ${file}.`);
    const made = encoded(fillIn(template, { operator, year }), styleHashes);
    ready.set(`${file} ${year}`, made);
    return made;
  };
}

function encoded(text: string, styleHashes: readonly string[]): PublicPage {
  const html = Buffer.from(text);
  return {
    html,
    gzip: gzipSync(html, { level: 9 }),
    brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`,
    styleHashes,
  };
}
