import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newSupplier } from '../../../test/fixtures/make.ts';
import { propertiesLine, TEXTS } from './listed.ts';
import { deletionSummary, SUPPLIER, SUPPLIER_FORM, SupplierInput } from './supplier.ts';

it.each([
  ['S2.2.7', TEXTS.searchPlaceholder, 'Search suppliers...'],
  ['S2.2.13', `${propertiesLine(1)}, ${propertiesLine(0)}`, '1 Property, 0 Properties'],
  ['S2.2.22', TEXTS.noWebsite, 'Not provided'],
  ['S2.2.24', TEXTS.noNotes, 'No notes available.'],
  [
    'S2.9.2',
    SUPPLIER.shape.serviceType.options.map(({ label }) => label).join(', '),
    'Plumbing, Electrical, HVAC, Cleaning, Landscaping, General Maintenance, Locksmith, Pest Control, Painting, Roofing, Carpentry, Flooring',
  ],
])('%s: %s', (_, text, specified) => {
  expect(text).toBe(specified);
});

it.each([
  ['S2.5.1', 'name', 'A', 'AB', 'Name is required'],
  ['S2.5.2', 'email', 'mary@pike', 'mary@pike.example', 'Valid email is required'],
  ['S2.5.3', 'phone', '12345', '123456', 'Phone number is required'],
  ['S2.5.4', 'serviceType', '', 'Pest Control', 'Service type is required'],
  ['S2.5.5', 'address', '1 Qu', '1 Qua', 'Address is required'],
  ['S2.5.7', 'contactPerson', 'A', 'AB', 'Contact person name is required'],
  ['S2.5.8', 'website', 'not a website', '', 'Valid website URL is required'],
] as const)('%s: the form rejects %s %j, and accepts %j', (_, field, wrong, right, sentence) => {
  const { form } = SUPPLIER.shape[field];
  expect(form.safeParse(wrong).error?.issues[0]?.message).toBe(sentence);
  expect(form.safeParse(right).success).toBe(true);
});

it('requires neither website, notes nor logo (S2.5.6, S2.5.9)', () => {
  const least = { ...newSupplier(), website: undefined, notes: undefined };
  expect(SupplierInput.parse(least)).toMatchObject({ website: '', notes: '', logo: null });
});

it('lists the links and files deleted with it', () => {
  expect(deletionSummary({ properties: 3, logo: '/x' })).toBe('3 property links and 1 file will be deleted too.');
  expect(deletionSummary({ properties: 0, logo: null }, true)).toBe('');
});

describe('a form on a supplier', () => {
  const { schema, record, toForm, toInput, merge, overwrite } = SUPPLIER_FORM;
  const property = (address: string) => ({ id: randomUUID(), address, city: 'Bath' });
  const [mill, quay, dock] = [property('Mill'), property('Quay'), property('Dock')];
  const base = record.parse({
    ...newSupplier({ logo: null }),
    id: randomUUID(),
    properties: 1,
    servicedProperties: [mill],
    dateAdded: '2026-11-21T12:00:00.000Z',
    version: 2,
  });
  const filled = (typed: object) => schema.parse({ ...toForm(base), ...typed });

  it('merges links changed by two people without asking', () => {
    const mine = filled({ name: 'Pike', addedProperties: [quay], removedProperties: [mill.id] });
    const theirs = { ...base, name: 'Perch', phone: '01234 567890', servicedProperties: [quay, dock] };
    const { merged, questions, taken } = merge({ base, mine, theirs });
    expect(toInput(merged)).toMatchObject({ addedProperties: [quay.id], removedProperties: [mill.id] });
    expect(merged.phone).toBe('01234 567890');
    expect(questions).toMatchObject([{ label: 'Company Name', yours: 'Pike', theirs: 'Perch' }]);
    expect(taken).toEqual(['Phone', 'Properties Serviced']);
    expect(merge({ base, mine, theirs: { ...base, servicedProperties: [quay] } }).taken).toEqual([]);
  });

  it('removes links missing from the form when an earlier save is overwritten', () => {
    expect(
      toInput(overwrite(filled({ addedProperties: [quay] }), { ...base, servicedProperties: [mill, quay] })),
    ).toMatchObject({ addedProperties: [quay.id], removedProperties: [mill.id] });
  });
});
