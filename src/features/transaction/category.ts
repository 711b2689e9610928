/** What each category is called. */
import { capitalise } from '../../shared/text.ts';
import type { Category } from './transaction.ts';

export const CATEGORY_LABELS: Record<Category, string> = {
  rent: 'Rent Payments',
  maintenance: 'Maintenance',
  tax: 'Taxes',
  insurance: 'Insurance',
  utilities: 'Utilities',
  other: 'Other',
};

/** 'Taxes' of 'tax'; one that came with an import is capitalised. */
export function categoryLabel(category: string): string {
  return Object.hasOwn(CATEGORY_LABELS, category) ? CATEGORY_LABELS[category as Category] : capitalise(category);
}
