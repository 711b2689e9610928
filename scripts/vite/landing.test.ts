import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Templates } from '../../src/server/http/pages/built-pages.server.ts';
import { builtFiles } from './landing.ts';

const KIB = 1024;
let files = new Map<string, string>();
let pictures: { fileName: string; source: Buffer }[] = [];
const page = (name: string) => files.get(`pages/${name}.html`) ?? '';
const allPages = () => [...files].filter(([name]) => name.endsWith('.html'));

function words(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

beforeAll(async () => {
  const built = await builtFiles(resolve(import.meta.dirname, '../..'));
  files = new Map(built.flatMap(({ fileName, source }) => (typeof source === 'string' ? [[fileName, source]] : [])));
  pictures = built.flatMap(({ fileName, source }) => (typeof source === 'string' ? [] : [{ fileName, source }]));
});

describe('the built public pages', () => {
  it('are six, listed with the hashes of their inline style and scripts', () => {
    const { styleHashes, scriptHashes, files: listed } = JSON.parse(files.get('pages.json') ?? '') as Templates;
    expect(listed).toEqual(allPages().map(([name]) => name));
    expect(listed).toHaveLength(6);
    for (const [name, html] of allPages()) {
      const hashes = (tag: string) =>
        [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
          ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
        );
      expect(hashes('style')).toEqual(styleHashes);
      // The front page's second script loads its picture.
      expect(hashes('script')).toEqual(scriptHashes.slice(0, name.startsWith('pages/landing') ? 2 : 1));
      expect([styleHashes.length, scriptHashes.length]).toEqual([1, 2]);
    }
  });

  it('comply with the content security policy and load nothing from other hosts', () => {
    for (const [, html] of allPages()) {
      expect(html).not.toMatch(/\sstyle=|\son[a-z]+="|<script(?! type="module" src="\/|>)|javascript:/);
      expect(html).not.toMatch(/(?:src|href)="(?!\/|#|mailto:)|url\((?!"?\/assets\/inter-)|@import/);
    }
  });

  it('load one script under 5 kB without imports', () => {
    const [[name, code] = ['', ''], ...others] = [...files].filter(([file]) => file.endsWith('.js'));
    expect(others).toEqual([]);
    expect(Buffer.byteLength(code)).toBeLessThan(5000);
    expect(code).not.toMatch(/\bimport\b/);
    for (const [, html] of allPages()) {
      expect([...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src]) => src)).toEqual([`/${name}`]);
    }
  });

  it('show small pictures with fixed dimensions', () => {
    for (const [name, most] of [
      ['phone', 20_000],
      ['wide', 60_000],
    ] as const) {
      const own = pictures.filter(({ fileName }) =>
        new RegExp(`^assets/${name}(-dark)?-\\w{8}\\.avif$`).test(fileName),
      );
      expect(own.map(({ source }) => source.length <= most)).toEqual([true, true]);
      for (const { fileName } of own) expect(page('landing')).toContain(`/${fileName}"`);
    }
    const tags = page('landing').match(/<(?:img|source) [^>]*>/g) ?? [];
    expect(tags).toHaveLength(4);
    for (const tag of tags) expect(tag).toMatch(/ width="\d+" height="\d+"/);
  });

  it('use exactly the classes in their styles', () => {
    const used = allPages().flatMap(([, html]) =>
      [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    const styles = /<style>(.*?)<\/style>/s.exec(page('landing'))?.[1] ?? '';
    const known = [...styles.replaceAll(/url\([^)]*\)/g, '').matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name);
    const filledInByTheServer = ['demonstration', 'own-plan', 'notice', 'amber', 'green', 'enquiry', 'field', 'wrong'];
    const byScript = ['sent'];
    expect(
      new Set([...used.filter((name) => !name.startsWith('lucide')), ...filledInByTheServer, ...byScript]),
    ).toEqual(new Set(known));
  });

  it('fit in the first 14 kB', () => {
    for (const [, html] of allPages()) expect(gzipSync(html).length).toBeLessThan(14 * KIB);
  });

  it('have a title, a language, one h1 and their landmarks', () => {
    for (const [name, title] of Object.entries({
      landing: 'Property Management Simplified · Tenure',
      'terms-signed-in': 'Terms · Tenure',
      privacy: 'Privacy · Tenure',
    })) {
      expect(page(name)).toContain(`<title>${title}</title>`);
      expect(page(name)).toMatch(/^<!doctype html><html lang="en-GB">/);
      expect(page(name).match(/<h1/g)).toHaveLength(1);
      for (const tag of ['<header', '<main id="main"', '<footer', 'href="#main"']) expect(page(name)).toContain(tag);
    }
  });
});

describe('the landing page', () => {
  it('has the anchors that the rest of the product links to', () => {
    for (const id of ['features', 'pricing', 'contact'])
      expect(page('landing')).toContain(`<section class="w block${id === 'pricing' ? '' : ' split'}" id="${id}"`);
  });

  it('shows five monthly and yearly prices and marks only Standard as most popular', () => {
    expect(words(page('landing')).match(/£[\d,.]+ a month £[\d,.]+ a year/g)).toEqual([
      '£12.99 a month £155.88 a year',
      '£29.99 a month £359.88 a year',
      '£49.99 a month £599.88 a year',
      '£89.99 a month £1,079.88 a year',
      '£149.99 a month £1,799.88 a year',
    ]);
    expect(words(page('landing')).match(/\w+ Most Popular/g)).toEqual(['Standard Most Popular']);
  });

  it('links to sign-up for visitors and to the dashboard for signed-in users', () => {
    const links = (name: string) =>
      [...page(name).matchAll(/<a class="button (?!subscribe)[^>]*href="([^"]+)"[^>]*>([^<]+)/g)].map(
        ([, href, text]) => `${text} ${href}`,
      );
    expect(new Set(links('landing'))).toEqual(
      new Set(['Log in /login', 'Sign up /signup', 'Start Free Trial /signup']),
    );
    expect(new Set(links('landing-signed-in'))).toEqual(new Set(['Dashboard /dashboard']));
    expect(page('landing-signed-in')).not.toMatch(/href="\/(login|signup)"/);
  });
});
