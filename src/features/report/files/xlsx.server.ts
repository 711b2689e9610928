/** A report as Excel: its table, and a second sheet with its days, filters and notes. */
import {
  columnLetter,
  dayCell,
  numberCell,
  STYLES,
  textCell,
  workbookOf,
} from '../../../server/http/downloads/workbook.server.ts';
import type { Cell, CellKind, Report } from '../report.ts';

const WIDTHS: Record<CellKind, number> = { text: 28, day: 13, pence: 15, count: 12, percent: 12 };

export function reportXlsx({ title, columns, rows, totals, facts, notes }: Report): Promise<Buffer> {
  const at = (row: number, place: number) => `${columnLetter(place)}${row}`;
  const heading = columns.map((column, place) =>
    textCell(at(1, place), column.kind === 'percent' ? `${column.title} (%)` : column.title, STYLES.bold),
  );
  const lines = rows.map(({ cells, more }, index) =>
    columns.map(({ kind }, place) => {
      const cell = cells[place] ?? null;
      return cellOf(at(index + 2, place), place === 0 && more ? `${cell}, ${more}` : cell, kind);
    }),
  );
  const end = totals?.map((cell, place) =>
    cellOf(at(rows.length + 2, place), cell, columns[place]?.kind ?? 'text', true),
  );
  const about = [
    ['Report', title],
    ...facts.map(({ name, value }) => [name, value]),
    ...notes.map(({ text }) => ['Note', text]),
  ].map(([name = '', value = ''], index) => [
    textCell(`A${index + 1}`, name, STYLES.bold),
    textCell(`B${index + 1}`, value),
  ]);
  return workbookOf([
    {
      name: title.slice(0, 31),
      widths: columns.map(({ kind }, place) => (place === 0 ? 40 : WIDTHS[kind])),
      rows: [heading, ...lines, ...(end ? [end] : [])],
      heading: true,
    },
    { name: 'About', widths: [18, 80], rows: about },
  ]);
}

function cellOf(place: string, cell: Cell, kind: CellKind, bold = false): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return kind === 'day' ? dayCell(place, cell) : textCell(place, cell, bold ? STYLES.bold : STYLES.plain);
  if (kind === 'pence') return numberCell(place, cell / 100, bold ? STYLES.boldMoney : STYLES.money);
  return numberCell(place, kind === 'percent' ? cell / 100 : cell, bold ? STYLES.bold : STYLES.plain);
}
