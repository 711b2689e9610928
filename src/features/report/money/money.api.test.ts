import { describe, expect, it } from 'vitest';
import { addedProperty, importedTransaction, type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { member } from '../../../../test/fixtures/members.ts';
import { plainTotals, plainTransactions } from '../../../../test/fixtures/plain-transactions.ts';
import { named, report, rowsByName, YEAR } from '../../../../test/fixtures/reports.ts';
import { cost, income } from '../../../../test/fixtures/tax.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';

/** Adds two homes with transactions, and transactions that must not count, including those of another landlord. */
async function books(): Promise<{ ada: Landlord; mill: string; grove: string }> {
  const [ada, bob] = [await landlord(), await landlord()];
  const mill = (await addedProperty(ada, { address: '2 Mill Lane', city: 'Otley' })).id;
  const grove = (await addedProperty(ada, { address: '8 Hawthorn Grove', city: 'Leeds' })).id;
  await income(ada, 'rent', 120_000, { propertyId: mill, date: '2026-04-06' });
  await income(ada, 'rent', 80_003, { propertyId: grove, date: '2026-05-31' });
  await income(ada, 'maintenance', 5_000, { propertyId: grove, refund: true, date: '2026-06-01' });
  await cost(ada, 'maintenance', 20_001, { propertyId: grove, date: '2026-06-01' });
  await cost(ada, 'mortgage interest', 31_000, { propertyId: mill, date: '2027-04-05' });
  await cost(ada, 'mortgage capital', 27_000, { propertyId: mill, date: '2027-04-05' });
  await cost(ada, 'insurance', 14_620);
  await income(ada, 'deposit', 150_000, { propertyId: mill });
  await cost(ada, 'transfer', 70_000);
  await cost(ada, 'maintenance', 999, { propertyId: mill, status: 'pending' });
  for (const date of ['2026-04-05', '2027-04-06']) await cost(ada, 'maintenance', 777, { propertyId: mill, date });
  await income(bob, 'rent', 555_500);
  return { ada, mill, grove };
}

describe('income and expenses', () => {
  it('equal Finance for the same days, by category, from paid transactions of the landlord only', async () => {
    const { ada } = await books();
    const found = await report(ada, 'income-and-expenses');
    expect(rowsByName(found)).toEqual({
      'Rent Payments': { category: 'Rent Payments', rows: 2, income: 200_003, expenses: 0, net: 200_003 },
      Maintenance: { category: 'Maintenance', rows: 2, income: 5_000, expenses: -20_001, net: -15_001 },
      'Mortgage interest': { category: 'Mortgage interest', rows: 1, income: 0, expenses: -31_000, net: -31_000 },
      'Mortgage capital': { category: 'Mortgage capital', rows: 1, income: 0, expenses: -27_000, net: -27_000 },
      Insurance: { category: 'Insurance', rows: 1, income: 0, expenses: -14_620, net: -14_620 },
    });
    const days = { from: '2026-04-06', to: '2027-04-05', status: 'completed' };
    const { income, expenses } = plainTotals(await plainTransactions(ada, days));
    expect(named(found, found.totals)).toMatchObject({ income, expenses: -expenses, net: income - expenses });
    expect(found.line).toBe('06 Apr 2026 – 05 Apr 2027, 7 transactions');
  });

  it('can be narrowed to a property, or to none', async () => {
    const { ada, grove } = await books();
    const net = async (property: string) => {
      const found = await report(ada, 'income-and-expenses', `${YEAR}&property=${property}`);
      return [named(found, found.totals)['net'], found.facts.at(-1)?.value];
    };
    expect(await net(grove)).toEqual([65_002, '8 Hawthorn Grove, Leeds']);
    expect(await net('none')).toEqual([-14_620, 'No property']);
  });

  it('name the requested days if there are none', async () => {
    const ada = await landlord();
    const found = await report(ada, 'income-and-expenses', 'from=2026-04-06&to=2026-07-05');
    expect(found.empty.title).toBe('No income or expenses between 6 April and 5 July 2026.');
    expect([found.rows, found.totals]).toEqual([[], null]);
  });
});

describe('profit and loss', () => {
  it('lists properties by profit, with notes about rows that do not count', async () => {
    const { ada, mill, grove } = await books();
    const found = await report(ada, 'profit-and-loss');
    expect(found.rows.map(({ id, more, cells }) => [id, more, ...cells])).toEqual([
      [mill, 'Otley', '2 Mill Lane', 120_000, 0, -31_000, 89_000],
      [grove, 'Leeds', '8 Hawthorn Grove', 85_003, -20_001, 0, 65_002],
    ]);
    expect(found.totals).toEqual(['2 properties', 205_003, -20_001, -31_000, 154_002]);
    expect(found.notes.map(({ text }) => text)).toEqual([
      'Only paid transactions count, on their date, as in Finance.',
      '1 transaction of −£146.20 has no property and is not shown.',
      '1 transaction of −£270.00 is mortgage capital or improvements. They are not letting costs, so the profit leaves them out. Finance counts them as expenses.',
    ]);
    const finance = plainTotals(
      await plainTransactions(ada, { from: '2026-04-06', to: '2027-04-05', status: 'completed' }),
    );
    expect(154_002 - 14_620 - 27_000).toBe(finance.income - finance.expenses);
  });

  it('states what transactions without a property received and paid, not the small difference', async () => {
    const { ada } = await books();
    await income(ada, 'rent', 14_000);
    expect((await report(ada, 'profit-and-loss')).notes.map(({ text }) => text)).toContain(
      '2 transactions have no property and are not shown: £140.00 received and £146.20 paid.',
    );
  });

  it('adds up months to the same profit as independent SQL', async () => {
    const { ada } = await books();
    const found = await report(ada, 'profit-and-loss', `${YEAR}&by=month`);
    const months = await query<{ month: string; profit: number }>(
      server.database,
      `select to_char(date, 'YYYY-MM') as month, (sum(amount) * 100)::float8 as profit from transactions
       where user_id = $1 and status = 'completed' and date >= '2026-04-06' and date <= '2027-04-05'
         and category not in ('deposit', 'transfer', 'personal', 'mortgage capital', 'improvement')
       group by 1 order by 1`,
      [ada.id],
    );
    const profits = found.rows.map(({ id, cells }) => ({ month: id, profit: cells.at(-1) }));
    expect(profits.filter(({ profit }) => profit !== 0)).toEqual(months);
    expect(profits).toHaveLength(13);
    expect(found.totals?.at(-1)).toBe(139_382);
  });

  it('is compared with the same days of the year before, where a home may be new', async () => {
    const { ada, mill } = await books();
    await income(ada, 'rent', 100_000, { propertyId: mill, date: '2025-04-06' });
    const found = await report(ada, 'profit-and-loss', `${YEAR}&compare=last-year`);
    expect(found.compared).toMatchObject({ from: '2025-04-06', to: '2026-04-05' });
    // The year before also has a repair of £7.77, on 5 April.
    expect(found.rows.map(({ cells }) => cells.at(-1))).toEqual([89_000 - 99_223, 'New']);
    expect(found.totals?.at(-1)).toBe(154_002 - 99_223);
    expect(found.figures.at(-1)).toMatchObject({ name: 'Profit', value: 154_002, change: 54_779 });
  });
});

describe('cash flow', () => {
  it('has mortgages and deposits, no transfers, and a running total', async () => {
    const { ada } = await books();
    const found = await report(ada, 'cash-flow');
    const rows = rowsByName(found);
    expect(rows['May 2026']).toMatchObject({ income: 80_003, expenses: -14_620, deposits: 150_000, running: 335_383 });
    expect(rows['April 2027']).toMatchObject({ mortgage: -58_000, net: -58_000, running: 262_382 });
    expect(named(found, found.totals)).toMatchObject({ net: 262_382 });
  });
});

describe('the days of a report', () => {
  it.each([
    ['from=2026-05-02&to=2026-05-01', { to: 'Enter a last day on or after the first day' }],
    ['from=2016-04-06&to=2026-04-06', { to: 'Choose 10 years or less' }],
    ['from=2026-02-30', { from: 'Enter a date' }],
    ['period=week', { period: 'Choose a period' }],
    ['property=x', { property: 'Choose a property' }],
  ])('%s returns 400 at its field', async (search, fields) => {
    const answer = await (await landlord()).get(`/api/reports/cash-flow?${search}`);
    expect([answer.status, answer.fields]).toEqual([400, fields]);
  });

  it('are ten years at most, and this tax year so far by default', async () => {
    const ada = await landlord();
    expect((await report(ada, 'cash-flow', 'from=2016-04-06&to=2026-04-05')).from).toBe('2016-04-06');
    const today = await query<{ day: string }>(server.database, 'select app.today()::text as day');
    expect((await report(ada, 'cash-flow', '')).to).toBe(today[0]?.day);
  });
});

it('returns 404 for another landlord’s property and for an unknown report', async () => {
  const { ada, mill } = await books();
  const bob = await landlord();
  expect((await bob.get(`/api/reports/profit-and-loss?${YEAR}&property=${mill}`)).status).toBe(404);
  expect((await ada.get(`/api/reports/horoscope?${YEAR}`)).fields).toEqual({ name: 'Choose a report' });
});

it('shows a limited manager only the properties in reach', async () => {
  const { ada, grove } = await books();
  const manager = await member(ada, { role: 'manager', properties: [grove] });
  const found = await report(manager, 'profit-and-loss');
  expect([found.rows.map(({ id }) => id), found.notes]).toEqual([[grove], [expect.anything()]]);
  expect((await report(manager, 'cash-flow')).totals?.[5]).toBe(65_002);
});

it('returns the same CSV for the same data, without formulas', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada, { address: '=1+1 The Street', city: 'Leeds' });
  await importedTransaction(ada, {
    amount: 45_000,
    description: 'Rent',
    category: 'rent',
    date: '2026-05-01',
    propertyId,
  });
  const path = `/api/reports/profit-and-loss/file?${YEAR}&format=csv`;
  const [one, two] = [await ada.get(path), await ada.get(path)];
  expect(one.text).toBe(
    '\ufeffProperty,Income,Expenses,Profit\r\n"\'=1+1 The Street, Leeds",450.00,0.00,450.00\r\n1 property,450.00,0.00,450.00\r\n',
  );
  expect(two.text).toBe(one.text);
  expect(one.headers.get('content-disposition')).toContain('tenure-profit-and-loss-2026-04-06-to-2027-04-05.csv');
});
