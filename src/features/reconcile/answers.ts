import { counted } from '../../shared/text.ts';
import type { BankRow, Decision } from './bank-rows.ts';

export type Answer = 'accept' | 'refuse' | 'personal' | 'transfer';

/**
 * Returns the decision for an answer, or undefined if the row does not offer the answer. `chosen` is the index of a
 * choice. The index after the last choice means a new transaction.
 */
export function decisionOf(row: BankRow, answer: Answer, chosen: number | undefined): Decision | undefined {
  const { id, version, choices } = row;
  if (version === null) {
    if (answer === 'refuse') return { id, version, as: 'new' };
    if (answer !== 'accept' || chosen === undefined) return undefined;
    const transactionId = choices[chosen]?.transactionId;
    return transactionId ? { id, version, as: 'same', transactionId } : { id, version, as: 'new' };
  }
  if (answer === 'personal' || answer === 'transfer') return { id, version, as: answer };
  const choice = choices[chosen ?? 0];
  if (!choice) return undefined;
  const { transactionId } = choice;
  if (transactionId) return { id, version, as: answer === 'accept' ? 'same' : 'two', transactionId };
  if (answer === 'refuse')
    return { id, version, as: 'not theirs', tenancyIds: choice.parts.map(({ tenancyId }) => tenancyId) };
  return { id, version, as: 'rent', parts: choice.parts.map(({ names: _, ...part }) => part) };
}

/** Decision that records the whole amount as rent of a tenancy that was not proposed. */
export function rentOf({ id, version, amount }: BankRow, tenancyId: string): Decision[] {
  return version === null ? [] : [{ id, version, as: 'rent', parts: [{ tenancyId, amount, fee: 0 }] }];
}

export function acceptAll(rows: readonly BankRow[]): Decision[] {
  return rows.flatMap((row) => decisionOf(row, 'accept', 0) ?? []);
}

export function toastFor(decisions: readonly Decision[], done: number): string {
  const [first, ...more] = decisions;
  if (!first || more.length > 0 || first.as === 'rent')
    return `${counted(done, 'payment')} added to ${done === 1 ? 'a ledger' : 'their ledgers'}`;
  return first.as === 'same' && first.version === null ? 'Matched with the transaction you chose' : TOASTS[first.as];
}

const TOASTS = {
  same: 'Merged into one payment',
  two: 'Kept as two payments',
  'not theirs': 'We will not suggest this match again',
  personal: 'Marked as not for the lets',
  transfer: 'Marked as a transfer',
  new: 'Imported as a new transaction',
} as const;
