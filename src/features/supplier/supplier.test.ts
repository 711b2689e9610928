/** What may be a supplier, in the sentences that stand beside the fields: the form and the API agree. */
import { describe, expect, it } from 'vitest';
import { newSupplier } from '../../../test/make.ts';
import { SERVICE_TYPES, SUPPLIER_LIST, SupplierInput } from './supplier.ts';

const REQUIRED = {
  name: 'Name is required',
  email: 'Valid email is required',
  phone: 'Phone number is required',
  serviceType: 'Service type is required',
  contactPerson: 'Contact person name is required',
  address: 'Address is required',
};
const LONGER = (most: string) => `Please keep this to ${most} characters`;
const NOT_TEXT = 'This contains characters that cannot be stored';

/** The first sentence of each field; empty where all is well. */
function sentences(schema: typeof SupplierInput, given: object): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(given).error?.issues ?? []) fields[path.join('.')] ??= message;
  return fields;
}

describe('a supplier', () => {
  it('needs six things, and says so beside each', () => {
    const empty = Object.fromEntries(Object.keys(REQUIRED).map((field) => [field, '']));
    for (const schema of [SupplierInput]) expect(sentences(schema, empty)).toEqual(REQUIRED);
    expect(sentences(SupplierInput, {})).toEqual(REQUIRED);
  });

  it('needs no more than that', () => {
    const least = { ...newSupplier(), website: undefined, notes: undefined };
    expect(SupplierInput.parse(least)).toEqual({
      ...least,
      website: '',
      notes: '',
      logo: null,
      addedProperties: [],
      removedProperties: [],
    });
  });

  it.each([
    ['name', ' A ', 'AB', REQUIRED.name],
    ['phone', ' 12345 ', '123456', REQUIRED.phone],
    ['contactPerson', ' A ', 'AB', REQUIRED.contactPerson],
    ['address', ' 1 Qu ', '1 Qua', REQUIRED.address],
    ['name', 'x'.repeat(201), 'x'.repeat(200), LONGER('200')],
    ['phone', '0'.repeat(51), '0'.repeat(50), LONGER('50')],
    ['contactPerson', 'x'.repeat(201), 'x'.repeat(200), LONGER('200')],
    ['address', 'x'.repeat(501), 'x'.repeat(500), LONGER('500')],
    ['notes', 'x'.repeat(2001), 'x'.repeat(2000), LONGER('2,000')],
    ['name', 'Pike\nSons', 'Pike Sons', 'Please keep this to one line'],
    ['phone', '0117\n496', '0117 496', 'Please keep this to one line'],
    ['contactPerson', 'Mary\rPike', 'Mary Pike', 'Please keep this to one line'],
    ['name', 'Pi\0ke', 'Pike', NOT_TEXT],
    ['address', '1 Quay\ud83d', '1 Quay\n🏠', NOT_TEXT],
    ['notes', 'a\u0007b', 'a\n\tb', NOT_TEXT],
    ['email', 'mary', 'mary@pike.example', REQUIRED.email],
    ['email', 'mary@pike', ' mary@pike.example ', REQUIRED.email],
    ['email', 'Mary Pike <mary@pike.example>', 'MARY@PIKE.EXAMPLE', REQUIRED.email],
    ['email', 'mary@pike.example, roy@pike.example', 'mary+roy@pike.example', REQUIRED.email],
    ['email', `${'x'.repeat(245)}@a.example`, `${'x'.repeat(60)}@a.example`, REQUIRED.email],
    ['website', 'not a website', 'pike.example', 'Valid website URL is required'],
    ['serviceType', 'Taxidermy', 'Pest Control', REQUIRED.serviceType],
    ['serviceType', 'plumbing', 'Plumbing', REQUIRED.serviceType],
  ] as const)('whose %s is %j is refused, and taken with %j', (field, wrong, right, sentence) => {
    for (const schema of [SupplierInput]) {
      expect(sentences(schema, newSupplier({ [field]: wrong }))).toEqual({ [field]: sentence });
      expect(sentences(schema, newSupplier({ [field]: right }))).toEqual({});
    }
    expect(SupplierInput.parse(newSupplier({ [field]: right }))[field]).toBe(right.trim());
  });

  it.each([12, null, ['x'], {}, true])('of which all is %j is refused in the same sentences', (wrong) => {
    const all = Object.fromEntries(Object.keys(REQUIRED).map((field) => [field, wrong]));
    expect(sentences(SupplierInput, all)).toEqual(REQUIRED);
  });

  it('has one of the twelve service types of the specification', () => {
    expect(SERVICE_TYPES.join(', ')).toBe(
      'Plumbing, Electrical, HVAC, Cleaning, Landscaping, General Maintenance, Locksmith, Pest Control, Painting, Roofing, Carpentry, Flooring',
    );
  });

  it.each([
    'https://elsewhere.example/cat.jpg',
    '/api/files/property_images/3f0e2a6e-58c5-4b9e-9a5e-0123456789ab/x.jpg',
    '/api/files/supplier_images/3f0e2a6e-58c5-4b9e-9a5e-0123456789ab/../x.jpg',
    '/api/files/supplier_images/x.jpg',
    '',
  ])('has no logo that lies at %j', (logo) => {
    expect(sentences(SupplierInput, newSupplier({ logo }))).toEqual({ logo: 'Please upload the file again' });
  });
});

describe('a list of suppliers', () => {
  it('asked for nothing is all of them, by name', () => {
    expect(SUPPLIER_LIST.query.parse({})).toEqual({ q: '', sort: 'name' });
  });
});
