/** What is said after one change of many: what was done, and what was left as it is, and why. */
import { counted } from '../../shared/text.ts';
import { countLine } from './labels.ts';
import type { BulkChange, BulkOutcome } from './transaction.ts';

type Reason = BulkOutcome['left'][number]['reason'];

const WHY: Record<Reason, string> = {
  income: 'only expenses can be deleted',
  not_for_expenses: 'rent is a category of income',
  changed_meanwhile: 'changed elsewhere since you read the list',
  not_found: 'no longer there',
};

/** '12 transactions updated', '1 transaction deleted'. */
export function doneLine({ done }: BulkOutcome, change: BulkChange['change']): string {
  return `${countLine(done)} ${'remove' in change ? 'deleted' : 'updated'}`;
}

/** '3 left as they are: 2 (only expenses can be deleted), 1 (no longer there)'; empty where nothing was left. */
export function leftLine({ left }: BulkOutcome): string {
  const reasons = Object.entries(WHY).flatMap(([reason, why]) => {
    const count = left.filter((one) => one.reason === reason).length;
    return count > 0 ? [{ count, why }] : [];
  });
  const [first] = reasons;
  if (!first) return '';
  const whole = left.length === 1 ? '1 left as it is' : `${left.length.toLocaleString('en-GB')} left as they are`;
  if (reasons.length === 1) return `${whole}: ${first.why}.`;
  return `${whole}: ${reasons.map(({ count, why }) => `${count.toLocaleString('en-GB')} (${why})`).join(', ')}.`;
}

/** Before many are deleted: '2 of them are income and stay: only expenses can be deleted.'; empty where all can go. */
export function stayingLine(rows: readonly { type: string }[]): string {
  const income = rows.filter(({ type }) => type === 'income').length;
  if (income === 0) return '';
  return `${counted(income, 'of them is income and stays', 'of them are income and stay')}: ${WHY.income}.`;
}
