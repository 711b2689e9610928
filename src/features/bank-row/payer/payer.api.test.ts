import { expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, type Landlord, landlord, listedTransactions } from '../../../../test/fixtures/landlords.ts';
import { importedStatement, previewed, sentStatement } from '../../../../test/fixtures/statement-files.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { BulkOutcome, FinanceSummary, TransactionTotals } from '../../transaction/transaction.ts';
import { PayerRule } from './payer.ts';

const NEW_ACCOUNT = { account: { institution: 'Barclays', accountType: 'personal' } } as const;
/** Builds a QIF file from rows such as `2026-10-13 75000 J PATEL RENT`, with amounts in pence. */
const qif = (...rows: string[]) =>
  [
    '!Type:Bank',
    ...rows.map((row) => {
      const [date = '', pence = '', ...text] = row.split(' ');
      return `D${date.split('-').reverse().join('/')}\nT${Number(pence) / 100}\nP${text.join(' ')}\n^`;
    }),
  ].join('\n');
const AUTUMN = qif(
  '2026-10-13 75000 J PATEL RENT',
  '2026-10-14 215000 ACME LTD SALARY',
  '2026-10-15 -4215 TESCO STORES 3217',
  '2026-10-16 -1099 NETFLIX.COM',
  '2026-10-17 -8400 KIRKSTALL HEATING 1',
);
const NOVEMBER = qif(
  '2026-11-13 215000 ACME LTD SALARY',
  '2026-11-14 -4000 TESCO STORES 3999',
  '2026-11-15 -8400 KIRKSTALL HEATING 2',
);

const sent = (owner: Landlord, file: string, name = 'bank.qif') => sentStatement(owner, name, file);

const rules = async (owner: Landlord) =>
  (await owner.get('/api/payer-rules')).as(z.object({ items: z.array(PayerRule) })).items;
const summary = async (owner: Landlord) => (await owner.get('/api/transactions/summary')).as(FinanceSummary);
const totals = async (owner: Landlord) => (await owner.get('/api/transactions/totals')).as(TransactionTotals);
const listed = async (owner: Landlord, query = '') =>
  (await listedTransactions(owner, query)).items.map(({ description, category }) => `${description}: ${category}`);

it('marks salary and shops of a statement as private, and excludes them from lists, totals and exports', async () => {
  const ada = await landlord();
  const path = await sent(ada, AUTUMN);
  const shown = await previewed(ada, path);
  expect(shown.counts).toMatchObject({ new: 2, personal: 3, income: 75_000, expenses: -8400 });
  expect(shown.rows.personal.map(({ text, why }) => `${text}: ${why}`)).toEqual([
    'ACME LTD SALARY: pay',
    'TESCO STORES 3217: a supermarket',
    'NETFLIX.COM: streaming or games',
  ]);
  expect(await importedStatement(ada, path, NEW_ACCOUNT)).toMatchObject({ imported: 5 });
  expect(await listed(ada)).toEqual(['KIRKSTALL HEATING 1: other', 'J PATEL RENT: rent']);
  expect(await totals(ada)).toMatchObject({ count: 2, income: 75_000, expenses: 8400 });
  expect(await summary(ada)).toMatchObject({ count: 2, income: 75_000, expenses: 8400, personal: 3 });
  expect(await listed(ada, '?category=personal')).toHaveLength(3);
  const { text: exported } = await ada.get('/api/transactions/export?format=csv');
  expect(exported).toContain('KIRKSTALL');
  expect(exported).not.toContain('TESCO');
});

it('applies a choice for a line to the next file, until the rule is removed', async () => {
  const ada = await landlord();
  const path = await sent(ada, AUTUMN);
  const { rows } = await previewed(ada, path);
  const lineOf = (text: string) => [...rows.new, ...rows.personal].find((row) => row.text.startsWith(text))?.line ?? 0;
  await ada.patch(path, { personal: { line: lineOf('TESCO'), wanted: false } });
  await ada.patch(path, { personal: { line: lineOf('KIRKSTALL'), wanted: true } });
  expect((await previewed(ada, path)).counts).toMatchObject({ new: 2, personal: 3 });
  await importedStatement(ada, path, NEW_ACCOUNT);
  expect(await listed(ada)).toEqual(['TESCO STORES 3217: other', 'J PATEL RENT: rent']);
  expect((await rules(ada)).map(({ payer, category }) => `${payer}: ${category}`)).toEqual([
    'TESCO STORES: other',
    'KIRKSTALL HEATING: personal',
  ]);
  const next = await sent(ada, NOVEMBER, 'next.qif');
  const why = async () => (await previewed(ada, next)).rows.personal.map((row) => `${row.text}: ${row.why}`);
  expect(await why()).toEqual(['ACME LTD SALARY: pay', 'KIRKSTALL HEATING 2: rule for KIRKSTALL HEATING']);
  const kirkstall = (await rules(ada)).find(({ category }) => category === 'personal');
  expect((await ada.delete(`/api/payer-rules/${kirkstall?.id}`)).status).toBe(204);
  expect(await why()).toEqual(['ACME LTD SALARY: pay']);
});

it('suggests no private rows in an account that is only for lets', async () => {
  const ada = await landlord();
  const path = await sent(ada, AUTUMN);
  expect((await previewed(ada, path, '?lettingsOnly=true')).counts).toMatchObject({ new: 5, personal: 0 });
  await importedStatement(ada, path, { ...NEW_ACCOUNT, lettingsOnly: true });
  expect(await listed(ada)).toHaveLength(5);
  const [account] = await query<{ id: string }>(server.database, 'select id from bank_accounts where user_id = $1', [
    ada.id,
  ]);
  const next = await sent(ada, NOVEMBER, 'next.qif');
  expect((await previewed(ada, next, `?accountId=${account?.id}`)).counts).toMatchObject({ new: 3, personal: 0 });
});

it('marks selected rows as private and back, and removes learnt rules with Undo', async () => {
  const ada = await landlord();
  const home = await addedProperty(ada);
  const path = await sent(ada, AUTUMN);
  await importedStatement(ada, path, { ...NEW_ACCOUNT, lettingsOnly: true });
  const all = (await listedTransactions(ada)).items;
  const rows = all.filter(({ amount }) => amount < 0).map(({ id, version }) => ({ id, version }));
  const apart = (await ada.post('/api/transactions/bulk', { rows, change: { personal: true } })).as(BulkOutcome);
  expect(apart.done).toBe(3);
  expect(await listed(ada)).toEqual(['ACME LTD SALARY: other', 'J PATEL RENT: rent']);
  expect(await rules(ada)).toHaveLength(3);
  await ada.post('/api/transactions/undo', { batch: apart.batch });
  expect(await listed(ada)).toHaveLength(5);
  expect(await rules(ada)).toEqual([]);
  const again = rows.map(({ id, version }) => ({ id, version: version + 2 }));
  await ada.post('/api/transactions/bulk', { rows: again, change: { personal: true } });
  const back = again.map(({ id, version }) => ({ id, version: version + 1 }));
  await ada.post('/api/transactions/bulk', { rows: back, change: { personal: false } });
  expect(await listed(ada)).toContain('TESCO STORES 3217: other');
  const heating = all.find(({ description }) => description.startsWith('KIRKSTALL'));
  const change = { category: 'maintenance', propertyId: home.id };
  expect((await ada.patch(`/api/transactions/${heating?.id}`, change, (heating?.version ?? 0) + 4)).status).toBe(200);
  const next = await sent(ada, NOVEMBER, 'next.qif');
  expect((await previewed(ada, next)).rows.new.find(({ text }) => text.startsWith('KIRKSTALL'))).toMatchObject({
    category: 'maintenance',
    property: expect.stringContaining(home.address) as string,
    why: 'rule for KIRKSTALL HEATING',
  });
});
