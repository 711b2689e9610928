import { expect, it } from 'vitest';
import { addedProperty, landlord } from '../../../../test/fixtures/landlords.ts';
import { addedOwners, figuresOf, setShares } from '../../../../test/fixtures/owners.ts';
import { named, report, rowsByName, YEAR } from '../../../../test/fixtures/reports.ts';
import { cost, income } from '../../../../test/fixtures/tax.ts';

it('splits each property’s totals by the shares of each day, and adds up to the whole', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada, { address: '31 Cotham Vale' });
  await addedProperty(ada);
  const [peter = '', tom = ''] = await addedOwners(ada, 'Peter', 'Tom');
  await setShares(ada, { property: propertyId, from: '2025-04-06' }, { [peter]: '50', [tom]: '50' });
  await setShares(ada, { property: propertyId, from: '2026-09-01' }, { [peter]: '75', [tom]: '25' });
  for (const month of ['05', '06', '07', '08', '09', '10'])
    await income(ada, 'rent', 100_000, { propertyId, date: `2026-${month}-01` });
  // Three pennies at 50% are 2p and 1p, not 3p each or nothing.
  for (let row = 0; row < 3; row++) await cost(ada, 'maintenance', 1, { propertyId });
  const by = rowsByName(await report(ada, 'profit-and-loss', `${YEAR}&by=owner`));
  expect(by['Peter']).toMatchObject({ income: 350_000, expenses: -2, profit: 349_998 });
  expect(by['Tom']).toMatchObject({ income: 250_000, expenses: -1, profit: 249_999 });
  const whole = await report(ada, 'profit-and-loss');
  const own = await report(ada, 'profit-and-loss', `${YEAR}&owner=${tom}`);
  expect(named(whole, whole.totals)).toMatchObject({ profit: 599_997 });
  expect(named(own, own.totals)).toMatchObject({ income: 250_000, profit: 249_999 });
  expect(own.facts.at(-1)).toEqual({ name: 'Owner', value: 'Tom' });
  const tax = await report(ada, 'tax-year', `year=2026-27&owner=${tom}`);
  expect(tax.totals?.[2]).toBe((await figuresOf(ada, tom)).profit);
  const bob = await landlord();
  expect((await bob.get(`/api/reports/cash-flow?${YEAR}&owner=${tom}`)).status).toBe(404);
});
