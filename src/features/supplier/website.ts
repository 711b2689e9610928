/** The website of a supplier: 'example.com' and 'https://example.com' are both an address. */
import { z } from 'zod';
import { isPlainText } from '../../shared/text.ts';

const MESSAGE = 'Valid website URL is required';

/** An http or https address with a host that could be on the internet, with or without the scheme; or nothing. Kept as it was typed. */
export function websiteField() {
  return z
    .string({ error: MESSAGE })
    .trim()
    .max(500, MESSAGE)
    .refine((text) => text === '' || (isPlainText(text) && websiteUrl(text) !== null), MESSAGE)
    .default('');
}

/** What a link to the website opens, 'https://' prepended where the scheme is missing. Null where the text is no such address. */
export function websiteUrl(text: string): string | null {
  const bare = text.trim();
  if (/\s/.test(bare)) return null;
  const full = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(full)) return null;
  const { protocol, hostname, username, password, href } = new URL(full);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  // 'mailto:me@x.org' becomes a host with a user; nobody's website needs one.
  if (username || password) return null;
  return /^([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]+$/u.test(hostname) ? href : null;
}
