import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newCompliance, newProperty } from '../../../test/fixtures/make.ts';
import { NO_COMPLIANCE } from '../compliance/compliance.ts';
import { Property, PropertyRecord, PropertyTotals } from '../property/property.ts';
import { CertificateEntry, CertificateSummary } from './certificate.ts';

const Page = z.object({ items: z.array(CertificateEntry), nextCursor: z.string().nullable(), total: z.number() });
const Listed = z.object({ items: z.array(Property) });
const entriesOf = async (ada: Landlord, query = '') => (await ada.get(`/api/certificates?${query}`)).as(Page);
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
    const listed = items.map(({ id, name, state, says }) => [id === home.id ? 'home' : 'bare', name, state, says]);
    expect([listed.length, total]).toEqual([19, 19]);
    expect(listed.slice(0, 4)).toEqual([
      ['home', 'Landlord insurance', 'expired', '2019-05-31'],
      ['home', 'Gas safety', 'expired', '2020-01-31'],
      ['home', 'Deposit protection', 'incomplete', 'protectionDate'],
      ['bare', 'Smoke and CO alarms', 'not_recorded', null],
    ]);
    expect(listed.at(-1)).toEqual(['home', '=Boiler', 'valid', '2199-01-01']);
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
  ])('are filtered by %s to %i, in pages and in the file', async (query, many) => {
    const ada = await landlord();
    await someDates(ada);
    const whole = await entriesOf(ada, query);
    expect([whole.items.length, whole.total]).toEqual([many, many]);
    const pieces: CertificateEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page: z.infer<typeof Page> = await entriesOf(ada, `${query}&limit=4${after}`);
      pieces.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(pieces).toEqual(whole.items);
    const file = await ada.get(`/api/certificates/export?${query}`);
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
    const found = async (query: string) => (await ada.get(`/api/properties?${query}`)).as(Listed).items;
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

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const linked = { complianceItem: 'gasSafety' as const };
const electric = (fields: object) =>
  newCertificate({ name: 'EICR', complianceItem: 'electricalSafety', issueDate: '2026-03-03', ...fields });

type CertificateFields = Parameters<typeof newCertificate>[0];
async function savedWith(ada: Landlord, home: PropertyRecord, ...certificates: CertificateFields[]) {
  const answer = await ada.put(at(home), newProperty({ certificates: certificates.map(newCertificate) }), home.version);
  expect(answer.outcome).toBe('served');
  return answer.as(PropertyRecord);
}

describe('renewing a certificate', () => {
  it('adds a new one, marks the old one, and gives its day to the compliance item', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, {
      certificates: [newCertificate({ ...linked, expirationDate: '2030-01-01' })],
    });
    const [old] = home.certificates;
    // The newest certificate counts, even if it expires earlier, such as an electrical report valid for three years.
    const renewal = { ...linked, renews: old?.id, issueDate: '2026-11-01', expirationDate: '2029-05-05' };
    const saved = await savedWith(ada, home, renewal);
    expect(saved.certificates).toMatchObject([
      { ...old, replacedBy: saved.certificates[1]?.id },
      { expirationDate: '2029-05-05', replacedBy: null },
    ]);
    expect(saved.ends.gasSafety).toBe('2029-05-05');
    const { items } = await entriesOf(ada, `item=gasSafety&propertyId=${home.id}`);
    expect(items).toMatchObject([{ state: 'valid', says: '2029-05-05' }]);
    const history = (await ada.get(`${at(home)}/history`)).text;
    expect(history).toContain('"field":"replacedBy"');
    // Once the new certificate is removed, the old certificate is current again.
    const removed = [saved.certificates[1]?.id ?? ''];
    const back = await ada.put(at(home), newProperty({ removedCertificates: removed }), saved.version);
    expect(back.as(PropertyRecord)).toMatchObject({
      certificates: [{ id: old?.id, replacedBy: null }],
      ends: { gasSafety: '2030-01-01' },
    });
  });

  it('twice at once gives the second a conflict, and is refused for a renewed, removed or another’s one', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [home, theirs] = [
      await addedProperty(ada, { certificates: [newCertificate(linked)] }),
      await addedProperty(bob, { certificates: [newCertificate(linked)] }),
    ];
    const id = home.certificates[0]?.id ?? '';
    const renewal = (renews: string | undefined, fields: object = {}) =>
      newProperty({ certificates: [newCertificate({ ...linked, renews })], ...fields });
    const both = await Promise.all([1, 2].map(() => ada.put(at(home), renewal(id), home.version)));
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['409 conflict', 'served']);
    const GONE = 'This certificate has been deleted. Reload the page to see the current list.';
    const DONE = 'This certificate has been renewed. Reload the page to see the new one.';
    const now = (await ada.get(at(home))).as(PropertyRecord);
    const current = now.certificates[1]?.id ?? '';
    for (const [input, sentence] of [
      [renewal(id), DONE],
      [renewal(theirs.certificates[0]?.id), GONE],
      [renewal(current, { removedCertificates: [current.toUpperCase()] }), GONE],
    ] as const) {
      const answer = await ada.put(at(home), input, now.version);
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', { 'certificates.0.renews': sentence }]);
    }
    const twice = [newCertificate({ renews: current }), newCertificate({ renews: current.toUpperCase() })];
    expect((await ada.put(at(home), newProperty({ certificates: twice }), now.version)).fields).toEqual({
      'certificates.1.renews': DONE,
    });
    expect((await ada.get(at(home))).as(PropertyRecord)).toEqual(now);
  });

  it('never loses a row, in any order of renewals, some from an old version', async () => {
    const ada = await landlord();
    const step = fc.record({ item: fc.constantFrom('gasSafety', 'electricalSafety', null), stale: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        let home = await addedProperty(ada);
        const known = new Set<string>();
        for (const { item, stale } of steps) {
          const current = home.certificates.find((one) => one.complianceItem === item && !one.replacedBy);
          const certificates = [newCertificate({ complianceItem: item, renews: current?.id })];
          const answer = await ada.put(at(home), newProperty({ certificates }), home.version - Number(stale));
          const isRefused = stale && home.version > 0;
          expect(answer.outcome).toBe(isRefused ? '409 conflict' : 'served');
          home = (await ada.get(at(home))).as(PropertyRecord);
          const ids = home.certificates.map(({ id }) => id);
          expect(ids).toEqual(expect.arrayContaining([...known]));
          expect(ids).toHaveLength(known.size + Number(!isRefused));
          for (const id of ids) known.add(id);
          for (const one of ['gasSafety', 'electricalSafety', null]) {
            const kind = home.certificates.filter(({ complianceItem }) => complianceItem === one);
            expect(kind.filter(({ replacedBy }) => replacedBy === null)).toHaveLength(Math.min(1, kind.length));
          }
        }
      }),
      { numRuns: 4 },
    );
  });
});

describe('days of a certificate', () => {
  it('of an electrical report are kept with its outcome', async () => {
    const ada = await landlord();
    const report = {
      outcome: 'C2' as const,
      workDue: '2026-03-09',
      workDone: '2026-03-20',
      confirmedToTenant: '2026-03-25',
      confirmedToCouncil: '2026-03-26',
    };
    const home = await addedProperty(ada, { certificates: [electric(report)] });
    expect(home.certificates).toMatchObject([report]);
    const { certificates } = await savedWith(ada, home, {
      ...home.certificates[0],
      ...report,
      outcome: 'satisfactory',
    });
    expect(certificates).toMatchObject([{ outcome: 'satisfactory', workDone: '2026-03-20' }]);
  });

  const FUTURE = 'Enter today or an earlier date';
  const AFTER_WORK = 'Enter a day on or after the work was done';
  it.each<[object, Record<string, string>]>([
    [{ issueDate: '2199-01-01', expirationDate: null }, { issueDate: FUTURE }],
    [
      { workDone: '2199-01-01', confirmedToTenant: '2199-01-02' },
      { workDone: FUTURE, confirmedToTenant: FUTURE },
    ],
    [{ expirationDate: '2026-03-03' }, { expirationDate: 'Enter an expiry date after the issue date' }],
    [{ workDue: '2026-03-02' }, { workDue: 'Enter a day on or after the issue date' }],
    [{ workDone: '2026-03-02' }, { workDone: 'Enter a day on or after the issue date' }],
    [{ workDone: '2026-03-20', confirmedToTenant: '2026-03-19' }, { confirmedToTenant: AFTER_WORK }],
    [{ workDone: '2026-03-20', confirmedToCouncil: '2026-03-19' }, { confirmedToCouncil: AFTER_WORK }],
    [{ outcome: 'C4' }, { outcome: 'Choose an outcome' }],
  ])('%o are refused at the field', async (changes, fields) => {
    const ada = await landlord();
    const answer = await ada.post('/api/properties', newProperty({ certificates: [electric(changes)] }));
    const named = Object.entries(fields).map(([name, sentence]) => [`certificates.0.${name}`, sentence]);
    expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', Object.fromEntries(named)]);
  });

  it('may be in the future for the issue of insurance, which can begin later', async () => {
    const fields = {
      complianceItem: 'landlordInsurance' as const,
      issueDate: '2198-01-01',
      expirationDate: '2199-01-01',
    };
    const home = await addedProperty(await landlord(), { certificates: [newCertificate(fields)] });
    expect(home.certificates).toMatchObject([fields]);
  });
});

it('facts of a home are saved, and a fact with a value is known', async () => {
  const ada = await landlord();
  const facts = { country: 'Wales', gas: true, storeys: 2, combustionRooms: 1, people: 5, leasehold: false } as const;
  const home = await addedProperty(ada, { ...facts, unknownFacts: ['households', 'gas'] });
  expect(home).toMatchObject({ ...facts, households: null, letByRoom: null, unknownFacts: ['households'] });
  const wrong = await ada.post('/api/properties', newProperty({ storeys: 0, people: 1.5, country: 'France' as never }));
  expect(wrong.fields).toEqual({
    storeys: 'Enter 1 to 100',
    people: 'Enter a whole number',
    country: 'Choose a country',
  });
  const changed = await ada.put(at(home), newProperty({ gas: false }), home.version);
  expect(changed.as(PropertyRecord)).toMatchObject({ gas: false, people: null, unknownFacts: [] });
});
