/** The server reads the built pages once and sends them filled in, for the visitor who asks, in the year it is. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_NAMES, pageFile } from './page.ts';
import { loadPublicPages } from './pages.server.ts';

const operator = { operatorName: 'Whitlock Lettings', contactEmail: undefined, demonstration: false };

describe('the public pages on the server', () => {
  let directory = '';

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tenure-pages-'));
    await mkdir(join(directory, 'pages'));
    const files = PAGE_NAMES.flatMap((page) =>
      [false, true].map((signedIn) => `pages/${pageFile({ page, signedIn })}`),
    );
    for (const file of files) await writeFile(join(directory, file), `${file} by %OPERATOR% © %YEAR%`);
    await writeFile(join(directory, 'pages.json'), JSON.stringify({ styleHashes: ['sha256-abc='], files }));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('come filled in, one for those signed in and one for those who are not', async () => {
    const pages = await loadPublicPages({
      directory,
      operator,
      clock: { now: () => new Date('2026-06-01T12:00:00Z') },
    });
    const text = (which: Parameters<typeof pages>[0]) => pages(which).html.toString();
    expect(text({ page: 'landing', signedIn: false })).toBe('pages/landing.html by Whitlock Lettings © 2026');
    expect(text({ page: 'landing', signedIn: true })).toBe('pages/landing-signed-in.html by Whitlock Lettings © 2026');
    expect(text({ page: 'privacy', signedIn: false })).toBe('pages/privacy.html by Whitlock Lettings © 2026');
  });

  it('are the same in every encoding, with the tag of their content and the hashes of their styles', async () => {
    const pages = await loadPublicPages({
      directory,
      operator,
      clock: { now: () => new Date('2026-06-01T12:00:00Z') },
    });
    const page = pages({ page: 'terms', signedIn: false });
    expect(gunzipSync(page.gzip)).toEqual(page.html);
    expect(brotliDecompressSync(page.brotli)).toEqual(page.html);
    expect(page.etag).toContain(createHash('sha256').update(page.html).digest('base64url').slice(0, 27));
    expect(page.etag).not.toBe(pages({ page: 'privacy', signedIn: false }).etag);
    expect(page.styleHashes).toEqual(['sha256-abc=']);
  });

  it('turn with the year in London, without a restart', async () => {
    let now = new Date('2026-12-31T23:59:59Z');
    const pages = await loadPublicPages({ directory, operator, clock: { now: () => now } });
    const before = pages({ page: 'landing', signedIn: false });
    expect(pages({ page: 'landing', signedIn: false })).toBe(before);
    now = new Date('2027-01-01T00:00:00Z');
    const after = pages({ page: 'landing', signedIn: false });
    expect(after.html.toString()).toContain('© 2027');
    expect(after.etag).not.toBe(before.etag);
  });

  it('refuse to load from a build that lacks one', async () => {
    await rm(join(directory, 'pages/terms.html'));
    const clock = { now: () => new Date('2026-06-01T12:00:00Z') };
    await expect(loadPublicPages({ directory, operator, clock })).rejects.toThrow('terms.html');
  });
});
