/** Ledgers of realistic tenancies. Expected figures were added up by hand, as in the comments. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decided } from '../../../../test/fixtures/bank-rows.ts';
import { importedTransaction, landlord } from '../../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../../test/fixtures/tenancies.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { Notices } from '../../../app/notification/notification.ts';
import { Overview } from '../../../app/overview/overview.ts';
import { Agent } from '../../agent/agent.ts';
import { BulkOutcome, TransactionTotals } from '../../transaction/transaction.ts';
import { Arrears, type ArrearsLine } from '../rent.ts';
import type { Ledger } from './ledger.ts';

const lines = ({ entries }: Ledger) =>
  [...entries].reverse().map(({ date, kind, amount, balance }) => `${date} ${kind} ${amount / 100} = ${balance / 100}`);
const open = ({ unpaid }: Ledger) => unpaid.map(({ date, left }) => `${date} ${left / 100}`);

describe('a ledger', () => {
  it('has no balance three days after each rent day when the tenant pays three days late', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    await paid(ada, tenancy, ['2025-01-04', 120_000], ['2025-02-04', 120_000], ['2025-03-04', 120_000]);
    expect(lines(await ledgerOf(ada, tenancy, '2025-03-31'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-04 payment -1200 = 0',
      '2025-02-01 rent 1200 = 1200',
      '2025-02-04 payment -1200 = 0',
      '2025-03-01 rent 1200 = 1200',
      '2025-03-04 payment -1200 = 0',
    ]);
    expect(open(await ledgerOf(ada, tenancy, '2025-03-03'))).toEqual(['2025-03-01 1200']);
    expect(await ledgerOf(ada, tenancy, '2025-03-03')).toMatchObject({
      balance: 120_000,
      lastPayment: { date: '2025-02-04', amount: 120_000 },
    });
  });

  it('owes £600, all of the last rent, when the tenant pays £50 short for a year', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const months = Array.from({ length: 12 }, (_, month) => `2025-${String(month + 1).padStart(2, '0')}-01`);
    await paid(ada, tenancy, ...months.map((day): [string, number] => [day, 115_000]));
    const ledger = await ledgerOf(ada, tenancy, '2025-12-31');
    expect(ledger.balance).toBe(60_000);
    // The oldest is paid first: 12 × 1,150 = 13,800 pays eleven rents of 1,200 and 600 of December's.
    expect(open(ledger)).toEqual(['2025-12-01 600']);
  });

  it('is in arrears at times, and in credit at the end, when a council pays monthly rent every four weeks', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { rent: 78_000 });
    // 780 a month is 9,360 a year; 720 every four weeks, 13 times, is 9,360 too.
    const days = Array.from({ length: 13 }, (_, n) =>
      new Date(Date.UTC(2025, 0, 6 + 28 * n)).toISOString().slice(0, 10),
    );
    expect(days.at(-1)).toBe('2025-12-08');
    await paid(ada, tenancy, ...days.map((day): [string, number] => [day, 72_000]));
    // By 5 May: 5 rents, 3,900; paid on 6 Jan, 3 Feb, 3 Mar, 31 Mar and 28 Apr, 3,600.
    expect((await ledgerOf(ada, tenancy, '2025-05-05')).balance).toBe(30_000);
    expect((await ledgerOf(ada, tenancy, '2025-12-31')).balance).toBe(0);
  });

  it('charges each day at its rent when the rent rises within a period', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    await paid(ada, tenancy, ['2025-01-01', 120_000]);
    await ada.post(`/api/tenancies/${tenancy.id}/rents`, { from: '2025-02-15', amount: 126_000 });
    const { entries } = await ledgerOf(ada, tenancy, '2025-03-01');
    // February 2025 has 28 days: 14 at 1,200 and 14 at 1,260, 600 + 630.
    expect(entries.map(({ date, amount, method }) => [date, amount, method])).toEqual([
      ['2025-03-01', 126_000, null],
      ['2025-02-01', 123_000, '14 days at £1,200.00 and 14 days at £1,260.00, of 28 days'],
      ['2025-01-01', -120_000, null],
      ['2025-01-01', 120_000, null],
    ]);
  });

  it('keeps the charge and adds a correction when a paid rent is changed', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
    await paid(ada, tenancy, ['2025-01-01', 120_000]);
    const rents = `/api/tenancies/${tenancy.id}/rents`;
    await ada.post(rents, { from: '2025-01-01', amount: 125_000 });
    const corrected = await ledgerOf(ada, tenancy);
    expect(lines(corrected)).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-01 correction 50 = 1250',
      '2025-01-01 payment -1200 = 50',
      '2025-02-01 rent 1250 = 1300',
    ]);
    expect(corrected.entries.find(({ kind }) => kind === 'correction')?.note).toBe(
      'Rent for 01 Jan 2025 – 31 Jan 2025 is £1,250.00',
    );
    await ada.post(rents, { from: '2025-01-01', amount: 120_000 });
    expect(lines(await ledgerOf(ada, tenancy))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-01 payment -1200 = 0',
      '2025-02-01 rent 1200 = 1200',
    ]);
  });

  it('moves a part-paid rent with corrections, and owes nothing earlier, when its due day changes', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
    await paid(ada, tenancy, ['2025-01-02', 1_000]);
    const at = `/api/tenancies/${tenancy.id}`;
    await ada.put(at, { ...tenancy, timing: 'arrears' }, tenancy.version);
    const moved = await ledgerOf(ada, tenancy);
    expect(moved.entries.find(({ amount }) => amount === -120_000)?.note).toBe(
      'Rent for 01 Jan 2025 – 31 Jan 2025 is £1,200.00, due 01 Feb 2025',
    );
    expect([await ledgerOf(ada, tenancy, '2025-01-31')].map(({ balance, unpaid }) => [balance, unpaid])).toEqual([
      [-1_000, []],
    ]);
    expect(open(moved)).toEqual(['2025-02-01 1190', '2025-03-01 1200']);
  });

  it('is half paid, and owed in full by both, when one of two sharers stops paying', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Ben Holroyd', 'Aisha Rahman'], rent: 104_000 });
    expect(tenancy).toMatchObject({ names: 'Ben Holroyd, Aisha Rahman' });
    await paid(
      ada,
      tenancy,
      ['2025-01-01', 52_000],
      ['2025-01-01', 52_000],
      ['2025-02-01', 52_000],
      ['2025-03-01', 52_000],
    );
    // Ben's two halves pay February; March is unpaid.
    expect(open(await ledgerOf(ada, tenancy, '2025-03-02'))).toEqual(['2025-03-01 1040']);
  });

  it('has the whole rent paid by an agent who pays net and late, on the date in the agent statement', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'none' })).as(Agent);
    const collection = { agentId: agent.id, autoMatch: false };
    await ada.send('PUT', `/api/tenancies/${tenancy.id}/collection`, { body: collection });
    // 10 % of 1,200 is 120, so the agent pays 1,080: January's after 12 days, February's after 29, March's after 18.
    const net = (date: string) => importedTransaction(ada, { date, amount: 108_000, description: 'MARLOW AND REED' });
    for (const [receivedOn, paidOn] of [
      ['2025-01-02', '2025-01-14'],
      ['2025-02-01', '2025-03-02'],
    ] as const) {
      const { id, version } = await net(paidOn);
      const line = { tenancyId: tenancy.id, receivedOn, rent: 120_000, fee: 12_000 };
      const stated = { rents: 120_000, fees: 12_000, paid: 108_000 };
      const statement = { row: { id, version }, paidOn, lines: [line], deductions: [], stated };
      await ada.post(`/api/agents/${agent.id}/statement`, statement);
    }
    // Without an agent statement the bank's date counts.
    const { id, version } = await net('2025-03-19');
    const parts = [{ tenancyId: tenancy.id, amount: 120_000, fee: 12_000 }];
    expect(await decided(ada, { id, version, as: 'rent', parts })).toMatchObject({ done: 1, left: 0 });
    expect(lines(await ledgerOf(ada, tenancy, '2025-03-31'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-02 payment -1200 = 0',
      '2025-02-01 rent 1200 = 1200',
      '2025-02-01 payment -1200 = 0',
      '2025-03-01 rent 1200 = 1200',
      '2025-03-19 payment -1200 = 0',
    ]);
    expect(open(await ledgerOf(ada, tenancy, '2025-03-18'))).toEqual(['2025-03-01 1200']);
    // Bank receipts: 3 × 1,080 = 3,240, which is 3,600 of rent less 360 of fees.
    const { income, expenses } = (await ada.get('/api/transactions/totals')).as(TransactionTotals);
    expect([income, expenses]).toEqual([360_000, 36_000]);
  });

  it('owes the rent again when a payment bounces', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    await paid(ada, tenancy, ['2025-01-01', 120_000], ['2025-01-05', -120_000], ['2025-01-20', 20_000]);
    const ledger = await ledgerOf(ada, tenancy, '2025-01-31');
    expect(lines(ledger)).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-01 payment -1200 = 0',
      '2025-01-05 refund 1200 = 1200',
      '2025-01-20 payment -200 = 1000',
    ]);
  });

  it('keeps an overpayment as credit for the next rent', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    await paid(ada, tenancy, ['2025-01-01', 150_000]);
    expect(await ledgerOf(ada, tenancy, '2025-01-31')).toMatchObject({ balance: -30_000, unpaid: [] });
    expect(open(await ledgerOf(ada, tenancy, '2025-02-01'))).toEqual(['2025-02-01 900']);
  });

  it('pays the chosen charges first, then the oldest', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const { unpaid } = await ledgerOf(ada, tenancy, '2025-03-01');
    const march = unpaid.find(({ date }) => date === '2025-03-01');
    const payment = {
      tenancyId: tenancy.id,
      date: '2025-03-02',
      amount: 150_000,
      goesTo: [{ entryId: march?.id, amount: 120_000 }],
    };
    expect((await ada.post('/api/rent/payments', payment)).status).toBe(201);
    expect(open(await ledgerOf(ada, tenancy, '2025-03-31'))).toEqual(['2025-01-01 900', '2025-02-01 1200']);
  });

  it('adds, disputes and removes manual charges, credits and an opening balance', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { chargesFrom: '2025-02-01' });
    const at = `/api/tenancies/${tenancy.id}/entries`;
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const lock = { kind: 'charge', date: '2025-02-10', amount: 8_500, note: 'Lock changed after lost keys' };
    for (const again of [1, 2]) expect((await ada.post(at, lock, key)).status, `time ${again}`).toBe(204);
    await ada.post(at, { kind: 'opening', date: '2025-01-31', amount: 30_000, note: 'Before Tenure' });
    await ada.post(at, { kind: 'written-off', date: '2025-02-20', amount: 8_500, note: 'The lock was worn' });
    const ledger = await ledgerOf(ada, tenancy, '2025-02-28');
    expect(lines(ledger)).toEqual([
      '2025-01-31 opening 300 = 300',
      '2025-02-01 rent 1200 = 1500',
      '2025-02-10 charge 85 = 1585',
      '2025-02-20 written-off -85 = 1500',
    ]);
    const charge = ledger.entries.find(({ kind }) => kind === 'charge');
    expect((await ada.patch(`${at}/${charge?.id}`, { disputed: true })).status).toBe(204);
    expect(
      (await ledgerOf(ada, tenancy, '2025-02-28')).entries.find(({ kind }) => kind === 'charge')?.disputedOn,
    ).toMatch(/^\d{4}-/);
    expect((await ada.delete(`${at}/${charge?.id}`)).status).toBe(204);
    expect((await ledgerOf(ada, tenancy, '2025-02-28')).balance).toBe(141_500);
    // Entries from the schedule and from transactions cannot be removed here.
    const rent = ledger.entries.find(({ kind }) => kind === 'rent');
    expect((await ada.delete(`${at}/${rent?.id}`)).status).toBe(404);
  });

  it('follows payments that are changed, deleted and restored in Finance', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-03-01' });
    const [first] = await paid(ada, tenancy, ['2025-01-01', 120_000]);
    const at = `/api/transactions/${first?.id}`;
    expect((await ada.patch(at, { amount: 100_000, date: '2025-01-09' }, 1)).status).toBe(200);
    expect(lines(await ledgerOf(ada, tenancy, '2025-01-31'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-09 payment -1000 = 200',
    ]);
    const removed = await ada.post('/api/transactions/bulk', {
      rows: [{ id: first?.id, version: 2 }],
      change: { remove: true },
    });
    expect((await ledgerOf(ada, tenancy, '2025-01-31')).balance).toBe(120_000);
    const { batch } = removed.as(BulkOutcome);
    await ada.post('/api/transactions/undo', { batch });
    expect(lines(await ledgerOf(ada, tenancy, '2025-01-31'))).toEqual([
      '2025-01-01 rent 1200 = 1200',
      '2025-01-09 payment -1000 = 200',
    ]);
    expect((await ada.patch(at, { status: 'pending' }, 3)).status).toBe(200);
    expect((await ledgerOf(ada, tenancy, '2025-01-31')).balance).toBe(120_000);
  });

  it('is not paid by a deposit or a transfer, or by a payment changed to one', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-02-01' });
    const deposit = { type: 'income', category: 'deposit', description: 'Deposit', tenancyId: tenancy.id };
    await ada.post('/api/transactions', { ...deposit, date: '2025-01-01', amount: 138_461 });
    const [payment] = await paid(ada, tenancy, ['2025-01-01', 120_000]);
    expect((await ledgerOf(ada, tenancy)).balance).toBe(0);
    const at = `/api/transactions/${payment?.id}`;
    expect((await ada.patch(at, { category: 'transfer' }, 1)).status).toBe(200);
    expect((await ledgerOf(ada, tenancy)).balance).toBe(120_000);
    expect((await ada.patch(at, { category: 'rent' }, 2)).status).toBe(200);
    expect((await ledgerOf(ada, tenancy)).balance).toBe(0);
  });

  it('follows a payment that becomes a refund as part of a split', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { ended: '2025-02-01' });
    const { id, version } = await importedTransaction(ada, { date: '2025-01-05', amount: 108_000 });
    await ada.patch(`/api/transactions/${id}`, { tenancyId: tenancy.id }, version);
    const part = { propertyId: null, tenancyId: tenancy.id, description: 'Rent', category: 'rent' };
    const parts = [
      { ...part, id, amount: -12_000 },
      { ...part, amount: 120_000 },
    ];
    const split = await ada.post('/api/transactions/split', { rows: [{ id, version: version + 1 }], parts });
    expect(split.status).toBe(200);
    const { balance, entries } = await ledgerOf(ada, tenancy);
    expect([balance, entries.map(({ kind }) => kind).sort()]).toEqual([12_000, ['payment', 'refund', 'rent']]);
  });
});

it('returns the arrears of any day, with their age', async () => {
  const ada = await landlord();
  const [late, level] = [
    await addedTenancy(ada, { ended: '2025-04-01' }),
    await addedTenancy(ada, { names: ['Level'], ended: '2025-04-01' }),
  ];
  await paid(ada, level, ['2025-01-01', 360_000]);
  await paid(ada, late, ['2025-01-20', 120_000], ['2025-03-20', 240_000]);
  const on = async (day: string) => (await ada.get(`/api/rent/arrears?on=${day}`)).as(Arrears);
  expect((await on('2025-03-31')).items).toEqual([]);
  const march = await on('2025-03-10');
  expect(march).toMatchObject({
    owed: { amount: 240_000, count: 1 },
    earlier: 120_000,
    ageing: [0, 120_000, 0, 120_000, 0, 0],
  });
  const owes: Partial<ArrearsLine> = {
    names: 'Grace Hopper',
    owed: 240_000,
    since: '2025-02-01',
    days: 37,
    rent: 120_000,
    rentAMonth: 120_000,
    frequency: 'monthly',
  };
  expect(march.items).toEqual([
    expect.objectContaining({ ...owes, lastPayment: { date: '2025-01-20', amount: 120_000 } }),
  ]);
  // On 10 March, February's rent is 37 days old and March's is 9 days old.
  for (const [age, count] of [
    ['8-14', 1],
    ['15-30', 0],
    ['31-60', 1],
  ] as const)
    expect([age, (await on(`2025-03-10&age=${age}`)).found]).toEqual([age, count]);
});

it('shows late rent in Needs attention and on the overview once the landlord has recorded rent', async () => {
  const ada = await landlord();
  const [late, level] = [
    await addedTenancy(ada, { ended: '2025-02-01' }),
    await addedTenancy(ada, { ended: '2025-02-01' }),
  ];
  const rentNotices = async () =>
    (await ada.get('/api/notifications')).as(Notices).items.filter(({ kind }) => kind === 'rent');
  expect(await rentNotices()).toEqual([]);
  await paid(ada, level, ['2025-01-01', 120_000]);
  await paid(ada, late, ['2025-01-05', 20_000]);
  const href = `/dashboard/tenancies/${late.id}`;
  expect(await rentNotices()).toEqual([expect.objectContaining({ href, day: '2025-01-01', group: 'urgent' })]);
  expect((await ada.get('/api/overview')).as(Overview).rent).toEqual({ outstanding: 100_000, tenancies: 1 });
});

it('refuses allocations of more than was paid or owed in the database', async () => {
  const ada = await landlord();
  const tenancy = await addedTenancy(ada);
  await paid(ada, tenancy, ['2025-01-01', 100_000]);
  await expect(
    query(server.database, 'update rent_allocations set amount = amount + 0.01 where tenancy_id = $1', [tenancy.id]),
  ).rejects.toThrow('more allocated than there is');
});
