import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { added, addedProperty, type Landlord, landlord, listed } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newLicence, newProperty } from '../../../test/fixtures/make.ts';
import { NO_COMPLIANCE } from '../compliance/compliance.ts';
import { PropertyRecord } from '../property/property.ts';
import { LICENCE, Licence } from './licence.ts';
import { LICENCE_LIST, TEXTS } from './listed.ts';

const CHANGED = { starts: '2027-02-14', ends: '2032-02-13' };

describe('licences pass the record contract', () => {
  recordContract({
    path: '/api/licences',
    notFound: TEXTS.notFound,
    record: Licence,
    item: Licence,
    fields: LICENCE,
    input: async (owner) => newLicence({ propertyId: (await addedProperty(owner)).id }),
    changed: CHANGED,
    required: { propertyId: 'Choose the property of the licence' },
    wrong: [
      [{ ends: '2026-02-14' }, { ends: 'Enter a last day after the first' }],
      [{ ends: '2025-02-14' }, { ends: 'Enter a last day after the first' }],
      [{ starts: '1989-12-31' }, { starts: 'Enter a day from 1 January 1990' }],
      [{ ends: '2031-02-30' }, { ends: 'Enter a date' }],
      [{ propertyId: randomUUID() }, { propertyId: 'This property no longer exists. Choose another.' }],
    ],
    sorts: Object.keys(LICENCE_LIST.sorts),
    searched: 'council',
    wrongQueries: ['propertyId=x'],
    namesOwned: true,
  });
});

const addedLicence = (owner: Landlord, changes: Parameters<typeof newLicence>[0]) =>
  added(owner, '/api/licences', { input: newLicence(changes), record: Licence });
const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const propertyOf = async (owner: Landlord, home: { id: string }) => (await owner.get(at(home))).as(PropertyRecord);

/** Number, expiry date and summary of the compliance item. */
async function licensing(owner: Landlord, home: { id: string }) {
  const { compliance, ends } = await propertyOf(owner, home);
  const { number, expiryDate } = compliance.propertyLicensing;
  return [number, expiryDate, ends.propertyLicensing];
}

describe('the compliance item of a licence', () => {
  it('has number and end of the licence that ends last, through additions, changes, moves and removals', async () => {
    const ada = await landlord();
    const [home, other] = [await addedProperty(ada), await addedProperty(ada)];
    const first = await addedLicence(ada, { propertyId: home.id, number: 'L-1', ends: '2031-02-13' });
    expect(await licensing(ada, home)).toEqual(['L-1', '2031-02-13', '2031-02-13']);
    const later = await addedLicence(ada, { propertyId: home.id, number: '', ends: '2036-02-13' });
    expect(await licensing(ada, home)).toEqual(['', '2036-02-13', '2036-02-13']);
    const moved = newLicence({ propertyId: other.id, number: 'L-2', ends: '2034-01-01' });
    await ada.put(`/api/licences/${later.id}`, moved, 1);
    expect(await licensing(ada, home)).toEqual(['L-1', '2031-02-13', '2031-02-13']);
    expect(await licensing(ada, other)).toEqual(['L-2', '2034-01-01', '2034-01-01']);
    await ada.delete(`/api/licences/${first.id}`, 1);
    expect(await licensing(ada, home)).toEqual(['', null, undefined]);
    expect((await propertyOf(ada, home)).version).toBe(home.version + 4);
  });

  it('keeps its other values, and ignores another number and date in a save of the property', async () => {
    const ada = await landlord();
    const typed = { ...NO_COMPLIANCE.propertyLicensing, number: 'Typed', expiryDate: '2029-01-01', notes: 'Ask Leeds' };
    const compliance = { ...NO_COMPLIANCE, propertyLicensing: typed };
    const home = await addedProperty(ada, { compliance });
    await addedLicence(ada, { propertyId: home.id, number: 'L-1', ends: '2031-02-13' });
    const { version } = await propertyOf(ada, home);
    const saved = (await ada.put(at(home), newProperty({ compliance }), version)).as(PropertyRecord);
    expect(saved.compliance.propertyLicensing).toEqual({ ...typed, number: 'L-1', expiryDate: '2031-02-13' });
    expect(saved.ends.propertyLicensing).toBe('2031-02-13');
  });

  it('shows the later day of licence and certificate', async () => {
    const ada = await landlord();
    const paper = (expirationDate: string) => newCertificate({ complianceItem: 'propertyLicensing', expirationDate });
    const home = await addedProperty(ada, { certificates: [paper('2033-05-05')] });
    await addedLicence(ada, { propertyId: home.id, ends: '2031-02-13' });
    expect((await propertyOf(ada, home)).ends.propertyLicensing).toBe('2033-05-05');
    await addedLicence(ada, { propertyId: home.id, ends: '2035-02-13' });
    const { version, certificates } = await propertyOf(ada, home);
    const renamed = certificates.map((one) => ({ ...one, name: 'HMO licence' }));
    const saved = await ada.put(at(home), newProperty({ certificates: renamed, compliance: NO_COMPLIANCE }), version);
    expect(saved.as(PropertyRecord).ends.propertyLicensing).toBe('2035-02-13');
  });

  it('is not lost when licences and their property are saved concurrently', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const ends = ['2031-01-01', '2032-01-01', '2033-01-01', '2034-01-01'];
    await Promise.all([
      ...ends.map((day) => addedLicence(ada, { propertyId: home.id, number: day, ends: day })),
      ada.put(at(home), newProperty({ compliance: NO_COMPLIANCE }), home.version),
    ]);
    expect(await licensing(ada, home)).toEqual(['2034-01-01', '2034-01-01', '2034-01-01']);
    await ada.delete(at(home), (await propertyOf(ada, home)).version);
    expect(await listed(ada, '/api/licences', Licence)).toMatchObject({ total: 0 });
  });

  it('belongs to one landlord: another’s property cannot be named', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const home = await addedProperty(ada);
    const answer = await bob.post('/api/licences', newLicence({ propertyId: home.id }));
    expect([answer.outcome, answer.fields]).toEqual([
      '422 invalid_input',
      { propertyId: 'This property no longer exists. Choose another.' },
    ]);
    expect(await propertyOf(ada, home)).toEqual(home);
  });
});
