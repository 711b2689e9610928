import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { newCertificate, newCompliance, newProperty } from '../../../../test/fixtures/make.ts';
import { NO_COMPLIANCE } from '../compliance/compliance.ts';
import { Property, PropertyRecord, PropertyTotals } from '../property.ts';
import { CertificateEntry, CertificateSummary } from './certificates.ts';

const Page = z.object({ items: z.array(CertificateEntry), nextCursor: z.string().nullable(), total: z.number() });
const Listed = z.object({ items: z.array(Property) });
const entriesOf = async (ada: Landlord, asked = '') => (await ada.get(`/api/certificates?${asked}`)).as(Page);
const gas = (expiryDate: string) => ({ ...NO_COMPLIANCE, gasSafety: { ...NO_COMPLIANCE.gasSafety, expiryDate } });

/** Expired gas and insurance (later first), a boiler certificate, a deposit without its date, and an empty property. */
async function someDates(ada: Landlord) {
  const depositProtection = { ...NO_COMPLIANCE.depositProtection, scheme: '=TDS' };
  const landlordInsurance = { ...NO_COMPLIANCE.landlordInsurance, expiryDate: '2019-05-31' };
  const boiler = newCertificate({ name: '=Boiler', expirationDate: '2199-01-01' });
  const home = await addedProperty(ada, {
    address: '8 Hawthorn Grove',
    certificates: [boiler],
    compliance: { ...gas('2020-01-31'), landlordInsurance, depositProtection },
  });
  return { home, bare: await addedProperty(ada, { address: '2 Mill Lane' }) };
}

describe('certificates and compliance', () => {
  it('are listed for all properties, most urgent first', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const { home, bare } = await someDates(ada);
    await someDates(bob);
    const { items, total } = await entriesOf(ada);
    const told = items.map(({ id, name, state, says }) => [id === home.id ? 'home' : 'bare', name, state, says]);
    expect([told.length, total]).toEqual([19, 19]);
    expect(told.slice(0, 4)).toEqual([
      ['home', 'Landlord insurance', 'expired', '2019-05-31'],
      ['home', 'Gas safety', 'expired', '2020-01-31'],
      ['home', 'Deposit protection', 'incomplete', 'protectionDate'],
      ['bare', 'Smoke and CO alarms', 'not_recorded', null],
    ]);
    expect(told.at(-1)).toEqual(['home', '=Boiler', 'valid', '2199-01-01']);
    expect(new Set(items.map(({ id }) => id))).toEqual(new Set([home.id, bare.id]));
    expect((await ada.get('/api/certificates/summary')).as(CertificateSummary)).toEqual({
      expired: 2,
      expiring: 0,
      not_recorded: 16,
      in_order: 1,
      not_applicable: 0,
      incomplete: 1,
      bareProperties: 2,
      oldest: '2019-05-31',
      next: null,
    });
  });

  it('not recorded are one line per property on request, and omitted otherwise', async () => {
    const ada = await landlord();
    const { home, bare } = await someDates(ada);
    const missing = await entriesOf(ada, 'recorded=no');
    expect(missing.items.map(({ id, count, state }) => [id, count, state])).toEqual([
      [bare.id, 9, 'not_recorded'],
      [home.id, 6, 'not_recorded'],
    ]);
    expect(missing.items[0]?.name).toContain('Electrical safety, Energy performance');
    expect(missing.total).toBe(2);
    const others = await entriesOf(ada, 'recorded=yes');
    expect(others.items.map(({ state }) => state)).toEqual(['expired', 'expired', 'incomplete', 'valid']);
    expect((await entriesOf(ada, 'recorded=no&item=gasSafety')).items.map(({ id, count }) => [id, count])).toEqual([
      [bare.id, 1],
    ]);
    const first = await entriesOf(ada, 'recorded=no&limit=1');
    const second = await entriesOf(ada, `recorded=no&limit=1&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect([...first.items, ...second.items]).toEqual(missing.items);
  });

  it.each([
    ['state=expired', 2],
    ['state=not_recorded', 16],
    ['item=gasSafety', 2],
    ['item=certificate', 1],
    ['q=gas', 2],
    ['q=MILL', 9],
    ['q=boil', 1],
    ['state=expired&q=mill', 0],
  ])('are filtered by %s to %i, in pages and in the file', async (asked, many) => {
    const ada = await landlord();
    await someDates(ada);
    const whole = await entriesOf(ada, asked);
    expect([whole.items.length, whole.total]).toEqual([many, many]);
    const pieces: CertificateEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: z.infer<typeof Page> = await entriesOf(ada, `${asked}&limit=4${after}`);
      pieces.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(pieces).toEqual(whole.items);
    const file = await ada.get(`/api/certificates/export?${asked}`);
    const lines = file.text.trim().split('\r\n');
    expect(lines).toHaveLength(many + 1);
  });

  it('have formulas escaped in the file', async () => {
    const ada = await landlord();
    await someDates(ada);
    const { text } = await ada.get('/api/certificates/export?item=certificate');
    expect(text).toContain("8 Hawthorn Grove,Bristol,'=Boiler,In order,Valid,2199-01-01,\r\n");
  });

  it('mark a property in the list, which can be filtered and searched by them', async () => {
    const ada = await landlord();
    const { home, bare } = await someDates(ada);
    const found = async (asked: string) => (await ada.get(`/api/properties?${asked}`)).as(Listed).items;
    expect((await found('compliance=expired')).map(({ id, ends }) => [id, ends.gasSafety])).toEqual([
      [home.id, '2020-01-31'],
    ]);
    expect(await found('compliance=expiring')).toEqual([]);
    expect(await found('compliance=not_recorded')).toHaveLength(2);
    expect((await found('q=gas')).map(({ id }) => id)).toEqual([home.id]);
    expect((await ada.get('/api/properties/totals?q=gas')).as(PropertyTotals)).toMatchObject({ vacant: 1 });
    const full = await ada.put(
      `/api/properties/${bare.id}`,
      newProperty({ compliance: newCompliance() }),
      bare.version,
    );
    expect([full.as(PropertyRecord).version, full.as(PropertyRecord).ends.gasSafety]).toEqual([2, '2027-02-28']);
    expect((await found('compliance=not_recorded')).map(({ id }) => id)).toEqual([home.id]);
  });
});
