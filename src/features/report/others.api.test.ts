/** Reports about tenancies, properties, suppliers and tax years, against Rent's own figures and independent SQL. */
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import {
  addedProperty,
  addedSupplier,
  addedTransaction,
  type Landlord,
  landlord,
} from '../../../test/fixtures/landlords.ts';
import { newCertificate } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { named, report, rowsByName, YEAR } from '../../../test/fixtures/reports.ts';
import { cost, figures, income } from '../../../test/fixtures/tax.ts';
import { addedTenancy, paid } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Arrears } from '../rent/rent.ts';

const ON = 'on=2026-03-15';

/** Grace pays £1,200.00 a month from 1 January 2026 and has paid once; Ada's second home is empty. */
async function lets(): Promise<{ ada: Landlord; grace: string; home: string; bare: string }> {
  const [ada, bob] = [await landlord(), await landlord()];
  const home = (await addedProperty(ada, { address: '2 Mill Lane', city: 'Otley', rent: 120_000 })).id;
  const bare = (await addedProperty(ada, { address: '8 Hawthorn Grove', city: 'Leeds', rent: 73_000 })).id;
  const tenancy = await addedTenancy(ada, {
    propertyId: home,
    names: ['Grace Hopper'],
    start: '2026-01-01',
    depositReceived: '2025-12-20',
    depositScheme: 'TDS',
  });
  await paid(ada, tenancy, ['2026-01-02', 120_000], ['2026-03-20', 50_000]);
  await paid(bob, await addedTenancy(bob, { start: '2026-01-01' }), ['2026-01-02', 100]);
  await query(server.database, "update properties set date_added = '2025-12-01' where user_id = any($1)", [
    [ada.id, bob.id],
  ]);
  return { ada, grace: tenancy.id, home, bare };
}

describe('arrears', () => {
  it('equal Rent on the same day, by age', async () => {
    const { ada } = await lets();
    const found = await report(ada, 'arrears', ON);
    const rent = (await ada.get(`/api/rent/arrears?${ON}`)).as(Arrears);
    expect(rowsByName(found)['Grace Hopper']).toMatchObject({
      owed: 240_000,
      '8-14': 120_000,
      '31-60': 120_000,
      since: '2026-02-01',
      paid: '2026-01-02',
    });
    expect(named(found, found.totals)).toMatchObject({ owed: rent.owed.amount });
    expect(found.totals?.slice(2, 8)).toEqual(rent.ageing);
    expect((await report(ada, 'arrears', 'on=2026-01-31')).empty.title).toBe('No arrears on 31 January 2026.');
  });
});

describe('the rent roll', () => {
  it('lists tenancies on a day with their rent then, and empty homes', async () => {
    const { ada, grace, bare } = await lets();
    await ada.post(`/api/tenancies/${grace}/rents`, { from: '2026-06-01', amount: 130_000 });
    const month = async (on: string) =>
      named(await report(ada, 'rent-roll', on), (await report(ada, 'rent-roll', on)).totals)['month'];
    expect([await month(ON), await month('on=2026-06-01')]).toEqual([120_000, 130_000]);
    const found = await report(ada, 'rent-roll', ON);
    expect(found.rows.map(({ id, more, cells }) => [id, more, cells[0]])).toEqual([
      [grace, '2 Mill Lane, Otley', 'Grace Hopper'],
      [bare, '8 Hawthorn Grove, Leeds', 'Empty'],
    ]);
    expect((await report(ada, 'rent-roll', 'on=2025-12-31')).rows.map(({ cells }) => cells[0])).toEqual([
      'Empty',
      'Empty',
    ]);
  });
});

it('adds up weekly rents to exact rents a year in the rent roll', async () => {
  const ada = await landlord();
  for (const rent of [10_000, 12_501])
    await addedTenancy(ada, { start: '2026-01-05', frequency: 'weekly', rentDay: 1, rent });
  const { figures } = await report(ada, 'rent-roll', ON);
  expect(figures.map(({ name, value }) => [name, value]).slice(0, 2)).toEqual([
    ['Rent a month', 43_333 + 54_171],
    ['Rent a year', 22_501 * 52],
  ]);
});

describe('empty days', () => {
  it('are the days without a tenancy since a home is known, with their rent', async () => {
    const { ada, grace } = await lets();
    await query(server.database, "update tenancies set ended_on = '2026-03-01' where id = $1", [grace]);
    const found = await report(ada, 'empty-days', 'from=2025-12-01&to=2026-03-10');
    expect(rowsByName(found)).toEqual({
      '8 Hawthorn Grove': {
        name: '8 Hawthorn Grove',
        days: 100,
        empty: 100,
        share: 10_000,
        rent: 73_000,
        lost: 240_000,
      },
      // Empty in December, and for 10 days of March.
      '2 Mill Lane': { name: '2 Mill Lane', days: 100, empty: 41, share: 4_100, rent: 120_000, lost: 161_753 },
    });
  });

  it('do not count the same day twice for overlapping tenancies, or days to come', async () => {
    const { ada, home } = await lets();
    await addedTenancy(ada, { propertyId: home, names: ['Alan Turing'], start: '2026-02-01' });
    expect(rowsByName(await report(ada, 'empty-days', 'from=2026-01-01&to=2026-03-31'))['2 Mill Lane']).toMatchObject({
      days: 90,
      empty: 0,
    });
    expect((await report(ada, 'empty-days', 'from=2199-01-01&to=2199-03-31')).rows).toEqual([]);
  });
});

describe('yield', () => {
  it('is calculated from the entered value, and ‘No value’ without one', async () => {
    const { ada, home, bare } = await lets();
    await cost(ada, 'maintenance', 20_000, { propertyId: home, date: '2026-03-15' });
    await cost(ada, 'mortgage capital', 99_900, { propertyId: home, date: '2026-03-15' });
    await cost(ada, 'maintenance', 5_000, { propertyId: bare, date: '2025-03-16' });
    await cost(ada, 'maintenance', 7_000, { propertyId: bare, date: '2025-03-15' });
    const value = (id: string, pence: number | null) => ada.put(`/api/property-values/${id}`, { value: pence });
    expect((await value(home, 20_000_000)).status).toBe(204);
    expect((await value(bare, 0)).fields).toEqual({ value: 'Enter the value of the property' });
    const found = await report(ada, 'yield', ON);
    expect(found.rows.map(({ cells }) => cells)).toEqual([
      ['2 Mill Lane', 20_000_000, 1_440_000, 720, 100_000, 50],
      ['8 Hawthorn Grove', 'No value', 876_000, 'No value', -5_000, 'No value'],
    ]);
    expect(found.totals).toEqual(['1 property with a value', 20_000_000, 1_440_000, 720, 100_000, 50]);
  });
});

describe('deposits held', () => {
  it('are those received and not returned by a day', async () => {
    const { ada, grace } = await lets();
    expect(rowsByName(await report(ada, 'deposits', ON))['Grace Hopper']).toMatchObject({
      amount: 138_461,
      received: '2025-12-20',
      scheme: 'TDS',
    });
    expect((await report(ada, 'deposits', 'on=2025-12-19')).rows).toEqual([]);
    await query(server.database, "update tenancies set deposit_returned = '2026-03-15' where id = $1", [grace]);
    expect((await report(ada, 'deposits', ON)).rows).toEqual([]);
    expect((await report(ada, 'deposits', 'on=2026-03-14')).totals?.[1]).toBe(138_461);
  });
});

describe('tenant statements', () => {
  it('list every tenant’s balance, and the entries of one as in its statement', async () => {
    const { ada, grace } = await lets();
    const days = 'from=2026-02-01&to=2026-03-31';
    const all = await report(ada, 'tenant-statement', days);
    expect(rowsByName(all)['Grace Hopper']).toEqual({
      tenant: 'Grace Hopper',
      opening: 0,
      charged: 240_000,
      paid: -50_000,
      closing: 190_000,
    });
    const one = await report(ada, 'tenant-statement', `${days}&tenancy=${grace}`);
    expect(one.totals).toEqual([null, 'Closing balance', null, 240_000, 50_000, 190_000]);
    expect(one.rows.map(({ cells }) => [cells[0], cells[5]])).toEqual([
      ['2026-02-01', 0],
      ['2026-02-01', 120_000],
      ['2026-03-01', 240_000],
      ['2026-03-20', 190_000],
    ]);
    expect((await (await landlord()).get(`/api/reports/tenant-statement?${days}&tenancy=${grace}`)).status).toBe(404);
  });
});

describe('certificates due', () => {
  it('are those that have expired or expire by a day, the first one first', async () => {
    const ada = await landlord();
    const certificates = ['2026-12-31', '2020-01-31', '2027-01-01'].map((expirationDate) =>
      newCertificate({ name: `To ${expirationDate}`, expirationDate }),
    );
    await addedProperty(ada, { address: '2 Mill Lane', certificates });
    const found = await report(ada, 'certificates', 'on=2026-12-31');
    expect(found.rows.map(({ cells }) => [cells[0], cells[2]])).toEqual([
      ['To 2020-01-31', 'Expired'],
      ['To 2026-12-31', 'Due'],
    ]);
    expect(found.notes[0]?.text).toBe('9 items are not recorded or not complete, and not in this list.');
  });
});

describe('supplier statements', () => {
  it('list payments by supplier, and the transactions of one', async () => {
    const ada = await landlord();
    const supplier = await addedSupplier(ada, { name: 'Ridings Heating' });
    const supplierId = supplier.id;
    await cost(ada, 'maintenance', 28_640, { supplierId, description: 'Boiler' });
    await income(ada, 'maintenance', 2_000, { supplierId, refund: true, description: 'Part returned' });
    await cost(ada, 'maintenance', 999, { supplierId, status: 'pending' });
    await cost(ada, 'maintenance', 700);
    expect(rowsByName(await report(ada, 'supplier-statement'))).toEqual({
      'Ridings Heating': { name: 'Ridings Heating', rows: 2, paid: -28_640, refunds: 2_000, net: -26_640 },
    });
    const one = await report(ada, 'supplier-statement', `${YEAR}&supplier=${supplierId}`);
    expect(one.rows.map(({ cells }) => [cells[1], cells[4]])).toEqual([
      ['Boiler', -28_640],
      ['Part returned', 2_000],
    ]);
    expect(one.totals).toEqual([null, '2 transactions', null, null, -26_640]);
  });
});

it('shows the boxes of the tax page, with the number of open questions', async () => {
  const ada = await landlord();
  await income(ada, 'rent', 120_000);
  await cost(ada, 'maintenance', 50_000);
  await cost(ada, 'tax', 1_000);
  const found = await report(ada, 'tax-year', 'year=2026-27');
  const { profit } = await figures(ada);
  expect(found.rows.map(({ cells }) => [cells[1], cells[2]])).toEqual([
    ['20', 120_000],
    ['25', 50_000],
  ]);
  expect(found.totals?.[2]).toBe(profit);
  expect(found.notes[1]?.text).toBe('1 transaction of £10.00 needs an answer on the tax page, and is not in any box.');
});

describe('rights', () => {
  it.each(['rent-roll', 'arrears', 'tenant-statement', 'deposits', 'empty-days'])(
    'return 403 to a guest for %s, which has tenants',
    async (name) => {
      const { ada } = await lets();
      const guest = await member(ada, { role: 'guest' });
      expect((await guest.get(`/api/reports/${name}?${ON}&${YEAR}`)).outcome).toBe('403 not_allowed');
      expect((await guest.get(`/api/reports/yield?${ON}`)).status).toBe(200);
    },
  );

  it('limit a manager to the tenants in reach', async () => {
    const { ada, bare } = await lets();
    const manager = await member(ada, { role: 'manager', properties: [bare] });
    for (const name of ['arrears', 'deposits', 'tenant-statement'])
      expect((await report(manager, name, `${ON}&${YEAR}`)).rows).toEqual([]);
    expect((await report(manager, 'rent-roll', ON)).rows.map(({ cells }) => cells[0])).toEqual(['Empty']);
  });
});

describe('files', () => {
  it('have the rows of the report, and the same bytes for the same data', async () => {
    const { ada } = await lets();
    for (const [format, start] of [
      ['pdf', '%PDF-'],
      ['xlsx', 'PK'],
    ] as const) {
      const path = `/api/reports/arrears/file?${ON}&format=${format}`;
      const [one, two] = [await ada.get(path), await ada.get(path)];
      expect([one.status, one.bytes.subarray(0, start.length).toString()]).toEqual([200, start]);
      expect(one.bytes.equals(two.bytes)).toBe(true);
    }
    const sheet = await readSheet((await ada.get(`/api/reports/arrears/file?${ON}&format=xlsx`)).bytes);
    expect(sheet[1]?.slice(0, 2)).toEqual(['Grace Hopper, 2 Mill Lane, Otley', 2400]);
    expect(sheet[2]?.slice(0, 2)).toEqual(['1 tenancy', 2400]);
  });

  it('keep a formula in a name as text', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada, { address: '=1+1 The Street' });
    await addedTransaction(ada, { propertyId, date: '2026-05-01' });
    const sheet = await readSheet((await ada.get(`/api/reports/profit-and-loss/file?${YEAR}&format=xlsx`)).bytes);
    expect(sheet[1]?.[0]).toBe('=1+1 The Street, Bristol');
  });
});
