import { describe, expect, it } from 'vitest';
import { addedProperty, landlord } from '../../../test/fixtures/landlords.ts';
import { addedTenancy, paid } from '../../../test/fixtures/tenancies.ts';
import { IncreaseFacts } from '../tenancy/increase/increase.ts';

describe('statements', () => {
  it('cover the first ledger entry up to a date, in CSV that Excel can open', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada, { names: ['Łukasz O’Brien'] });
    await paid(ada, tenancy, ['2025-01-04', 100_000]);
    const { status, text, headers } = await ada.get(`/api/tenancies/${tenancy.id}/statement?to=2025-02-01&format=csv`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="tenure-rent-statement-2025-01-01-to-2025-02-01.csv"',
    );
    expect(text.split('\r\n').slice(2)).toEqual([
      'Tenant,Łukasz O’Brien',
      'Date,Entry,Details,Charge,Payment,Balance',
      '2025-01-01,Opening balance,,,,0.00',
      '2025-01-01,Rent,01 Jan 2025 – 31 Jan 2025,1200.00,,1200.00',
      '2025-01-04,Payment,HOPPER,,1000.00,200.00',
      '2025-02-01,Rent,01 Feb 2025 – 28 Feb 2025,1200.00,,1400.00',
      '2025-02-01,Total,,2400.00,1000.00,1400.00',
      '',
    ]);
  });

  it('are refused for reversed or future dates', async () => {
    const ada = await landlord();
    const { id } = await addedTenancy(ada);
    const getStatement = (days: string) => ada.get(`/api/tenancies/${id}/statement?${days}`);
    expect((await getStatement('from=2025-02-02&to=2025-02-01')).status).toBe(422);
    expect((await getStatement('to=2100-01-01')).status).toBe(422);
    expect((await getStatement('to=2025-02-30')).status).toBe(400);
  });
});

it('refuses a PDF statement of more than 2,000 lines', async () => {
  const ada = await landlord();
  const { id } = await addedTenancy(ada, { start: '1985-01-01', frequency: 'weekly', rentDay: 1 });
  const getStatement = (query: string) => ada.get(`/api/tenancies/${id}/statement?${query}`);
  const refused = await getStatement('format=pdf');
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('A PDF can have up to 2,000 lines. Choose a shorter period, or CSV.'),
  ]);
  expect((await getStatement('format=csv')).status).toBe(200);
  expect((await getStatement('format=pdf&from=2026-01-01')).status).toBe(200);
});

describe('a receipt', () => {
  it('is only available for a rent payment', async () => {
    const ada = await landlord();
    const tenancy = await addedTenancy(ada);
    const [payment, refund] = await paid(ada, tenancy, ['2025-01-04', 120_000], ['2025-01-06', -120_000]);
    expect((await ada.get(`/api/rent/payments/${payment?.id}/receipt`)).status).toBe(200);
    expect((await ada.get(`/api/rent/payments/${refund?.id}/receipt`)).status).toBe(404);
  });
});

describe('similar rents', () => {
  it('include current tenancies of the landlord’s other properties with the same type and bedrooms', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const home = async (given: object) =>
      (await addedProperty(ada, { propertyType: 'flat', bedrooms: 2, ...given })).id;
    const tenancy = await addedTenancy(ada, {
      propertyId: await home({ address: '2 Mill Lane', city: 'Leeds', postalCode: 'LS1 4AP' }),
    });
    const weekly = { frequency: 'weekly', rent: 30_000 } as const;
    const like = await addedTenancy(ada, { propertyId: await home({}), names: ['Ben Holroyd'], ...weekly });
    await addedTenancy(ada, { propertyId: await home({ bedrooms: 3 }) });
    await addedTenancy(ada, { propertyId: await home({}), ended: '2025-06-01' });
    const theirs = await addedProperty(bob, { propertyType: 'flat', bedrooms: 2 });
    await addedTenancy(bob, { propertyId: theirs.id });
    const facts = (await ada.get(`/api/tenancies/${tenancy.id}/increase`)).as(IncreaseFacts);
    // £300.00 × 52 ÷ 12 = £1,300.00.
    const expected = { tenancyId: like.id, names: 'Ben Holroyd', since: '2025-01-01', rentAMonth: 130_000 };
    const address = '2 Mill Lane, Leeds, LS1 4AP';
    expect(facts).toMatchObject({ address, kind: '2 beds · flat', similar: [expected] });
    expect(facts.similar).toHaveLength(1);
  });
});

describe('files of the Rent screen', () => {
  it('contain the filtered rows and escape names that could be formulas', async () => {
    const ada = await landlord();
    const propertyId = (await addedProperty(ada, { address: '@1 Ash Grove' })).id;
    await addedTenancy(ada, { names: ['=cmd|x'], propertyId });
    const settled = await addedTenancy(ada, { names: ['Grace Hopper'] });
    await paid(ada, settled, ['2025-01-04', 120_000]);
    const month = await ada.get('/api/rent/export?month=2025-01&filter=outstanding');
    expect(month.text.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^'=cmd\|x,"'@1 Ash Grove, .+",2025-01-01,1200\.00,0\.00,1200\.00,1200\.00,,/),
      '',
    ]);
    const arrears = await ada.get('/api/rent/arrears/export?on=2025-01-10');
    expect(arrears.text.split('\r\n').slice(1)).toEqual([
      expect.stringMatching(/^'=cmd\|x,"'@1 Ash Grove, .+",1200\.00,0\.00,2025-01-01,9,1200\.00,,$/),
      '',
    ]);
  });
});
