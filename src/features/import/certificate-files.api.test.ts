import { describe, expect, it } from 'vitest';
import {
  accountRows,
  checkedImport,
  finishedImport,
  IMPORTS,
  importRows,
  sentImport,
} from '../../../test/fixtures/import-files.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { PDF } from '../../../test/fixtures/uploads.ts';
import { zipOf } from '../../../test/fixtures/zips.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { PropertyRecord } from '../property/property.ts';
import { Import, ImportUndo } from './import.ts';
import { filesOfZip, ZIP_LIMITS } from './zip.server.ts';

const sendZip = (owner: Landlord, { id }: Import, zip: Uint8Array) =>
  owner.post(`${IMPORTS}/${id}/files`, zip, { headers: { 'content-type': 'application/octet-stream' } });

const sheet = (...rows: string[]) =>
  `Property,Certificate,Issued,Expiry,File\n${rows.map((row) => `1 Mill Road,${row}`).join('\n')}\n`;

const problems = async (owner: Landlord, file: Import) =>
  (await importRows(owner, file)).map((row) => row.problems.map(({ message }) => message));

describe('certificate files', () => {
  it('are stored with their certificates, and removed by Undo', async () => {
    const [ada, ben] = [await landlord(), await landlord()];
    const home = await addedProperty(ada, { address: '1 Mill Road' });
    const before = await accountRows(ada);
    const sent = await sentImport(
      ada,
      'a.csv',
      sheet('CP12,12/03/2026,,Gas.PDF', 'EPC,01/09/2022,,scans/epc.pdf', 'EICR,01/02/2024,,'),
    );
    const zip = await zipOf({
      'Certificates/gas.pdf': PDF,
      'epc.pdf': `${PDF.toString()}%`,
      '__MACOSX/._gas.pdf': 'x',
    });
    expect((await sendZip(ben, sent, zip)).outcome).toBe('404 not_found');
    expect((await sendZip(ada, sent, zip)).as(Import)).toMatchObject({ files: 2 });
    const checked = await checkedImport(ada, sent);
    expect(checked.counts).toMatchObject({ new: 3, wrong: 0 });
    await finishedImport(ada, checked);
    const { certificates } = (await ada.get(`/api/properties/${home.id}`)).as(PropertyRecord);
    expect(certificates.map(({ name, file }) => [name, file?.name])).toEqual([
      ['Gas safety', 'gas.pdf'],
      ['Energy performance (EPC)', 'epc.pdf'],
      ['Electrical safety', undefined],
    ]);
    const [gas] = certificates;
    expect((await ada.get(gas?.file?.url ?? '')).text).toBe(PDF.toString());
    expect((await ben.get(gas?.file?.url ?? '')).status).toBe(404);
    expect((await ada.post(`${IMPORTS}/${sent.id}/undo`, {})).as(ImportUndo).sinceCount).toBe(0);
    expect(await accountRows(ada)).toEqual(before);
    const kept = await query(server.database, 'select 1 from files where user_id = $1 and clear_at is null', [ada.id]);
    expect(kept).toEqual([]);
  });

  it('make cells wrong without a zip, if missing from the zip, and in a second row', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: '1 Mill Road' });
    const sent = await sentImport(
      ada,
      'a.csv',
      sheet('CP12,12/03/2026,,gas.pdf', 'EPC,01/09/2022,,epc.pdf', 'EICR,01/02/2024,,gas.pdf'),
    );
    await checkedImport(ada, sent);
    expect(await problems(ada, sent)).toEqual(
      [1, 2, 3].map(() => ['Add the zip that has this file, or clear the cell']),
    );
    const answer = (await sendZip(ada, sent, await zipOf({ 'gas.pdf': PDF }))).as(Import);
    expect(answer.counts).toMatchObject({ new: 1, wrong: 2 });
    expect(await problems(ada, sent)).toEqual([
      [],
      ['No file in the zip has this name'],
      ['Another row has this file'],
    ]);
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['is no zip', async () => PDF, 'This is not a zip file.'],
    ['is cut', async () => (await zipOf({ 'gas.pdf': PDF })).subarray(0, 40), 'This zip file is damaged.'],
    ['has a path out of its folder', () => zipOf({ '../../gas.pdf': PDF }), 'a file name that we cannot accept'],
    [
      'has two files of a name',
      () => zipOf({ 'a/gas.pdf': PDF, 'b/Gas.pdf': PDF }),
      'Two files in this zip have the same',
    ],
    ['has a file of another type', () => zipOf({ 'notes.txt': 'x' }), '‘notes.txt’: '],
  ])('are refused if the zip %s', async (_what, make, message) => {
    const ada = await landlord();
    const sent = await sentImport(ada, 'a.csv', sheet('CP12,12/03/2026,,gas.pdf'));
    const refused = await sendZip(ada, sent, await make());
    expect([refused.outcome, refused.text]).toEqual(['422 invalid_input', expect.stringContaining(message)]);
    expect((await ada.get(`${IMPORTS}/${sent.id}`)).as(Import).files).toBe(0);
  });
});

describe('a zip', () => {
  const all = async (zip: Buffer, limits: object) => {
    const names: string[] = [];
    for await (const { name } of filesOfZip(zip, { ...ZIP_LIMITS, ...limits })) names.push(name);
    return names;
  };

  it('has limits on the number of its files and on their real sizes', async () => {
    const zip = await zipOf({ 'a.pdf': 'x'.repeat(60_000), 'b.pdf': 'x'.repeat(60_000) });
    expect(await all(zip, {})).toEqual(['a.pdf', 'b.pdf']);
    await expect(all(zip, { files: 1 })).rejects.toThrow('You can import up to 500 files at once.');
    await expect(all(zip, { each: 50_000 })).rejects.toThrow('larger than 20 MB');
    await expect(all(zip, { all: 100_000 })).rejects.toThrow('more than 200 MB in total');
  });
});
