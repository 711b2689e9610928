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
    await writeFile(
      join(directory, 'pages.json'),
      JSON.stringify({ styleHashes: ['sha256-abc='], scriptHashes: ['sha256-def='], files }),
    );
  });

  afterEach(() => rm(directory, { recursive: true }));

  const load = (now: () => Date) => loadPublicPages({ directory, operator, clock: { now } });
  const june = () => new Date('2026-06-01T12:00:00Z');

  it('are filled in, with different pages when signed in', async () => {
    const pages = await load(june);
    for (const [page, signedIn, file] of [
      ['landing', false, 'landing.html'],
      ['landing', true, 'landing-signed-in.html'],
      ['privacy', false, 'privacy.html'],
    ] as const) {
      expect(pages({ page, signedIn }).html.toString()).toBe(`pages/${file} by Whitlock Lettings © 2026`);
    }
  });

  it('have the same content in every encoding, an ETag and the hashes of their styles', async () => {
    const pages = await load(june);
    const page = pages({ page: 'terms', signedIn: false });
    expect(gunzipSync(page.gzip)).toEqual(page.html);
    expect(brotliDecompressSync(page.brotli)).toEqual(page.html);
    expect(page.etag).toContain(createHash('sha256').update(page.html).digest('base64url').slice(0, 27));
    expect(page.etag).not.toBe(pages({ page: 'privacy', signedIn: false }).etag);
    expect([page.styleHashes, page.scriptHashes]).toEqual([['sha256-abc='], ['sha256-def=']]);
  });

  it('S1.2.28: show the current year in London without a restart', async () => {
    let now = new Date('2026-12-31T23:59:59Z');
    const pages = await load(() => now);
    const before = pages({ page: 'landing', signedIn: false });
    expect(pages({ page: 'landing', signedIn: false })).toBe(before);
    now = new Date('2027-01-01T00:00:00Z');
    const after = pages({ page: 'landing', signedIn: false });
    expect(after.html.toString()).toContain('© 2027');
    expect(after.etag).not.toBe(before.etag);
  });

  it('fail to load from an incomplete build', async () => {
    await rm(join(directory, 'pages/terms.html'));
    await expect(load(june)).rejects.toThrow('terms.html');
  });
});
