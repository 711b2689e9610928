import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { addedJourney } from '../../../test/fixtures/journeys.ts';
import { addedProperty, landlord, subscribedLandlord } from '../../../test/fixtures/landlords.ts';
import { addedOwners, setShares } from '../../../test/fixtures/owners.ts';
import { cost, income, MAY } from '../../../test/fixtures/tax.ts';
import { inNovember, reportQuarterly, send } from '../../../test/fixtures/tax-updates.ts';
import { PDF, uploaded } from '../../../test/fixtures/uploads.ts';
import { unzipped } from '../../../test/reading/zip.ts';
import { server } from '../../../test/servers/server.ts';
import { Owner } from '../owner/owner.ts';

const AT = '/api/tax/2026-27/bundle';

it('has the rows with their boxes, figures, reports and receipts of the year, with hashes', async () => {
  const ada = await landlord();
  const { id: propertyId } = await addedProperty(ada);
  await income(ada, 'rent', 120_000, { propertyId, description: '=Rent' });
  const file = await uploaded(ada, { bucket: 'transaction-files' });
  const repair = await cost(ada, 'maintenance', 38_000, {
    propertyId,
    description: 'Boiler: repair/2',
    file: { url: file.url },
  });
  await cost(ada, 'maintenance', 99_00, { date: '2027-04-06', description: 'Next year' });
  await addedJourney(ada, { day: MAY });
  const { bytes, headers } = await ada.get(AT);
  expect(headers.get('content-disposition')).toContain('tenure-tax-year-2026-27.zip');
  const files = await unzipped(bytes);
  const receipt = `receipts/${MAY} Boiler repair 2 ${repair.id.slice(-8)}.pdf`;
  expect([...files.keys()]).toEqual([
    'README.txt',
    'boxes.csv',
    'ledger.csv',
    'capital.csv',
    'mileage.csv',
    'reports/income-and-expenses.csv',
    'reports/profit-and-loss.csv',
    'reports/cash-flow.csv',
    'reports/tax-year.csv',
    receipt,
    'SHA256SUMS',
  ]);
  const text = (path: string) => files.get(path)?.toString() ?? '';
  expect(text('boxes.csv')).toContain('25,Property repairs and maintenance,380.00\r\n');
  expect(text('ledger.csv')).toContain(',-380.00,25,Repairs and maintenance,expenses.repairsAndMaintenance,');
  expect(text('ledger.csv')).toContain(`${MAY},'=Rent,Rent Payments,`);
  expect(text('ledger.csv')).not.toContain('Next year');
  expect(text('mileage.csv')).toContain(`${MAY},Home,"2 Mill Lane, Bristol",Inspection,Car,20,No,11.00`);
  expect(files.get(receipt)?.equals(PDF)).toBe(true);
  for (const line of text('SHA256SUMS').trim().split('\n')) {
    const [sha256 = '', path = ''] = line.split('  ');
    expect([path, sha256]).toEqual([
      path,
      createHash('sha256')
        .update(files.get(path) ?? '')
        .digest('hex'),
    ]);
  }
  expect((await ada.get(AT)).bytes.equals(bytes)).toBe(true);
});

it('rejects an unknown year at its field, and another account’s owner', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  expect((await ada.get('/api/tax/2026-28/bundle')).fields).toHaveProperty('year');
  const owner = (await bob.post('/api/owners', { name: 'Bob', kind: 'person', nation: 'England' })).as(Owner);
  expect((await ada.get(`${AT}?owner=${owner.id}`)).status).toBe(404);
  await income(bob, 'rent', 120_000);
  const files = await unzipped((await bob.get(`${AT}?owner=${owner.id}`)).bytes);
  expect(files.get('README.txt')?.toString()).toContain('Owner: Bob');
  expect(files.get('ledger.csv')?.toString()).toContain('income.periodAmount,1 of 1,');
});

it('has one owner’s receipts, updates from before owners, and journeys of the days in the boxes', async () => {
  const ada = await subscribedLandlord();
  await income(ada, 'rent', 120_000);
  await reportQuarterly(ada, { kind: 'calendar' });
  await inNovember(() => send(ada, { way: 'elsewhere' }));
  const { id: propertyId } = await addedProperty(ada);
  const [peter = '', tom = ''] = await addedOwners(ada, 'Peter', 'Tom');
  await setShares(ada, { property: propertyId, from: '2025-04-06' }, { [tom]: '1/1' });
  const file = { url: (await uploaded(ada, { bucket: 'transaction-files' })).url };
  await cost(ada, 'maintenance', 38_000, { propertyId, description: 'Boiler', file });
  const later = Date.parse('2027-04-10T10:00:00Z') - server.services.clock.now().getTime();
  await server.later(later, async () => {
    await addedJourney(ada, { day: '2027-03-31' });
    await addedJourney(ada, { day: '2027-04-03', purpose: 'In the next year' });
    const ofOwner = async (owner: string, year = '2026-27') =>
      unzipped((await ada.get(`/api/tax/${year}/bundle?owner=${owner}`)).bytes);
    const [first, second, next] = [await ofOwner(peter), await ofOwner(tom), await ofOwner(peter, '2027-28')];
    const receipts = (files: Map<string, Buffer>) => [...files.keys()].filter((path) => path.startsWith('receipts/'));
    expect([receipts(first).length, receipts(second).length]).toEqual([0, 1]);
    expect([first.has('updates/updates.csv'), second.has('updates/updates.csv')]).toEqual([true, false]);
    expect(first.get('boxes.csv')?.toString()).toContain('29,Other allowable property expenses,11.00\r\n');
    expect(first.get('mileage.csv')?.toString()).toContain('2027-03-31');
    expect(first.get('mileage.csv')?.toString()).not.toContain('In the next year');
    expect(next.get('mileage.csv')?.toString()).toContain('In the next year');
  });
});
