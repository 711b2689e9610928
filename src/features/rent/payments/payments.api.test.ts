import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import {
  importedTransaction,
  type Landlord,
  landlord,
  listedTransactions,
} from '../../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../../test/fixtures/tenancies.ts';
import { concurrently, waitsForLock } from '../../../../test/reading/waiting.ts';
import { asRole, query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { addDays } from '../../../shared/dates.ts';
import { Agent } from '../../agent/agent.ts';
import { BASE_RATES_SOURCE } from '../../interest/late-interest.ts';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { Transaction, TransactionTotals } from '../../transaction/transaction.ts';
import { firstPaidOn, type Ledger } from '../ledger/ledger.ts';
import { Allocation } from './allocation.ts';
import { type PastRent, PastRows, Payers, pastRents } from './payments.ts';

const lines = ({ entries }: Ledger) =>
  [...entries].reverse().map(({ date, kind, amount, balance }) => `${date} ${kind} ${amount / 100} = ${balance / 100}`);
const open = ({ unpaid }: Ledger) => unpaid.map(({ date, kind, left }) => `${date} ${kind} ${left / 100}`);
const income = async (owner: Landlord) => (await owner.get('/api/transactions/totals')).as(TransactionTotals).income;

describe('the allocation of a payment', () => {
  const at = (id: string | undefined) => `/api/rent/payments/${id}/allocation`;
  const change = (owner: Landlord, id: string | undefined, goesTo: readonly object[]) =>
    owner.send('PUT', at(id), { body: { goesTo } });

  it('is oldest charge first without a choice, and keeps a returned part', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-04-01' });
    const [payment] = await paid(ada, tenancy, ['2025-02-03', 150_000]);
    const back = { date: '2025-02-10', amount: 20_000, reason: 'refunded' };
    await ada.post(`/api/rent/payments/${payment?.id}/return`, back);
    const { amount, chosen, charges } = (await ada.get(at(payment?.id))).as(Allocation);
    expect({ amount, chosen }).toEqual({ amount: 130_000, chosen: false });
    expect(charges.map(({ date, free, pays }) => [date, free, pays])).toEqual([
      ['2025-01-01', 120_000, 120_000],
      ['2025-02-01', 120_000, 10_000],
      ['2025-03-01', 120_000, 0],
    ]);
    const [, february, march] = charges;
    const chosenParts = [
      { entryId: february?.entryId, amount: 30_000 },
      { entryId: march?.entryId, amount: 90_000 },
    ];
    // Of 1,300, 300 go to February and 900 to March as chosen; the other 100 to January, the oldest.
    expect((await change(ada, payment?.id, chosenParts)).as(Allocation)).toMatchObject({ chosen: true });
    const after = await ledgerOf(ada, tenancy, '2025-03-31');
    expect(open(after)).toEqual(['2025-01-01 rent 1100', '2025-02-01 rent 900', '2025-03-01 rent 300']);
    expect(after.balance).toBe(230_000);
    await change(ada, payment?.id, []);
    expect(open(await ledgerOf(ada, tenancy, '2025-03-31'))).toEqual(['2025-02-01 rent 1100', '2025-03-01 rent 1200']);
  });

  it('refuses more than the payment or the charge, and a charge of another tenancy', async () => {
    const ada = await landlord();
    const [tenancy, other] = [await addedTenancy(ada, { ended: '2025-03-01' }), await addedTenancy(ada)];
    const [first, second] = await paid(ada, tenancy, ['2025-01-03', 100_000], ['2025-02-03', 100_000]);
    const [january, february] = (await ada.get(at(first?.id))).as(Allocation).charges;
    const [foreign] = (await ledgerOf(ada, other)).unpaid;
    await change(ada, first?.id, [{ entryId: february?.entryId, amount: 90_000 }]);
    const LEFT = 'You can use at most £300.00 for the charge due on 01 Feb 2025';
    const GONE = 'One of these charges has been removed. Close this and try again.';
    for (const [goesTo, message] of [
      [[{ entryId: january?.entryId, amount: 100_001 }], 'The amounts add up to more than the payment'],
      [[{ entryId: february?.entryId, amount: 30_001 }], LEFT],
      [[{ entryId: foreign?.id, amount: 1 }], GONE],
    ] as const) {
      const answer = await change(ada, second?.id, goesTo);
      expect([answer.status, answer.fields]).toEqual([422, { goesTo: message }]);
    }
    // A refusal changes no allocation: the first payment pays 900 of February, and 2,000 of 2,400 is paid in all.
    expect(open(await ledgerOf(ada, tenancy, '2025-02-28'))).toEqual(['2025-01-01 rent 100', '2025-02-01 rent 300']);
  });
});

describe('past months', () => {
  const BEFORE = { chargesFrom: '2025-03-01', ended: '2025-03-01' };
  const PAST: z.input<typeof PastRent> = {
    from: '2025-01-01',
    to: '2025-02-01',
    payments: [
      { date: '2025-01-03', amount: 120_000 },
      { date: '2025-02-03', amount: 90_000 },
    ],
  };
  const ENTERED = 'The ledger already has rent for these months. Check the start date.';
  const dues = (tenancy: TenancyRecord, firstPaid: string | null = null) =>
    pastRents(tenancy, { today: '2025-06-10', firstPaid }).map(({ due }) => due);
  const send = (owner: Landlord, { id }: { id: string }, input: object, key = randomUUID()) =>
    owner.send('POST', `/api/tenancies/${id}/past-rent`, { body: input, headers: { 'idempotency-key': key } });

  it('are charged and paid in one request, once per key, and the shortfall is owed', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, BEFORE);
    expect(dues(tenancy)).toEqual(['2025-01-01', '2025-02-01']);
    const key = randomUUID();
    for (const time of ['first', 'again'])
      expect([time, (await send(ada, tenancy, PAST, key)).as(TenancyRecord).chargesFrom]).toEqual([time, '2025-01-01']);
    expect(lines(await ledgerOf(ada, tenancy, '2025-02-28'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-03 payment -1200 = 0',
      '2025-02-01 rent 1200 = 1200',
      '2025-02-03 payment -900 = 300',
    ]);
    expect(await income(ada)).toBe(210_000);
  });

  it('lock the property before its tenancy, to avoid a deadlock with its removal', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, BEFORE);
    const owner = new pg.Client(asRole(server.database, 'owner'));
    await owner.connect();
    await owner.query('begin');
    await owner.query('select from properties where id = $1 for update', [tenancy.propertyId]);
    const sent = send(ada, tenancy, PAST);
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(async () => {
      expect(await query(server.database, waiting)).not.toEqual([]);
    }, 10_000);
    // A property's removal takes this lock next.
    await owner.query('select from tenancies where id = $1 for update nowait', [tenancy.id]);
    await owner.query('commit');
    await owner.end();
    expect((await sent).status).toBe(200);
  });

  it('use their bank rows, and add a payment only for a month without one', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, BEFORE);
    const row = { date: '2025-01-06', amount: 120_000, description: 'G HOPPER RENT', category: 'rent' };
    await importedTransaction(ada, row);
    const { items } = (await ada.get(`/api/tenancies/${tenancy.id}/past-rows`)).as(PastRows);
    expect(items.map(({ due, date, amount }) => [due, date, amount])).toEqual([['2025-01-01', '2025-01-06', 120_000]]);
    const rows = items.map(({ id, version }) => ({ id, version }));
    const stale = await send(ada, tenancy, {
      ...PAST,
      rows: rows.map((one) => ({ ...one, version: one.version + 1 })),
    });
    expect(stale.fields).toEqual({ rows: 'A bank row has changed. Check the months and try again.' });
    await send(ada, tenancy, { ...PAST, payments: PAST.payments.slice(1), rows });
    expect(lines(await ledgerOf(ada, tenancy, '2025-02-28'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-06 payment -1200 = 0',
      '2025-02-01 rent 1200 = 1200',
      '2025-02-03 payment -900 = 300',
    ]);
    expect(await income(ada)).toBe(210_000);
  });

  it('add the fee that an agent kept of bank rows and of payments by hand', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, BEFORE);
    const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'added' })).as(Agent);
    const body = { agentId: agent.id, autoMatch: false };
    await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body });
    await importedTransaction(ada, { date: '2025-01-12', amount: 105_600, description: 'MARLOW AND REED LETT HOPPER' });
    const { items } = (await ada.get(`/api/tenancies/${tenancy.id}/past-rows`)).as(PastRows);
    expect(items.map(({ due, amount, fee }) => [due, amount, fee])).toEqual([['2025-01-01', 105_600, 14_400]]);
    const rows = items.map(({ id, version }) => ({ id, version }));
    const payments = [{ date: '2025-02-03', amount: 120_000 }];
    expect((await send(ada, tenancy, { ...PAST, payments, rows, lessFee: true })).status).toBe(200);
    expect(lines(await ledgerOf(ada, tenancy, '2025-02-28'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-12 payment -1200 = 0',
      '2025-02-01 rent 1200 = 1200',
      '2025-02-03 payment -1200 = 0',
    ]);
    const totals = (await ada.get('/api/transactions/totals')).as(TransactionTotals);
    expect([totals.income, totals.expenses]).toEqual([240_000, 28_800]);
  });

  it('of a ledger from the start end at its oldest payment, and are entered once', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-05-01' });
    await paid(ada, tenancy, ['2025-04-03', 120_000]);
    const before = firstPaidOn(await ledgerOf(ada, tenancy));
    expect(dues(tenancy, before)).toEqual(['2025-01-01', '2025-02-01', '2025-03-01']);
    const input = { ...PAST, to: '2025-03-01' };
    expect((await send(ada, tenancy, { ...PAST, to: '2025-04-01' })).fields).toEqual({ from: ENTERED });
    expect((await send(ada, tenancy, input)).as(TenancyRecord).chargesFrom).toBe('2025-01-01');
    expect((await send(ada, tenancy, input)).fields).toEqual({ from: ENTERED });
    const ledger = await ledgerOf(ada, tenancy, '2025-04-30');
    expect(dues(tenancy, firstPaidOn(ledger))).toEqual([]);
    expect(open(ledger)).toEqual(['2025-03-01 rent 300', '2025-04-01 rent 1200']);
    expect(await income(ada)).toBe(330_000);
  });

  it('are all refused when one date is invalid', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, BEFORE);
    for (const [change, fields] of [
      [{ from: '2024-12-31' }, { from: 'This is before the tenancy began.' }],
      [{ from: '2025-03-01' }, { from: ENTERED }],
      [{ to: '2025-01-01' }, { from: ENTERED }],
      [{ payments: [...PAST.payments, { date: '2199-01-01', amount: 1 }] }, { payments: 'Enter dates up to today.' }],
    ] as const)
      expect((await send(ada, tenancy, { ...PAST, ...change })).fields).toEqual(fields);
    expect((await listedTransactions(ada)).items).toEqual([]);
    expect((await ledgerOf(ada, tenancy, '2025-02-28')).entries).toEqual([]);
  });
});

it('owes the rent again from its due date after a full or partial return, up to the payment', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada);
  const [january] = await paid(ada, tenancy, ['2025-01-02', 120_000], ['2025-02-02', 120_000]);
  const send = (change: object) =>
    ada.post(`/api/rent/payments/${january?.id}/return`, { date: '2025-02-10', reason: 'bounced', ...change });
  expect((await send({ amount: 50_000 })).status).toBe(201);
  expect(open(await ledgerOf(ada, tenancy, '2025-02-28'))).toEqual(['2025-02-01 rent 500']);
  expect((await send({ amount: 70_001 })).fields).toEqual({ amount: 'You can return at most £700.00' });
  expect((await send({ amount: 70_000, date: '2025-01-01' })).fields).toEqual({
    date: 'Enter a date on or after the payment',
  });
  expect((await send({ amount: 70_000, reason: 'refunded' })).status).toBe(201);
  expect((await send({ amount: 1 })).fields).toEqual({ amount: 'This payment has already been returned in full' });
  // £2,400 is owed for two months. The other £1,200 of February's payment pays January, the oldest.
  const ledger = await ledgerOf(ada, tenancy, '2025-02-28');
  expect(ledger.balance).toBe(120_000);
  expect(open(ledger)).toEqual(['2025-02-01 rent 1200']);
});

it('is returned up to its amount, also while that is being changed', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada);
  const [payment] = await paid(ada, tenancy, ['2025-01-02', 120_000]);
  const { id = '', version = 0 } = payment ?? {};
  await concurrently(async (other) => {
    await other.query('select from tenancies where id = $1 for no key update', [tenancy.id]);
    const changing = ada.patch(`/api/transactions/${id}`, { amount: 1_000 }, version);
    await waitsForLock();
    const input = { date: '2025-02-10', amount: 120_000, reason: 'bounced' };
    const returning = ada.post(`/api/rent/payments/${id}/return`, input);
    await waitsForLock(2);
    await other.query('commit');
    expect([(await changing).status, (await returning).fields]).toEqual([
      200,
      { amount: 'You can return at most £10.00' },
    ]);
  });
});

it('is named after its tenants when moved to another ledger, unless the landlord named it', async () => {
  const ada = await landlord();
  const [fay, gus] = [await addedTenancy(ada), await addedTenancy(ada, { names: ['Gus Green'] })];
  const [rent, own] = await paid(ada, fay, ['2025-01-02', 120_000], ['2025-02-02', 120_000]);
  const move = async (id = '', change: object = {}) =>
    (await ada.patch(`/api/transactions/${id}`, { tenancyId: gus.id, ...change }, 1)).as(Transaction);
  expect((await move(rent?.id)).description).toBe('Rent, Gus Green');
  expect((await move(own?.id, { description: 'Cash for Gus' })).description).toBe('Cash for Gus');
});

it('owes the chosen rent again after its payment bounced', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada, { ended: '2025-04-01' });
  // Repeated because ids are in random order.
  for (const time of [1, 2, 3, 4]) {
    const { unpaid } = await ledgerOf(ada, tenancy);
    const goesTo = [{ entryId: unpaid.find(({ date }) => date === '2025-02-01')?.id, amount: 120_000 }];
    const meant = { tenancyId: tenancy.id, date: '2025-02-02', amount: 120_000, goesTo };
    const { id } = (await ada.post('/api/rent/payments', meant)).as(Transaction);
    expect(open(await ledgerOf(ada, tenancy))).toEqual(['2025-01-01 rent 1200', '2025-03-01 rent 1200']);
    await ada.post(`/api/rent/payments/${id}/return`, { date: '2025-02-10', amount: 120_000, reason: 'bounced' });
    const all = ['2025-01-01 rent 1200', '2025-02-01 rent 1200', '2025-03-01 rent 1200'];
    expect([time, open(await ledgerOf(ada, tenancy))]).toEqual([time, all]);
  }
});

it('keeps a return linked to its payment when tenancies are joined', async () => {
  const ada = await landlord();
  const terms = { rent: 60_000, ended: '2025-03-01' };
  const one = await addedTenancy(ada, terms);
  const other = await addedTenancy(ada, { ...terms, names: ['Ada Lovelace'], propertyId: one.propertyId ?? '' });
  const [january] = await paid(ada, other, ['2025-01-02', 60_000]);
  await ada.post(`/api/rent/payments/${january?.id}/return`, { date: '2025-02-10', amount: 60_000, reason: 'bounced' });
  await ada.post(`/api/tenancies/${one.id}/join`, { tenancies: [other.id, other.id], rent: 120_000 });
  expect(open(await ledgerOf(ada, one))).toEqual(['2025-01-01 rent 1200', '2025-02-01 rent 1200']);
});

it('records a kept deposit once as income, for arrears or for a new charge', async () => {
  const ada = await landlord();
  const left = { depositReturned: '2025-02-20', depositDeductions: 20_000, ended: '2025-02-15' };
  const keep = (tenancy: TenancyRecord, input: object) => ada.post(`/api/tenancies/${tenancy.id}/kept-deposit`, input);
  const owing = await addedTenancy(ada, left);
  expect((await keep(owing, { towards: 'owed' })).as(TenancyRecord).depositRecorded).toBe(20_000);
  expect((await ledgerOf(ada, owing, '2025-02-28')).lastPayment).toEqual({ date: '2025-02-20', amount: 20_000 });
  expect((await keep(owing, { towards: 'owed' })).outcome).toBe('422 invalid_input');

  const damaged = await addedTenancy(ada, left);
  const before = await ledgerOf(ada, damaged, '2025-02-28');
  expect((await keep(damaged, { towards: 'other' })).fields).toEqual({ reason: 'Enter why you kept it' });
  await keep(damaged, { towards: 'other', reason: 'Carpet burnt' });
  const after = await ledgerOf(ada, damaged, '2025-02-28');
  // Rents are still owed: £1,200, and 14 of the 28 days of February.
  expect([after.balance, after.unpaid]).toEqual([before.balance, before.unpaid]);
  expect(lines(after).slice(-2)).toEqual(['2025-02-20 charge 200 = 2000', '2025-02-20 payment -200 = 1800']);
  expect(await income(ada)).toBe(40_000);
  const { items } = await listedTransactions(ada, '?category=kept deposit');
  expect(items.map(({ date, category, amount }) => [date, category, amount])).toEqual(
    Array.from({ length: 2 }, () => ['2025-02-20', 'kept deposit', 20_000]),
  );
});

it('finds payers of any month, former tenants last', async () => {
  const ada = await landlord();
  const gone = await addedTenancy(ada, { names: ['Ada Gone'], ended: '2025-02-01' });
  const yearly = await addedTenancy(ada, { names: ['Zoe Stays'], frequency: 'yearly' });
  const { items } = (await ada.get('/api/rent/payers')).as(Payers);
  expect(items.map(({ tenancyId }) => tenancyId)).toEqual([yearly.id, gone.id]);
});

it('proposes interest with the base rates of a landlord, until they are removed', async () => {
  const [ada, bob] = [await landlord(), await landlord()];
  const late = { lateInterest: true, rent: 78_200 };
  const [tenancy, theirs] = [await addedTenancy(ada, late), await addedTenancy(bob, late)];
  const interest = async (owner: Landlord, of: TenancyRecord) => (await ledgerOf(owner, of, '2025-01-31')).interest;
  const before = await interest(ada, tenancy);
  const at = '/api/rent/base-rates/2025-01-16';
  const set = (percent: number) => ada.send('PUT', at, { body: { percent } });
  expect((await set(1.755)).outcome).toBe('422 invalid_input');
  expect((await ada.send('PUT', '/api/rent/base-rates/2199-01-16', { body: { percent: 1 } })).fields).toEqual({
    from: 'Enter a date up to today',
  });
  expect((await set(1.75)).status).toBe(200);
  // 14 days at 4.75 + 3 and 16 at 1.75 + 3 on £782: 2.324… + 1.628… = 3.952…
  expect(await interest(ada, tenancy)).toMatchObject({ total: 395, baseRate: 1.75 });
  // A landlord's rate from before Tenure's last known date does not apply to later days.
  expect((await interest(ada, tenancy))?.knownTo).toBe(BASE_RATES_SOURCE.checked);
  const newest = addDays(BASE_RATES_SOURCE.checked, 1);
  await ada.send('PUT', `/api/rent/base-rates/${newest}`, { body: { percent: 3.5 } });
  expect((await interest(ada, tenancy))?.knownTo).toBe(newest);
  await ada.send('DELETE', `/api/rent/base-rates/${newest}`);
  expect(await interest(bob, theirs)).toEqual(before);
  expect((await ada.send('DELETE', at)).status).toBe(200);
  expect(await interest(ada, tenancy)).toEqual(before);
});
