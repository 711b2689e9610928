import { describe, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newCompliance, newProperty } from '../../../test/fixtures/make.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { COMPLIANCE_COLUMNS } from '../compliance/compliance.server.ts';
import { type Compliance, NO_COMPLIANCE } from '../compliance/compliance.ts';
import { PropertyRecord } from './property.ts';

const proof = newCertificate({ complianceItem: 'gasSafety', expirationDate: '2027-02-28' });

async function save(ada: Landlord, home: PropertyRecord, changes: Parameters<typeof newProperty>[0]) {
  return (await ada.put(`/api/properties/${home.id}`, newProperty(changes), home.version)).as(PropertyRecord);
}

function expiring(compliance: Compliance, gas: string | null, electrical: string | null = null): Compliance {
  const { gasSafety, electricalSafety } = compliance;
  return {
    ...compliance,
    gasSafety: { ...gasSafety, expiryDate: gas },
    electricalSafety: { ...electricalSafety, expiryDate: electrical },
  };
}

describe('compliance', () => {
  it('S1.3.9 S1.3.10 S1.7.21 S1.7.22 S1.8.31 is at most one row with a column for every field', async () => {
    const columns = await query<{ name: string }>(
      server.database,
      `select column_name as name from information_schema.columns where table_name = 'property_compliance'
       and column_name not in ('id', 'user_id', 'property_id', 'version')`,
    );
    expect(COMPLIANCE_COLUMNS.map(({ column }) => column).sort()).toEqual(columns.map(({ name }) => name).sort());
    const ada = await landlord();
    const home = await addedProperty(ada, { compliance: NO_COMPLIANCE });
    const rows = () =>
      query(server.database, 'select version from property_compliance where property_id = $1', [home.id]);
    expect(await rows()).toEqual([]);
    const full = await save(ada, home, { compliance: newCompliance() });
    expect(full.compliance).toEqual(newCompliance());
    const saved = await save(ada, full, {});
    expect(saved.compliance).toEqual(newCompliance());
    const emptied = await save(ada, saved, { compliance: NO_COMPLIANCE });
    expect(emptied.compliance).toEqual(NO_COMPLIANCE);
    expect(await rows()).toEqual([{ version: 2 }]);
  });
});

describe('the expiry date of an item with a certificate', () => {
  it('is stored on the certificate only, also if only the certificate is sent', async () => {
    const ada = await landlord();
    const compliance = expiring(newCompliance(), '2027-02-28', '2029-01-31');
    const home = await addedProperty(ada, { certificates: [proof], compliance });
    expect(home.compliance).toEqual(expiring(compliance, null, '2029-01-31'));
    const certificates = [newCertificate({ complianceItem: 'electricalSafety' })];
    const next = await save(ada, home, { certificates });
    expect(next.compliance).toEqual(expiring(compliance, null, null));
    const others = (['propertyLicensing', 'landlordInsurance'] as const).map((complianceItem) =>
      newCertificate({ complianceItem }),
    );
    const { compliance: saved, ends } = await save(ada, next, { certificates: others });
    expect([saved.propertyLicensing.expiryDate, saved.landlordInsurance.expiryDate]).toEqual([null, null]);
    expect(ends).toMatchObject({ landlordInsurance: others[1]?.expirationDate });
  });

  it('is stored on the item again after the certificate is removed or unlinked', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada, { certificates: [proof] });
    const compliance = expiring(NO_COMPLIANCE, '2026-12-31');
    const linked = await save(ada, home, { compliance });
    expect(linked.compliance).toEqual(NO_COMPLIANCE);
    const unlinked = newCertificate({ ...linked.certificates[0], complianceItem: null });
    expect((await save(ada, linked, { certificates: [unlinked], compliance })).compliance).toEqual(compliance);
  });

  it('stays on the item while the certificate has no date or belongs to another property', async () => {
    const ada = await landlord();
    await addedProperty(ada, { certificates: [proof] });
    const compliance = expiring(NO_COMPLIANCE, '2026-12-31');
    const undated = newCertificate({ complianceItem: 'gasSafety', expirationDate: null });
    const home = await addedProperty(ada, { certificates: [undated], compliance });
    expect(home.compliance).toEqual(compliance);
  });
});
