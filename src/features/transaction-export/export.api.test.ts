import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostileTransactions, rowsInDatabase } from '../../../test/fixtures/exported.ts';
import { csvRows, HEADINGS, type Row, xlsxRows } from '../../../test/fixtures/exported-file.ts';
import {
  addedProperty,
  addedSupplier,
  addedTransaction,
  importedTransaction,
  type Landlord,
  landlord,
  visitor,
} from '../../../test/fixtures/landlords.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { formatDay, londonDay } from '../../shared/dates.ts';

const NINE_DAYS = 9 * 24 * 60 * 60 * 1000;
const EXPORT = '/api/transactions/export';
const read = { csv: csvRows, xlsx: xlsxRows };
const FORMATS = ['csv', 'xlsx'] as const;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const AMOUNT = HEADINGS.indexOf('Amount');

async function exported(person: Pick<Landlord, 'get'>, format: 'csv' | 'xlsx', filter = '') {
  const answer = await person.get(`${EXPORT}?format=${format}${filter}`);
  expect(answer.outcome).toBe('served');
  return { answer, rows: await read[format](answer.bytes), counted: Number(answer.headers.get('x-row-count')) };
}

let ada: Landlord;
let bob: Landlord;
let home: string;
beforeAll(async () => {
  [ada, bob] = await Promise.all([landlord(), landlord()]);
  const house = await addedProperty(ada, { address: '8 Laburnum Row' });
  home = house.id;
  const supplier = await addedSupplier(ada, { name: 'Brush Bros' });
  const tenancy = await addedTenancy(ada, { propertyId: home });
  await addedTransaction(ada, {
    supplierId: supplier.id,
    propertyId: home,
    amount: 500_000,
    date: '2026-10-01',
    category: 'tax',
  });
  await importedTransaction(ada, {
    description: 'Gutters',
    amount: -9,
    date: '2199-01-01',
    status: 'pending',
    category: 'other',
  });
  await addedTransaction(ada, { description: 'Paint', date: '2026-01-31', status: 'pending' });
  const rent = await importedTransaction(ada, { propertyId: home, reference: 'RENT-11', date: '2026-11-02' });
  await query(server.database, 'update transactions set tenancy_id = $1 where id = $2', [tenancy.id, rent.id]);
  await importedTransaction(ada, { description: 'Refund', category: 'bank charges', amount: 1, date: '2026-10-01' });
  await addedTransaction(bob, { description: 'Of Bob' });
});

const BY_SIZE = 'abs(t.amount)';
const FILTERS: [string, { where?: string; order?: string }][] = [
  ['', {}],
  ['&sort=oldest', { order: 't.date, t.id' }],
  ['&sort=highest', { order: `${BY_SIZE} desc, t.id desc` }],
  ['&sort=lowest', { order: `${BY_SIZE}, t.id` }],
  ['&status=completed', { where: `t.status = 'completed'` }],
  ['&status=pending', { where: `t.status = 'pending' and t.date > '2150-01-01'` }],
  ['&status=overdue', { where: `t.status = 'pending' and t.date < '2150-01-01'` }],
  ['&category=tax,bank%20charges', { where: `t.category in ('tax', 'bank charges')` }],
  ['&propertyId=none', { where: 't.property_id is null' }],
  ['&propertyId={home}', { where: 't.property_id is not null' }],
  ['&q=LABURNUM', { where: 't.property_id is not null' }],
  ['&q=rent-11', { where: `t.reference = 'RENT-11'` }],
  ['&from=2026-10-02&to=2026-11-02', { where: `t.date between '2026-10-02' and '2026-11-02'` }],
  ['&q=Taxes', { where: `t.category = 'tax'` }],
  ['&q=gutters&status=pending&category=other&propertyId=none&sort=oldest', { where: `t.description = 'Gutters'` }],
];

describe.each(FORMATS)('an export as %s', (format) => {
  // One filter is enough for the second format, because both share the code that reads rows.
  it.each(format === 'csv' ? FILTERS : FILTERS.slice(-1))(
    'of %j contains and counts the landlord’s rows in that order (S2.2.35)',
    async (filter, wanted) => {
      const { rows, counted } = await exported(ada, format, filter.replace('{home}', home));
      const expected = await rowsInDatabase(server.database, ada, wanted);
      expect(expected.length).toBeGreaterThan(0);
      expect(rows).toEqual(expected);
      expect(counted).toBe(expected.length);
    },
  );

  it('has no rows of another landlord, and only headings without rows', async () => {
    expect(await exported(bob, format, `&propertyId=${home}`)).toMatchObject({ rows: [], counted: 0 });
    expect((await exported(bob, format)).rows.map(([, description]) => description)).toEqual(['Of Bob']);
  });

  it('has the date in its name, and is not cached', async () => {
    const { headers } = (await exported(ada, format)).answer;
    const name = `tenure-transactions-${londonDay(server.services.clock.now())}.${format}`;
    const sent = ['content-disposition', 'cache-control', 'content-type'].map((header) => headers.get(header));
    expect(sent).toEqual([`attachment; filename="${name}"`, 'private, no-store', TYPES[format]]);
  });

  it('starts with its headings, with the filter in its name and on an Excel file’s second sheet', async () => {
    const asked = `&from=2026-04-06&to=2027-04-05&category=tax&status=overdue&propertyId=${home}&q=%27Caf%C3%A9%27`;
    const { answer } = await exported(ada, format, asked);
    const name = '06-apr-2026-05-apr-2027-taxes-8-laburnum-row-bristol-overdue-cafe';
    const day = londonDay(server.services.clock.now());
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="tenure-transactions-${name}-${day}.${format}"`,
    );
    const first = format === 'csv' ? parse(answer.bytes, { bom: true })[0] : (await readSheet(answer.bytes))[0];
    expect(first).toEqual(HEADINGS);
    const about = format === 'xlsx' && (await readSheet(answer.bytes, 'About'));
    expect(about).toEqual(
      format === 'xlsx' && [
        ['Exported on', formatDay(day)],
        ['Filter', "06 Apr 2026 – 05 Apr 2027; Taxes; 8 Laburnum Row, Bristol; Overdue; “'Café'”"],
      ],
    );
    const theirs = await exported(bob, format, `&propertyId=${home}`);
    expect(theirs.answer.headers.get('content-disposition')).toContain(`"tenure-transactions-${day}.`);
  });

  it('returns hostile text unchanged', async () => {
    const eve = await landlord();
    await hostileTransactions(server.database, eve);
    const { rows, counted } = await exported(eve, format);
    const expected = await rowsInDatabase(server.database, eve);
    expect(rows).toEqual(expected);
    expect(counted).toBe(expected.length);
  });
});

describe('a CSV file', () => {
  it('escapes formulas', async () => {
    const eve = await landlord();
    await hostileTransactions(server.database, eve);
    const { answer } = await exported(eve, 'csv');
    const cells = parse(answer.bytes, { bom: true }).flatMap((row) => row.filter((_, at) => at !== AMOUNT));
    expect(cells.filter((cell) => /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell))).toEqual([]);
    expect(cells.filter((cell) => cell.startsWith("'")).length).toBeGreaterThan(30);
  });

  it('has amounts as plain numbers', async () => {
    const { answer } = await exported(ada, 'csv', '&category=tax');
    expect(answer.text).toBe(
      `\ufeff${HEADINGS.join()}\r\n2026-10-01,Boiler repair call-out,Taxes,Expense,Paid,,-5000.00,"8 Laburnum Row, Bristol",Brush Bros,,\r\n`,
    );
  });
});

describe('a refused export', () => {
  it('is explained for too many rows for Excel', async () => {
    const eve = await landlord();
    // Raises only the stored totals, because inserting the rows would take half a minute.
    await query(
      server.database,
      `insert into app.transaction_totals (user_id, property_id, category, type, status, slot, count, amount)
       values ($1, app.no_property(), 'other', 'expense', 'completed', 0, 100001, -100001)`,
      [eve.id],
    );
    const refused = await eve.get(`${EXPORT}?format=xlsx`);
    expect(refused.outcome).toBe('422 invalid_input');
    expect(refused.text).toContain(
      'You are exporting 100,001 transactions. Excel files can have up to 100,000. Choose CSV instead.',
    );
  });

  it.each(['', '?format=pdf', '?format=csv&status=paid'])('returns a bad request for %j', async (asked) => {
    expect((await ada.get(`${EXPORT}${asked}`)).outcome).toBe('400 bad_request');
  });

  it('is returned to visitors, but not after the trial (S1.6.7, S1.6.14, S2.6.2)', async () => {
    expect((await visitor().get(`${EXPORT}?format=csv`)).outcome).toBe('401 unauthenticated');
    const late: { rows: Row[] } = await server.later(NINE_DAYS, () => exported(ada, 'csv'));
    expect(late.rows).toHaveLength(5);
  });

  it('answers HEAD without doing the work', async () => {
    for (let time = 0; time < 4; time++) {
      const { status, bytes, headers } = await ada.send('HEAD', `${EXPORT}?format=csv`);
      expect([status, bytes.length, headers.get('content-type')]).toEqual([200, 0, 'text/csv; charset=utf-8']);
    }
    expect((await exported(ada, 'csv')).rows).toHaveLength(5);
  });
});
