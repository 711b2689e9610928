/** Websites as landlords type them: what a link opens, and what is no website. */
import { describe, expect, it } from 'vitest';
import { websiteField, websiteUrl } from './website.ts';

describe('a website', () => {
  it.each([
    ['example.com', 'https://example.com/'],
    ['https://example.com', 'https://example.com/'],
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
    ['www.example.co.uk', 'https://www.example.co.uk/'],
    ['  example.com  ', 'https://example.com/'],
    ['example.com:8080', 'https://example.com:8080/'],
    ['example.com/prices?for=boilers&in=bristol#top', 'https://example.com/prices?for=boilers&in=bristol#top'],
    ['https://example.com/a,(b)/ü', 'https://example.com/a,(b)/%C3%BC'],
    ['éclair.example', 'https://xn--clair-9ra.example/'],
    ['https://пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['例え.テスト', 'https://xn--r8jz45g.xn--zckzah/'],
    ['24-7.plumbing', 'https://24-7.plumbing/'],
    ['example.com/javascript:alert(1)', 'https://example.com/javascript:alert(1)'],
    ['https://example.com/me@home', 'https://example.com/me@home'],
  ])('typed as %s opens %s, and is kept as it was typed', (typed, opened) => {
    expect(websiteUrl(typed)).toBe(opened);
    expect(websiteField().parse(typed)).toBe(typed.trim());
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0Aalert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'ftp:',
    'ftp://example.com',
    'ftp:example.com',
    'file:///etc/passwd',
    'mailto:mary@example.com',
    'mary@example.com',
    'user:pass@example.com',
    'https://user:pass@example.com',
    'https://example.com@elsewhere.example',
    'localhost',
    'https://localhost:3000',
    'intranet',
    '127.0.0.1',
    'http://2130706433',
    'https://[::1]/',
    'https://',
    'http:example.com',
    'https:/example.com',
    'exa mple.com',
    'example.com/our prices',
    'exam\tple.com',
    'example.',
    '.com',
    'example..com',
    'example.c',
    '-example.com',
    'example-.com',
    'example.123',
    'exam<ple>.com',
    'example.com:99999',
    'None',
    'n/a',
    'example.com/\0',
    'example.com/\ud83d',
  ])('is not what reads %j', (typed) => {
    const { success, error } = websiteField().safeParse(typed);
    expect([success, error?.issues[0]?.message]).toEqual([false, 'Valid website URL is required']);
  });

  it('may be left out, in any way to say nothing', () => {
    for (const nothing of ['', '   ', undefined]) expect(websiteField().parse(nothing)).toBe('');
    expect(websiteUrl('')).toBeNull();
  });

  it('has 500 characters at most, and is text', () => {
    const longest = `example.com/${'x'.repeat(488)}`;
    expect(websiteField().safeParse(longest).success).toBe(true);
    for (const wrong of [`${longest}x`, 12, null, ['example.com'], {}]) {
      expect(websiteField().safeParse(wrong).error?.issues[0]?.message).toBe('Valid website URL is required');
    }
  });
});
