import { expect, it } from 'vitest';
import { addedProperty, addedSupplier, landlord } from '../../../../test/fixtures/landlords.ts';
import { addedOwners, figuresOf, setShares } from '../../../../test/fixtures/owners.ts';
import { named, report, rowsByName, YEAR } from '../../../../test/fixtures/reports.ts';
import { cost, income } from '../../../../test/fixtures/tax.ts';
import { addedTenancy, paid } from '../../../../test/fixtures/tenancies.ts';
import { pageWithoutTotal } from '../../../server/http/pages.server.ts';
import { ReportRowItem } from '../rows.ts';

it('splits each property’s totals by the shares of each day, and adds up to the whole', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada, { address: '31 Cotham Vale' });
  await addedProperty(ada);
  const [peter = '', tom = ''] = await addedOwners(ada, 'Peter', 'Tom');
  await setShares(ada, { property: propertyId, from: '2025-04-06' }, { [peter]: '50', [tom]: '50' });
  await setShares(ada, { property: propertyId, from: '2026-09-01' }, { [peter]: '75', [tom]: '25' });
  for (const month of ['05', '06', '07', '08', '09', '10'])
    await income(ada, 'rent', 100_000, { propertyId, date: `2026-${month}-01` });
  // Three pennies at 50% are 2p and 1p. Rounding each row would give 3p or 0p.
  for (let row = 0; row < 3; row++) await cost(ada, 'maintenance', 1, { propertyId });
  const by = rowsByName(await report(ada, 'profit-and-loss', `${YEAR}&by=owner`));
  expect(by['Peter']).toMatchObject({ income: 350_000, expenses: -2, profit: 349_998 });
  expect(by['Tom']).toMatchObject({ income: 250_000, expenses: -1, profit: 249_999 });
  const whole = await report(ada, 'profit-and-loss');
  const own = await report(ada, 'profit-and-loss', `${YEAR}&owner=${tom}`);
  expect(named(whole, whole.totals)).toMatchObject({ profit: 599_997 });
  expect(named(own, own.totals)).toMatchObject({ income: 250_000, profit: 249_999 });
  expect(own.facts.at(-1)).toEqual({ name: 'Owner', value: 'Tom' });
  expect(own.rows[0]?.drill).toMatchObject({ property: propertyId, owner: tom });
  const { items } = (await ada.get(`/api/reports/rows?${YEAR}&category=rent&owner=${tom}`)).as(
    pageWithoutTotal(ReportRowItem),
  );
  const [quarter, half] = [4, 2].map((denominator) => [100_000, { numerator: 1, denominator }]);
  expect(items.map(({ amount, share }) => [amount, share])).toEqual([quarter, quarter, half, half, half, half]);
  const tax = await report(ada, 'tax-year', `year=2026-27&owner=${tom}`);
  expect(tax.totals?.[2]).toBe((await figuresOf(ada, tom)).profit);
  const bob = await landlord();
  expect((await bob.get(`/api/reports/cash-flow?${YEAR}&owner=${tom}`)).status).toBe(404);
});

it('has an owner’s properties on the last day, with amounts at the owner’s part', async () => {
  const ada = await landlord();
  const { id: home } = await addedProperty(ada, { address: '31 Cotham Vale' });
  const { id: other } = await addedProperty(ada, { address: '8 Hawthorn Grove' });
  const [peter = '', tom = ''] = await addedOwners(ada, 'Peter', 'Tom');
  await setShares(ada, { property: home, from: '2025-04-06' }, { [peter]: '50', [tom]: '50' });
  await setShares(ada, { property: home, from: '2026-03-01' }, { [peter]: '75', [tom]: '25' });
  await ada.put(`/api/property-values/${home}`, { value: 20_000_000 });
  const start = '2026-01-01';
  const tenancy = await addedTenancy(ada, { propertyId: home, names: ['Grace Hopper'], start, depositReceived: start });
  await paid(ada, tenancy, [start, 100_001]);
  await addedTenancy(ada, { propertyId: other, names: ['Alan Turing'], start, depositReceived: start });
  const supplierId = (await addedSupplier(ada, { name: 'Ridings Heating' })).id;
  const repair = { supplierId, propertyId: home, description: 'Boiler' };
  await cost(ada, 'maintenance', 10_001, { ...repair, date: '2026-02-01' });
  await cost(ada, 'maintenance', 10_000, { ...repair, date: '2026-03-02' });
  await cost(ada, 'maintenance', 700, { ...repair, propertyId: other, date: '2026-03-02' });
  const by = async (name: string, days: string, owner = tom) =>
    rowsByName(await report(ada, name, `${days}&owner=${owner}`));
  const ON = 'on=2026-03-15';
  const SPAN = 'from=2026-01-01&to=2026-03-31';
  const names = ['rent-roll', 'arrears', 'deposits', 'tenant-statement', 'empty-days', 'yield'];
  const counts = await Promise.all(
    names.map(async (name) => [name, Object.keys(await by(name, `${ON}&${SPAN}`)).length]),
  );
  expect(counts).toEqual(names.map((name) => [name, 1]));
  expect((await by('rent-roll', ON))['Grace Hopper']).toMatchObject({ rent: 30_000, month: 30_000 });
  expect((await by('arrears', ON))['Grace Hopper']).toMatchObject({ owed: 65_000 });
  expect((await by('arrears', ON, peter))['Grace Hopper']).toMatchObject({ owed: 194_999 });
  expect((await by('tenant-statement', SPAN))['Grace Hopper']).toMatchObject({ charged: 90_000, paid: -25_000 });
  expect((await by('yield', ON))['31 Cotham Vale']).toMatchObject({ value: 5_000_000, profit: 42_500 });
  expect((await by('supplier-statement', SPAN))['Ridings Heating']).toMatchObject({ rows: 2, paid: -7_500 });
  const one = await report(ada, 'supplier-statement', `${SPAN}&owner=${tom}&supplier=${supplierId}`);
  expect(one.rows.map(({ cells }) => cells.slice(4))).toEqual([
    [-10_001, -5_000],
    [-10_000, -2_500],
  ]);
  expect(one.notes.at(-1)?.text).toContain('Amounts show the owner’s share');
  const whole = await report(ada, 'tenant-statement', `${SPAN}&owner=${tom}&tenancy=${tenancy.id}`);
  expect([whole.totals?.[3], whole.facts.some(({ name }) => name === 'Owner')]).toEqual([360_000, false]);
});
