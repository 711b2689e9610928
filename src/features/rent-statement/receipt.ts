/** Receipt for a rent payment. Amounts are pence. */

import type { PdfDocument } from '../../server/pdf/pdf-document.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import type { LedgerEntry } from '../rent/ledger/ledger.ts';
import { entryWords, factsOf, type Parties } from './statement.ts';

type Paid = Pick<LedgerEntry, 'kind' | 'date' | 'from' | 'to' | 'method' | 'note' | 'disputedOn'> & { amount: number };

export type Receipt = {
  parties: Parties;
  date: string;
  amount: number;
  reference: string;
  /** Charges that the payment settles, oldest first. */
  paid: Paid[];
  /** Balance at the end of `date`, negative for credit. */
  balance: number;
};

export function receiptDocument({ parties, date, amount, reference, paid, balance }: Receipt): PdfDocument {
  const left = amount - paid.reduce((sum, part) => sum + part.amount, 0);
  return {
    title: 'Rent receipt',
    day: date,
    facts: [
      ...factsOf(parties),
      { name: 'Received on', value: formatDay(date) },
      { name: 'Amount', value: formatPence(amount) },
      ...(reference ? [{ name: 'Reference', value: reference }] : []),
      {
        name: `Balance on ${formatDay(date)}`,
        value: balance < 0 ? `${formatPence(-balance)} in credit` : formatPence(balance),
      },
    ],
    columns: [
      { title: 'Due', share: 0.17 },
      { title: 'Payment for', share: 0.63 },
      { title: 'Amount', share: 0.2, end: true },
    ],
    rows: [
      ...paid.map((part) => {
        const { title, details } = entryWords(part, parties.tenants);
        return { cells: [formatDay(part.date), title, formatPence(part.amount)], ...(details && { more: details }) };
      }),
      ...(left > 0 ? [{ cells: ['', 'Credit for future rent', formatPence(left)] }] : []),
      { cells: ['', 'Total', formatPence(amount)], bold: true },
    ],
    foot: `Received by ${parties.landlord}.`,
  };
}
