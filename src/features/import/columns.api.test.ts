import { describe, expect, it } from 'vitest';
import {
  agreedTo,
  checkedImport,
  finishedImport,
  IMPORTS,
  importRows,
  sentImport,
} from '../../../test/fixtures/import-files.ts';
import { landlord, listedProperties } from '../../../test/fixtures/landlords.ts';
import { Import } from './import.ts';

describe('columns', () => {
  const text =
    'Address,Town,Postcode,Kind of home,Rent,Gas cert\n1 Mill Road,Leeds,LS1 0QN,HMO,"1.050,00",12/03/2026\n2 Mill Road,Leeds,LS1 0QN,2 bed flat,895,03/13/2026\n';

  it('are chosen with their questions, and remembered from the check for the next file with these headings', async () => {
    const ada = await landlord();
    const sent = await sentImport(ada, 'a.csv', text);
    expect(sent).toMatchObject({ ready: false, sheets: [{ missing: ['propertyType'] }] });
    expect((await ada.post(`${IMPORTS}/${sent.id}/check`, {})).text).toContain(
      'Answer the questions about the columns of ‘a’ first.',
    );
    const chosen = (
      await ada.patch(`${IMPORTS}/${sent.id}`, { sheets: [{ id: 0, columns: [{ index: 3, field: 'propertyType' }] }] })
    ).as(Import);
    expect(chosen.sheets[0]?.questions.map(({ what, column }) => [what, column])).toEqual([
      ['values', 3],
      ['decimal', 4],
      ['meaning', 5],
      ['order', 5],
    ]);
    expect(chosen.sheets[0]?.questions[0]).toMatchObject({
      values: [
        { value: 'HMO', rows: 1, to: null },
        { value: '2 bed flat', to: 'flat', bedrooms: 2, chosen: false },
      ],
    });
    const answers = [
      { index: 3, values: [{ value: 'HMO', to: 'house', bedrooms: 6 }] },
      { index: 4, decimal: 'comma' },
      { index: 5, field: 'gasIssued', order: 'dmy' },
    ];
    const ready = (await ada.patch(`${IMPORTS}/${sent.id}`, { sheets: [{ id: 0, columns: answers }] })).as(Import);
    expect(ready.ready).toBe(true);
    const checked = await checkedImport(ada, sent);
    expect((await importRows(ada, sent)).map(({ outcome, problems }) => [outcome, problems[0]?.message])).toEqual([
      ['new', undefined],
      ['wrong', 'There is no month 13'],
    ]);
    const next = await sentImport(ada, 'b.csv', text);
    expect(next.sheets[0]?.columns[3]).toMatchObject({ field: 'propertyType', note: 'last_time' });
    expect(next.sheets[0]?.questions[0]).toMatchObject({
      values: [{ value: 'HMO', to: 'house', bedrooms: 6, chosen: true }, {}],
    });

    await finishedImport(ada, checked);
    expect((await listedProperties(ada)).items[0]).toMatchObject({
      propertyType: 'house',
      bedrooms: 6,
      rent: 105_000,
      ends: { gasSafety: '2027-03-12' },
    });
  });

  it('are refused for a field of two columns and one that the kind does not have', async () => {
    const ada = await landlord();
    const sent = await sentImport(ada, 'a.csv', text);
    const choose = (columns: object[]) => ada.patch(`${IMPORTS}/${sent.id}`, { sheets: [{ id: 0, columns }] });
    expect((await choose([{ index: 3, field: 'city' }])).as(Import)).toMatchObject({
      ready: false,
      sheets: [{ twice: ['city'] }],
    });
    expect((await choose([{ index: 3, field: 'leaseStart' }])).outcome).toBe('422 invalid_input');
  });

  it('can have one value for all rows', async () => {
    const ada = await landlord();
    const sent = await sentImport(ada, 'a.csv', 'Address,Postcode,Rent\n1 Mill Road,LS1 0QN,700\n');
    expect(sent.sheets[0]?.missing).toEqual(['city', 'propertyType']);
    await ada.patch(`${IMPORTS}/${sent.id}`, {
      sheets: [{ id: 0, fixed: { city: 'Leeds', propertyType: '2 bed flat' } }],
    });
    await finishedImport(ada, await checkedImport(ada, sent));
    expect((await listedProperties(ada)).items[0]).toMatchObject({ city: 'Leeds', propertyType: 'flat', bedrooms: 2 });
  });
});

describe('rows to correct', () => {
  it('can be downloaded with their problems, corrected and uploaded again', async () => {
    const ada = await landlord();
    const sent = await sentImport(
      ada,
      'a.csv',
      'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,"=1+1"\n2 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n',
    );
    await checkedImport(ada, sent);
    const { text } = await ada.get(`${IMPORTS}/${sent.id}/wrong.csv`);
    expect(text).toBe(
      "\ufeffAddress,Town,Postcode,Type,Rent,What is wrong\r\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,'=1+1,Not a sum of money\r\n",
    );
    const next = await checkedImport(ada, await sentImport(ada, 'wrong.csv', text.replace("'=1+1", '650')));
    expect(next.counts).toMatchObject({ new: 1, wrong: 0 });
  });
});

describe('a template', () => {
  it('is read with our own headings, and its examples are refused', async () => {
    const ada = await landlord();
    const { bytes } = await ada.get(`${IMPORTS}/template.xlsx`);
    const sent = await sentImport(ada, 'template.xlsx', bytes);
    expect(sent).toMatchObject({ layout: { id: 'template' }, ready: true });
    expect(sent.sheets.flatMap(({ columns }) => columns.filter(({ note }) => note !== 'ours'))).toEqual([]);
    const checked = await checkedImport(ada, sent);
    expect(checked.counts).toMatchObject({ rows: 10, wrong: 10 });
    expect((await ada.post(`${IMPORTS}/${sent.id}/run`, agreedTo(checked))).outcome).toBe('422 invalid_input');
  });

  it.each(['properties', 'suppliers', 'tenants', 'transactions', 'certificates'])(
    'of %s is a CSV file of its kind',
    async (kind) => {
      const ada = await landlord();
      const { text } = await ada.get(`${IMPORTS}/templates/${kind}.csv`);
      expect(await sentImport(ada, `${kind}.csv`, text)).toMatchObject({ ready: true, sheets: [{ kind, rows: 2 }] });
    },
  );
});
