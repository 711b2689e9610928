import type { Attachment } from '../../../outside/mail/mail.ts';
import { XLSX_TYPE } from '../../../server/http/downloads/workbook.server.ts';
import { pdfOf } from '../../../server/pdf/pdf.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { FileFormat, Report } from '../report.ts';
import { reportCsv } from './csv.server.ts';
import { reportDocument } from './pdf.ts';
import { reportXlsx } from './xlsx.server.ts';

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
