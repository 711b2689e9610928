import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedBankAccount } from '../../../test/fixtures/bank-accounts.ts';
import {
  addedProperty,
  addedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../test/fixtures/landlords.ts';
import {
  importedStatement,
  previewed,
  STATEMENTS,
  sendStatement,
  sentStatement,
  statementBytes,
} from '../../../test/fixtures/statement-files.ts';
import { snapshot } from '../../../test/reading/snapshot.ts';
import { concurrently, waitsForLock } from '../../../test/reading/waiting.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { StatementImport, UndoPreview } from './preview.ts';
import { REFUSED } from './read/statement.ts';
import { importLabel, knownFate, updateLine } from './texts.ts';

const NEW_ACCOUNT = { account: { institution: 'Barclays', accountType: 'business' } } as const;
const IMPORTED = { updated: 0, known: 0, asked: 0 };

async function withImport(name = 'barclays.csv') {
  const owner = await landlord();
  const path = await sentStatement(owner, name);
  await importedStatement(owner, path, NEW_ACCOUNT);
  const [account] = await query<{ id: string }>(server.database, 'select id from bank_accounts where user_id = $1', [
    owner.id,
  ]);
  return { owner, path, accountId: account?.id ?? '' };
}

const brief = async (owner: Landlord) =>
  (await listedTransactions(owner)).items.map(({ date, amount, description }) => `${date} ${amount} ${description}`);

const BARCLAYS = [
  '2026-10-30 -4187 BRITISH GAS 850047112 DDR',
  '2026-10-28 -61235 A MORTGAGE LENDER 4471902',
  '2026-10-28 -61235 A MORTGAGE LENDER 4471902',
  '2026-10-01 115000 A TENANT 14CT ON 01 OCT BCC',
];

describe('A statement', () => {
  it('is previewed, then imported into a new account', async () => {
    const ada = await landlord();
    const path = await sentStatement(ada, 'barclays.csv');
    const shown = await previewed(ada, path);
    expect(shown).toMatchObject({
      fileName: 'barclays.csv',
      question: null,
      name: 'Barclays',
      bank: 'Barclays',
      account: { accountNumber: '****1185', sortCode: '20-45-**' },
      accountId: null,
      from: '2026-10-01',
      to: '2026-10-30',
      counts: {
        all: 4,
        new: 4,
        known: 0,
        asked: 0,
        unreadable: 0,
        left: 0,
        income: 115_000,
        expenses: -126_657,
        firstLine: 2,
        lastLine: 5,
      },
      unreadableLines: [],
    });
    expect(shown.rows.new.map(({ line, category, sameAs }) => [line, category, sameAs])).toEqual([
      [2, 'utilities', null],
      [3, 'other', null],
      [4, 'other', 3],
      [5, 'other', null],
    ]);
    expect(await importedStatement(ada, path, NEW_ACCOUNT)).toEqual({
      ...IMPORTED,
      imported: 4,
      account: 'Barclays ****1185, Business Account',
    });
    expect(await brief(ada)).toEqual(BARCLAYS);
    expect((await listedTransactions(ada)).items[0]).toMatchObject({ source: 'file', bankAccount: 'Business Account' });
  });

  it('changes nothing when imported again', async () => {
    const { owner, accountId } = await withImport();
    const path = await sentStatement(owner, 'barclays.csv');
    const shown = await previewed(owner, path);
    expect(shown).toMatchObject({ accountId, ownAccountId: accountId, counts: { new: 0, known: 4 } });
    expect(shown.rows.known[0]).toMatchObject({
      line: 2,
      among: 0,
      as: { description: 'BRITISH GAS 850047112 DDR', date: '2026-10-30', source: 'file' },
    });
    expect(await importedStatement(owner, path, { accountId })).toMatchObject({ imported: 0, known: 4 });
    expect(await brief(owner)).toEqual(BARCLAYS);
  });

  it('is imported once if it was uploaded twice and imported at the same time', async () => {
    const ada = await landlord();
    const paths = [await sentStatement(ada, 'barclays.csv'), await sentStatement(ada, 'barclays.csv')];
    await concurrently(async (other) => {
      await other.query('lock table transactions in share mode');
      const importing = paths.map((path) => importedStatement(ada, path, NEW_ACCOUNT));
      await waitsForLock(2);
      await other.query('commit');
      await Promise.all(importing);
    });
    expect(await brief(ada)).toEqual(BARCLAYS);
  });

  it('updates rows from a corrected file with the same ids, after a preview', async () => {
    const { owner, accountId } = await withImport('monzo.csv');
    const text = statementBytes('monzo.csv').toString().replaceAll('-41.87', '-61.00');
    const path = await sentStatement(owner, 'corrected.csv', text);
    const { counts, rows } = await previewed(owner, `${path}?accountId=${accountId}`);
    expect(counts).toMatchObject({ new: 0, known: 3, updated: 1 });
    expect(rows.known.map(updateLine)).toEqual(['−£41.87 changes to −£61.00', '', '']);
    expect([knownFate(counts), importLabel(counts)]).toEqual(['1 updated, 2 left out', 'Update 1 row']);
    const outcome = await importedStatement(owner, path, { accountId });
    expect(outcome).toMatchObject({ imported: 0, updated: 1, known: 3 });
    expect(await brief(owner)).toEqual([
      '2026-10-30 -6100 British Gas',
      '2026-10-29 95000 A Tenant',
      '2026-10-28 -141346 Deposits Pot',
    ]);
    const again = await sentStatement(owner, 'again.csv', text);
    expect((await previewed(owner, `${again}?accountId=${accountId}`)).counts).toMatchObject({ known: 3, updated: 0 });
  });

  it('counts ambiguous lines apart from lines left out', async () => {
    const { owner, accountId } = await withImport();
    const [heading, gas, mortgage = '', , rent] = statementBytes('barclays.csv').toString().split('\n');
    const text = [heading, gas, mortgage.replace('28/10', '27/10'), rent].join('\n');
    const path = await sentStatement(owner, 'late.csv', text);
    const { counts, rows } = await previewed(owner, path);
    expect(counts).toMatchObject({ new: 0, known: 3, asked: 1 });
    expect(rows.known.map(({ among }) => among)).toEqual([0, 2, 0]);
    expect([knownFate(counts), importLabel(counts)]).toEqual(['2 left out, 1 for you to check', 'Ask me about 1 row']);
    expect(await importedStatement(owner, path, { accountId })).toMatchObject({ imported: 0, known: 2, asked: 1 });
  });

  it('is imported once, for every bank', async () => {
    const ada = await landlord();
    const { id: accountId } = await addedBankAccount(ada);
    const files = [
      'hsbc.csv',
      'lloyds.csv',
      'natwest.csv',
      'santander.csv',
      'nationwide.csv',
      'monzo.csv',
      'starling.csv',
      'bank.ofx',
      'bank.qif',
    ];
    for (const name of files) await importedStatement(ada, await sentStatement(ada, name), { accountId });
    const before = await brief(ada);
    for (const name of files) {
      const again = await importedStatement(ada, await sentStatement(ada, name), { accountId });
      expect([name, again.imported]).toEqual([name, 0]);
    }
    expect(await brief(ada)).toEqual(before);
  });

  it('has a line corrected, and an existing line imported anyway', async () => {
    const { owner, accountId } = await withImport();
    const text = statementBytes('barclays.csv').toString().replace('-41.87', '-41.B7');
    const path = await sentStatement(owner, 'again.csv', text);
    expect(await previewed(owner, path)).toMatchObject({
      counts: { new: 0, known: 3, unreadable: 1 },
      unreadableLines: [2],
      rows: {
        unreadable: [{ line: 2, reason: 'the amount cannot be read', typed: { date: '30/10/2026', amount: '-41.B7' } }],
      },
    });
    const correct = { line: 2, date: '2026-10-30', amount: -4_188, text: 'BRITISH GAS' };
    expect((await owner.patch(path, { correct })).status).toBe(204);
    expect((await owner.patch(path, { anyway: { line: 5, wanted: true } })).status).toBe(204);
    const shown = await previewed(owner, path, '?show=new');
    expect(shown.counts).toMatchObject({ new: 2, known: 2, unreadable: 0 });
    expect(shown.rows).toMatchObject({
      known: [],
      new: [
        { line: 2, amount: -4_188, anyway: false },
        { line: 5, anyway: true },
      ],
    });
    expect(await importedStatement(owner, path, { accountId })).toMatchObject({ imported: 2 });
    expect(await brief(owner)).toHaveLength(6);
  });

  it('matches existing rows when exported from Tenure, and restores the others with their categories', async () => {
    const ada = await landlord();
    await addedTransaction(ada, {
      date: '2026-10-30',
      amount: -4_187,
      description: '=Gas, "quoted"',
      category: 'utilities',
    });
    await addedTransaction(ada, { date: '2026-10-29', amount: -500, description: 'Two  spaces', category: 'tax' });
    await addedTransaction(ada, { date: '2026-10-28', amount: -900, description: 'Roof', status: 'pending' });
    const { bytes } = await ada.get('/api/transactions/export?format=csv');
    expect((await previewed(ada, await sentStatement(ada, 'own.csv', bytes))).counts).toMatchObject({
      new: 0,
      known: 3,
    });
    const bob = await landlord();
    const path = await sentStatement(bob, 'own.csv', bytes);
    expect((await previewed(bob, path)).rows.left).toMatchObject([{ reason: 'it is not paid yet' }]);
    await importedStatement(bob, path, NEW_ACCOUNT);
    const { items } = await listedTransactions(bob);
    expect(items.map(({ description, category }) => [description, category])).toEqual([
      ['=Gas, "quoted"', 'utilities'],
      ['Two  spaces', 'tax'],
    ]);
  });

  it('has one question for an unknown layout, then remembers the answer', async () => {
    const ada = await landlord();
    const path = await sentStatement(ada, 'unknown.csv');
    expect(await previewed(ada, path)).toMatchObject({
      question: { what: 'columns', headings: ['Posted', 'Narrative', 'Withdrawn', 'Paid in', 'Ref', 'Balance'] },
    });
    expect((await ada.post(`${path}/import`, NEW_ACCOUNT)).outcome).toBe('422 invalid_input');
    const mapping = { date: 0, order: 'dmy', amount: null, out: 2, into: 3, reversed: false, text: 1, reference: 4 };
    expect((await ada.patch(path, { mapping: { ...mapping, date: 1 } })).text).toContain('We could not read any rows.');
    expect((await ada.patch(path, { mapping: { ...mapping, out: null } })).fields).toHaveProperty(['mapping.amount']);
    expect((await ada.patch(path, { mapping })).status).toBe(204);
    expect(await previewed(ada, path)).toMatchObject({ question: null, counts: { new: 2 } });
    const again = await sentStatement(ada, 'unknown-2.csv', statementBytes('unknown.csv'));
    expect(await previewed(ada, again)).toMatchObject({ question: null, order: 'dmy' });
    const bob = await landlord();
    expect(await previewed(bob, await sentStatement(bob, 'unknown.csv'))).toMatchObject({
      question: { what: 'columns' },
    });
  });

  it('asks again, with the remembered answer, when signs or dates differ', async () => {
    const ada = await landlord();
    const file = (...rows: string[]) => ['Posted,Narrative,Amount', ...rows, ''].join('\n');
    const mapping = { date: 0, order: 'dmy', amount: 2, out: null, into: null, side: null, text: 1, reference: null };
    const [signed, reversed] = [
      { ...mapping, reversed: false },
      { ...mapping, reversed: true },
    ];
    const send = async (...rows: string[]) => {
      const path = await sentStatement(ada, 'own.csv', file(...rows));
      return { path, shown: await previewed(ada, path) };
    };
    const first = await send('13/04/2026,GAS,-41.87', '14/04/2026,RENT,750.00');
    await ada.patch(first.path, { mapping: signed });
    expect((await previewed(ada, first.path)).answered).toMatchObject({ likely: signed });
    expect((await send('13/05/2026,GAS,-41.88')).shown).toMatchObject({ question: null, counts: { new: 1 } });
    const other = await send('13/06/2026,GAS,41.87', '14/06/2026,SHOP,20.00');
    expect(other.shown.question).toMatchObject({ what: 'columns', likely: signed, why: expect.any(String) as string });
    await ada.patch(other.path, { mapping: reversed });
    expect((await previewed(ada, other.path)).counts).toMatchObject({ new: 2, expenses: -6187, income: 0 });
    expect((await send('2026-07-13,GAS,41.87')).shown.question).toMatchObject({ likely: reversed });
    expect((await send('13/07/2026,GAS,41.87')).shown).toMatchObject({ question: null, counts: { expenses: -4187 } });
  });

  it('leaves out rows without a completed payment, unless chosen', async () => {
    const ada = await landlord();
    const text = [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'TRANSFER,Current,2026-04-13 10:00:00,2026-04-13 10:00:05,To PLUMBER LTD,-100.00,1.20,GBP,COMPLETED,898.80',
      'CARD_PAYMENT,Current,2026-04-15 10:00:00,,SCREWFIX,-20.00,0.00,GBP,PENDING,',
      '',
    ].join('\n');
    const path = await sentStatement(ada, 'revolut.csv', text);
    const shown = await previewed(ada, path);
    expect(shown).toMatchObject({
      name: 'Revolut',
      warnings: ['We subtracted bank fees of £1.20 from the amounts of 1 row.'],
      counts: { all: 2, new: 1, left: 1, unreadable: 0, expenses: -10_120 },
      rows: { left: [{ line: 3, amount: -2000, reason: 'it is pending, and the bank may still change it' }] },
    });
    await ada.patch(path, { anyway: { line: 3, wanted: true } });
    expect((await previewed(ada, path)).counts).toMatchObject({ new: 2, left: 0 });
    await ada.patch(path, { anyway: { line: 3, wanted: false } });
    await importedStatement(ada, path, NEW_ACCOUNT);
    expect(await brief(ada)).toEqual(['2026-04-13 -10120 To PLUMBER LTD']);
  });

  it('returns the reason when the file is not a statement', async () => {
    const ada = await landlord();
    const refused = await sendStatement(ada, 'letter.pdf', '%PDF-1.7');
    expect([refused.outcome, refused.text]).toEqual(['422 invalid_input', expect.stringContaining(REFUSED.notText)]);
    expect((await sendStatement(ada, '', 'x')).outcome).toBe('400 bad_request');
  });

  it('keeps no whole account number in the database', async () => {
    const ada = await landlord();
    await sentStatement(ada, 'barclays.csv');
    await sentStatement(ada, 'unknown.csv', 'Posted,From,Narrative,Value\n24/08/2026,20-45-12 12341185,GAS,-1.00\n');
    await withImport();
    expect(JSON.stringify(await snapshot(server.database))).not.toContain('12341185');
  });

  it('is deleted after a day without import, or when cancelled', async () => {
    const ada = await landlord();
    const [kept, given] = [await sentStatement(ada, 'barclays.csv'), await sentStatement(ada, 'hsbc.csv')];
    expect((await ada.delete(given)).status).toBe(204);
    expect((await ada.get(given)).outcome).toBe('404 not_found');
    const day = 24 * 60 * 60 * 1000;
    await query(server.database, 'select app.clear_statements($1)', [
      new Date(server.services.clock.now().getTime() + day),
    ]);
    expect((await ada.get(kept)).outcome).toBe('404 not_found');
    const left = 'select count(*)::int as lines from statement_lines where user_id = $1';
    expect(await query(server.database, left, [ada.id])).toEqual([{ lines: 0 }]);
  });
});

describe('An import', () => {
  const undoOf = async (owner: Landlord, path: string) => (await owner.get(`${path}/undo`)).as(UndoPreview);

  it('is listed, and undone once, with its later changes', async () => {
    const { owner, path, accountId } = await withImport();
    const { items } = await listedTransactions(owner);
    const property = await addedProperty(owner);
    const gas = items[0];
    await owner.patch(`/api/transactions/${gas?.id}`, { propertyId: property.id }, gas?.version);
    const changes = [
      { id: gas?.id, description: 'BRITISH GAS 850047112 DDR', date: '2026-10-30', what: 'property added' },
    ];
    expect(await undoOf(owner, path)).toEqual({ rows: 4, kept: 0, changed: 1, changes });
    expect((await owner.post(`${path}/undo`)).as(UndoPreview)).toMatchObject({ rows: 4 });
    expect(await brief(owner)).toEqual([]);
    expect((await owner.post(`${path}/undo`)).outcome).toBe('404 not_found');
    const { items: imports } = (await owner.get(STATEMENTS)).as(z.object({ items: z.array(StatementImport) }));
    expect(imports).toMatchObject([
      { fileName: 'barclays.csv', rows: 4, account: 'Barclays ****1185, Business Account' },
    ]);
    expect(imports[0]?.undoneAt).not.toBeNull();
    expect(await importedStatement(owner, await sentStatement(owner, 'barclays.csv'), { accountId })).toMatchObject({
      imported: 4,
    });
  });

  it('is imported again while its earlier import is being undone', async () => {
    const { owner, path, accountId } = await withImport();
    const again = await sentStatement(owner, 'barclays.csv');
    await concurrently(async (other) => {
      await other.query('lock table transactions in share mode');
      const undoing = owner.post(`${path}/undo`);
      await waitsForLock();
      const importing = importedStatement(owner, again, { accountId });
      await Promise.race([importing, waitsForLock(2)]);
      await other.query('commit');
      expect((await undoing).status).toBe(200);
      await importing;
    });
    expect(await brief(owner)).toEqual(BARCLAYS);
  });

  it('keeps manual transactions when undone', async () => {
    const ada = await landlord();
    const bill = await addedTransaction(ada, { date: '2026-10-29', amount: -4_187, description: 'Gas' });
    const path = await sentStatement(ada, 'barclays.csv');
    await importedStatement(ada, path, NEW_ACCOUNT);
    const [offer] = await query<{ imported: string }>(
      server.database,
      `select imported_id as imported from duplicate_suggestions where user_id = $1`,
      [ada.id],
    );
    await query(server.database, `update bank_entries set transaction_id = $2 where transaction_id = $1`, [
      offer?.imported,
      bill.id,
    ]);
    await query(server.database, `delete from transactions where id = $1`, [offer?.imported]);
    await query(server.database, `update duplicate_suggestions set state = 'accepted' where user_id = $1`, [ada.id]);
    expect(await undoOf(ada, path)).toMatchObject({ rows: 3, kept: 1 });
    await ada.post(`${path}/undo`);
    expect(await brief(ada)).toEqual(['2026-10-29 -4187 Gas']);
  });

  it('returns 404 for the account of another landlord', async () => {
    const { accountId } = await withImport();
    const bob = await landlord();
    const path = await sentStatement(bob, 'barclays.csv');
    expect((await bob.get(`${path}?accountId=${accountId}`)).outcome).toBe('404 not_found');
    expect((await bob.post(`${path}/import`, { accountId })).outcome).toBe('404 not_found');
    expect(await brief(bob)).toEqual([]);
  });
});
