import { describe, expect, it } from 'vitest';
import { zipOf } from '../../../../test/fixtures/zips.ts';
import { dayCell, numberCell, textCell, workbookOf } from '../../../server/http/downloads/workbook.server.ts';
import { readFile } from './read-file.server.ts';
import { REFUSED } from './refusals.ts';
import type { ReadFile } from './source.ts';

const csv = (text: string, name = 'lets.csv') => readFile(Buffer.from(text), { name });

async function read(file: Promise<ReadFile | { refused: string }>): Promise<ReadFile> {
  const answer = await file;
  if ('refused' in answer) throw new Error(answer.refused);
  return answer;
}

const rowsOf = ({ sheets }: ReadFile, place = 0) => sheets[place]?.rows.map(({ number, cells }) => [number, ...cells]);

describe('a CSV file', () => {
  it.each([
    ['commas', 'Address,Town,Postcode\n1 Mill Lane,Leeds,LS6 2QN\n'],
    ['semicolons', 'Address;Town;Postcode\r\n1 Mill Lane;Leeds;LS6 2QN\r\n'],
    ['tabs', 'Address\tTown\tPostcode\n1 Mill Lane\tLeeds\tLS6 2QN'],
    ['a byte order mark', '\ufeffAddress,Town,Postcode\n1 Mill Lane,Leeds,LS6 2QN\n'],
    ['sep=', 'sep=;\nAddress;Town;Postcode\n1 Mill Lane;Leeds;LS6 2QN\n'],
  ])('is read with %s', async (_what, text) => {
    const { sheets } = await read(csv(text));
    expect(sheets).toMatchObject([
      { name: 'lets', kind: 'properties', rows: [{ cells: ['1 Mill Lane', 'Leeds', 'LS6 2QN'] }] },
    ]);
  });

  it('is read as Windows-1252', async () => {
    const bytes = Buffer.from('Address,Town,Rent\n1 Caf\u00e9 Row,Leeds,\u00a3725\n', 'latin1');
    expect(rowsOf(await read(readFile(bytes, { name: 'a.csv' })))).toEqual([[2, '1 Café Row', 'Leeds', '£725']]);
  });

  it('finds headings below a title, and keeps the rows’ numbers', async () => {
    const file = await read(
      csv('My portfolio 2026,,\n,,\nAddress,Town,Postcode\n1 Mill Lane,Leeds,LS6 2QN\n\n2 Mill Lane,Leeds,LS6 2QN\n'),
    );
    expect(rowsOf(file)?.map(([number]) => number)).toEqual([4, 6]);
  });

  it('has two sheets where each row has a property and its tenant', async () => {
    const { sheets } = await read(
      csv(
        'Address,Town,Postcode,Rent,Tenant,Email,Start\n1 Mill Lane,Leeds,LS6 2QN,700,Jo Sand,jo@example.com,01/02/2025\n',
      ),
    );
    expect(sheets.map(({ name, of, kind }) => ({ name, of, kind }))).toEqual([
      { name: 'lets', of: null, kind: 'properties' },
      { name: 'lets: tenants', of: 0, kind: 'tenants' },
    ]);
  });

  it('leaves out the totals of a list, and the tenants of vacant properties', async () => {
    const { sheets } = await read(
      csv(
        'Address,Postcode,Rent,Tenant,Email,Start\n1 Mill Lane,LS6 2QN,700,Jo Sand,jo@example.com,01/02/2025\n2 Mill Lane,LS6 2QN,"£1,700",VACANT,,\nTotal,,"£2,400",,,\nTotal Care,LS6 2QN,1,Al Sand,al@example.com,01/02/2025\n',
      ),
    );
    expect(sheets.map(({ rows }) => rows.map(({ number }) => number))).toEqual([
      [2, 3, 5],
      [2, 5],
    ]);
  });
});

describe('a workbook', () => {
  it('is read with its days, numbers, errors and sheets', async () => {
    const error = '<c r="D2" t="e"><v>#REF!</v></c>';
    const bytes = await workbookOf([
      {
        name: 'Houses',
        widths: [10],
        rows: [
          ['Property', 'Rent', 'Gas cert', 'EPC'].map((text, at) => textCell(`${'ABCD'[at]}1`, text)),
          [textCell('A2', '1 Mill Lane'), numberCell('B2', 725.5), dayCell('C2', '2026-03-12'), error],
        ],
      },
      { name: 'Empty', widths: [10], rows: [] },
      {
        name: 'Suppliers',
        widths: [10],
        rows: [
          ['Company', 'Trade', 'Email'].map((text, at) => textCell(`${'ABC'[at]}1`, text)),
          [textCell('A2', 'Leak & Sons'), textCell('B2', 'Plumber'), textCell('C2', 'a@b.example')],
        ],
      },
    ]);
    const file = await read(readFile(bytes, { name: 'Lets 2027.xlsx' }));
    expect(file.sheets.map(({ name, kind }) => [name, kind])).toEqual([
      ['Houses', 'properties'],
      ['Suppliers', 'suppliers'],
    ]);
    expect(rowsOf(file)).toEqual([[2, '1 Mill Lane', '725.5', '2026-03-12', '#REF!']]);
  });

  it('is refused if it unpacks to more than the limit', async () => {
    const bytes = await zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': 'x'.repeat(200_000) });
    expect(await readFile(bytes, { name: 'bomb.xlsx', maxUnpacked: 100_000 })).toEqual({ refused: REFUSED.unpacked });
  });
});

describe('a rent sheet with a month in each column', () => {
  it('becomes a row for each sum', async () => {
    const file = await read(
      csv('Rent 2026,,,,\nProperty,Tenant,Oct,Nov,Dec,Jan,Total\n1 Mill Lane,Jo Sand,700,,700,700,2100\n'),
    );
    expect(file).toMatchObject({ layout: 'rent-sheet', sheets: [{ kind: 'transactions' }] });
    expect(rowsOf(file)).toEqual([
      [2, '1 Mill Lane', 'Jo Sand', '2026-10-01', '700', 'Income', 'Rent', 'Rent 2026-10'],
      [3, '1 Mill Lane', 'Jo Sand', '2026-12-01', '700', 'Income', 'Rent', 'Rent 2026-12'],
      [4, '1 Mill Lane', 'Jo Sand', '2027-01-01', '700', 'Income', 'Rent', 'Rent 2027-01'],
    ]);
  });
});
