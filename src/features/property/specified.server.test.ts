/** The tables behind a property, as the specification names their columns: what each save puts there, and what a failed read leaves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateDatabase, query } from '../../../test/database.ts';
import { addedProperty, type Landlord, landlord } from '../../../test/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { uploaded, uploadedPhoto } from '../../../test/uploads.ts';
import { PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;

/** The rows of a table that belong to a property, by the names of their columns. */
async function rowsOf(table: string, { id }: { id: string }): Promise<Record<string, unknown>[]> {
  const column = table === 'properties' ? 'id' : 'property_id';
  const rows = await query<{ row: Record<string, unknown> }>(
    server.database,
    `select to_jsonb(t) as row from ${table} t where ${column} = $1`,
    [id],
  );
  return rows.map(({ row }) => row);
}

/** Everything that can be entered, with files of this landlord's. */
async function everything(ada: Landlord) {
  const [photo, scan] = [await uploadedPhoto(ada), await uploaded(ada)];
  const bill = await uploaded(ada, { bucket: 'property-invoices', name: 'Boiler.pdf' });
  const input = newProperty({
    imageUrl: photo.url,
    keyType: 'Yale',
    keyCode: '4711',
    keysAmount: 3,
    guarantorName: 'Charles Babbage',
    guarantorAddress: '1 Dorset Street',
    guarantorPhone: '020 7946 0000',
    guarantorAltContact: 'charles@tenure.example',
    certificates: [newCertificate({ file: { url: scan.url } })],
    compliance: newCompliance(),
    invoices: [newInvoice({ file: { url: bill.url } })],
  });
  return { input, photo, scan, bill };
}

const guarantor = {
  guarantor_name: 'Charles Babbage',
  guarantor_address: '1 Dorset Street',
  guarantor_phone: '020 7946 0000',
  guarantor_alt_contact: 'charles@tenure.example',
};
const keys = { key_type: 'Yale', key_code: '4711', keys_amount: 3 };

describe('a property that is added', () => {
  it('is one row with every column, the guarantor, the photo and the keys among them', async () => {
    const ada = await landlord();
    const { input, photo } = await everything(ada);
    const house = await addedProperty(ada, input);
    expect(await rowsOf('properties', house)).toMatchObject([
      {
        address: '14 Chandos Terrace',
        city: 'Bristol',
        state: 'Bristol',
        zipcode: 'BS6 6QJ',
        type: 'terraced',
        bedrooms: 3,
        bathrooms: 1,
        size: 300,
        monthly_rent: 1450,
        purchase_price: 0,
        purchase_date: null,
        user_id: ada.id,
        image_url: photo.url,
        ...guarantor,
        ...keys,
      },
    ]);
  });

  it('has a row of its own for each certificate, each invoice, and for all compliance items together', async () => {
    const ada = await landlord();
    const { input, scan, bill } = await everything(ada);
    const house = await addedProperty(ada, input);
    expect(await rowsOf('property_certificates', house)).toMatchObject([
      {
        name: 'Gas Safety Record',
        issue_date: '2026-03-01',
        expiration_date: '2027-02-28',
        renewal_frequency: 'Yearly',
        cost: 85.5,
        notes: 'Boiler and hob.',
        provider_name: 'Warm & Sons',
        file_url: scan.url,
      },
    ]);
    expect(await rowsOf('property_invoices', house)).toMatchObject([
      { invoice_date: '2026-05-04', amount: 120.49, description: 'Boiler service', file_url: bill.url },
    ]);
    expect(await rowsOf('property_compliance', house)).toMatchObject([
      {
        gas_safety_completed: true,
        gas_safety_expiry_date: '2027-02-28',
        gas_safety_notes: 'Boiler and hob.',
        energy_performance_completed: true,
        energy_performance_expiry_date: '2031-08-14',
        energy_performance_rating: 'C',
        energy_performance_notes: 'Loft insulated since.',
        electrical_safety_completed: true,
        electrical_safety_expiry_date: '2029-01-31',
        electrical_safety_notes: 'New consumer unit.',
        alarms_completed: true,
        alarms_last_checked: '2026-09-30',
        alarms_notes: 'Two of smoke, one of CO.',
        deposit_protection_completed: true,
        deposit_protection_scheme: 'DPS',
        deposit_protection_reference: 'DPS-0042',
        deposit_protection_notes: 'Custodial.',
        hhsrs_completed: true,
        hhsrs_last_inspection: '2026-06-15',
        hhsrs_notes: 'No category 1 hazard.',
        property_licensing_completed: false,
        property_licensing_number: 'L-17',
        property_licensing_expiry_date: '2028-05-31',
        property_licensing_notes: 'Asked in May.',
        tenancy_agreement_completed: true,
        tenancy_agreement_agreement_date: '2025-11-01',
        tenancy_agreement_notes: 'Signed by both.',
        landlord_insurance_completed: true,
        landlord_insurance_provider: 'Aegis Mutual',
        landlord_insurance_policy_number: 'AM/99',
        landlord_insurance_expiry_date: '2027-04-05',
        landlord_insurance_notes: 'Buildings and rent.',
      },
    ]);
  });
});

it('a property that is changed has every column that the form changes, and keeps the others', async () => {
  const ada = await landlord();
  const bare = newProperty({ city: 'Leeds', postalCode: 'LS8 1QS', bedrooms: 1, status: 'occupied', rent: 1 });
  const house = await addedProperty(ada, bare);
  const [before] = await rowsOf('properties', house);
  const { input, photo } = await everything(ada);
  const wanted = { ...input, propertyType: 'flat', bathrooms: 2, description: 'Now a flat.', status: 'maintenance' };
  expect((await ada.put(at(house), wanted, 1)).outcome).toBe('served');
  expect(await rowsOf('properties', house)).toMatchObject([
    {
      address: '14 Chandos Terrace',
      city: 'Bristol',
      state: 'Bristol',
      zipcode: 'BS6 6QJ',
      type: 'flat',
      bedrooms: 3,
      bathrooms: 2,
      monthly_rent: 1450,
      description: 'Now a flat.',
      status: 'maintenance',
      image_url: photo.url,
      ...guarantor,
      ...keys,
      purchase_price: before?.purchase_price,
      date_added: before?.date_added,
    },
  ]);
});

describe('parts that cannot be read', () => {
  let broken: { server: TestServer; drop(): Promise<void> };
  beforeAll(async () => {
    const { address, drop } = await privateDatabase('unread');
    broken = { server: await startServer({ database: address }), drop };
  });
  afterAll(async () => {
    await broken.server.stop();
    await broken.drop();
  });

  it.each(['property_certificates', 'property_compliance', 'property_invoices'])(
    '(%s) are not taken for none: nothing is shown, and a save meanwhile loses nothing',
    async (table) => {
      const ada = await landlord({}, broken.server);
      const parts = { certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] };
      const house = await addedProperty(ada, parts);
      await query(broken.server.database, `revoke select on ${table} from tenure_app`);
      expect((await ada.get(at(house))).outcome).toBe('500 internal');
      const asIfEmpty = newProperty({ rent: 1, certificates: [], invoices: [] });
      expect((await ada.put(at(house), asIfEmpty, 1)).outcome).toBe('500 internal');
      await query(broken.server.database, `grant select on ${table} to tenure_app`);
      expect((await ada.get(at(house))).as(PropertyRecord)).toEqual(house);
    },
  );
});
