import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, importedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import {
  answer,
  boxes,
  choose,
  cost,
  figures,
  ids,
  income,
  lineOf,
  MAY,
  rows,
  setLetting,
  waiting,
} from '../../../test/fixtures/tax.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { at, read } from '../../../test/fixtures/transactions.ts';
import { openEvents } from '../../../test/reading/events.ts';
import { Agent } from '../agent/agent.ts';
import { Split } from '../transaction/split/split.ts';
import { Transaction } from '../transaction/transaction.ts';
import { MAX_OWN_CATEGORIES, TaxFigures, TaxLettings } from './tax.ts';

describe('the boxes of a tax year', () => {
  it('T19 add up a house, without other years and other landlords', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { id: propertyId } = await addedProperty(ada);
    await income(ada, 'rent', 120_000, { propertyId, date: '2026-04-06' });
    const costs = { 'agent fees': 14_400, maintenance: 38_000, insurance: 24_000, 'ground rent': 15_000 };
    for (const [category, amount] of Object.entries({ ...costs, 'mortgage interest': 31_000, advertising: 6_000 }))
      await cost(ada, category, amount, { propertyId, date: '2027-04-05' });
    for (const date of ['2026-04-05', '2027-04-06']) await income(ada, 'rent', 7_000, { date });
    await income(bob, 'rent', 90_000);
    const expected = { 20: 120_000, 24: 39_000, 25: 38_000, 27: 14_400, 29: 6_000, 44: 31_000 };
    expect(await boxes(ada)).toEqual(expected);
    expect(await figures(ada)).toMatchObject({ from: '2026-04-06', to: '2027-04-05', profit: 22_600 });
    expect([await boxes(ada, '2025-26'), await boxes(ada, '2027-28')]).toEqual([{ 20: 7_000 }, { 20: 7_000 }]);
    expect(await boxes(bob)).toEqual({ 20: 90_000 });
  });

  it('T7 are those to the end of a quarterly update, with its rows and its file', async () => {
    const ada = await landlord();
    for (const date of ['2026-07-05', '2026-07-06', '2027-04-05']) await income(ada, 'rent', 100_000, { date });
    const upTo = async (update: number) => (await ada.get(`/api/tax/2026-27?update=${update}`)).as(TaxFigures);
    expect([(await upTo(1)).income, (await upTo(2)).income, (await upTo(4)).income]).toEqual([
      100_000, 200_000, 300_000,
    ]);
    expect((await upTo(1)).to).toBe('2026-07-05');
    expect((await rows(ada, 'rent', '&update=1')).items.map(({ date }) => date)).toEqual(['2026-07-05']);
    const file = await ada.get('/api/tax/2026-27/export');
    expect(file.headers.get('content-disposition')).toContain('tenure-tax-2026-04-06-to-2027-04-05.csv');
    expect(file.text).toContain('20,Rent,income.periodAmount,3000.00,3\r\n');
    expect((await ada.get('/api/tax/2026-27?update=5')).fields).toEqual({ update: 'Choose an update from 1 to 4' });
  });

  it('T24 and T36 are lowered by refunds, with a bridge from Finance', async () => {
    const ada = await landlord();
    await income(ada, 'rent', 120_000);
    await income(ada, 'maintenance', 70_000, { refund: true });
    await cost(ada, 'maintenance', 50_000);
    expect(await boxes(ada)).toEqual({ 20: 120_000, 25: -20_000 });
    const steps = (await figures(ada)).bridge.map(({ id, income, costs }) => [id, income, costs]);
    expect(steps).toEqual([
      ['finance', 190_000, 50_000],
      ['refunds', -70_000, -70_000],
      ['boxes', 120_000, -20_000],
    ]);
    expect(await ids(ada, 'repairs')).toHaveLength(2);
  });

  it('T25 and T32 leave out deposits, and count ground rent received', async () => {
    const ada = await landlord();
    await income(ada, 'deposit', 150_000);
    await cost(ada, 'deposit', 150_000);
    await income(ada, 'ground rent', 9_000);
    expect(await boxes(ada)).toEqual({ 20: 9_000 });
    expect(await ids(ada, 'not_tax')).toHaveLength(2);
  });

  it('T31 count rent once it is received', async () => {
    const ada = await landlord();
    const due = await income(ada, 'rent', 120_000, { status: 'pending', date: '2026-04-01' });
    expect([await boxes(ada, '2025-26'), await ids(ada, 'rent')]).toEqual([{}, []]);
    await ada.patch(at(due), { status: 'completed', date: '2026-04-10' }, 1);
    expect([await boxes(ada, '2025-26'), await boxes(ada)]).toEqual([{}, { 20: 120_000 }]);
  });

  it('T33 are zero without transactions', async () => {
    const { boxes, income, lines, waiting, bridge } = await figures(await landlord());
    expect(new Set(boxes.map(({ pence }) => pence))).toEqual(new Set([0]));
    expect({ income, lines, waiting }).toEqual({ income: 0, lines: [], waiting: { rows: 0, pence: 0 } });
    expect(bridge.map(({ id }) => id)).toEqual(['finance', 'boxes']);
  });

  it('T38 count the parts of a split, and the transaction again once it is merged', async () => {
    const ada = await landlord();
    const { id, version, amount } = await importedTransaction(ada, { amount: 105_600, date: MAY, category: 'rent' });
    const parts = [
      { amount: 120_000, category: 'rent', description: 'Rent' },
      { amount: -14_400, category: 'agent fees', description: 'Fee' },
    ];
    const split = (await ada.post('/api/transactions/split', { rows: [{ id, version }], parts })).as(Split);
    expect(await boxes(ada)).toEqual({ 20: 120_000, 27: 14_400 });
    const whole = [{ amount, category: 'rent', description: 'Rent' }];
    await ada.post('/api/transactions/split', { rows: split.parts, parts: whole });
    expect(await boxes(ada)).toEqual({ 20: 105_600 });
  });

  it('T39, T40 and T41 count rents, fees and costs of an agent’s statement on their days', async () => {
    const ada = await landlord();
    const agent = (await ada.post('/api/agents', { name: 'Marlow and Reed', feePercent: 10, vat: 'none' })).as(Agent);
    const { id: tenancyId, propertyId } = await addedTenancy(ada);
    await ada.put(`/api/tenancies/${tenancyId}/collection`, { agentId: agent.id, autoMatch: false });
    const bank = await importedTransaction(ada, { amount: 99_500, date: '2026-04-06', category: 'other' });
    const stated = await ada.post(`/api/agents/${agent.id}/statement`, {
      row: { id: bank.id, version: bank.version },
      paidOn: '2026-04-06',
      lines: [{ tenancyId, receivedOn: '2026-03-28', rent: 120_000, fee: 12_000 }],
      deductions: [
        { amount: 8_000, description: 'Lock', category: 'maintenance', propertyId, keptOn: '2026-03-28' },
        { amount: 500, description: 'Key', category: 'maintenance', propertyId },
      ],
      stated: { rents: 120_000, fees: 20_500, paid: 99_500 },
    });
    expect(stated.status).toBe(201);
    // Rent counts when the agent receives it, and a fee or cost when the agent keeps it.
    expect([await boxes(ada, '2025-26'), await boxes(ada)]).toEqual([
      { 20: 120_000, 25: 8_000, 27: 12_000 },
      { 25: 500 },
    ]);
  });
});

describe('a transaction that needs an answer', () => {
  it('T28 and T29 is not in any box until it is answered, and again after Undo', async () => {
    const ada = await landlord();
    const tax = await cost(ada, 'tax', 134_000);
    const unanswered = { rows: 1, pence: 134_000 };
    expect([await boxes(ada), await waiting(ada), await ids(ada, 'ask')]).toEqual([{}, unanswered, [tax.id]]);
    const answered = (await answer(ada, tax, 'premises')).as(Transaction);
    expect(answered).toEqual({ ...tax, taxLine: 'premises', version: 2 });
    expect([await boxes(ada), await waiting(ada)]).toEqual([{ 24: 134_000 }, { rows: 0, pence: 0 }]);
    expect((await answer(ada, tax, 'private')).outcome).toBe('409 conflict');
    expect((await answer(ada, answered, null)).as(Transaction).taxLine).toBeNull();
    expect([await boxes(ada), await waiting(ada)]).toEqual([{}, unanswered]);
  });

  it('T49 and T50 is maintenance from £1,000, a repair or an improvement', async () => {
    const ada = await landlord();
    const [below, glazing] = [await cost(ada, 'maintenance', 99_999), await cost(ada, 'maintenance', 100_000)];
    expect([await ids(ada, 'repairs'), await ids(ada, 'ask')]).toEqual([[below.id], [glazing.id]]);
    const repair = (await answer(ada, glazing, 'repairs')).as(Transaction);
    expect(await boxes(ada)).toEqual({ 25: 199_999 });
    await answer(ada, repair, 'capital');
    expect([await boxes(ada), await ids(ada, 'capital')]).toEqual([{ 25: 99_999 }, [glazing.id]]);
  });

  it('can be imported income or a part of a split', async () => {
    const ada = await landlord();
    const grant = await importedTransaction(ada, { amount: 40_000, date: MAY, category: 'grant' });
    expect((await answer(ada, grant, 'other_income')).status).toBe(200);
    const { id, version, amount } = await cost(ada, 'other', 30_000);
    const parts = [
      { amount: amount + 10_000, category: 'other', description: 'Paint' },
      { amount: -10_000, category: 'other', description: 'Gift' },
    ];
    const split = (await ada.post('/api/transactions/split', { rows: [{ id, version }], parts })).as(Split);
    const [paint, gift] = split.parts;
    if (!paint || !gift) throw new Error('two parts');
    await answer(ada, paint, 'repairs');
    await answer(ada, gift, 'private');
    expect([await boxes(ada), await waiting(ada)]).toEqual([
      { 20: 40_000, 25: 20_000 },
      { rows: 0, pence: 0 },
    ]);
  });

  it('waits again once its category is changed, alone or with others', async () => {
    const ada = await landlord();
    const one = (await answer(ada, await cost(ada, 'tax', 100), 'premises')).as(Transaction);
    const other = (await answer(ada, await cost(ada, 'tax', 200), 'premises')).as(Transaction);
    const both = (await ada.patch(at(one), { category: 'other' }, 2)).as(Transaction);
    expect(both.taxLine).toBeNull();
    await ada.post('/api/transactions/bulk', { rows: [other], change: { category: 'insurance' } });
    expect((await read(ada, other)).taxLine).toBeNull();
    expect([await boxes(ada), await waiting(ada)]).toEqual([{ 24: 200 }, { rows: 1, pence: 100 }]);
    const moved = (await ada.patch(at(both), { category: 'tax', taxLine: 'private' }, 3)).as(Transaction);
    expect(moved).toMatchObject({ category: 'tax', taxLine: 'private' });
  });
});

describe('the line of a category', () => {
  it('T30 is the landlord’s choice, the default, or waits', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    await importedTransaction(ada, { amount: -2_500, date: MAY, category: 'sundries' });
    expect([await lineOf(ada, 'sundries'), await waiting(ada)]).toEqual([
      { category: 'sundries', own: true, line: 'ask', defaultLine: 'ask' },
      { rows: 1, pence: 2_500 },
    ]);
    await choose(ada, 'Sundries', 'services');
    expect([await boxes(ada), await lineOf(ada, 'sundries')]).toEqual([
      { 28: 2_500 },
      { category: 'sundries', own: true, line: 'services', defaultLine: 'ask' },
    ]);
    await cost(ada, 'advertising', 6_000);
    await choose(ada, 'advertising', 'private');
    expect(await boxes(ada)).toEqual({ 28: 2_500 });
    await choose(ada, 'advertising', null);
    await choose(ada, 'sundries', null);
    expect([await boxes(ada), (await waiting(ada)).rows]).toEqual([{ 29: 6_000 }, 1]);
    expect(await lineOf(bob, 'sundries')).toBeUndefined();
  });

  it(`is refused for own category ${MAX_OWN_CATEGORIES + 1}, also when two are added at once`, async () => {
    const ada = await landlord();
    for (let one = 2; one <= MAX_OWN_CATEGORIES; one++) await choose(ada, `own ${one}`, 'other');
    const two = await Promise.all(['last', 'too many'].map((category) => choose(ada, category, 'other')));
    expect(two.map(({ outcome }) => outcome).sort()).toEqual(['422 invalid_input', 'served']);
    const fields = { category: 'You can have up to 50 own categories. Remove one first' };
    expect((await choose(ada, 'one more', 'other')).fields).toEqual(fields);
    // Existing categories can still be changed.
    for (const category of ['own 2', 'tax']) expect((await choose(ada, category, 'premises')).status).toBe(200);
  });
});

describe('the letting of a property', () => {
  it('T34 and T35 decides the box of finance costs, to the penny after the property is deleted', async () => {
    const ada = await landlord();
    const [home, shop, both] = [await addedProperty(ada), await addedProperty(ada), await addedProperty(ada)];
    await setLetting(ada, shop, 0);
    const saved = (await setLetting(ada, both, 60)).as(TaxLettings);
    expect(saved.items.map((one) => [one.propertyId, one.residentialPercent])).toEqual(
      expect.arrayContaining([
        [shop.id, 0],
        [both.id, 60],
      ]),
    );
    await cost(ada, 'mortgage interest', 1_000, { propertyId: home.id });
    await cost(ada, 'mortgage interest', 20_000, { propertyId: shop.id });
    const mixed = await cost(ada, 'mortgage interest', 33_333, { propertyId: both.id });
    const expected = { 26: 20_000 + 13_333, 44: 1_000 + 20_000 };
    expect(await boxes(ada)).toEqual(expected);
    // A divided transaction is in both lines.
    for (const line of ['finance_residential', 'finance_other'] as const)
      expect((await rows(ada, line)).items).toContainEqual({ ...mixed, share: null, residentialPercent: 60 });
    for (const { id } of [shop, both]) expect((await ada.delete(`/api/properties/${id}`, 1)).status).toBe(204);
    expect(await boxes(ada)).toEqual(expected);
    expect((await ada.get('/api/tax/lettings')).as(TaxLettings).items).toEqual([]);
    expect((await rows(ada, 'finance_other')).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ propertyId: null, residentialPercent: 0 }),
        expect.objectContaining({ propertyId: null, residentialPercent: 60 }),
      ]),
    );
    const halves = [-20_000, -13_333].map((amount) => ({ amount, category: mixed.category, description: 'Half' }));
    const split = { rows: [{ id: mixed.id, version: 2 }], parts: halves };
    const parts = (await ada.post('/api/transactions/split', split)).as(Split).parts;
    expect(await boxes(ada)).toEqual(expected);
    // Transactions moved to another property follow the letting of that property.
    const moved = { rows: parts.map(({ id, version }) => ({ id, version })), change: { propertyId: home.id } };
    await ada.post('/api/transactions/bulk', moved);
    expect(await boxes(ada)).toEqual({ 26: 20_000, 44: 34_333 });
  });

  it('is residential again at 100%', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    for (const percent of [0, 40, 100]) await setLetting(ada, home, percent);
    expect((await ada.get('/api/tax/lettings')).as(TaxLettings).items).toEqual([]);
  });

  it('counts for a removed transaction that is restored after its property was deleted', async () => {
    const ada = await landlord();
    const shop = await addedProperty(ada);
    await setLetting(ada, shop, 0);
    const interest = await cost(ada, 'mortgage interest', 1_000, { propertyId: shop.id });
    const removed = await ada.post('/api/transactions/bulk', { rows: [interest], change: { remove: true } });
    await ada.delete(`/api/properties/${shop.id}`, 1);
    await ada.post('/api/transactions/undo', { batch: removed.as(z.object({ batch: z.uuid() })).batch });
    expect(await boxes(ada)).toEqual({ 26: 1_000 });
  });
});

it('pages the rows of a line, newest first', async () => {
  const ada = await landlord();
  for (const [place, category] of ['insurance', 'utilities', 'council tax', 'ground rent'].entries())
    await cost(ada, category, 100 + place, { date: `2026-06-0${place + 1}` });
  const first = await rows(ada, 'premises', '&limit=3');
  const second = await rows(ada, 'premises', `&limit=3&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
  const categories = [...first.items, ...second.items].map(({ category }) => category);
  expect(categories).toEqual(['ground rent', 'council tax', 'utilities', 'insurance']);
  expect(second.nextCursor).toBeNull();
});

describe('a member', () => {
  let ada: Landlord;
  let home: { id: string };

  beforeAll(async () => {
    ada = await landlord();
    const [one, other] = [await addedProperty(ada), await addedProperty(ada)];
    home = one;
    await setLetting(ada, one, 60);
    await income(ada, 'rent', 50_000, { propertyId: one.id });
    await cost(ada, 'mortgage interest', 10_001, { propertyId: one.id });
    await cost(ada, 'maintenance', 200_000, { propertyId: one.id });
    await income(ada, 'rent', 70_000, { propertyId: other.id });
    await cost(ada, 'insurance', 3_000);
  });

  it('who is a guest reads the owner’s figures', async () => {
    const guest = await member(ada, { role: 'guest' });
    expect(await figures(guest)).toEqual(await figures(ada));
    expect(await boxes(guest)).toEqual({ 20: 120_000, 24: 3_000, 26: 4_000, 44: 6_001 });
  });

  it('with one property reads the sums and rows of that property', async () => {
    for (const role of ['guest', 'manager'] as const) {
      const limited = await member(ada, { role, properties: [home.id] });
      expect(await boxes(limited)).toEqual({ 20: 50_000, 26: 4_000, 44: 6_001 });
      expect(await waiting(limited)).toEqual({ rows: 1, pence: 200_000 });
      expect((await rows(limited, 'rent')).items.map(({ amount }) => amount)).toEqual([50_000]);
    }
  });

  it('answers for a transaction as a bookkeeper or manager, and chooses lines as a bookkeeper', async () => {
    const grant = await income(ada, 'grant', 100, { date: '2025-05-01' });
    const [manager, bookkeeper] = [await member(ada, { role: 'manager' }), await member(ada, { role: 'bookkeeper' })];
    const answered = (await answer(manager, grant, 'other_income')).as(Transaction);
    expect((await answer(bookkeeper, answered, 'repairs')).status).toBe(200);
    expect((await choose(manager, 'sundries', 'other')).outcome).toBe('403 not_allowed');
    expect((await choose(bookkeeper, 'sundries', 'other')).status).toBe(200);
    expect((await setLetting(manager, home, 50)).outcome).toBe('403 not_allowed');
  });
});

describe('bad input', () => {
  it.each(['2024-25', '2026-28', '2026', 'next', '9999-00'])('names the year %s', async (year) => {
    const ada = await landlord();
    const wrong = { year: 'Enter a tax year from 2025-26, such as 2026-27' };
    for (const path of [`/api/tax/${year}`, `/api/tax/${year}/rows?line=rent`]) {
      const { outcome, fields } = await ada.get(path);
      expect([path, outcome, fields]).toEqual([path, '400 bad_request', wrong]);
    }
  });

  it('names the line, the category and the percentage', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [row, { id }] = [await cost(ada, 'tax', 100), await addedProperty(ada)];
    const line = 'Choose where it goes';
    const answers = [
      [await ada.get('/api/tax/2026-27/rows?line=vat'), '400 bad_request', { line }],
      [await ada.get('/api/tax/2026-27/rows'), '400 bad_request', { line }],
      [await ada.patch(at(row), { taxLine: 'vat' }, 1), '422 invalid_input', { taxLine: line }],
      [await ada.put('/api/tax/categories/tax', { line: 'vat' }), '422 invalid_input', { line }],
      [
        await ada.put('/api/tax/categories/50%25', { line: 'other' }),
        '400 bad_request',
        { category: 'Start with a letter. Use letters, digits, spaces and hyphens, 50 at most' },
      ],
      [await setLetting(ada, { id }, 101), '422 invalid_input', { residentialPercent: 'Enter 100 or less' }],
      [await setLetting(ada, { id }, 0.5), '422 invalid_input', { residentialPercent: 'Enter a whole percentage' }],
      [await setLetting(bob, { id }, 0), '404 not_found', {}],
      [await bob.patch(at(row), { taxLine: 'private' }, 1), '404 not_found', {}],
    ] as const;
    for (const [{ outcome, fields }, ...expected] of answers) expect([outcome, fields]).toEqual(expected);
    expect([await read(ada, row), (await ada.get('/api/tax/lettings')).as(TaxLettings).items]).toEqual([row, []]);
  });
});

it('sends a live notice of each changed choice, letting and answer', async () => {
  const ada = await landlord();
  const [home, row] = [await addedProperty(ada), await cost(ada, 'tax', 100)];
  const events = await openEvents({ browser: ada });
  await choose(ada, 'sundries', 'other');
  await setLetting(ada, home, 0);
  await answer(ada, row, 'private');
  await events.waitFor(({ changes }) => changes.length >= 3);
  expect(events.changes).toEqual([
    { noun: 'tax', id: null, version: null },
    { noun: 'tax', id: null, version: null },
    { noun: 'transactions', id: row.id, version: 2 },
  ]);
});
