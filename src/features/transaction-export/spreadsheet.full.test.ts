import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hostileTransactions, rowsInDatabase } from '../../../test/exported.ts';
import type { Row } from '../../../test/exported-file.ts';
import { type Landlord, landlord } from '../../../test/landlords.ts';
import { server } from '../../../test/server.ts';
import { unzipped } from '../../../test/zip.ts';
import { formatDay } from '../../shared/dates.ts';
import { readGuardedCell } from '../../shared/guarded-cell.ts';

const run = promisify(execFile);
const installed = await run('soffice', ['--version']).then(
  () => true,
  () => false,
);

/** Comma, quotation mark, UTF-8, from the first line; as shown, each text quoted. */
const AS_CSV = 'Text - txt - csv (StarCalc):44,34,76,1,,0,true,true';
/** A spreadsheet keeps one kind of line end in a cell. */
const oneLineEnd = (row: Row) => row.map((cell) => cell.replace(/\r\n?/g, '\n'));
/** A program that opens a CSV file converts cells that look like a number, a date or a boolean. */
const isTaken = (cell: string) => /^[\d.e/-]+$|^TRUE$/i.test(cell);

describe.skipIf(!installed)(
  `an export in LibreOffice${installed ? '' : ' (skipped, as it is not installed here)'}`,
  () => {
    let folder: string;
    let ada: Landlord;
    let expected: Row[];
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tenure-spreadsheet-'));
      ada = await landlord();
      await hostileTransactions(server.database, ada);
      expected = (await rowsInDatabase(server.database, ada)).map(oneLineEnd);
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function converted(from: 'csv' | 'xlsx', to: 'csv' | 'xlsx', how: string[]): Promise<Buffer> {
      const file = join(folder, `export.${from}`);
      await writeFile(file, (await ada.get(`/api/transactions/export?format=${from}`)).bytes);
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
      await run('soffice', [profile, '--headless', ...how, '--outdir', join(folder, 'opened'), file]);
      return readFile(join(folder, 'opened', `export.${to}`));
    }

    it('for Excel shows every day, text and amount as it is', { timeout: 120_000 }, async () => {
      const shown = parse(await converted('xlsx', 'csv', ['--convert-to', `csv:${AS_CSV}`])).slice(1);
      const pounds = (text: string) => Number(text).toLocaleString('en-GB', { minimumFractionDigits: 2 });
      const wanted = expected.map((row) => row.with(0, formatDay(row[0] ?? '')).with(6, pounds(row[6] ?? '')));
      expect(shown.map(oneLineEnd)).toEqual(wanted);
    });

    it('as CSV has dates, numbers and texts, and not one formula', { timeout: 120_000 }, async () => {
      const how = ['--infilter=Text - txt - csv (StarCalc):44,34,76,1', '--convert-to', 'xlsx'];
      const bytes = await converted('csv', 'xlsx', how);
      expect(String((await unzipped(bytes)).get('xl/worksheets/sheet1.xml'))).not.toMatch(/<f[ >]/);
      const harmless = expected.filter(
        ([, description = '']) => !isTaken(description) && !description.startsWith('_x'),
      );
      const opened = (await readSheet(bytes, { trim: false })).slice(1).map((row) =>
        row.map((cell, at) => {
          if (at === 0) return z.date().parse(cell).toISOString().slice(0, 10);
          return at === 6 ? z.number().parse(cell).toFixed(2) : readGuardedCell(String(cell ?? ''));
        }),
      );
      expect(opened.map(oneLineEnd)).toEqual(expect.arrayContaining(harmless));
    });
  },
);
