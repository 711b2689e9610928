/** What is kept of compliance: every field of every item, and each expiry date in one place only. */
import { describe, expect, it } from 'vitest';
import { query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { newCertificate, newCompliance, newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { COMPLIANCE_COLUMNS } from './compliance/compliance.server.ts';
import { type Compliance, NO_COMPLIANCE } from './compliance/compliance.ts';
import { PropertyRecord } from './property.ts';

const proof = newCertificate({ complianceItem: 'gasSafety', expirationDate: '2027-02-28' });

async function save(ada: Landlord, house: PropertyRecord, given: Parameters<typeof newProperty>[0]) {
  const answer = await ada.put(`/api/properties/${house.id}`, newProperty(given), house.version);
  expect(answer.outcome).toBe('served');
  return answer.as(PropertyRecord);
}

/** `compliance` with these as the expiry of gas safety, EPC and electrical safety. */
function expiring(
  compliance: Compliance,
  ...[gas = null, epc = null, electrical = null]: (string | null)[]
): Compliance {
  const { gasSafety, energyPerformance, electricalSafety } = compliance;
  return {
    ...compliance,
    gasSafety: { ...gasSafety, expiryDate: gas },
    energyPerformance: { ...energyPerformance, expiryDate: epc },
    electricalSafety: { ...electricalSafety, expiryDate: electrical },
  };
}

describe('compliance', () => {
  it('has a column for every field, and a field for every column', async () => {
    const columns = await query<{ name: string }>(
      server.database,
      `select column_name as name from information_schema.columns where table_name = 'property_compliance'
       and column_name not in ('id', 'user_id', 'property_id', 'version')`,
    );
    expect(COMPLIANCE_COLUMNS.map(({ column }) => column).sort()).toEqual(columns.map(({ name }) => name).sort());
  });

  it('is kept with all nine items, emptied again field by field, and stays when it is not mentioned', async () => {
    const ada = await landlord();
    const full = await addedProperty(ada, { compliance: newCompliance() });
    expect(full.compliance).toEqual(newCompliance());
    expect((await save(ada, full, {})).compliance).toEqual(newCompliance());
    const emptied = await save(ada, { ...full, version: 2 }, { compliance: NO_COMPLIANCE });
    expect(emptied.compliance).toEqual(NO_COMPLIANCE);
  });

  it('makes no row for nothing, and one row at most', async () => {
    const ada = await landlord();
    const rows = (house: { id: string }) =>
      query(server.database, 'select version from property_compliance where property_id = $1', [house.id]);
    const house = await addedProperty(ada, { compliance: NO_COMPLIANCE });
    expect(await rows(house)).toEqual([]);
    const later = await save(ada, house, { compliance: newCompliance() });
    await save(ada, later, { compliance: NO_COMPLIANCE });
    expect(await rows(house)).toEqual([{ version: 2 }]);
  });
});

describe('the expiry date of an item that a certificate proves', () => {
  it('is kept on the certificate only', async () => {
    const ada = await landlord();
    const compliance = expiring(newCompliance(), '2027-02-28', '2031-08-14', '2029-01-31');
    const house = await addedProperty(ada, { certificates: [proof], compliance });
    expect(house.compliance).toEqual(expiring(compliance, null, '2031-08-14', '2029-01-31'));
    expect(house.certificates).toMatchObject([{ expirationDate: '2027-02-28', complianceItem: 'gasSafety' }]);
  });

  it('is forgotten by the item also when only the certificate is sent', async () => {
    const ada = await landlord();
    const compliance = expiring(newCompliance(), '2026-12-31', '2031-08-14', '2029-01-31');
    const house = await addedProperty(ada, { compliance });
    const later = await save(ada, house, {
      certificates: [proof, newCertificate({ complianceItem: 'electricalSafety' })],
    });
    expect(later.compliance).toEqual(expiring(compliance, null, '2031-08-14', null));
  });

  it('may be the item’s own again once the certificate is gone or speaks of it no more', async () => {
    const ada = await landlord();
    const house = await addedProperty(ada, { certificates: [proof] });
    const compliance = expiring(NO_COMPLIANCE, '2026-12-31');
    const still = await save(ada, house, { compliance });
    expect(still.compliance).toEqual(NO_COMPLIANCE);
    const [certificate] = still.certificates;
    const unlinked = newCertificate({ ...certificate, complianceItem: null });
    const loose = await save(ada, still, { certificates: [unlinked], compliance });
    expect(loose.compliance).toEqual(compliance);
  });

  it('stays the item’s own as long as the certificate has no date, or is another property’s', async () => {
    const ada = await landlord();
    await addedProperty(ada, { certificates: [proof] });
    const compliance = expiring(NO_COMPLIANCE, '2026-12-31');
    const undated = newCertificate({ complianceItem: 'gasSafety', expirationDate: null });
    const house = await addedProperty(ada, { certificates: [undated], compliance });
    expect(house.compliance).toEqual(compliance);
    expect((await save(ada, house, { certificates: [undated] })).compliance).toEqual(compliance);
  });
});
