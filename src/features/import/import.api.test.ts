import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountRows,
  agreedTo,
  checkedImport,
  FORTY_LETS,
  finishedImport,
  IMPORTS,
  importedFile,
  importRows,
  letsSheets,
  sendImport,
  sentImport,
  workbook,
} from '../../../test/fixtures/import-files.ts';
import { withKey } from '../../../test/fixtures/keys.ts';
import {
  addedProperty,
  addedSupplier,
  addedTransaction,
  type Landlord,
  landlord,
  listedProperties,
  listedSuppliers,
  listedTenants,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { END_TRIAL, GIVE_PLAN } from '../../../test/fixtures/subscriptions.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { newKey } from '../../server/session/key-format.server.ts';
import { Import, ImportRowAnswer, ImportSummary, ImportUndo } from './import.ts';

const rentFrom = (owner: Landlord, { id }: Import, from: string, owed: 'none' | 'column' = 'none') =>
  owner.patch(`${IMPORTS}/${id}`, { rent: { from, owed } });

const undone = async (owner: Landlord, { id }: Pick<Import, 'id'>, choice = {}) =>
  (await owner.post(`${IMPORTS}/${id}/undo`, choice)).as(ImportUndo);

describe('a workbook of 40 lets', () => {
  it('is imported after its wrong rows are corrected or left out with their tenants', async () => {
    const [ada, ben] = [await landlord(), await landlord()];
    const sent = await sentImport(ada, 'Lets 2027.xlsx', await workbook(FORTY_LETS));
    expect(sent).toMatchObject({
      name: 'Lets 2027.xlsx',
      state: 'open',
      ready: true,
      rent: { from: null, owed: 'none' },
      by: ada.name,
    });
    expect(sent.sheets.map(({ name, kind, rows }) => [name, kind, rows])).toEqual([
      ['Houses', 'properties', 40],
      ['People', 'tenants', 40],
    ]);
    expect(sent.sheets[0]?.columns[0]).toEqual({
      index: 0,
      heading: 'Property',
      samples: ['1 Mill Road', '2 Abbey Walk', '3 Beech Road'],
      field: 'address',
      note: 'name',
      required: true,
    });

    const checked = await checkedImport(ada, sent);
    expect(checked.counts).toEqual({ rows: 80, new: 70, changed: 0, known: 0, wrong: 5, left_out: 0, depends: 5 });
    const wrong = await importRows(ada, sent, '?outcome=wrong');
    expect(wrong.map(({ number, problems }) => [number, problems[0]?.message])).toEqual([
      [7, 'June has 30 days'],
      [12, 'Only a year: give the day'],
      [19, 'Error in Excel: the cell lost its link'],
      [23, 'Postcode is not complete'],
      [30, 'Not a sum of money'],
    ]);

    const row = `${IMPORTS}/${sent.id}/rows/0`;
    const corrected = (await ada.patch(`${row}/7`, { cells: { 5: '30/06/2027' } })).as(ImportRowAnswer);
    expect(corrected).toMatchObject({
      row: { outcome: 'new', corrected: [5] },
      import: { counts: { new: 72, wrong: 4, depends: 4 } },
    });
    await ada.patch(`${row}/30`, { cells: { 4: wrong[4]?.problems[0]?.suggestion ?? '' } });
    await ada.patch(`${row}/12`, { leaveOut: true });
    const ready = (await rentFrom(ada, sent, '2026-11-01', 'column')).as(Import);
    expect(ready.counts).toEqual({ rows: 80, new: 74, changed: 0, known: 0, wrong: 2, left_out: 1, depends: 3 });

    expect((await ben.get(`${IMPORTS}/${sent.id}`)).outcome).toBe('404 not_found');
    const done = await finishedImport(ada, ready);
    expect(done).toMatchObject({ state: 'imported', result: { tenancies: 37, expiring: 5 }, canUndo: true });
    expect((await listedProperties(ada)).total).toBe(37);
    const { items: tenants, total } = await listedTenants(ada, '?q=tenant1@lets.example');
    expect(total).toBe(1);
    expect(tenants[0]).toMatchObject({
      name: 'Jo Sand 1',
      rentAmount: 70_000,
      depositAmount: 80_000,
      periodic: true,
      leaseStart: '2025-02-01',
    });
    const ledger = await query(
      server.database,
      `select kind, date::text, (amount * 100)::int as amount from ledger_entries where tenancy_id = $1 order by date, kind limit 2`,
      [tenants[0]?.tenancyId],
    );
    expect(ledger).toEqual([
      { kind: 'opening', date: '2026-10-31', amount: 12_050 },
      { kind: 'rent', date: '2026-11-01', amount: 70_000 },
    ]);
    const emails = await query(server.database, `select name from pgboss.job where data::text like '%' || $1 || '%'`, [
      ada.id,
    ]);
    expect(emails.filter(({ name }) => String(name).includes('email'))).toEqual([]);
    expect((await listedProperties(ben)).total).toBe(0);
  });

  it('is gone after Undo, byte for byte', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: '99 Mill Road' });
    const before = await accountRows(ada);
    const done = await importedFile(ada, 'lets.xlsx', await workbook(FORTY_LETS));
    expect(await accountRows(ada)).not.toEqual(before);
    const preview = (await ada.get(`${IMPORTS}/${done.id}/undo`)).as(ImportUndo);
    expect(preview).toEqual({
      remove: [
        { kind: 'properties', count: 35 },
        { kind: 'tenants', count: 35 },
      ],
      restore: 0,
      since: [],
      sinceCount: 0,
      undoFirst: null,
    });
    expect(await undone(ada, done)).toEqual(preview);
    expect(await accountRows(ada)).toEqual(before);
    expect((await ada.post(`${IMPORTS}/${done.id}/undo`, {})).outcome).toBe('409 wrong_state');
  });

  it('charges rent from a future day, never before it', async () => {
    const ada = await landlord();
    const sent = await sentImport(ada, 'lets.xlsx', await workbook(letsSheets({ count: 1 })));
    const checked = await checkedImport(ada, sent);
    expect((await ada.post(`${IMPORTS}/${sent.id}/run`, agreedTo(checked))).text).toContain(
      'Choose the day from which rent is charged.',
    );
    await finishedImport(ada, (await rentFrom(ada, sent, '2027-02-01')).as(Import));
    const [tenant] = (await listedTenants(ada)).items;
    const tenancies = await query(server.database, 'select charges_from::text from tenancies where id = $1', [
      tenant?.tenancyId,
    ]);
    expect(tenancies).toEqual([{ charges_from: '2027-02-01' }]);
    const due = await query(server.database, 'select * from ledger_entries where tenancy_id = $1 and date < $2', [
      tenant?.tenancyId,
      '2027-02-01',
    ]);
    expect(due).toEqual([]);
  });
});

describe('Undo', () => {
  it('keeps records that people changed later, unless they choose otherwise', async () => {
    const ada = await landlord();
    const done = await importedFile(ada, 'lets.xlsx', await workbook(letsSheets({ count: 3 })));
    const { items: homes } = await listedProperties(ada, '?sort=address');
    const { items: tenants } = await listedTenants(ada);
    const lives = tenants.find(({ propertyId }) => propertyId === homes[0]?.id);
    await addedTransaction(ada, {
      type: 'income',
      category: 'rent',
      amount: 70_000,
      propertyId: homes[0]?.id ?? null,
      tenancyId: lives?.tenancyId ?? null,
      date: '2026-11-20',
    });
    const preview = (await ada.get(`${IMPORTS}/${done.id}/undo`)).as(ImportUndo);
    expect(preview).toMatchObject({
      remove: [
        { kind: 'properties', count: 2 },
        { kind: 'tenants', count: 2 },
      ],
      sinceCount: 2,
    });
    expect(preview.since.map(({ kind, label, why }) => [kind, label, why])).toEqual([
      ['properties', '1 Mill Road', `transaction added, by ${ada.name}`],
      ['tenants', 'Jo Sand 1', 'a payment'],
    ]);
    await undone(ada, done);
    expect((await listedProperties(ada)).items.map(({ address, tenants: names }) => [address, names])).toEqual([
      ['1 Mill Road', ['Jo Sand 1']],
    ]);
    expect((await listedTransactions(ada)).items).toHaveLength(1);
  });

  it('restores old values, newest import first', async () => {
    const ada = await landlord();
    await addedProperty(ada, { address: '1 Mill Road', city: 'Leeds', postalCode: 'LS1 0QN', rent: 60_000 });
    await addedSupplier(ada, { name: 'Leak & Sons', phone: '0113 496 0000' });
    const before = await accountRows(ada);
    const houses =
      'Address,Town,Postcode,Type,Rent,Gas cert expiry\n1 Mill Rd,Leeds,LS1 0QN,Terraced 3 bed,650,12/03/2027\n2 Mill Road,Leeds,LS1 0QN,Terraced 3 bed,650,\n';
    const first = await importedFile(ada, 'houses.csv', houses);
    expect(first.counts).toMatchObject({ new: 1, changed: 1 });
    expect((await importRows(ada, first, '?outcome=changed'))[0]?.changes).toEqual([
      { field: 'rent', label: 'Rent a month', ours: '£600.00', file: '£650.00', take: 'file' },
      { field: 'gasExpires', label: 'Gas safety, valid until', ours: '', file: '12 Mar 2027', take: 'file' },
    ]);
    const later = await importedFile(
      ada,
      'suppliers.csv',
      'Company,Trade,Email,Tel,Address\nLeak & Sons,Plumber,office@harbour-plumbing.example,0113 496 9999,"3 Dock Road, Bristol BS1 4RB"\n',
    );
    expect((await listedSuppliers(ada)).items[0]).toMatchObject({ phone: '0113 496 9999' });
    const { items } = (await ada.get(IMPORTS)).as(z.object({ items: z.array(ImportSummary) }));
    expect(items.map(({ name, undoFirst, canUndo }) => [name, undoFirst, canUndo])).toEqual([
      ['suppliers.csv', null, true],
      ['houses.csv', 'suppliers.csv', false],
    ]);
    expect((await ada.post(`${IMPORTS}/${first.id}/undo`, {})).text).toContain(
      'Undo the import of ‘suppliers.csv’ first.',
    );
    await undone(ada, later);
    await undone(ada, first);
    expect(await accountRows(ada)).toEqual(before);
  });
});

it('adds suppliers, transactions and certificates that name records of the account and of the file', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada, { address: '1 Mill Road', city: 'Leeds', postalCode: 'LS1 0QN' });
  const file = await workbook({
    Suppliers: [
      ['Company', 'Trade', 'Email', 'Tel', 'Address'],
      ['Leak & Sons', 'Plumber', 'leak@example.com', '0113 496 0000', '1 Dock Road, Leeds'],
    ],
    Transactions: [
      ['Date', 'Details', 'Money in', 'Money out', 'Category', 'Property', 'Supplier'],
      ['03/11/2026', 'Boiler', '', '£120.50', 'Repairs', '1 Mill Road', 'Leak & Sons'],
      ['01/11/2026', 'Rent', '700', '', 'Rent', '1 Mill Road', ''],
    ],
    Certificates: [
      ['Property', 'Certificate', 'Issued', 'Expiry'],
      ['1 Mill Road', 'CP12', '12/03/2026', ''],
      ['1 Mill Road', 'Legionella', '12/03/2026', '12/03/2028'],
    ],
  });
  const before = await accountRows(ada);
  const done = await importedFile(ada, 'all.xlsx', file);
  expect(done.counts).toMatchObject({ new: 5, wrong: 0 });
  const { items } = await listedTransactions(ada);
  expect(
    items.map(({ description, amount, category, supplier, propertyId }) => [
      description,
      amount,
      category,
      supplier,
      propertyId,
    ]),
  ).toEqual([
    ['Boiler', -12_050, 'maintenance', 'Leak & Sons', home.id],
    ['Rent', 70_000, 'rent', null, home.id],
  ]);
  expect((await listedProperties(ada)).items[0]?.ends).toMatchObject({ gasSafety: '2027-03-12' });
  const again = await checkedImport(ada, await sentImport(ada, 'all.xlsx', file));
  expect(again.counts).toMatchObject({ known: 5, new: 0 });
  await undone(ada, done);
  expect(await accountRows(ada)).toEqual(before);
});

describe('an import', () => {
  it('is refused if the records have changed since the check', async () => {
    const ada = await landlord();
    const sent = await sentImport(
      ada,
      'a.csv',
      'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n',
    );
    const checked = await checkedImport(ada, sent);
    await addedProperty(ada, {
      address: '1 Mill Road',
      city: 'Leeds',
      postalCode: 'LS1 0QN',
      propertyType: 'flat',
      bedrooms: 2,
      rent: 70_000,
    });
    expect((await ada.post(`${IMPORTS}/${sent.id}/run`, agreedTo(checked))).outcome).toBe('409 conflict');
  });

  it('is deleted before it is imported, and not after', async () => {
    const ada = await landlord();
    const sent = await sentImport(
      ada,
      'a.csv',
      'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n',
    );
    expect((await ada.delete(`${IMPORTS}/${sent.id}`)).status).toBe(204);
    expect((await ada.get(`${IMPORTS}/${sent.id}`)).outcome).toBe('404 not_found');
    const done = await importedFile(
      ada,
      'a.csv',
      'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n',
    );
    expect((await ada.delete(`${IMPORTS}/${done.id}`)).outcome).toBe('409 wrong_state');
    expect((await ada.post(`${IMPORTS}/${done.id}/run`, { rows: 1, leaveOut: 0 })).outcome).toBe('409 wrong_state');
  });

  it('is deleted with its rows after 30 days, and its records stay', async () => {
    const ada = await landlord();
    await importedFile(ada, 'a.csv', 'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n');
    const left = async () =>
      (await query(server.database, 'select 1 from import_rows where user_id = $1', [ada.id])).length;
    const clearAfter = (days: number) =>
      query(server.database, `select app.clear_imports(app.instant() + make_interval(days => $1))`, [days]);
    await clearAfter(29);
    expect(await left()).toBe(1);
    await clearAfter(31);
    expect(await left()).toBe(0);
    expect((await listedProperties(ada)).total).toBe(1);
  });

  it('is refused with the reason for a file that cannot be read', async () => {
    const ada = await landlord();
    const sent = await sendImport(ada, 'lets.pdf', '%PDF-1.7');
    expect([sent.outcome, sent.text]).toEqual(['422 invalid_input', expect.stringContaining('This is a PDF.')]);
  });

  it('has up to 1,000 rows after the trial, and more on Enterprise', async () => {
    const ada = await landlord();
    const rows = Array.from({ length: 1_001 }, (_, at) =>
      `${at + 1}/11/2026,Item ${at},${at + 1}.00,Expense,Repairs`.replace(/^\d+/, String((at % 28) + 1)),
    );
    const sent = await sentImport(ada, 'a.csv', `Date,Details,Amount,Type,Category\n${rows.join('\n')}\n`);
    const checked = await checkedImport(ada, sent);
    await query(server.database, END_TRIAL, [ada.id, '2020-01-01']);
    await query(server.database, GIVE_PLAN, [ada.id]);
    const run = () => ada.post(`${IMPORTS}/${sent.id}/run`, agreedTo(checked));
    expect((await run()).text).toContain('Your plan imports up to 1,000 rows at a time, and this file has 1,001.');
    await query(server.database, `update subscriptions set plan = 'enterprise' where user_id = $1`, [ada.id]);
    expect((await run()).status).toBe(200);
    const [count] = await query(server.database, 'select count(*)::int as count from transactions where user_id = $1', [
      ada.id,
    ]);
    expect(count).toEqual({ count: 1_001 });
  });
});

describe('rights', () => {
  const tenants =
    'Name,Email,Mobile,Property,Start,Rent\nJo Sand,jo@example.com,07700 900123,1 Mill Road,01/02/2025,700\n';

  it('are those of all properties and of each kind', async () => {
    const ada = await landlord();
    const limited = await member(ada, { role: 'manager', properties: [] });
    expect((await sendImport(limited, 'a.csv', tenants)).text).toContain(
      'Only people with all properties can import a file.',
    );
    const manager = await member(ada, { role: 'manager' });
    expect((await sendImport(manager, 'a.csv', tenants)).status).toBe(201);
  });

  it('of a key are named if they are missing', async () => {
    const ada = await landlord();
    const { key, hash, hint } = newKey();
    await query(
      server.database,
      `insert into api_keys (user_id, name, key_hash, hint, rights, api_version) values ($1, 'Zapier', $2, $3, '{properties.add,properties.see,properties.change}', '2026-12-01')`,
      [ada.id, hash, hint],
    );
    const zapier = withKey(key);
    const refused = await sendImport(zapier, 'a.csv', tenants);
    expect([refused.outcome, refused.text]).toEqual([
      '403 not_allowed',
      expect.stringContaining('To import tenants and tenancies you need the right to change tenants and rent.'),
    ]);
    const sent = await sentImport(ada, 'a.csv', tenants);
    expect((await zapier.get(`${IMPORTS}/${sent.id}`)).outcome).toBe('404 not_found');
    const own = await sentImport(
      zapier,
      'b.csv',
      'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n',
    );
    expect(own.by).toBe('Key “Zapier”');
    await finishedImport(zapier, await checkedImport(zapier, own));
    expect((await listedProperties(ada)).total).toBe(1);
  });
});
