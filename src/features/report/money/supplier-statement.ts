/** Payments to suppliers: of all by supplier, or the transactions of one. Pure. */
import { counted } from '../../../shared/text.ts';
import type { PartOn } from '../../owner/rules/shares.ts';
import { categoryLabel } from '../../transaction/labels.ts';
import { type Body, bodyOf, count, day, money, pence, strong, text, totalsRow } from '../body.ts';
import { spanWords } from '../period.ts';
import type { ReportParams, Row } from '../report.ts';
import { PAID_ONLY } from './sums.ts';

/** Pence; `paid` is positive. For an owner's report, sums are apart by property and period of shares. */
export type SupplierSum = {
  id: string;
  name: string;
  serviceType: string;
  rows: number;
  paid: number;
  refunds: number;
  /** The property whose shares apply, and a day of the period. */
  sharedProperty: string | null;
  day: string;
};
/** Negative for expenses. */
export type SupplierRow = {
  id: string;
  date: string;
  description: string;
  category: string;
  property: string | null;
  sharedProperty: string | null;
  pence: number;
  /** The owner's part, of an owner's report. */
  part?: number;
};

/** Totals of each supplier; with `own`, of the owner's part. */
export function supplierTotals(sums: readonly SupplierSum[], own: { partOn: PartOn } | null): SupplierSum[] {
  const totals = new Map<string, SupplierSum>();
  for (const sum of sums) {
    const part = own ? own.partOn(sum.sharedProperty, sum.day) : (pence: number) => pence;
    if (!part) continue;
    const before = totals.get(sum.id) ?? { ...sum, rows: 0, paid: 0, refunds: 0 };
    totals.set(sum.id, {
      ...before,
      rows: before.rows + sum.rows,
      paid: before.paid + part(sum.paid),
      refunds: before.refunds + part(sum.refunds),
    });
  }
  return [...totals.values()].sort((one, other) => other.paid - one.paid);
}

/** Rows in which the owner has a share, with their part. */
export function ownRows(rows: readonly SupplierRow[], own: { partOn: PartOn } | null): readonly SupplierRow[] {
  if (!own) return rows;
  return rows.flatMap((row) => {
    const part = own.partOn(row.sharedProperty, row.date);
    return part ? [{ ...row, part: part(row.pence) }] : [];
  });
}

const none = (asked: ReportParams) => ({
  title: `No payments to suppliers ${spanWords(asked.span)}.`,
  words: 'Choose a supplier when you add a transaction.',
});

export function supplierSums(asked: ReportParams, sums: readonly SupplierSum[]): Body {
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

export function supplierStatement(asked: ReportParams, lines: readonly SupplierRow[]): Body {
  const columns = [
    day('date', 'Date'),
    text('description', 'Description'),
    text('property', 'Property'),
    text('category', 'Category'),
    ...(asked.query.owner ? [pence('amount', 'Amount'), strong(pence('part', 'Owner’s part'))] : []),
    ...(asked.query.owner ? [] : [strong(pence('amount', 'Amount'))]),
  ];
  const rows = lines.map(
    ({ id, date, description, property, category, pence, part }): Row => ({
      id,
      cells: [date, description, property, categoryLabel(category), pence, ...(part === undefined ? [] : [part])],
    }),
  );
  const totals = totalsRow(columns, rows, '');
  if (totals) totals.splice(0, 2, null, counted(rows.length, 'transaction'));
  return bodyOf(asked, [rows.length, 'transaction'], {
    figures: [
      money(
        'Net',
        lines.reduce((total, line) => total + (line.part ?? line.pence), 0),
      ),
    ],
    columns,
    rows,
    totals,
    notes: [PAID_ONLY],
    empty: none(asked),
  });
}
