import type { PdfDocument } from '../../../server/pdf/pdf-document.ts';
import { cellText, isNumber } from '../cells.ts';
import type { Report } from '../report.ts';

const MIN_LANDSCAPE_COLUMNS = 7;

export function reportDocument({
  title,
  to,
  facts,
  figures,
  columns,
  rows,
  totals,
  notes,
  empty,
}: Report): PdfDocument {
  const first = columns.length >= MIN_LANDSCAPE_COLUMNS ? 0.24 : 0.34;
  const share = (1 - first) / Math.max(1, columns.length - 1);
  return {
    title,
    day: to,
    ...(columns.length >= MIN_LANDSCAPE_COLUMNS && { wide: true }),
    facts: [
      ...facts,
      ...figures.map(({ name, value, kind }) => ({ name, value: cellText(value, kind) })),
      ...(rows.length === 0 ? [{ name: 'Rows', value: empty.title }] : []),
    ],
    columns: columns.map(({ title: name, kind }, place) => ({
      title: name,
      share: columns.length === 1 ? 1 : place === 0 ? first : share,
      ...(isNumber(kind) && { end: true }),
    })),
    rows: [
      ...rows.map(({ cells, more }) => ({
        cells: columns.map(({ kind }, place) => {
          const cell = cellText(cells[place] ?? null, kind);
          return place === 0 && more ? `${cell}, ${more}` : cell;
        }),
      })),
      ...(totals
        ? [
            {
              cells: columns.map(({ kind }, place) =>
                totals[place] === null ? '' : cellText(totals[place] ?? null, kind),
              ),
              bold: true,
            },
          ]
        : []),
    ],
    foot: notes.map(({ text }) => text).join(' ') || 'From your records in Tenure.',
  };
}
