/** An update for bridging software: HMRC's fields as CSV or JSON, or boxes and transactions as Excel. */

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { csvHead, csvLines } from '../../server/http/downloads/csv.server.ts';
import { xlsxText } from '../../server/http/downloads/workbook.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { formatDay } from '../../shared/dates.ts';
import { guardCell } from '../../shared/text.ts';
import type { UpdateBody } from '../tax/rules/hmrc-body.ts';
import { listUpdateRows, type UpdateRow } from './rows.server.ts';
import type { EXPORT_FORMATS, TaxUpdate } from './update.ts';

type File = { content: string | Uint8Array<ArrayBuffer>; type: string };
type Params = { update: TaxUpdate; format: (typeof EXPORT_FORMATS)[number] };

const MAX_ROWS = 100_000;

/** Throws `invalid_input` for Excel with more than `MAX_ROWS` transactions, which would take too long. */
export async function exportUpdate(db: UserDb, { update, format }: Params): Promise<File> {
  const body = JSON.parse(update.body) as UpdateBody;
  if (format === 'json') return { content: `${JSON.stringify(body, null, 2)}\n`, type: 'application/json' };
  const fields = fieldsOf(body);
  if (format === 'csv') {
    const days = [
      ['fromDate', body.fromDate],
      ['toDate', body.toDate],
    ];
    const amounts = fields.map(({ field, amount }) => [field, amount.toFixed(2)]);
    return { content: csvHead(['HMRC field', 'Amount']) + csvLines([...days, ...amounts]), type: CSV };
  }
  const rows = await listUpdateRows(db, { from: body.fromDate, to: body.toDate, limit: MAX_ROWS + 1 });
  if (rows.length > MAX_ROWS)
    throw new AppError('invalid_input', { message: 'There are too many transactions for Excel. Choose CSV.' });
  return { content: await workbook(update, { fields, rows }), type: XLSX };
}

type Field = { field: string; amount: number };

/** Amounts are pounds. */
function fieldsOf({ ukProperty }: UpdateBody): Field[] {
  return Object.entries(ukProperty).flatMap(([part, amounts]) =>
    Object.entries(amounts).map(([name, amount]) => ({ field: `${part}.${name}`, amount })),
  );
}

const CSV = 'text/csv; charset=utf-8';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CONSOLIDATED = 'expenses.consolidatedExpenses';
const OTHER_SHARES = 'Mileage, and shares of other owners and of mixed properties';

type Content = { fields: Field[]; rows: UpdateRow[] };

/** Formulas on the first sheet sum the second sheet by field, so that each amount can be traced to its rows. */
async function workbook(update: TaxUpdate, { fields, rows }: Content): Promise<Uint8Array<ArrayBuffer>> {
  const isSent = new Set(fields.map(({ field }) => field));
  const placed = rows.flatMap((row) => {
    const field = isSent.has(CONSOLIDATED) && !isSent.has(row.field) ? CONSOLIDATED : row.field;
    return isSent.has(field) ? [{ ...row, field }] : [];
  });
  const penceOf = (amount: number) => Math.round(amount * 100);
  const rest = fields.flatMap(({ field, amount }): UpdateRow[] => {
    const sum = placed.reduce((total, row) => total + (row.field === field ? row.pence : 0), 0);
    const pence = penceOf(amount) - sum;
    return pence === 0 ? [] : [{ field, pence, date: '', description: OTHER_SHARES, address: '', box: '' }];
  });
  const all = [...placed, ...rest];
  const last = all.length + 1;
  const boxRows = fields.map(({ field, amount }, at) => {
    const place = at + 5;
    const box = update.columns.find(({ lines }) =>
      all.some((row) => row.field === field && lines.includes(row.line ?? '')),
    );
    const formula = `SUMIFS(Rows!$F$2:$F$${last},Rows!$E$2:$E$${last},C${place})`;
    const cells = [text(`A${place}`, box?.box ?? ''), text(`B${place}`, box?.label ?? ''), text(`C${place}`, field)];
    return `<row r="${place}">${cells.join('')}<c r="D${place}" s="1"><f>${formula}</f><v>${amount}</v></c></row>`;
  });
  const head = [
    ['Update', `${update.update.update} of ${update.year}`],
    ['Period', `${formatDay(update.update.from)} to ${formatDay(update.update.to)}`],
    ['Owner', update.owner?.name ?? ''],
  ].map(
    ([name = '', value = ''], at) => `<row r="${at + 1}">${text(`A${at + 1}`, name)}${text(`B${at + 1}`, value)}</row>`,
  );
  const titles = ['Box', 'Meaning', 'HMRC field', 'Amount'];
  const boxes = sheet([...head, titleRow(4, titles), ...boxRows], [8, 44, 44, 16]);
  const rowTexts = all.map(({ date, description, address, box, field, pence }, at) => {
    const place = at + 2;
    const cells = [date, guardCell(description), guardCell(address), box, field].map((value, column) =>
      text(`${'ABCDE'[column]}${place}`, value),
    );
    return `<row r="${place}">${cells.join('')}<c r="F${place}" s="1"><v>${pence / 100}</v></c></row>`;
  });
  const rowTitles = ['Date', 'Description', 'Property', 'Box', 'HMRC field', 'Amount'];
  const zip = new ZipFile();
  const parts = {
    ...PARTS,
    'xl/worksheets/sheet1.xml': boxes,
    'xl/worksheets/sheet2.xml': sheet([titleRow(1, rowTitles), ...rowTexts], [12, 44, 36, 8, 40, 14]),
  };
  // A fixed time, so that the same figures have the same bytes.
  const options = { mtime: new Date('2020-01-01T00:00:00Z'), mode: 0o100644 };
  for (const [path, xml] of Object.entries(parts))
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`), path, options);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as Readable));
}

const text = (place: string, value: string) =>
  value === '' ? '' : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${xlsxText(value)}</t></is></c>`;

const titleRow = (place: number, titles: string[]) =>
  `<row r="${place}">${titles.map((title, at) => text(`${'ABCDEF'[at]}${place}`, title)).join('')}</row>`;

function sheet(rows: string[], widths: number[]): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  return `<worksheet xmlns="${MAIN}"><cols>${columns.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const OFFICE = `${SCHEMAS}/officeDocument/2006/relationships`;
const PACKAGE = `${SCHEMAS}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Boxes" sheetId="1" r:id="rId1"/><sheet name="Rows" sheetId="2" r:id="rId2"/></sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};
