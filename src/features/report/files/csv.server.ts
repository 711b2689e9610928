/** A report as CSV: its columns, rows and totals. The same data gives the same bytes. */
import { csvHead, csvLines } from '../../../server/http/downloads/csv.server.ts';
import { guardCell } from '../../../shared/text.ts';
import { plainPounds } from '../../transaction-export/export.ts';
import type { Cell, CellKind, Report } from '../report.ts';

export function reportCsv({ columns, rows, totals }: Report): string {
  const lines = rows.map(({ cells, more }) =>
    columns.map(({ kind }, place) => {
      const cell = cells[place] ?? null;
      return csvCell(place === 0 && more ? `${cell}, ${more}` : cell, kind);
    }),
  );
  const end = totals ? [columns.map(({ kind }, place) => csvCell(totals[place] ?? null, kind))] : [];
  return csvHead(columns.map(({ title }) => title)) + csvLines([...lines, ...end]);
}

function csvCell(cell: Cell, kind: CellKind): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return guardCell(cell);
  if (kind === 'pence') return plainPounds(cell);
  return kind === 'percent' ? (cell / 100).toFixed(2) : String(cell);
}
