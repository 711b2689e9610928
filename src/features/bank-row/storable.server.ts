/** Kept free of SQL, because the worker thread for statement files imports it. */
import { createHash } from 'node:crypto';
import type { EntryLine } from './entry.ts';

/** Maximum length of a transaction's description, as in the form for transactions. */
const MAX_TEXT = 200;

export function sanitise<Line extends EntryLine>(line: Line): Line {
  const { externalId, text, reference } = line;
  return {
    ...line,
    externalId: externalId && shortId(externalId),
    text: short(text) || 'Payment',
    reference: short(reference),
  };
}

const short = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/\p{Cs}/gu, '')
    .trim();
const shortId = (id: string) =>
  id.length <= MAX_TEXT && !/[\p{Cc}\p{Cs}]/u.test(id) ? id : createHash('sha256').update(id).digest('hex');
