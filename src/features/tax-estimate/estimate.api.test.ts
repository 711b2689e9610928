import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { member } from '../../../test/fixtures/members.ts';
import { boxes, cost, income } from '../../../test/fixtures/tax.ts';
import { type EstimateFacts, NO_FACTS } from '../tax/facts.ts';
import { TaxEstimate } from './estimate.ts';

const at = (year = '2026-27') => `/api/tax/${year}/estimate`;
const save = (owner: Landlord, some: Partial<EstimateFacts>, year?: string) =>
  owner.put(at(year), { ...NO_FACTS, ...some });
const read = async (person: Pick<Landlord, 'get'>, year?: string) => (await person.get(at(year))).as(TaxEstimate);

/** Adds the rent, costs and interest of T102. */
async function letting(): Promise<Landlord> {
  const ada = await landlord();
  await income(ada, 'rent', 2_100_000);
  await cost(ada, 'insurance', 100_000);
  await cost(ada, 'mortgage interest', 1_500_000);
  return ada;
}

describe('the estimate of a tax year', () => {
  it('T102 and T103 follow from the boxes and the facts of each year', async () => {
    const ada = await letting();
    await income(ada, 'rent', 2_000_000, { date: '2027-05-01' });
    await cost(ada, 'mortgage interest', 1_500_000, { date: '2027-05-01' });
    expect(await read(ada)).toMatchObject({ saved: false, facts: NO_FACTS, due: '2028-01-31' });
    const now = (await save(ada, { otherIncome: 6_000_000, putAside: 400_000 })).as(TaxEstimate);
    expect(now.steps).toMatchObject({
      profit: { gross: 2_100_000, expenses: 100_000, pence: 2_000_000 },
      reducer: { percent: 20, pence: 300_000 },
      extraTax: { pence: 500_000 },
      putAside: { already: 400_000, pence: 100_000 },
    });
    const next = (await save(ada, { otherIncome: 6_000_000 }, '2027-28')).as(TaxEstimate);
    expect(next.steps?.extraTax.pence).toBe(510_000);
    expect(await read(ada)).toEqual(now);
    expect(now.notes.at(-1)).toContain('leaves out National Insurance');
  });

  it('T97 carries finance costs forward, and has those of earlier years in box 45', async () => {
    const ada = await landlord();
    await income(ada, 'rent', 900_000);
    await cost(ada, 'insurance', 700_000);
    await cost(ada, 'mortgage interest', 200_000);
    const { steps } = (await save(ada, { otherIncome: 6_000_000, financeBroughtForward: 50_000 })).as(TaxEstimate);
    expect(steps?.carriedForward.pence).toBe(50_000);
    expect(steps?.limbs.list.find(({ lowest }) => lowest)).toMatchObject({ id: 'B', pence: 200_000 });
    expect(await boxes(ada)).toMatchObject({ 44: 200_000, 45: 50_000 });
    expect(await boxes(ada, '2027-28')).toEqual({});
  });

  it('deducts replaced domestic items, and follows the landlord’s choice', async () => {
    const ada = await landlord();
    await income(ada, 'rent', 300_000);
    await cost(ada, 'domestic items', 40_000);
    const chosen = async (choice: EstimateFacts['choice']) =>
      (await save(ada, { otherIncome: 3_000_000, choice })).as(TaxEstimate).steps;
    expect(await chosen('expenses')).toMatchObject({ route: { route: 'expenses' }, profit: { expenses: 40_000 } });
    expect(await chosen('best')).toMatchObject({
      route: { route: 'allowance', extraTax: { expenses: 52_000, allowance: 40_000 } },
      extraTax: { pence: 40_000 },
    });
  });

  it('T110 has no figure for Scottish taxpayers, with the reason', async () => {
    const ada = await letting();
    const { steps, reason, notes } = (await save(ada, { nation: 'Scotland' })).as(TaxEstimate);
    expect(steps).toBeNull();
    expect(reason?.text).toContain('Scottish taxpayers pay Scottish rates');
    expect(notes).toHaveLength(1);
  });

  it('rejects negative amounts, other nations and years without rates, at their fields', async () => {
    const ada = await landlord();
    const wrong = await ada.put(at(), { ...NO_FACTS, otherIncome: -1, savings: 0.5, nation: 'Mars' });
    expect([wrong.status, wrong.fields]).toEqual([
      422,
      { otherIncome: 'Enter an amount of 0 or more', savings: 'Pence are whole numbers', nation: 'Choose a nation' },
    ]);
    const old = await ada.get(at('2025-26'));
    expect([old.status, old.fields]).toEqual([400, { year: 'Enter a tax year with known rates: 2026-27 or 2027-28' }]);
    expect((await read(ada)).saved).toBe(false);
  });

  it('T86 is for one owner, with the facts from before there were owners', async () => {
    const ada = await letting();
    await save(ada, { otherIncome: 6_000_000 });
    const owner = async (name: string, more = {}) =>
      (await ada.post('/api/owners', { name, kind: 'person', nation: 'Wales', ...more })).as(
        z.object({ id: z.uuid() }),
      );
    const first = await owner('Ada Lovelace');
    expect(await read(ada)).toMatchObject({
      owner: { id: first.id },
      facts: { otherIncome: 6_000_000, nation: 'Wales' },
    });
    const firm = await owner('Lovelace Ltd', { kind: 'company' });
    expect(await read(ada)).toMatchObject({
      owner: null,
      steps: null,
      reason: { text: 'Choose an owner. Each person has their own estimate.' },
    });
    const unclear = await save(ada, {});
    expect([unclear.status, unclear.fields]).toEqual([400, { owner: 'Choose an owner' }]);
    const of = (id: string) => `${at()}?owner=${id}`;
    await ada.put(of(first.id), { ...NO_FACTS, otherIncome: 100 });
    expect((await ada.get(of(first.id))).as(TaxEstimate).facts.otherIncome).toBe(100);
    expect((await ada.get(of(firm.id))).as(TaxEstimate)).toMatchObject({ saved: false, steps: null });
    expect((await (await landlord()).get(of(first.id))).status).toBe(404);
  });

  it('is only for members with all properties', async () => {
    const ada = await letting();
    await save(ada, { otherIncome: 6_000_000 });
    expect((await read(await member(ada, { role: 'guest' }))).steps?.extraTax.pence).toBe(500_000);
    const limited = await read(await member(ada, { role: 'guest', properties: [] }));
    expect(limited).toMatchObject({ saved: false, facts: NO_FACTS, steps: null });
  });
});
