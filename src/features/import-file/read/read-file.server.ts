/** Reads a CSV or Excel file as sheets with their headings, rows and proposed kinds. Runs in a worker thread only. */

import { readGuardedCell } from '../../../shared/text.ts';
import { decodeStatement } from '../../statement/read/decode.ts';
import { readRows } from '../../statement/read/rows.ts';
import { KINDS, MAX_ROWS } from '../kinds.ts';
import { isTotal, isWithoutTenant } from '../rules/cells.ts';
import { factsOf } from '../rules/facts.ts';
import { hasTenantsToo, proposeFields, proposeKind } from '../rules/headings.ts';
import { layoutOf } from '../rules/layouts.ts';
import { withoutMonthColumns } from '../rules/rent-sheet.ts';
import { brokenRow, REFUSED } from './refusals.ts';
import {
  MAX_COLUMNS,
  MAX_SHEETS,
  type ReadFile,
  type ReadSheet,
  type Refused,
  type SourceRow,
  type SourceSheet,
} from './source.ts';
import { readWorkbook } from './workbook.server.ts';

export async function readFile(
  bytes: Buffer,
  { name, maxUnpacked }: { name: string; maxUnpacked?: number },
): Promise<ReadFile | Refused> {
  const sheets = await sheetsOf(bytes, name, maxUnpacked);
  if ('refused' in sheets) return sheets;
  if (sheets.length > MAX_SHEETS) return { refused: REFUSED.tooManySheets };
  const filled = sheets.filter(({ rows }) => rows.some(isFilled));
  if (filled.length === 0) return { refused: REFUSED.empty };
  const all = filled.reduce((sum, { rows }) => sum + rows.length, 0);
  if (all > MAX_ROWS + MAX_HEADING_ROW * filled.length) return { refused: REFUSED.tooMany };
  return fileOf(filled);
}

const startsWith = (bytes: Buffer, signature: string) =>
  bytes.subarray(0, signature.length / 2).equals(Buffer.from(signature, 'hex'));

const PICTURES = ['89504e47', 'ffd8ff', '47494638', '52494646'];

async function sheetsOf(
  bytes: Buffer,
  name: string,
  maxUnpacked: number | undefined,
): Promise<SourceSheet[] | Refused> {
  if (bytes.length === 0) return { refused: REFUSED.empty };
  if (startsWith(bytes, '504b0304')) return readWorkbook(bytes, maxUnpacked);
  if (startsWith(bytes, 'd0cf11e0'))
    return {
      refused: bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? REFUSED.password : REFUSED.oldExcel,
    };
  if (startsWith(bytes, '25504446')) return { refused: REFUSED.pdf };
  if (PICTURES.some((signature) => startsWith(bytes, signature))) return { refused: REFUSED.picture };
  return csvSheet(bytes, name);
}

function csvSheet(bytes: Buffer, name: string): SourceSheet[] | Refused {
  const text = decodeStatement(bytes);
  if (text === undefined) return { refused: REFUSED.notText };
  if (text.trim() === '') return { refused: REFUSED.empty };
  if (/^\s*(?:<!doctype html|<html|<table|<\?xml)/i.test(text)) return { refused: REFUSED.webPage };
  if (/^\s*[{[]/.test(text)) return { refused: REFUSED.notText };
  const read = readRows(text);
  if ('reason' in read) return { refused: read.reason.startsWith('Line') ? REFUSED.longLine : REFUSED.tooMany };
  const broken = read.rows.find(({ fault }) => fault);
  if (broken?.fault) return { refused: brokenRow(broken.line, broken.fault) };
  if (!read.rows.some(({ cells }) => cells.length > 1)) return { refused: REFUSED.oneColumn };
  const rows = read.rows.map(({ line, cells }) => ({ number: line, cells: cells.map(readGuardedCell) }));
  return [{ name: name.replace(/\.\w{1,5}$/, '').slice(0, 100) || 'Sheet', rows }];
}

/** Rows above the headings may contain a title and a date. */
const MAX_HEADING_ROW = 20;
const MAX_CELL = 32_767;

const isFilled = ({ cells }: SourceRow) => cells.some((cell) => cell.trim() !== '');

const isRecord = (row: SourceRow) => isFilled(row) && !isTotal(row.cells);

/** PostgreSQL cannot store NUL, and JSON needs well-formed Unicode. */
const clean = (cell: string) =>
  cell
    .slice(0, MAX_CELL)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .toWellFormed();

function fileOf(sheets: readonly SourceSheet[]): ReadFile | Refused {
  const read: ReadSheet[] = [];
  for (const { name, rows } of sheets) {
    const at = headingRow(rows);
    if (at === undefined) continue;
    const table = { name, headings: headingsOf(rows[at]), rows: rows.slice(at + 1).filter(isRecord) };
    if (table.headings.length > MAX_COLUMNS) return { refused: REFUSED.tooWide };
    if (table.rows.length === 0) continue;
    read.push(...sheetsFrom(withoutMonthColumns(table, rows.slice(0, at)), read.length));
  }
  if (read.length === 0)
    return { refused: sheets.some(({ rows }) => headingRow(rows) !== undefined) ? REFUSED.noRows : REFUSED.noHeadings };
  if (read.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_ROWS) return { refused: REFUSED.tooMany };
  return {
    layout: layoutOf(read.map(({ name, columns }) => ({ name, headings: columns.map(({ heading }) => heading) }))),
    sheets: read,
  };
}

type Table = { name: string; headings: string[]; rows: SourceRow[] };

/** Splits a list of lets into two sheets: properties, and their tenants. */
function sheetsFrom({ name, headings, rows }: Table, place: number): ReadSheet[] {
  const width = headings.length;
  const cells = rows.map(({ number, cells }) => ({ number, cells: headings.map((_, at) => clean(cells[at] ?? '')) }));
  const columns = factsOf(
    headings,
    cells.map((row) => row.cells.slice(0, width)),
  );
  const sheet = { name, of: null, columns, rows: cells };
  if (!hasTenantsToo({ headings })) return [{ ...sheet, kind: proposeKind({ name, headings }) }];
  const fields = proposeFields('tenants', headings);
  const named = cells.filter((row) =>
    fields.some((field, at) => (field === 'name' || field === 'lastName') && !isWithoutTenant(row.cells[at] ?? '')),
  );
  return [
    { ...sheet, kind: 'properties' },
    { ...sheet, name: `${name.slice(0, 90)}: tenants`, of: place, kind: 'tenants', rows: named },
  ];
}

function headingsOf(row: SourceRow | undefined): string[] {
  const headings = (row?.cells ?? []).map((cell) => clean(cell).replace(/\s+/g, ' ').trim().slice(0, 100));
  const last = headings.findLastIndex((heading) => heading !== '');
  return headings.slice(0, last + 1);
}

/** The index of the row with the most known headings; otherwise the first with two texts and no number. */
function headingRow(rows: readonly SourceRow[]): number | undefined {
  const first = rows.slice(0, MAX_HEADING_ROW);
  const known = first.map((row) =>
    Math.max(...KINDS.map((kind) => proposeFields(kind, headingsOf(row)).filter(Boolean).length)),
  );
  const max = Math.max(0, ...known);
  if (max >= 2) return known.indexOf(max);
  const at = first.findIndex(
    ({ cells }) =>
      cells.filter((cell) => /\p{L}/u.test(cell)).length >= 2 &&
      !cells.some((cell) => /^[£\d.,/ -]+$/.test(cell.trim()) && cell.trim() !== ''),
  );
  return at < 0 ? undefined : at;
}
