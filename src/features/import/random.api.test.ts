import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  accountRows,
  agreedTo,
  checkedImport,
  finishedImport,
  IMPORTS,
  importRows,
  sentImport,
  workbook,
} from '../../../test/fixtures/import-files.ts';
import { addedProperty, addedSupplier, addedTenant, landlord } from '../../../test/fixtures/landlords.ts';
import { ImportUndo } from './import.ts';

const of = (...cells: string[]) => fc.constantFrom(...cells);
const ADDRESS = of('1 Mill Road', '2 Mill Road', '3 Mill Rd', '14 Chandos Terrace', '');
const DAY = of('01/02/2025', '31/06/2026', '2024', '15 Sep 2026', '', '12/03/2026', '#REF!', '46054');
const MONEY = of('£725', '1,050.00', '895', '(45.00)', 'lots', '', '£1,2O0');
const NAME = of('Jo Sand', 'Priya Nair', 'J. Sand', 'Grace Hopper', '');
const EMAIL = of('jo@example.com', 'priya@example.com', 'grace@tenure.example', 'nobody');

const sheet = (headings: string[], ...cells: fc.Arbitrary<string>[]) =>
  fc.array(fc.tuple(...cells), { minLength: 1, maxLength: 5 }).map((rows) => [headings, ...rows]);

const FILES = fc.record({
  Houses: sheet(
    ['Address', 'Town', 'Postcode', 'Type', 'Rent', 'Gas cert expiry'],
    ADDRESS,
    of('Leeds', 'Bristol'),
    of('LS1 0QN', 'BS6 6QJ', 'LS1'),
    of('2 bed flat', 'Terrace 3b'),
    MONEY,
    DAY,
  ),
  People: sheet(
    ['Name', 'Email', 'Mobile', 'Property', 'Start', 'Rent', 'Deposit'],
    NAME,
    EMAIL,
    of('07700 900123', '7700900456'),
    ADDRESS,
    DAY,
    MONEY,
    MONEY,
  ),
  Suppliers: sheet(
    ['Company', 'Trade', 'Email', 'Tel', 'Address'],
    of('Leak & Sons', 'Harbour Plumbing Ltd', ''),
    of('Plumber', 'Electrician'),
    EMAIL,
    of('0113 496 0000'),
    of('3 Dock Road, Bristol BS1 4RB', ''),
  ),
  Transactions: sheet(
    ['Date', 'Details', 'Money in', 'Money out', 'Category', 'Property', 'Tenant'],
    DAY,
    of('Rent', 'Boiler'),
    MONEY,
    of('', '120'),
    of('Rent', 'Repairs'),
    ADDRESS,
    NAME,
  ),
  Certificates: sheet(
    ['Property', 'Certificate', 'Issued', 'Expiry'],
    ADDRESS,
    of('CP12', 'EPC', 'Legionella'),
    DAY,
    DAY,
  ),
});

it('leaves the account as it was after a check, an import and its undo', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada);
  await addedTenant(ada, { propertyId: home.id });
  await addedSupplier(ada);
  const before = await accountRows(ada);
  let added = 0;
  await fc.assert(
    fc.asyncProperty(FILES, async (sheets) => {
      const sent = await sentImport(ada, 'file.xlsx', await workbook(sheets));
      await ada.patch(`${IMPORTS}/${sent.id}`, { rent: { from: '2026-11-01' } });
      const checked = await checkedImport(ada, sent);
      expect(await accountRows(ada)).toEqual(before);
      const { rows, leaveOut } = agreedTo(checked);
      expect(rows + leaveOut + checked.counts.known).toBe(checked.counts.rows);
      const wrong = await importRows(ada, sent, '?outcome=wrong');
      expect(wrong.filter(({ problems }) => problems.length === 0)).toEqual([]);
      if (rows === 0) return;
      await finishedImport(ada, checked);
      added += rows;
      expect((await ada.post(`${IMPORTS}/${sent.id}/undo`, { all: true })).as(ImportUndo).sinceCount).toBe(0);
      expect(await accountRows(ada)).toEqual(before);
    }),
    { numRuns: 12 },
  );
  expect(added).toBeGreaterThan(0);
});
