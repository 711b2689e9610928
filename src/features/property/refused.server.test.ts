/** What cannot be a property or a part of one: refused in words that stand beside the field, and nothing is kept. */
import { describe, expect, it } from 'vitest';
import { addedProperty, landlord, listedProperties } from '../../../test/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/make.ts';
import { PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;

// One landlord and one property will do for all: nothing here changes anything.
const cleo = await landlord();
const house = await addedProperty(cleo, {
  certificates: [newCertificate()],
  compliance: newCompliance(),
  invoices: [newInvoice()],
});

/** Adding and changing a property with this in it is refused and changes nothing; answers with the sentences by field. */
async function refusedFields(wrong: object): Promise<Record<string, string>> {
  const body = { ...newProperty(), ...wrong };
  const added = await cleo.post('/api/properties', body);
  const changed = await cleo.put(at(house), body, 1);
  expect([added.outcome, changed.outcome]).toEqual(['422 invalid_input', '422 invalid_input']);
  expect(changed.fields).toEqual(added.fields);
  expect((await listedProperties(cleo)).total).toBe(1);
  expect((await cleo.get(at(house))).as(PropertyRecord)).toEqual(house);
  return added.fields;
}

describe('what cannot be a property', () => {
  const address = 'Address must be at least 5 characters';

  it.each([
    ['an empty address', { address: '' }, { address }],
    ['an address of spaces', { address: '      ' }, { address }],
    ['an address of four letters in spaces', { address: '  abcd  ' }, { address }],
    ['an address of 201 characters', { address: 'x'.repeat(201) }, { address: 'Please keep this to 200 characters' }],
    ['an address of two lines', { address: '14 Chandos\nTerrace' }, { address: 'Please keep this to one line' }],
    ['NUL in the address', { address: '14 Cha\0ndos' }, { address: 'This contains characters that cannot be stored' }],
    ['half an emoji', { address: '14 Cha\ud83dndos' }, { address: 'This contains characters that cannot be stored' }],
    ['one emoji for a town', { city: '🏠' }, { city: 'City is required' }],
    ['a number for a town', { city: 12 }, { city: 'City is required' }],
    ['a list for a town', { city: ['Bath'] }, { city: 'City is required' }],
    ['null for a postcode', { postalCode: null }, { postalCode: 'Valid postal code is required' }],
    ['a castle', { propertyType: 'castle' }, { propertyType: 'Property type is required' }],
    ['minus one bedroom', { bedrooms: -1 }, { bedrooms: 'Number of bedrooms is required' }],
    ['half a bedroom', { bedrooms: 1.5 }, { bedrooms: 'Please enter a whole number' }],
    ['a million bedrooms', { bedrooms: 1e6 }, { bedrooms: 'Please enter at most 1,000' }],
    ['bathrooms as text', { bathrooms: '1' }, { bathrooms: 'Number of bathrooms is required' }],
    ['a negative rent', { rent: -1 }, { rent: 'Rent amount is required' }],
    ['a rent of 12.345', { rent: 12.345 }, { rent: 'Pence are whole numbers' }],
    ['more rent than there is', { rent: 1e10 }, { rent: 'The most we can keep is £99,999,999.99' }],
    ['a rent beyond all numbers', { rent: 1e300 }, { rent: 'Pence are whole numbers' }],
    ['rent as text', { rent: '1000' }, { rent: 'Rent amount is required' }],
    ['a status of its own', { status: 'haunted' }, { status: 'Status is required' }],
    [
      'a novel for a description',
      { description: 'x'.repeat(2001) },
      { description: 'Please keep this to 2,000 characters' },
    ],
  ])('%s is refused in words, and nothing is kept', async (_, wrong, fields) => {
    expect(await refusedFields(wrong)).toEqual(fields);
  });

  it('is named field by field, all at once', async () => {
    const { fields } = await cleo.post('/api/properties', {});
    expect(Object.keys(fields)).toEqual([
      'address',
      'city',
      'postalCode',
      'propertyType',
      'bedrooms',
      'bathrooms',
      'rent',
    ]);
  });

  it.each(['NaN', 'Infinity', '1e999'])('%s for a rent is refused', async (rent) => {
    const body = JSON.stringify(newProperty({ rent: 7 })).replace('"rent":7', `"rent":${rent}`);
    expect((await cleo.send('POST', '/api/properties', { body })).status).toBeOneOf([400, 422]);
  });
});

/** A sentence of zod's own. */
const SOMETHING: unknown = expect.any(String);
const DATE = 'Please enter a date';
const YEAR = 'Please enter a year between 1900 and 2200';
const AMOUNT = 'Please enter an amount of 0 or more';
const PENCE = 'Pence are whole numbers';
const MAX = 'The most we can keep is £99,999,999.99';
const NOT_TEXT = 'This contains characters that cannot be stored';
const LONGER = (most: string) => `Please keep this to ${most} characters`;

describe('what cannot be its keys, its guarantor or its photo', () => {
  it.each([
    [{ keyType: 'x'.repeat(101) }, LONGER('100')],
    [{ keyCode: 'x'.repeat(101) }, LONGER('100')],
    [{ keyCode: '47\0' }, NOT_TEXT],
    [{ keysAmount: -1 }, 'Please enter 0 or more'],
    [{ keysAmount: 1.5 }, 'Please enter a whole number'],
    [{ keysAmount: 1001 }, 'Please enter at most 1,000'],
    [{ keysAmount: '3' }, 'Please enter a number'],
    [{ guarantorName: 'x'.repeat(201) }, LONGER('200')],
    [{ guarantorName: 'A\nB' }, 'Please keep this to one line'],
    [{ guarantorAddress: 'x'.repeat(501) }, LONGER('500')],
    [{ guarantorPhone: '0'.repeat(51) }, LONGER('50')],
    [{ guarantorAltContact: 'x'.repeat(201) }, LONGER('200')],
    [{ imageUrl: 'https://elsewhere.example/cat.jpg' }, 'Please upload the file again'],
    [{ imageUrl: `/api/files/property-invoices/${cleo.id}/x.jpg` }, 'Please upload the file again'],
    [{ imageUrl: `/api/files/property_images/${cleo.id}/../x.jpg` }, 'Please upload the file again'],
  ])('%j is refused', async (wrong, sentence) => {
    expect(await refusedFields(wrong)).toEqual({ [`${Object.keys(wrong)[0]}`]: sentence });
  });
});

describe('what cannot be a certificate', () => {
  it.each([
    [{ name: '' }, 'Certificate name is required'],
    [{ name: '  ' }, 'Certificate name is required'],
    [{ name: 'x'.repeat(201) }, LONGER('200')],
    [{ name: 'a\0b' }, NOT_TEXT],
    [{ issueDate: '2026-02-29' }, DATE],
    [{ issueDate: '0000-01-01' }, YEAR],
    [{ issueDate: '1899-12-31' }, YEAR],
    [{ issueDate: 20260301 }, DATE],
    [{ expirationDate: '9999-12-31' }, YEAR],
    [{ expirationDate: '2201-01-01' }, YEAR],
    [{ expirationDate: '28/02/2027' }, DATE],
    [{ expirationDate: '2027-02-28T00:00:00Z' }, DATE],
    [{ renewalFrequency: 'Fortnightly' }, 'Please choose how often it is renewed'],
    [{ cost: -1 }, AMOUNT],
    [{ cost: 12.345 }, PENCE],
    [{ cost: '85.50' }, AMOUNT],
    [{ cost: 1e10 }, MAX],
    [{ providerName: 'x'.repeat(201) }, LONGER('200')],
    [{ notes: 'x'.repeat(2001) }, LONGER('2,000')],
    [{ notes: 'half \ud83d' }, NOT_TEXT],
    [{ complianceItem: 'alarms' }, SOMETHING],
    [{ id: 'x' }, SOMETHING],
  ])('%j is refused, beside its field', async (wrong, sentence) => {
    const field = `certificates.1.${Object.keys(wrong)[0]}`;
    expect(await refusedFields({ certificates: [newCertificate(), { ...newCertificate(), ...wrong }] })).toEqual({
      [field]: sentence,
    });
  });

  it('one more than 200 is refused, and so are 1,001 removals', async () => {
    const certificates = Array.from({ length: 201 }, () => ({ name: 'x' }));
    expect(await refusedFields({ certificates })).toEqual({ certificates: 'Please keep this to 200 certificates' });
    const removedCertificates = Array(1001).fill(house.id);
    expect(await refusedFields({ removedCertificates })).toEqual({ removedCertificates: SOMETHING });
  });
});

describe('what cannot be an invoice', () => {
  it.each([
    [{ invoiceDate: '2026-02-29' }, DATE],
    [{ invoiceDate: '0000-01-01' }, YEAR],
    [{ amount: -1 }, AMOUNT],
    [{ amount: 0.5 }, PENCE],
    [{ amount: 1e10 }, MAX],
    [{ description: 'x'.repeat(501) }, LONGER('500')],
    [{ description: 'a\nb' }, 'Please keep this to one line'],
    [{ description: 'a\0b' }, NOT_TEXT],
  ])('%j is refused, beside its field', async (wrong, sentence) => {
    expect(await refusedFields({ invoices: [wrong] })).toEqual({ [`invoices.0.${Object.keys(wrong)[0]}`]: sentence });
  });

  it('one more than 500 is refused', async () => {
    const invoices = Array.from({ length: 501 }, () => ({}));
    expect(await refusedFields({ invoices })).toEqual({ invoices: 'Please keep this to 500 invoices' });
  });
});

describe('what cannot be said of compliance', () => {
  it.each([
    ['gasSafety', { expiryDate: '2026-02-29' }, DATE],
    ['energyPerformance', { rating: 'H' }, 'Please choose a rating'],
    ['electricalSafety', { expiryDate: '0000-01-01' }, YEAR],
    ['alarms', { lastChecked: '9999-12-31' }, YEAR],
    ['alarms', { notApplicable: '' }, 'Please say why this does not apply'],
    ['alarms', { notApplicable: '   ' }, 'Please say why this does not apply'],
    ['alarms', { notApplicable: 'x'.repeat(501) }, LONGER('500')],
    ['alarms', { notApplicable: 'a\0b' }, NOT_TEXT],
    ['depositProtection', { scheme: 'x'.repeat(201) }, LONGER('200')],
    ['depositProtection', { reference: 'x'.repeat(101) }, LONGER('100')],
    ['hhsrs', { lastInspection: 'yesterday' }, DATE],
    ['hhsrs', { completed: 'yes' }, SOMETHING],
    ['propertyLicensing', { number: 'x'.repeat(101) }, LONGER('100')],
    ['tenancyAgreement', { agreementDate: '2025-11-31' }, DATE],
    ['landlordInsurance', { provider: 'a\0b' }, NOT_TEXT],
    ['landlordInsurance', { policyNumber: 'x'.repeat(101) }, LONGER('100')],
    ['landlordInsurance', { notes: 'x'.repeat(2001) }, LONGER('2,000')],
  ] as const)('of %s: %j is refused, beside its field', async (item, wrong, sentence) => {
    const compliance = newCompliance();
    const field = `compliance.${item}.${Object.keys(wrong)[0]}`;
    expect(await refusedFields({ compliance: { ...compliance, [item]: { ...compliance[item], ...wrong } } })).toEqual({
      [field]: sentence,
    });
  });
});
