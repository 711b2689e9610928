/** What the dialogs of a transaction say beside its fields. */
import { daysBetween, formatDay, isDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import type { TransactionFormValues } from './form-values.ts';
import type { Transaction } from './transaction.ts';

/** 'Overdue. It was due on 12 Nov 2026, 9 days ago.'; undefined where it is paid, not due yet, or no day has been typed. */
export function overdueLine({ date, status }: Pick<TransactionFormValues, 'date' | 'status'>, today: string) {
  if (status === 'completed' || !isDay(date) || date >= today) return undefined;
  return `Overdue. It was due on ${formatDay(date)}, ${counted(daysBetween(date, today), 'day')} ago.`;
}

/** Of a transaction whose property has been deleted: which one it was. */
export function goneLine({ propertyId, propertyAddress }: Pick<Transaction, 'propertyId' | 'propertyAddress'>) {
  if (propertyId !== null || !propertyAddress) return undefined;
  return `It was for ${propertyAddress}, which has been deleted.`;
}

/** Why no more of income can be changed. */
export const WHY_LOCKED = 'Income comes from your bank as it was paid: only its property and category can be changed.';
