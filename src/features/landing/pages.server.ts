/** The public pages as the server sends them: read once, filled in with who runs it, kept ready in every encoding. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Clock } from '../../outside/clock.ts';
import { londonDay } from '../../shared/dates.ts';
import { fillIn, type Operator, type PageName, pageFile, type Slots } from './page.ts';

/** What the build says about the pages in `pages.json`, its file names relative to the folder of the web build. */
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

/** Answers the page for a signed-in or a signed-out visitor. */
export type PublicPages = (which: PageRequest) => PublicPage;
export type PageRequest = { page: PageName; signedIn: boolean } & Pick<Slots, 'plan' | 'notice' | 'form'>;

/** So many fillings of the pages are kept ready: plans and days of a trial make some twenty. */
const MAX_READY = 200;

type Options = {
  /** Folder of the web build, which holds `pages.json`. */
  directory: string;
  operator: Operator;
  clock: Clock;
};

/** Reads the built pages. Rejects when the build is incomplete, so that a server without its front page does not start. */
export async function loadPublicPages({ directory, operator, clock }: Options): Promise<PublicPages> {
  const { files, ...hashes } = JSON.parse(await readFile(join(directory, 'pages.json'), 'utf8')) as Templates;
  const templates = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(directory, file), 'utf8')] as const)),
  );
  const ready = new Map<string, PublicPage>();
  return ({ page, signedIn, plan, notice, form }) => {
    const file = `pages/${pageFile({ page, signedIn })}`;
    const year = londonDay(clock.now()).slice(0, 4); // the footer turns with the year, without a restart
    const template = templates.get(file);
    if (template === undefined) throw new Error(`The web build holds no ${file}.`);
    const fill = () => encoded(fillIn(template, { operator, year, plan, notice, form }), hashes);
    // What somebody typed is theirs, and is not asked for again.
    if (form) return fill();
    const key = JSON.stringify([file, year, plan, notice]);
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
