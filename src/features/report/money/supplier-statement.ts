/** Payments to suppliers: sums by supplier, or the transactions of one supplier. Pure. */
import { counted } from '../../../shared/text.ts';
import type { PartOn } from '../../owner/rules/shares.ts';
import { categoryLabel } from '../../transaction/labels.ts';
import { type Body, bodyOf, count, day, money, pence, strong, text, totalsRow } from '../body.ts';
import { spanWords } from '../period.ts';
import type { ReportParams, Row } from '../report.ts';
import { PAID_ONLY } from './sums.ts';

/** Amounts are pence, `paid` is positive. For an owner, each property and share period has its own sum. */
export type SupplierSum = {
  id: string;
  name: string;
  serviceType: string;
  rows: number;
  paid: number;
  refunds: number;
  /** The property whose shares apply, even if deleted. `day` is a day of the share period. */
  sharedProperty: string | null;
  day: string;
};
/** `pence` is negative for expenses. */
export type SupplierRow = {
  id: string;
  date: string;
  description: string;
  category: string;
  property: string | null;
  sharedProperty: string | null;
  pence: number;
  /** The owner's part in pence, in a report for one owner. */
  part?: number;
};

/** Returns totals by supplier; with `own`, totals of the owner's parts. */
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

/** Returns rows in which the owner has a share, with the owner's part; without `own`, all rows. */
export function ownRows(rows: readonly SupplierRow[], own: { partOn: PartOn } | null): readonly SupplierRow[] {
  if (!own) return rows;
  return rows.flatMap((row) => {
    const part = own.partOn(row.sharedProperty, row.date);
    return part ? [{ ...row, part: part(row.pence) }] : [];
  });
}

const none = (params: ReportParams) => ({
  title: `No payments to suppliers ${spanWords(params.span)}.`,
  words: 'Choose a supplier when you add a transaction.',
});

export function supplierSums(params: ReportParams, sums: readonly SupplierSum[]): Body {
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
  return bodyOf(params, [rows.length, 'supplier'], {
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
    empty: none(params),
  });
}

export function supplierStatement(params: ReportParams, lines: readonly SupplierRow[]): Body {
  const columns = [
    day('date', 'Date'),
    text('description', 'Description'),
    text('property', 'Property'),
    text('category', 'Category'),
    ...(params.query.owner ? [pence('amount', 'Amount'), strong(pence('part', 'Owner’s part'))] : []),
    ...(params.query.owner ? [] : [strong(pence('amount', 'Amount'))]),
  ];
  const rows = lines.map(
    ({ id, date, description, property, category, pence, part }): Row => ({
      id,
      cells: [date, description, property, categoryLabel(category), pence, ...(part === undefined ? [] : [part])],
    }),
  );
  const totals = totalsRow(columns, rows, '');
  if (totals) totals.splice(0, 2, null, counted(rows.length, 'transaction'));
  return bodyOf(params, [rows.length, 'transaction'], {
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
    empty: none(params),
  });
}
