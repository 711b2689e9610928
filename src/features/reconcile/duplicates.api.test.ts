import { describe, expect, it } from 'vitest';
import { acceptanceOf, decided, inSection, takenBack } from '../../../test/fixtures/bank-rows.ts';
import { importAccount } from '../../../test/fixtures/imported.ts';
import { addedTransaction, type Landlord, landlord, listedTransactions } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, paid } from '../../../test/fixtures/tenancies.ts';
import { uploaded } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { type ImportLine, importEntries } from '../bank-row/entries.server.ts';
import type { BankRow } from './bank-rows.ts';

const sqlQuery = (text: string, values: unknown[] = []) => query(server.database, text, values);
const money = async (owner: Landlord) =>
  (await listedTransactions(owner)).items.map(({ id: _, version: __, ...row }) => row);
const two = ({ id, version, choices }: BankRow) =>
  ({ id, version: version ?? 0, as: 'two', transactionId: choices[0]?.transactionId ?? '' }) as const;
const asNew = ({ id }: BankRow) => ({ id, version: null, as: 'new' }) as const;

type LineChanges = Partial<ImportLine> & { provider?: string };

function take(owner: Landlord, accountId: string, lines: LineChanges[], provider = 'gocardless') {
  const kind = provider === 'file' ? 'file' : 'bank';
  const target = { accountId, provider, kind, from: '2026-10-01', to: '2026-12-31' } as const;
  const { jobsPool: pool, clock } = server.services;
  const all = lines.map((given) => ({
    externalId: null,
    date: '2026-11-01',
    amount: -8_400,
    text: 'KIRKSTALL HTG',
    reference: '',
    category: null,
    ...given,
  }));
  return runOnBehalfOf(pool, { userId: owner.id, now: clock.now() }, (db) => importEntries(db, target, all));
}

/** An expense entered by hand, and its bank row two days later. */
async function withSuggestion() {
  const owner = await landlord();
  const accountId = await importAccount(sqlQuery, owner);
  const bill = await addedTransaction(owner, { amount: -8_400, date: '2026-10-30', description: 'Boiler service' });
  await take(owner, accountId, [{ externalId: 'a' }]);
  const before = await money(owner);
  const [suggestion] = await inSection(owner, 'same');
  if (!suggestion) throw new Error('No suggestion');
  return { owner, accountId, bill, suggestion, before };
}

/** A line of a file that may be either of two bank rows. */
async function withQuestion() {
  const owner = await landlord();
  const accountId = await importAccount(sqlQuery, owner);
  await take(owner, accountId, [{ externalId: 'a' }, { externalId: 'b', date: '2026-11-03' }]);
  await take(owner, accountId, [{ date: '2026-11-02' }], 'file');
  const before = await money(owner);
  const [line] = await inSection(owner, 'choose');
  if (!line) throw new Error('No question');
  return { owner, accountId, line, before };
}

describe('a possible duplicate', () => {
  it('keeps the files of both, which return to their transactions with Undo', async () => {
    const { owner, bill } = await withSuggestion();
    const [row] = (await listedTransactions(owner)).items.filter(({ id }) => id !== bill.id);
    for (const [name, transactionId] of [
      ['Bill.pdf', bill.id],
      ['Bank.pdf', row?.id],
    ] as const) {
      const file = await uploaded(owner, { bucket: 'transaction-files', name });
      expect((await owner.post('/api/receipts', { file, transactionId })).status).toBe(201);
    }
    const files = async () =>
      (await listedTransactions(owner)).items
        .map(({ id, file, moreFiles }) => ({ id, names: [file, ...moreFiles].map((one) => one?.name) }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const before = await files();
    const [suggestion] = await inSection(owner, 'same');
    const { undo } = await decided(owner, acceptanceOf(suggestion));
    expect(await files()).toEqual([{ id: bill.id, names: ['Bill.pdf', 'Bank.pdf'] }]);
    await takenBack(owner, undo);
    expect(await files()).toEqual(before);
  });

  it('is merged with the fields of both, and recognised by a later sync', async () => {
    const { owner, accountId, bill, suggestion } = await withSuggestion();
    expect(suggestion).toMatchObject({
      text: 'KIRKSTALL HTG',
      date: '2026-11-01',
      account: { accountNumber: '****0042' },
      certain: false,
      choices: [{ as: 'same', transactionId: bill.id, title: 'Boiler service' }],
    });
    expect(suggestion.choices[0]?.reasons).toEqual(['30 Oct 2026', 'same amount', '2 days earlier', 'entered by hand']);
    expect(await decided(owner, acceptanceOf(suggestion))).toMatchObject({ done: 1, left: 0 });
    expect(await decided(owner, acceptanceOf(suggestion)), 'pressed twice').toMatchObject({ done: 0, left: 1 });
    const one = { description: 'Boiler service', category: 'maintenance', date: '2026-11-01', source: 'bank' };
    expect(await money(owner)).toEqual([expect.objectContaining({ ...one, amount: -8_400, bankAccountId: accountId })]);
    expect(await inSection(owner, 'same')).toEqual([]);
    expect(await take(owner, accountId, [{ externalId: 'a', amount: -8_500 }])).toMatchObject({
      imported: 0,
      updated: 1,
    });
    expect(await money(owner)).toEqual([expect.objectContaining({ ...one, amount: -8_500 })]);
  });

  it('is separated by Undo, and the bank’s line belongs to its own row again', async () => {
    const { owner, accountId, suggestion, before } = await withSuggestion();
    const { undo } = await decided(owner, acceptanceOf(suggestion));
    expect(await takenBack(owner, undo)).toEqual({ done: 1, kept: 0 });
    expect(await money(owner)).toEqual(before);
    expect(await inSection(owner, 'same')).toHaveLength(1);
    await take(owner, accountId, [{ externalId: 'a', text: 'KIRKSTALL HEATING' }]);
    expect((await money(owner)).map(({ description }) => description)).toEqual(['KIRKSTALL HEATING', 'Boiler service']);
  });

  it('stays merged if the payment was changed, or after ten minutes', async () => {
    const { owner, bill, suggestion } = await withSuggestion();
    const { undo } = await decided(owner, acceptanceOf(suggestion));
    await sqlQuery('update transactions set description = $2 where id = $1', [bill.id, 'Changed']);
    expect(await takenBack(owner, undo)).toEqual({ done: 0, kept: 1 });
    await sqlQuery('delete from app.transaction_undo where user_id = $1', [owner.id]);
    expect(await takenBack(owner, undo)).toEqual({ done: 0, kept: 1 });
    expect(await money(owner)).toEqual([expect.objectContaining({ description: 'Changed' })]);
  });

  it('is skipped if one of the two was changed or merged', async () => {
    const { owner, bill, suggestion } = await withSuggestion();
    await sqlQuery(`update transactions set amount = -1 where id = $1`, [bill.id]);
    expect(await inSection(owner, 'same')).toEqual([]);
    expect(await decided(owner, acceptanceOf(suggestion))).toMatchObject({ done: 0, left: 1 });
    await sqlQuery(`update transactions set amount = -84, source = 'bank' where id = $1`, [bill.id]);
    expect(await decided(owner, acceptanceOf(suggestion))).toMatchObject({ done: 0, left: 1 });
    expect(await money(owner)).toHaveLength(2);
  });

  it('is declined and suggested again', async () => {
    const { owner, suggestion, before } = await withSuggestion();
    await decided(owner, two(suggestion));
    expect(await inSection(owner, 'same')).toEqual([]);
    const [declined] = await inSection(owner, 'left-out');
    expect(declined).toMatchObject({ text: 'KIRKSTALL HTG', why: 'you kept it as well as Boiler service' });
    expect(await money(owner)).toEqual(before);
    await takenBack(owner, declined?.undo ? [declined.undo] : []);
    expect(await inSection(owner, 'same')).toEqual([suggestion]);
    expect(await inSection(owner, 'left-out')).toEqual([]);
  });
});

describe('a returned payment recorded by hand', () => {
  it('is a possible duplicate of the bank row of the return, and counts once after the answer', async () => {
    const owner = await landlord();
    const tenancy = await addedTenancy(owner, { ended: '2026-12-01' });
    const [payment] = await paid(owner, tenancy, ['2026-11-02', 80_000]);
    const accountId = await importAccount(sqlQuery, owner);
    await take(owner, accountId, [
      { externalId: 'a', date: '2026-11-06', amount: -80_000, text: 'RETURNED A TENANT' },
      { externalId: 'b', date: '2026-11-20', amount: -80_000, text: 'A PLUMBER' },
    ]);
    const back = { date: '2026-11-05', amount: 80_000, reason: 'bounced' };
    await owner.post(`/api/rent/payments/${payment?.id}/return`, back);
    const suggestions = await inSection(owner, 'same');
    expect(suggestions.map(({ text }) => text)).toEqual(['RETURNED A TENANT']);
    await decided(owner, ...suggestions.map((row) => acceptanceOf(row)));
    const rows = (await money(owner)).filter(({ amount }) => amount === -80_000);
    expect(rows.map(({ date, tenancyId, source }) => [date, tenancyId, source])).toEqual([
      ['2026-11-20', null, 'bank'],
      ['2026-11-06', tenancy.id, 'bank'],
    ]);
  });
});

describe('a line that may be one of several', () => {
  it('is matched with the chosen transaction, until Undo', async () => {
    const { owner, line, before } = await withQuestion();
    expect(line.choices.map(({ reasons }) => reasons[0])).toEqual(['01 Nov 2026', '03 Nov 2026']);
    const { undo } = await decided(owner, acceptanceOf(line));
    expect(await inSection(owner, 'choose')).toEqual([]);
    expect(await inSection(owner, 'left-out')).toMatchObject([
      { id: line.id, why: 'you matched it with KIRKSTALL HTG' },
    ]);
    await takenBack(owner, undo);
    expect(await inSection(owner, 'choose')).toEqual([line]);
    expect(await money(owner)).toEqual(before);
  });

  it('rejects transactions of others, and transactions that are not candidates', async () => {
    const { owner, line } = await withQuestion();
    const other = (await withQuestion()).line.choices[0]?.transactionId;
    for (const transactionId of [(await addedTransaction(owner)).id, other]) {
      const decisions = [{ id: line.id, version: null, as: 'same', transactionId }];
      expect((await owner.post('/api/bank-rows/decide', { decisions })).outcome).toBe('422 invalid_input');
    }
  });

  it('becomes a new transaction, which Undo deletes unless it was changed', async () => {
    const { owner, accountId, line, before } = await withQuestion();
    const first = await decided(owner, asNew(line));
    const made = {
      description: 'KIRKSTALL HTG',
      date: '2026-11-02',
      amount: -8_400,
      source: 'file',
      bankAccountId: accountId,
    };
    expect(await money(owner)).toContainEqual(expect.objectContaining(made));
    expect(await take(owner, accountId, [{ date: '2026-11-02' }], 'file')).toMatchObject({ imported: 0, asked: 0 });
    await takenBack(owner, first.undo);
    expect(await money(owner)).toEqual(before);
    const { undo } = await decided(owner, asNew(line));
    await sqlQuery(`update transactions set category = 'tax' where user_id = $1 and source = 'file'`, [owner.id]);
    expect(await takenBack(owner, undo)).toEqual({ done: 0, kept: 1 });
    expect(await money(owner)).toHaveLength(3);
  });
});

it('lists a line that was left out with its transaction, and imports it anyway', async () => {
  const owner = await landlord();
  const accountId = await importAccount(sqlQuery, owner);
  await take(owner, accountId, [{ externalId: 'a' }]);
  await take(owner, accountId, [{}], 'file');
  const [line] = await inSection(owner, 'left-out');
  if (!line) throw new Error('No line');
  expect(line).toMatchObject({ why: 'matched with KIRKSTALL HTG', undo: null });
  const { undo } = await decided(owner, asNew(line));
  expect(await money(owner)).toHaveLength(2);
  await takenBack(owner, undo);
  expect(await money(owner)).toHaveLength(1);
  expect(await inSection(owner, 'left-out')).toEqual([{ ...line, why: 'you matched it with KIRKSTALL HTG' }]);
});

it('shows the merged payment among the choices', async () => {
  const { owner, line } = await withQuestion();
  const [first] = line.choices;
  const bill = await addedTransaction(owner, { amount: -8_400, date: '2026-11-01', description: 'Boiler' });
  await decided(owner, { id: first?.transactionId ?? '', version: 1, as: 'same', transactionId: bill.id });
  const [now] = await inSection(owner, 'choose');
  expect(now?.choices.map(({ title }) => title)).toContain('Boiler');
  const chosen = { id: line.id, version: null, as: 'same', transactionId: bill.id } as const;
  expect(await decided(owner, chosen)).toMatchObject({ done: 1 });
});
