import { expect, it } from 'vitest';
import { addedBankAccount } from '../../../test/fixtures/bank-accounts.ts';
import {
  acceptanceOf,
  bankRows,
  decided,
  inSection,
  takenBack,
  waitingRows,
} from '../../../test/fixtures/bank-rows.ts';
import { addedTransaction, importedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { Agent } from '../agent/agent.ts';
import { Transaction } from '../transaction/transaction.ts';
import type { Decision } from './bank-rows.ts';

const month = () => `${londonDay(server.services.clock.now()).slice(0, 8)}01`;
const terms = () => ({ start: month(), chargesFrom: month() });

async function portfolio(owner: Landlord) {
  const tenancy = await addedTenancy(owner, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  await addedTenancy(owner, { ...terms(), names: ['Jayesh Patel'], rent: 89_500 });
  const row = { date: month(), amount: 120_000, description: 'O ADEYEMI RENT', category: 'rent' };
  return { tenancy, row: await importedTransaction(owner, row) };
}

it('proposes rent with reasons, records it when accepted, and proposes it again after Undo', async () => {
  const ada = await landlord();
  const { tenancy, row } = await portfolio(ada);
  await importedTransaction(ada, { date: month(), amount: 417, description: 'INTEREST GROSS', category: 'interest' });
  const [match, ...more] = await waitingRows(ada);
  expect(more).toEqual([]);
  expect(match).toMatchObject({ id: row.id, section: 'rent', amount: 120_000, text: 'O ADEYEMI RENT', certain: true });
  expect(match?.choices[0]).toMatchObject({ as: 'rent', parts: [{ tenancyId: tenancy.id, amount: 120_000 }] });
  expect(match?.choices[0]?.reasons).toContain('same amount');
  expect((await ledgerOf(ada, tenancy)).balance).toBe(120_000);
  const { done, undo } = await decided(ada, acceptanceOf(match));
  expect(done).toBe(1);
  expect((await ledgerOf(ada, tenancy)).balance).toBe(0);
  expect((await ada.get(`/api/transactions/${row.id}`)).as(Transaction)).toMatchObject({
    propertyId: tenancy.propertyId,
    category: 'rent',
  });
  expect(await waitingRows(ada)).toEqual([]);
  expect(await decided(ada, acceptanceOf(match))).toEqual({ done: 0, left: 1, undo: [] });
  expect(await takenBack(ada, undo)).toEqual({ done: 1, kept: 0 });
  expect((await ledgerOf(ada, tenancy)).balance).toBe(120_000);
  expect(await waitingRows(ada)).toHaveLength(1);
});

it('lists income from an unknown payer without proposals until one of its payments has a tenancy', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ...terms(), rent: 50_000 });
  const council = { amount: 43_210, description: 'LEEDS CITY COUNCIL HB 00217733', category: 'other' };
  const { id } = await importedTransaction(ada, { ...council, date: month() });
  expect(await waitingRows(ada)).toEqual([]);
  expect(await inSection(ada, 'other')).toMatchObject([{ id, amount: 43_210, version: 1, choices: [], why: null }]);
  const parts = [{ tenancyId: tenancy.id, amount: 43_210, fee: 0 }];
  await decided(ada, { id, version: 1, as: 'rent', parts });
  const { id: next } = await importedTransaction(ada, { ...council, date: addDays(month(), 1) });
  expect(await inSection(ada, 'other')).toEqual([]);
  expect(await waitingRows(ada)).toMatchObject([{ id: next, choices: [{ parts: [{ tenancyId: tenancy.id }] }] }]);
});

it('proposes a transfer from a tenant, unless the landlord marked it as a transfer', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  const text = 'TRANSFER FROM OLUWASEUN ADEYEMI';
  const row = { date: month(), amount: 120_000, description: text, category: 'transfer' };
  const { id, version } = await importedTransaction(ada, row);
  const [match, ...more] = await waitingRows(ada);
  expect([match?.choices[0]?.parts[0]?.tenancyId, more]).toEqual([tenancy.id, []]);
  await decided(ada, { id, version, as: 'transfer' });
  expect(await waitingRows(ada)).toEqual([]);
});

it('does not propose money from the landlord’s other account as rent, and marks it as a transfer', async () => {
  const ada = await landlord();
  await addedTenancy(ada, { ...terms(), names: ['Oluwaseun Adeyemi'] });
  const [current, savings] = [
    (await addedBankAccount(ada)).id,
    (await addedBankAccount(ada, { accountNumber: '27182818' })).id,
  ];
  const given = { date: month(), amount: -120_000, description: 'A LOVELACE', bankAccountId: savings };
  await importedTransaction(ada, { ...given, category: 'insurance' });
  const row = { date: month(), amount: 120_000, description: 'A WHITLOCK', category: 'rent', bankAccountId: current };
  const { id } = await importedTransaction(ada, row);
  // An expense of another category with the same amount does not count.
  expect(await waitingRows(ada)).toHaveLength(1);
  await importedTransaction(ada, { ...given, category: 'other' });
  expect(await waitingRows(ada)).toEqual([]);
  const [moved] = await inSection(ada, 'other');
  expect(moved).toMatchObject({ id, why: 'The same amount left another of your accounts.' });
  const { undo } = await decided(ada, { id, version: moved?.version ?? 0, as: 'transfer' });
  expect(await inSection(ada, 'other')).toEqual([]);
  await takenBack(ada, undo);
  expect(await inSection(ada, 'other')).toMatchObject([{ id }]);
});

it('hides a private row and learns its payer, until Undo', async () => {
  const ada = await landlord();
  const { row } = await portfolio(ada);
  const rules = () => query(server.database, 'select payer from payer_rules where user_id = $1', [ada.id]);
  const { undo } = await decided(ada, { id: row.id, version: row.version, as: 'personal' });
  expect(await waitingRows(ada)).toEqual([]);
  expect(await rules()).toEqual([{ payer: 'o adeyemi' }]);
  await takenBack(ada, undo);
  expect(await waitingRows(ada)).toHaveLength(1);
  expect(await rules()).toEqual([]);
});

it('is not certain about a row with the landlord’s name for a tenant with that name', async () => {
  const [ada, bob] = [await landlord(), await landlord({ name: 'Bob Marsh' })];
  for (const owner of [ada, bob]) {
    await addedTenancy(owner, { ...terms(), names: ['Beth Lovelace'], rent: 89_500 });
    await importedTransaction(owner, { date: month(), amount: 89_500, description: 'LOVELACE RENT', category: 'rent' });
  }
  expect([(await bankRows(ada)).certain, (await bankRows(bob)).certain]).toEqual([0, 1]);
});

it('is certain about rent that may duplicate income by hand only after both are kept', async () => {
  const ada = await landlord();
  const { row, tenancy } = await portfolio(ada);
  const hand = { type: 'income', category: 'other', amount: 120_000, date: month(), description: 'Cash?' } as const;
  const { id: transactionId } = await addedTransaction(ada, hand);
  await query(
    server.database,
    'insert into duplicate_suggestions (user_id, imported_id, kept_id) values ($1, $2, $3)',
    [ada.id, row.id, transactionId],
  );
  const [match] = await inSection(ada, 'choose');
  expect(match).toMatchObject({ id: row.id, certain: false });
  expect(match?.choices.map((choice) => choice.transactionId ?? choice.parts[0]?.tenancyId)).toEqual([
    transactionId,
    tenancy.id,
  ]);
  await decided(ada, { id: row.id, version: row.version, as: 'two', transactionId });
  expect(await inSection(ada, 'rent')).toMatchObject([{ id: row.id, certain: true }]);
});

it('does not propose a dismissed row for that tenancy until Undo by its own landlord', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const { tenancy, row } = await portfolio(ada);
  const parts = [{ tenancyId: tenancy.id, amount: 120_000, fee: 0 }];
  expect(await decided(bob, { id: row.id, version: 1, as: 'rent', parts })).toMatchObject({ done: 0, left: 1 });
  const proposed = async () =>
    (await waitingRows(ada)).flatMap(({ choices }) =>
      choices.flatMap((one) => one.parts.map((part) => part.tenancyId)),
    );
  const dismissal: Decision = { id: row.id, version: row.version, as: 'not theirs', tenancyIds: [tenancy.id] };
  expect(await decided(bob, dismissal)).toMatchObject({ done: 0, left: 1 });
  const { undo } = await decided(ada, dismissal);
  expect(await proposed()).not.toContain(tenancy.id);
  expect(await takenBack(bob, undo)).toEqual({ done: 0, kept: 1 });
  expect(await takenBack(ada, undo)).toEqual({ done: 1, kept: 0 });
  expect(await proposed()).toContain(tenancy.id);
});

it('rejects an agent of another landlord, and an agent with two fees', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const tenancy = await addedTenancy(ada);
  const marlow = { name: 'Marlow and Reed', feePercent: 10, vat: 'none' };
  const theirs = (await bob.post('/api/agents', marlow)).as(Agent);
  const body = { agentId: theirs.id, autoMatch: false };
  expect((await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body })).fields).toHaveProperty('agentId');
  expect((await ada.post('/api/agents', { ...marlow, feeFixed: 500 })).fields).toHaveProperty('feePercent');
});
