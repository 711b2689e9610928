/** A line of a file as the table `statement_lines` has it. */
import type { EntryLine } from '../../bank-row/entry.ts';
import { factsOf, type LineFacts } from '../../bank-row/payer/payer.ts';
import { storable } from '../../bank-row/storable.server.ts';
import { EXPENSE_CATEGORIES } from '../../transaction/listed.ts';
import type { Lines, StatementLine, UnreadableLine } from './statement.ts';

/** With its place in the file, from 0: OFX may have several on one line. */
export type StoredLine = { place: number; line: number } & (
  | (Omit<StatementLine, 'line' | 'category'> & { facts: LineFacts })
  | { unreadable: Omit<UnreadableLine, 'line'> }
);

/** In the order of the file. */
export function inOrder({ lines, unreadable }: Lines): (StatementLine | UnreadableLine)[] {
  return [...lines, ...unreadable].sort((one, other) => one.line - other.line);
}

export function storedLine(found: StatementLine | UnreadableLine, place: number, layout: string): StoredLine {
  if ('reason' in found) {
    const { line, ...unreadable } = found;
    return { place, line, unreadable };
  }
  const { line, notPosted, category, ...entry } = found;
  const kept = storable(withOwn({ ...entry, category }, layout));
  return { place, line, ...entry, externalId: kept.externalId, notPosted, facts: factsOf(kept) };
}

/** Our own export brings its categories back. */
function withOwn(entry: EntryLine, layout: string): EntryLine {
  const { category, amount } = entry;
  if (layout !== 'tenure' || !category) return entry;
  const refund = amount > 0 && category !== 'other' && (EXPENSE_CATEGORIES as readonly string[]).includes(category);
  return { ...entry, own: { category, refund } };
}
