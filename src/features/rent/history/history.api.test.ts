import { describe, expect, it } from 'vitest';
import { waitingRows } from '../../../../test/fixtures/bank-rows.ts';
import {
  addedProperty,
  addedTenant,
  importedTransaction,
  type Landlord,
  landlord,
} from '../../../../test/fixtures/landlords.ts';
import { newTenant } from '../../../../test/fixtures/make.ts';
import { addedTenancy, ledgerOf, paid } from '../../../../test/fixtures/tenancies.ts';
import { concurrently, waitsForLock } from '../../../../test/reading/waiting.ts';
import { server } from '../../../../test/servers/server.ts';
import { addDays, addMonths, londonDay } from '../../../shared/dates.ts';
import { TenancyRecord } from '../../tenancy/tenancy.ts';
import { LedgerGaps } from './history.ts';

const today = () => londonDay(server.services.clock.now());
const month = (back: number) => addMonths(`${today().slice(0, 8)}01`, -back);
const lines = async (owner: Landlord, id: string, on = today()) =>
  [...(await ledgerOf(owner, { id }, on)).entries].reverse().map(({ date, kind, amount }) => [date, kind, amount]);
const gaps = async (owner: Landlord) => (await owner.get('/api/rent/ledger-gaps')).as(LedgerGaps).items;

describe('adding a tenant', () => {
  const terms = { rentAmount: 89_500, depositAmount: 0 };

  it('starts the ledger on the chosen day, with its opening balance', async () => {
    const ada = await landlord();
    const ledger = { from: month(1), owed: 20_000 };
    const { tenancyId } = await addedTenant(ada, { ...terms, leaseStart: month(9), ledger });
    expect(await lines(ada, tenancyId ?? '')).toEqual([
      [addDays(month(1), -1), 'opening', 20_000],
      [month(1), 'rent', 89_500],
      [month(0), 'rent', 89_500],
    ]);
  });

  it('starts it this month without an opening balance by default', async () => {
    const ada = await landlord();
    const { tenancyId } = await addedTenant(ada, { ...terms, leaseStart: month(9) });
    expect(await lines(ada, tenancyId ?? '')).toEqual([[month(0), 'rent', 89_500]]);
  });

  it('refuses days outside the tenancy, an opening balance before it, and a ledger for a joining tenant', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const send = (changes: object) =>
      ada.post('/api/tenants', newTenant({ ...terms, propertyId, leaseStart: month(2), ...changes }));
    for (const [ledger, fields] of [
      [{ from: addDays(month(2), -1) }, { 'ledger.from': 'Enter a date on or after the start of the tenancy.' }],
      [{ from: addDays(today(), 1) }, { 'ledger.from': 'Enter a date up to today' }],
      [
        { from: month(2), owed: 1 },
        { 'ledger.owed': 'Enter 0, as there cannot be a balance before the tenancy started' },
      ],
    ] as const)
      expect((await send({ ledger })).fields).toEqual(fields);
    const { tenancyId } = await addedTenant(ada, { ...terms, propertyId, leaseStart: month(2) });
    expect((await send({ tenancyId, ledger: { from: month(2) } })).fields).toEqual({
      ledger: 'The tenancy you are joining already has a ledger.',
    });
  });

  it('keeps the rent of the joined tenancy, unless another is entered', async () => {
    const ada = await landlord();
    const { id: propertyId } = await addedProperty(ada);
    const shared = { ...terms, propertyId, leaseStart: month(0) };
    const { tenancyId } = await addedTenant(ada, { ...shared, rentAmount: 105_000 });
    const send = (changes: object) => ada.post('/api/tenants', newTenant({ ...shared, tenancyId, ...changes }));
    expect((await send({ rentAmount: 60_000 })).fields).toEqual({
      rentAmount: 'This tenancy’s rent is £1,050.00 a month. Enter that amount, or change it for the whole tenancy.',
    });
    expect((await send({ rentAmount: 105_000, depositAmount: 5 })).fields).toEqual({
      depositAmount: 'This tenancy’s deposit is £0.00. Enter that amount, or change it for the whole tenancy.',
    });
    const rent = async () => (await ada.get(`/api/tenancies/${tenancyId}`)).as(TenancyRecord).rent;
    expect(await rent()).toBe(105_000);
    expect((await send({ rentAmount: 60_000, changesTenancy: true })).status).toBe(201);
    expect(await rent()).toBe(60_000);
  });
});

describe('the start of a ledger', () => {
  const move = (owner: Landlord, { id }: { id: string }, body: object) =>
    owner.send('PUT', `/api/tenancies/${id}/ledger-start`, { body });

  it('moves back and forth, and replaces the opening balance', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { start: month(6), chargesFrom: month(0) });
    await move(ada, tenancy, { from: month(2), owed: -5000 });
    await move(ada, tenancy, { from: month(1), owed: 3000 });
    expect(await lines(ada, tenancy.id)).toEqual([
      [addDays(month(1), -1), 'opening', 3000],
      [month(1), 'rent', 120_000],
      [month(0), 'rent', 120_000],
    ]);
  });

  it('does not move past a payment', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { start: month(6), chargesFrom: month(2) });
    await paid(ada, tenancy, [month(2), 120_000]);
    expect((await move(ada, tenancy, { from: month(0) })).fields).toHaveProperty('from');
    expect((await move(ada, tenancy, { from: month(4) })).status).toBe(200);
  });
});

describe('bank rows from before a ledger', () => {
  /** A tenant who paid from the start, with a ledger from this month. */
  async function paidByBank(owner: Landlord, changes: object = {}) {
    const tenancy = await addedTenancy(owner, { names: ['Petr Novak'], start: month(12), chargesFrom: month(0) });
    const row = { amount: 120_000, description: 'P NOVAK RENT', category: 'rent', ...changes };
    for (const back of [3, 2, 1, 0]) await importedTransaction(owner, { ...row, date: addDays(month(back), 2) });
    return tenancy;
  }

  it('are proposed for their own month only after the ledger is moved back', async () => {
    const ada = await landlord();
    const tenancy = await paidByBank(ada);
    const { id } = tenancy;
    const proposed = async () => (await waitingRows(ada)).map(({ date }) => date).sort();
    expect(await proposed()).toEqual([addDays(month(0), 2)].filter((day) => day <= today()));
    const [gap, ...others] = await gaps(ada);
    expect([gap, others]).toEqual([
      {
        tenancyId: id,
        names: 'Petr Novak',
        propertyName: tenancy.propertyName,
        begins: month(0),
        reaches: addDays(month(3), 2),
        from: month(3),
        hasOpening: false,
      },
      [],
    ]);
    const moved = await ada.post('/api/rent/ledger-gaps', { tenancies: [{ tenancyId: id, from: gap?.from }] });
    expect(JSON.parse(moved.text)).toEqual({ moved: 1 });
    expect(await gaps(ada)).toEqual([]);
    expect(await proposed()).toEqual([3, 2, 1, 0].map((back) => addDays(month(back), 2)));
  });

  it('do not move a ledger with an opening balance, or for an unknown payer', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { id } = await paidByBank(ada);
    await ada.send('PUT', `/api/tenancies/${id}/ledger-start`, { body: { from: month(0), owed: 100 } });
    expect((await gaps(ada)).map(({ hasOpening }) => hasOpening)).toEqual([true]);
    const body = { tenancies: [{ tenancyId: id, from: month(3) }] };
    expect((await ada.post('/api/rent/ledger-gaps', body)).fields).toHaveProperty('tenancies');
    await paidByBank(bob, { description: 'TESCO STORES' });
    expect(await gaps(bob)).toEqual([]);
  });

  it('keep an opening balance that was entered at the same time', async () => {
    const ada = await landlord();
    const { id } = await paidByBank(ada);
    await concurrently(async (other) => {
      await other.query('select from tenancies where id = $1 for no key update', [id]);
      const body = { from: month(0), owed: 10_000 };
      const entering = ada.send('PUT', `/api/tenancies/${id}/ledger-start`, { body });
      await waitsForLock();
      const moving = ada.post('/api/rent/ledger-gaps', { tenancies: [{ tenancyId: id, from: month(3) }] });
      await waitsForLock(2);
      await other.query('commit');
      expect([(await entering).status, (await moving).fields]).toEqual([
        200,
        { tenancies: expect.any(String) as string },
      ]);
    });
    expect((await lines(ada, id)).filter(([, kind]) => kind === 'opening')).toHaveLength(1);
  });
});
