import { describe, expect, it } from 'vitest';
import {
  accountRows,
  checkedImport,
  finishedImport,
  IMPORTS,
  importRows,
  sentImport,
  workbook,
} from '../../../test/fixtures/import-files.ts';
import {
  addedProperty,
  addedTransaction,
  type Landlord,
  landlord,
  listedProperties,
  listedSuppliers,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { type Import, ImportRowAnswer, type ImportRowChange, ImportUndo } from './import.ts';

const changed = async (owner: Landlord, { id }: Import, place: string, change: ImportRowChange) =>
  (await owner.patch(`${IMPORTS}/${id}/rows/${place}`, change)).as(ImportRowAnswer);

const outcomes = async (owner: Landlord, file: Import) =>
  (await importRows(owner, file)).map(({ sheet, number, outcome }) => `${sheet}:${number} ${outcome}`);

describe('a corrected transaction', () => {
  const text = (...rows: string[]) => `Date,Details,Amount,Type,Category\n${rows.join('\n')}\n`;

  it('has the outcome that a check of all rows gives', async () => {
    const ada = await landlord();
    const sent = await sentImport(
      ada,
      'a.csv',
      text(
        '03/11/2026,Boiler,lots,Expense,Repairs',
        '31/06/2026,Locks,20,Expense,Repairs',
        '04/11/2026,Paint,30,Expense,Repairs',
      ),
    );
    const checked = await checkedImport(ada, sent);
    expect(checked.counts).toMatchObject({ new: 1, wrong: 2 });
    const first = await changed(ada, sent, '0/2', { cells: { 2: '120.50' } });
    expect(first).toMatchObject({ row: { outcome: 'new' }, import: { counts: { new: 2, wrong: 1 } } });
    await changed(ada, sent, '0/4', { leaveOut: true });
    const before = await outcomes(ada, sent);
    await checkedImport(ada, sent);
    expect(await outcomes(ada, sent)).toEqual(before);
    expect(before).toEqual(['0:2 new', '0:3 wrong', '0:4 left_out']);
  });

  it('takes the equal transaction in Tenure from other rows', async () => {
    const ada = await landlord();
    await addedTransaction(ada, {
      type: 'expense',
      category: 'maintenance',
      amount: 2_000,
      description: 'Locks',
      date: '2026-11-03',
      propertyId: null,
    });
    const sent = await sentImport(
      ada,
      'a.csv',
      text('03/11/2026,Locks,lots,Expense,Repairs', '03/11/2026,Locks,20,Expense,Repairs'),
    );
    await checkedImport(ada, sent);
    expect(await outcomes(ada, sent)).toEqual(['0:2 wrong', '0:3 known']);
    await changed(ada, sent, '0/2', { cells: { 2: '20' } });
    expect(await outcomes(ada, sent)).toEqual(['0:2 known', '0:3 new']);
  });
});

describe('a record that a link does not find', () => {
  it('is added once for all rows that name it, filled in, imported and undone', async () => {
    const ada = await landlord();
    const before = await accountRows(ada);
    const row = (day: number) => `0${day}/11/2026,Boiler,${day}0,Expense,Repairs,Leak & Sons`;
    const sent = await sentImport(
      ada,
      'a.csv',
      `Date,Details,Amount,Type,Category,Supplier\n${[1, 2, 3].map(row).join('\n')}\n`,
    );
    expect((await checkedImport(ada, sent)).counts).toMatchObject({ wrong: 3 });
    const [wrong] = await importRows(ada, sent);
    expect(wrong?.problems[0]?.candidates).toEqual([
      { id: 'add', label: 'Add ‘Leak & Sons’ as a supplier' },
      { id: 'none', label: 'Without a supplier' },
    ]);
    const add = { choose: { field: 'supplier', id: 'add' } };
    const added = await changed(ada, sent, '0/2', add);
    expect(added).toMatchObject({
      row: { outcome: 'depends', needs: { sheet: 1, number: 2 } },
      import: {
        counts: { rows: 4, wrong: 1, depends: 3 },
        sheets: [{}, { name: 'Suppliers to add', kind: 'suppliers' }],
      },
    });
    // A second row that names the same supplier does not add another record.
    await changed(ada, sent, '0/3', add);
    const [supplier, ...others] = await importRows(ada, sent, '?sheet=1');
    expect(others).toEqual([]);
    expect(supplier?.cells[0]).toBe('Leak & Sons');
    expect(supplier?.problems.map(({ column }) => column)).toEqual([1, 2, 3, 4]);
    const filled = await changed(ada, sent, '1/2', {
      cells: { 1: 'Plumbing', 2: 'office@leak.example', 3: '0113 496 0000', 4: '1 Dock Road, Leeds' },
    });
    expect(filled.import.counts).toMatchObject({ new: 4, wrong: 0, depends: 0 });
    await finishedImport(ada, filled.import);
    expect((await listedSuppliers(ada)).items.map(({ name }) => name)).toEqual(['Leak & Sons']);
    expect((await listedTransactions(ada)).items.map(({ supplier: name }) => name)).toEqual(
      Array(3).fill('Leak & Sons'),
    );
    expect((await ada.post(`${IMPORTS}/${sent.id}/undo`, {})).as(ImportUndo).sinceCount).toBe(0);
    expect(await accountRows(ada)).toEqual(before);
  });

  it('is a property with the postcode and rent of its tenant', async () => {
    const [ada, ben] = [await landlord(), await landlord()];
    const sent = await sentImport(
      ada,
      'a.csv',
      'Name,Email,Mobile,Property,Property postcode,Start,Rent\nJo Sand,jo@example.com,07700 900123,1 Mill Road,LS1 0QN,01/02/2025,£725\n',
    );
    await ada.patch(`${IMPORTS}/${sent.id}`, { rent: { from: '2026-11-01' } });
    await checkedImport(ada, sent);
    const add = { choose: { field: 'property', id: 'add' } };
    expect((await ben.patch(`${IMPORTS}/${sent.id}/rows/0/2`, add)).outcome).toBe('404 not_found');
    await changed(ada, sent, '0/2', add);
    const [home] = await importRows(ada, sent, '?sheet=1');
    expect(home?.cells).toEqual(['1 Mill Road', '', 'LS1 0QN', '', '', '725']);
    const filled = await changed(ada, sent, '1/2', { cells: { 1: 'Leeds', 3: 'Flat', 4: '2' } });
    await finishedImport(ada, filled.import);
    expect((await listedProperties(ada)).items).toMatchObject([
      { address: '1 Mill Road', city: 'Leeds', bedrooms: 2, rent: 72_500, tenants: ['Jo Sand'] },
    ]);
  });

  it('is refused for an empty field, and for tenants', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: '1 Mill Road' });
    const file = await workbook({
      Transactions: [
        ['Date', 'Details', 'Amount', 'Type', 'Category', 'Supplier', 'Tenant'],
        ['03/11/2026', 'Boiler', '20', 'Expense', 'Repairs', '', 'Jo Sand'],
      ],
    });
    const sent = await sentImport(ada, 'a.xlsx', file);
    await checkedImport(ada, sent);
    for (const field of ['supplier', 'tenant'])
      expect((await ada.patch(`${IMPORTS}/${sent.id}/rows/0/2`, { choose: { field, id: 'add' } })).outcome).toBe(
        '422 invalid_input',
      );
    expect((await importRows(ada, sent))[0]?.problems[0]?.candidates).toEqual([
      { id: 'none', label: 'Without a tenant' },
    ]);
  });
});
