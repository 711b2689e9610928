/**
 * Writes an Excel file from rows as they are read, keeping only the compressed file in memory. 100,000 rows take 1.3 s
 * of CPU time and 90 MB; write-excel-file in a worker took 4.4 s and 330 MB.
 */
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { AppError } from '../../shared/app-error.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { type AboutLine, EXPORT_COLUMNS, MAX_EXCEL_ROWS, tooManyForExcel } from './export.ts';
import { type Export, type ExportFile, readRows } from './rows.server.ts';

const PIECE = 64 * 1024;

/** Resolves with the whole file. Throws `invalid_input` for too many rows. */
export async function xlsxFile(asked: Export): Promise<ExportFile> {
  const workbook = openWorkbook(asked.about);
  let count = 0;
  const begin = (all: number) => {
    if (all > MAX_EXCEL_ROWS) throw new AppError('invalid_input', { message: tooManyForExcel(all) });
    count = all;
  };
  try {
    await readRows(asked, { begin, take: workbook.add });
    const bytes = await workbook.end();
    return { count, content: piecesOf(bytes), close: async () => {} };
  } catch (error) {
    workbook.abandon();
    throw error;
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** A workbook (ECMA-376 part 1): transactions under frozen headings, and a second sheet with `about`. */
export function openWorkbook(about: readonly AboutLine[] = []) {
  const zip = new ZipFile();
  const sheet = new PassThrough();
  for (const [path, xml] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(`${DECLARATION}${xml}`), path);
  zip.addBuffer(Buffer.from(`${DECLARATION}${aboutSheet(about)}`), ABOUT_SHEET);
  zip.addReadStream(sheet, SHEET);
  zip.end();
  const file = buffer(zip.outputStream as Readable);
  let last = 1;
  sheet.write(`${DECLARATION}<worksheet xmlns="${MAIN}">${VIEW}${COLUMNS}<sheetData>${HEADING}`);
  return {
    /** Resolves once the stream can take more. */
    async add(transactions: Transaction[]): Promise<void> {
      const rows = transactions.map((transaction) => {
        last += 1;
        return `<row r="${last}">${EXPORT_COLUMNS.map((column, at) => cell(column, transaction, `${letter(at)}${last}`)).join('')}</row>`;
      });
      if (!sheet.write(rows.join(''))) await once(sheet, 'drain');
    },
    end(): Promise<Buffer> {
      sheet.end('</sheetData></worksheet>');
      return file;
    },
    abandon: () => void sheet.destroy(),
  };
}

/** Excel treats 1900 as a leap year, so earlier dates would be a day off and stay text. */
const FIRST_SAFE_DAY = '1900-03-01';
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60 * 1000;

/** Dates and amounts get their cell types; text always stays text. */
function cell(column: (typeof EXPORT_COLUMNS)[number], transaction: Transaction, place: string): string {
  if (column.kind === 'pence') return `<c r="${place}" s="${MONEY}"><v>${column.of(transaction) / 100}</v></c>`;
  const text = column.of(transaction);
  if (text === '') return '';
  if (column.kind === 'text' || text < FIRST_SAFE_DAY) return textCell(place, text);
  return `<c r="${place}" s="${DATE}"><v>${(Date.parse(text) - DAY_ZERO) / DAY_MS}</v></c>`;
}

function textCell(place: string, text: string, style = PLAIN): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(text)}</t></is></c>`;
}

// Characters not allowed in XML become _x000D_, as does text that already looks like that (ECMA-376 part 1, 22.9.2.19).
const ESCAPED = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\uFFFD|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** Escapes text so that it is read back unchanged. */
export function xlsxText(text: string): string {
  return text.replace(ESCAPED, escaped).replace(/[&<>]/g, (sign) => MARKUP[sign] ?? sign);
}

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`).join('');
}

function aboutSheet(about: readonly AboutLine[]): string {
  const rows = about.map(([name, text], at) => {
    return `<row r="${at + 1}">${textCell(`A${at + 1}`, name, BOLD)}${textCell(`B${at + 1}`, text)}</row>`;
  });
  const columns =
    '<cols><col min="1" max="1" width="14" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols>';
  return `<worksheet xmlns="${MAIN}">${columns}<sheetData>${rows.join('')}</sheetData></worksheet>`;
}

const letter = (column: number) => String.fromCharCode('A'.charCodeAt(0) + column);

/** Indexes in `cellXfs` below. */
const [PLAIN, BOLD, DATE, MONEY] = [0, 1, 2, 3];

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`;
const PACKAGE = `${SCHEMAS}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET = 'xl/worksheets/sheet1.xml';
const ABOUT_SHEET = 'xl/worksheets/sheet2.xml';
const VIEW =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
const COLUMNS = `<cols>${EXPORT_COLUMNS.map(
  ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
).join('')}</cols>`;
const HEADING = `<row r="1">${EXPORT_COLUMNS.map(({ heading }, at) => textCell(`${letter(at)}1`, heading, BOLD)).join('')}</row>`;
const FONT = '<sz val="11"/><name val="Calibri"/>';

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
<Override PartName="/${SHEET}" ContentType="${TYPE}.worksheet+xml"/>
<Override PartName="/${ABOUT_SHEET}" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/>
<Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Transactions" sheetId="1" r:id="rId1"/><sheet name="About" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd mmm yyyy"/></numFmts>
<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
