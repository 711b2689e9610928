/** Payments to suppliers: of all by supplier, or the transactions of one. Pure. */
import { counted } from '../../../shared/text.ts';
import { categoryLabel } from '../../transaction/labels.ts';
import { type Body, bodyOf, count, day, money, pence, strong, text, totalsRow } from '../body.ts';
import { spanWords } from '../period.ts';
import type { Asked, Row } from '../report.ts';
import { PAID_ONLY } from './sums.ts';

/** Pence; `paid` is positive. */
export type SupplierSum = {
  id: string;
  name: string;
  serviceType: string;
  rows: number;
  paid: number;
  refunds: number;
};
/** Negative for expenses. */
export type SupplierRow = {
  id: string;
  date: string;
  description: string;
  category: string;
  property: string | null;
  pence: number;
};

const none = (asked: Asked) => ({
  title: `No payments to suppliers ${spanWords(asked.span)}.`,
  words: 'Choose a supplier when you add a transaction.',
});

export function supplierSums(asked: Asked, sums: readonly SupplierSum[]): Body {
  const columns = [
    text('name', 'Supplier'),
    count('rows', 'Transactions'),
    pence('paid', 'Paid'),
    pence('refunds', 'Refunds'),
    strong(pence('net', 'Net')),
  ];
  const rows = sums.map(
    (one): Row => ({
      id: one.id,
      more: one.serviceType,
      narrow: { supplier: one.id },
      cells: [one.name, one.rows, -one.paid, one.refunds, one.refunds - one.paid],
    }),
  );
  return bodyOf(asked, [rows.length, 'supplier'], {
    figures: [
      money(
        'Paid',
        sums.reduce((total, { paid }) => total + paid, 0),
      ),
      money(
        'Refunds',
        sums.reduce((total, { refunds }) => total + refunds, 0),
      ),
    ],
    columns,
    rows,
    totals: totalsRow(columns, rows, counted(rows.length, 'supplier')),
    chart: { left: ['paid'], right: ['refunds'], end: 'net' },
    notes: [PAID_ONLY],
    empty: none(asked),
  });
}

export function supplierStatement(asked: Asked, lines: readonly SupplierRow[]): Body {
  const columns = [
    day('date', 'Date'),
    text('description', 'Description'),
    text('property', 'Property'),
    text('category', 'Category'),
    strong(pence('amount', 'Amount')),
  ];
  const rows = lines.map(
    ({ id, date, description, property, category, pence }): Row => ({
      id,
      cells: [date, description, property, categoryLabel(category), pence],
    }),
  );
  const totals = totalsRow(columns, rows, '');
  if (totals) totals.splice(0, 2, null, counted(rows.length, 'transaction'));
  return bodyOf(asked, [rows.length, 'transaction'], {
    figures: [
      money(
        'Net',
        lines.reduce((total, { pence }) => total + pence, 0),
      ),
    ],
    columns,
    rows,
    totals,
    notes: [PAID_ONLY],
    empty: none(asked),
  });
}
