import { describe, expect, it } from 'vitest';
import { addedProperty, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, ledgerOf, paid } from '../../../test/fixtures/tenancies.ts';
import type { TenancyRecord } from '../tenancy/tenancy.ts';

describe('late interest', () => {
  it('is suggested if the agreement allows it, less interest already added, and never added automatically', async () => {
    const ada = await landlord();
    const [allowed, not] = [
      await addedTenancy(ada, { lateInterest: true, rent: 78_200 }),
      await addedTenancy(ada, { rent: 78_200 }),
    ];
    for (const tenancy of [allowed, not]) await paid(ada, tenancy, ['2025-01-15', 78_200]);
    expect((await ledgerOf(ada, not, '2025-01-31')).interest).toBeNull();
    // January's rent was paid 13 days after the due date, at 4.75 + 3 = 7.75 %: 782 × 0.0775 × 13 ÷ 365 = 2.158…
    const ledger = await ledgerOf(ada, allowed, '2025-01-31');
    expect(ledger).toMatchObject({ balance: 0, interest: { total: 215, baseRate: 4.75 } });
    const interest = { kind: 'interest', date: '2025-01-31', amount: 200, note: 'Interest' };
    await ada.post(`/api/tenancies/${allowed.id}/entries`, interest);
    expect(await ledgerOf(ada, allowed, '2025-01-31')).toMatchObject({ balance: 200, interest: { total: 15 } });
  });

  it('excludes disputed, forgiven and future rent, and deducts interest added for a later date', async () => {
    const ada = await landlord();
    const late = () => addedTenancy(ada, { lateInterest: true, ended: '2025-02-01' });
    const proposed = async (of: TenancyRecord, on: string) => (await ledgerOf(ada, of, on)).interest?.total ?? 0;
    const add = (of: TenancyRecord, entry: object) =>
      ada.post(`/api/tenancies/${of.id}/entries`, { note: 'x', ...entry });
    const [disputed, forgiven, added] = [await late(), await late(), await late()];
    const [rent] = (await ledgerOf(ada, disputed, '2025-03-01')).unpaid;
    // Interest on £1,200.00 for 31 days at 4.75 + 3 = 7.75 % is £7.898…
    expect(await proposed(disputed, '2025-02-01')).toBe(789);
    await ada.send('PATCH', `/api/tenancies/${disputed.id}/entries/${rent?.id}`, { body: { disputed: true } });
    expect(await proposed(disputed, '2025-02-01')).toBe(0);
    await add(forgiven, { kind: 'written-off', date: '2025-02-01', amount: 120_000 });
    expect(await proposed(forgiven, '2025-03-01')).toBe(0);
    await add(added, { kind: 'interest', date: '2025-02-01', amount: 789 });
    expect(await proposed(added, '2025-01-31')).toBe(0);
    expect(await proposed(added, '2199-01-01')).toBe(0);
  });

  it('is refused above the legal maximum or without agreement', async () => {
    const ada = await landlord();
    const interest = (of: TenancyRecord, amount: number) =>
      ada.post(`/api/tenancies/${of.id}/entries`, { kind: 'interest', date: '2025-01-31', amount, note: 'Interest' });
    const of = (given: object) => addedTenancy(ada, { lateInterest: true, ended: '2025-02-01', ...given });
    const allowed = await of({});
    const both = await Promise.all([interest(allowed, 764), interest(allowed, 764)]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['422 invalid_input', 'served']);
    expect((await interest(allowed, 1)).fields).toEqual({
      amount: 'In England you can add at most £0.00 of interest up to 31 Jan 2025',
    });
    expect((await interest(await of({ lateInterest: false }), 1)).fields).toHaveProperty('kind');
  });

  it('is suggested only for homes that may be in England and tenants other than companies', async () => {
    const ada = await landlord();
    const proposes = async (postalCode: string, kind: 'periodic' | 'lodger' | 'company-let' = 'periodic') => {
      const propertyId = (await addedProperty(ada, { postalCode })).id;
      const tenancy = await addedTenancy(ada, { propertyId, kind, lateInterest: true, ended: '2025-02-01' });
      expect(tenancy.propertyPostcode).toBe(postalCode);
      return (await ledgerOf(ada, tenancy, '2025-01-31')).interest !== null;
    };
    for (const postcode of ['LS1 1UR', 'LL30 2UG', 'TD15 1BN', 'unknown']) expect(await proposes(postcode)).toBe(true);
    for (const postcode of ['CF10 3ND', 'EH1 1YJ', 'BT1 5GS']) expect(await proposes(postcode)).toBe(false);
    expect([await proposes('LS1 1UR', 'lodger'), await proposes('LS1 1UR', 'company-let')]).toEqual([true, false]);
  });
});
