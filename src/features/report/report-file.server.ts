/** A report as a file: CSV, Excel or PDF. The same data gives the same CSV. */
import type { Attachment } from '../../outside/mail/mail.ts';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import {
  columnLetter,
  dayCell,
  numberCell,
  STYLES,
  textCell,
  workbookOf,
  XLSX_TYPE,
} from '../../server/http/downloads/workbook.server.ts';
import { pdfOf } from '../../server/pdf/pdf.server.ts';
import type { PdfDocument } from '../../server/pdf/pdf-document.ts';
import { AppError } from '../../shared/app-error.ts';
import { guardCell } from '../../shared/text.ts';
import { plainPounds } from '../transaction-export/export.ts';
import { cellText, isNumber } from './body.ts';
import type { Cell, CellKind, FileFormat, Report } from './report.ts';

export const FILE_TYPES = { csv: 'text/csv; charset=utf-8', xlsx: XLSX_TYPE, pdf: 'application/pdf' } as const;

/** PDF layout blocks the event loop, for about 30 ms with this many rows. */
const MAX_PDF_ROWS = 2_000;
const TOO_LONG = 'A PDF can have up to 2,000 rows. Choose a shorter period, or export as Excel or CSV.';

export const fitsPdf = ({ rows }: Report) => rows.length <= MAX_PDF_ROWS;

type ReportFile = Attachment & { bytes: Uint8Array<ArrayBuffer> };

/** Throws `bad_request` at `format` for a PDF with more than `MAX_PDF_ROWS` rows. */
export async function reportFile(report: Report, format: FileFormat): Promise<ReportFile> {
  const { name, from, to } = report;
  return {
    name: `tenure-${name}-${from}-to-${to}.${format}`,
    type: FILE_TYPES[format],
    bytes: await bytesOf(report, format),
  };
}

async function bytesOf(report: Report, format: FileFormat): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'csv') return new TextEncoder().encode(reportCsv(report));
  if (format === 'xlsx') return new Uint8Array(await reportXlsx(report));
  if (!fitsPdf(report)) throw new AppError('bad_request', { fields: { format: TOO_LONG } });
  return pdfOf(reportDocument(report));
}

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

/** Excel widths in characters. */
const WIDTHS: Record<CellKind, number> = { text: 28, day: 13, pence: 15, count: 12, percent: 12 };

/** Returns the report's table, and a second sheet with its days, filters and notes. */
function reportXlsx({ title, columns, rows, totals, facts, notes }: Report): Promise<Buffer> {
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

const MIN_LANDSCAPE_COLUMNS = 7;

function reportDocument({ title, to, facts, figures, columns, rows, totals, notes, empty }: Report): PdfDocument {
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
