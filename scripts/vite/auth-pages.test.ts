import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { AUTH_PAGES, type AuthPage, authMarks } from '../../src/app/auth/auth-pages.ts';
import type { Templates } from '../../src/server/http/pages/built-pages.server.ts';
import { fillMarks } from '../../src/shared/html.ts';
import { appCodeOf, authFiles } from './auth-pages.ts';

const APP = ['/assets/app-1.js', '/assets/app-2.css'];
let files = new Map<string, string>();
/** The pages with every placeholder filled in. */
let pages: { name: AuthPage; html: string }[] = [];

beforeAll(async () => {
  const built = await authFiles(resolve(import.meta.dirname, '../..'), APP);
  files = new Map(built.map(({ fileName, source }) => [fileName, source.toString()]));
  const slots = { notice: 'signed-in', token: 'x', posted: { problem: 'No', fields: { email: 'No' } } } as const;
  pages = [...files].flatMap(([fileName, template]) => {
    const name = /^auth\/(.*?)(?:-signed-in)?\.html$/.exec(fileName)?.[1] as AuthPage | undefined;
    return name ? [{ name, html: fillMarks(template, authMarks(name, slots, { demonstration: true })) }] : [];
  });
});

it('are seven, listed with the hashes of their inline style and theme script', () => {
  const { styleHashes, scriptHashes, files: listed } = JSON.parse(files.get('auth-pages.json') ?? '') as Templates;
  expect(listed).toEqual([...files.keys()].filter((name) => name.endsWith('.html')));
  expect(pages).toHaveLength(7);
  for (const { html } of pages) {
    const hashes = (tag: string) =>
      [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
        ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
      );
    expect([hashes('style'), hashes('script')]).toEqual([styleHashes, scriptHashes]);
  }
});

it('comply with the content security policy and load nothing from other hosts', () => {
  for (const { html } of pages) {
    expect(html).not.toMatch(/\sstyle=|\son[a-z]+="|<script(?! type="module" src="\/|>)|javascript:/);
    expect(html).not.toMatch(/(?:src|href)="(?!\/|#)|@import/);
  }
});

it('load one script under 6 kB without imports, and list the app’s code without loading it', () => {
  const [[name, code] = ['', ''], ...others] = [...files].filter(([file]) => file.endsWith('.js'));
  expect(others).toEqual([]);
  expect(Buffer.byteLength(code)).toBeLessThan(6000);
  expect(code).not.toMatch(/\bimport\b/);
  for (const { html } of pages) {
    expect([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src)).toEqual([`/${name}`]);
    expect(html).toContain(`data-app-code="${APP.join(' ')}"`);
    expect(html).not.toMatch(/<link rel="(?:modulepreload|preload)"(?! href="[^"]+\.woff2")/);
  }
});

it('use exactly the classes in their styles', () => {
  const used = pages.flatMap(({ html }) =>
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  );
  const styles = /<style>(.*?)<\/style>/s.exec(pages[0]?.html ?? '')?.[1] ?? '';
  const known = [...styles.replace(/url\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
  const otherNotices = ['amber'];
  expect(new Set([...used.filter((name) => !name.startsWith('lucide')), ...otherNotices])).toEqual(new Set(known));
});

it('fit in the first 14 kB', () => {
  for (const { html } of pages) expect(gzipSync(html).length).toBeLessThan(14 * 1024);
});

it.each(Object.entries(AUTH_PAGES))(
  'S1.2.33 S1.2.37 S1.2.53: %s has its title, heading and main element',
  (name, { title, heading }) => {
    for (const { html } of pages.filter((page) => page.name === name)) {
      expect(html).toMatch(/^<!doctype html><html lang="en-GB">/);
      expect(html).toContain(`<title>${title} · Tenure</title>`);
      expect(html.match(/<h1>(.*?)<\/h1>/g)).toEqual([`<h1>${heading}</h1>`]);
      expect(html).toContain('<main id="main"');
    }
  },
);

it('lists the chunks and styles of the dashboard’s first screen once', () => {
  const chunk = (fileName: string, more: object) => ({ type: 'chunk', fileName, imports: [], moduleIds: [], ...more });
  const bundle = Object.fromEntries(
    [
      chunk('app.js', { isEntry: true, imports: ['react.js'], viteMetadata: { importedCss: new Set(['app.css']) } }),
      chunk('react.js', {}),
      chunk('shell.js', { moduleIds: ['/x/src/app/web/shell/Shell.tsx'], imports: ['react.js', 'menu.js'] }),
      chunk('menu.js', {}),
      chunk('overview.js', { moduleIds: ['/x/src/app/overview/Overview.tsx'] }),
      chunk('finance.js', { moduleIds: ['/x/src/app/web/pages/finance/FinancePage.tsx'] }),
    ].map((file) => [file.fileName, file]),
  );
  expect(appCodeOf(bundle as never)).toEqual([
    '/app.js',
    '/app.css',
    '/react.js',
    '/shell.js',
    '/menu.js',
    '/overview.js',
  ]);
});
