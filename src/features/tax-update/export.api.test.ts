import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { addedProperty } from '../../../test/fixtures/landlords.ts';
import { addedOwners, setShares } from '../../../test/fixtures/owners.ts';
import { cost } from '../../../test/fixtures/tax.ts';
import { inNovember, reporting, update, YEAR } from '../../../test/fixtures/tax-updates.ts';
import { unzipped } from '../../../test/reading/zip.ts';
import { Owner } from '../owner/owner.ts';
import { TaxUpdate, TaxUpdates } from './update.ts';

const path = `/api/tax-updates/${YEAR}`;

describe('the export of an update', () => {
  it('has HMRC’s fields, as CSV and JSON', async () => {
    const ada = await reporting();
    await inNovember(async () => {
      const csv = await ada.get(`${path}/2/export?format=csv`);
      expect(csv.text.replace('\ufeff', '').split('\r\n')).toEqual([
        'HMRC field,Amount',
        'fromDate,2026-04-06',
        'toDate,2026-10-05',
        'income.periodAmount,1200.00',
        'expenses.repairsAndMaintenance,380.00',
        '',
      ]);
      expect(JSON.parse((await ada.get(`${path}/2/export?format=json`)).text)).toEqual(
        JSON.parse((await update(ada)).body),
      );
      expect((await ada.get(`${path}/2/export?format=pdf`)).status).toBe(400);
    });
  });

  it('is an Excel file whose boxes are formulas over their rows, without formulas from descriptions', async () => {
    const ada = await reporting({ detail: 'three-lines' });
    await cost(ada, 'insurance', 24_000, { description: '=HYPERLINK("http://evil.example")' });
    for (const date of ['2026-07-20', '2026-08-20']) await cost(ada, 'insurance', 100, { date });
    await inNovember(async () => {
      const first = await ada.get(`${path}/2/export?format=xlsx`);
      const boxes = await readSheet(first.bytes, 'Boxes');
      expect(boxes.slice(4).map((row) => row.slice(2))).toEqual([
        ['income.periodAmount', 1200],
        ['expenses.consolidatedExpenses', 622],
      ]);
      const rows = await readSheet(first.bytes, 'Rows');
      const sum = rows
        .slice(1)
        .reduce((total, row) => total + (row[4] === 'expenses.consolidatedExpenses' ? Number(row[5]) : 0), 0);
      expect(sum).toBe(622);
      expect(rows).toHaveLength(6);
      const files = await unzipped(first.bytes);
      const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
      expect(sheet).toContain('<f>SUMIFS(Rows!$F$2:$F$6,Rows!$E$2:$E$6,C5)</f><v>1200</v>');
      expect(files.get('xl/worksheets/sheet2.xml')?.toString()).not.toContain('<f>');
      // The same figures have the same bytes.
      expect((await ada.get(`${path}/2/export?format=xlsx`)).bytes.equals(first.bytes)).toBe(true);
    });
  });

  it('is of one owner’s share, whose rows add up in Excel', async () => {
    const ada = await reporting();
    const [own = '', other = ''] = await addedOwners(ada, 'Ada', 'Tom');
    await setShares(ada, { from: '2026-04-06' }, { [own]: '60%', [other]: '40%' });
    await inNovember(async () => {
      const of = async (owner: string) => (await ada.get(`${path}/2?owner=${owner}`)).as(TaxUpdate);
      expect([(await of(own)).totals, (await of(other)).totals]).toEqual([
        { income: 72_000, expenses: 22_800 },
        { income: 48_000, expenses: 15_200 },
      ]);
      const file = await ada.get(`${path}/2/export?format=xlsx&owner=${other}`);
      const boxes = await readSheet(file.bytes, 'Boxes');
      expect(boxes.slice(4).map((row) => row[3])).toEqual([480, 152]);
      const { sha256 } = await of(other);
      const sent = await ada.post(`${path}/2?owner=${other}`, {
        way: 'elsewhere',
        sha256,
        leftOut: null,
        browser: null,
      });
      expect(sent.status).toBe(200);
      expect([(await of(own)).update.state, (await of(other)).update.state]).toEqual(['ready', 'elsewhere']);
      // Corrections have the owner's share, and omit properties without one.
      const { id: propertyId } = await addedProperty(ada);
      await setShares(ada, { property: propertyId, from: '2026-04-06' }, { [own]: '100%' });
      const lock = await cost(ada, 'maintenance', 1_000, { description: 'Lock' });
      await cost(ada, 'maintenance', 7_000, { description: 'Gutters', propertyId });
      const { changed, columns } = await of(other);
      expect(changed.rows.map(({ id, after, share }) => [id, after, share])).toEqual([
        [lock.id, 1_000, { numerator: 2, denominator: 5 }],
      ]);
      expect(columns.find(({ box }) => box === '25')).toMatchObject({ corrected: 400 });
      const { updates } = (await ada.get(`${path}?owner=${other}`)).as(TaxUpdates);
      expect(updates[1]?.corrections).toEqual({ rows: 1, pence: -400 });
      // An owner with updates cannot be deleted.
      const { version } = (await ada.get(`/api/owners/${other}`)).as(Owner);
      expect((await ada.delete(`/api/owners/${other}`, version)).status).toBe(422);
    });
  });
});
