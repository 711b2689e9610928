import { guardCell } from '../../shared/text.ts';
import { plainPounds } from '../transaction-export/export.ts';
import { type CapitalProperty, PURCHASE } from './year-end.ts';

/** Rows of the CSV file: property, date, description, pounds. The purchase first, then transactions, oldest first. */
export function capitalRows({ address, purchase, rows }: CapitalProperty): string[][] {
  const { boughtOn, ...costs } = purchase;
  const bought = (Object.keys(costs) as (keyof typeof costs)[])
    .filter((name) => costs[name] !== 0)
    .map((name) => [boughtOn ?? '', PURCHASE.labels[name], costs[name]] as const);
  const paid = rows.toReversed().map(({ date, description, pence }) => [date, description, pence] as const);
  return [...bought, ...paid].map(([date, description, pence]) => [
    guardCell(address),
    date,
    guardCell(description),
    plainPounds(pence),
  ]);
}
