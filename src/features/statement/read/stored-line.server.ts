import type { EntryLine } from '../../bank-row/entry.ts';
import { factsOf, type LineFacts } from '../../bank-row/payer/payer.ts';
import { sanitise } from '../../bank-row/storable.server.ts';
import { EXPENSE_CATEGORIES } from '../../transaction/listed.ts';
import type { Lines, StatementLine, UnreadableLine } from './statement.ts';

/** `place` is the index, as OFX may have several entries on a line. `factsAt` is the first place with equal facts. */
export type StoredLine = { place: number; line: number } & (
  | (Omit<StatementLine, 'line' | 'category'> & { factsAt: number; facts?: LineFacts })
  | { unreadable: Omit<UnreadableLine, 'line'> }
);

export function* storedLines({ lines, unreadable, layout }: Lines): Generator<StoredLine> {
  const factsAt = new Map<string, number>();
  const inOrder = [...lines, ...unreadable].sort((one, other) => one.line - other.line);
  for (const [place, { line, ...found }] of inOrder.entries()) {
    if ('reason' in found) yield { place, line, unreadable: found };
    else {
      const { notPosted, category, ...entry } = found;
      const kept = sanitise(withOwn({ ...entry, category }, layout));
      const facts = factsOf(kept);
      const key = JSON.stringify(facts);
      const first = factsAt.get(key);
      if (first === undefined) factsAt.set(key, place);
      const { externalId } = kept;
      yield {
        place,
        line,
        ...entry,
        externalId,
        notPosted,
        factsAt: first ?? place,
        ...(first === undefined && { facts }),
      };
    }
  }
}

/** Keeps the categories of Tenure's own export. */
function withOwn(entry: EntryLine, layout: string): EntryLine {
  const { category, amount } = entry;
  if (layout !== 'tenure' || !category) return entry;
  const refund = amount > 0 && category !== 'other' && (EXPENSE_CATEGORIES as readonly string[]).includes(category);
  return { ...entry, own: { category, refund } };
}
