/** A line of a bank or a file as it is stored. Apart from the SQL, as the thread that reads statement files needs it too. */
import { createHash } from 'node:crypto';
import type { EntryLine } from './entry.ts';

/** As long as a landlord may write a description, so that the transaction can be edited. */
const MAX_TEXT = 200;

/** In what PostgreSQL can store, at the length that it may have. */
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
