/** Excel workbooks and their parts (ECMA-376 part 1). Equal content gives equal bytes. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SCHEMAS = 'http://schemas.openxmlformats.org';
export const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`;
const PACKAGE = `${SCHEMAS}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
export const XLSX_TYPE = `${TYPE}.sheet`;

/** Indexes in `cellXfs` of `workbookParts`. */
export const STYLES = { plain: 0, bold: 1, date: 2, money: 3, boldMoney: 4 } as const;
type Style = (typeof STYLES)[keyof typeof STYLES];

/** Returns 'A' for 0, 'AA' for 26. */
export function columnLetter(column: number): string {
  const last = String.fromCharCode('A'.charCodeAt(0) + (column % 26));
  return column < 26 ? last : columnLetter(Math.floor(column / 26) - 1) + last;
}

/** A text cell, even if the text looks like a formula. */
export function textCell(place: string, text: string, style: Style = STYLES.plain): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(text)}</t></is></c>`;
}

export const numberCell = (place: string, value: number, style: Style = STYLES.plain) =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

/** Excel treats 1900 as a leap year, so earlier dates would be a day off and stay text. */
const FIRST_SAFE_DAY = '1900-03-01';
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 24 * 60 * 60 * 1000;

export function dayCell(place: string, day: string): string {
  return day < FIRST_SAFE_DAY
    ? textCell(place, day)
    : numberCell(place, (Date.parse(day) - DAY_ZERO) / DAY_MS, STYLES.date);
}

// Characters that XML forbids become `_x000D_`, and such text is itself escaped (ECMA-376 part 1, 22.9.2.19).
const ESCAPED = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\uFFFD|_(?=x[0-9A-Fa-f]{4}_)/gu;

export function xlsxText(text: string): string {
  return text.replace(ESCAPED, escapeUnits).replace(/[&<>]/g, (character) => MARKUP[character] ?? character);
}

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`).join('');
}

export const sheetPath = (place: number) => `xl/worksheets/sheet${place + 1}.xml`;

const FONT = '<sz val="11"/><name val="Calibri"/>';

/** Returns the parts of a workbook by path, without its sheets, which belong at `sheetPath`. */
export function workbookParts(names: readonly string[]): Record<string, string> {
  const each = (part: (place: number, name: string) => string) =>
    names.map((name, place) => part(place, name)).join('');
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
${each((place) => `<Override PartName="/${sheetPath(place)}" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
${each((place) => `<Relationship Id="rId${place + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`)}
<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(
      (place, name) => `<sheet name="${xlsxText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
    )}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd mmm yyyy"/></numFmts>
<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}

export type Sheet = {
  /** Up to 31 characters, without []:*?/\. */
  name: string;
  widths: readonly number[];
  /** Cells by row; the first row stays in view if `heading` is set. */
  rows: readonly (readonly string[])[];
  heading?: boolean;
};

/** The start of the DOS epoch, so that equal content gives equal bytes. */
const MTIME = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

export const FROZEN_HEADING =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

export const columnWidths = (widths: readonly number[]) =>
  `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

/** Builds a workbook in memory. Long sheets are streamed instead (transaction-export/xlsx.server.ts). */
export function workbookOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(`${XML}${xml}`), path, MTIME);
  for (const [path, xml] of Object.entries(workbookParts(sheets.map(({ name }) => name)))) add(path, xml);
  for (const [place, { widths, rows, heading }] of sheets.entries()) {
    const lines = rows.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join('');
    add(
      sheetPath(place),
      `<worksheet xmlns="${MAIN}">${heading ? FROZEN_HEADING : ''}${columnWidths(widths)}<sheetData>${lines}</sheetData></worksheet>`,
    );
  }
  zip.end();
  return buffer(zip.outputStream as Readable);
}
