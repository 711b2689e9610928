/** A new transaction from a receipt. */
import { penceAsTyped } from '../../shared/money.ts';
import { EXPENSE_CATEGORIES } from '../transaction/listed.ts';
import type { Receipt } from './receipt.ts';

/** Values of the form. Values that were not found are those of a blank form. */
export function startOf({ file, found: { date, amount, supplier, supplierId, category } }: Receipt) {
  const known = EXPENSE_CATEGORIES.find((one) => one === category);
  return {
    file,
    ...(date && { date }),
    ...(amount && { amount: penceAsTyped(amount) }),
    ...(supplier && { description: supplier }),
    ...(supplierId && { supplierId }),
    ...(known && { category: known }),
  };
}
