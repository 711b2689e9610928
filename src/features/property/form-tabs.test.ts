/** Where each field of the property form lies. */
import { describe, expect, it } from 'vitest';
import { FORM_TABS, placeOf, tabOf } from './form-tabs.ts';

describe('the tabs of the property form', () => {
  it('are called as the specification calls them, in its order', () => {
    expect(FORM_TABS.map(({ label }) => label).join(', ')).toBe(
      'Basic Details, Keys, Guarantor, Certificates, Compliance, Invoices',
    );
  });

  it('hold every field', () => {
    expect(
      [
        'address',
        'imageUrl',
        'keysAmount',
        'guarantorPhone',
        'certificates.2.name',
        'compliance.alarms.notes',
        'invoices.0.file',
      ].map(tabOf),
    ).toEqual(['basic-details', 'basic-details', 'keys', 'guarantor', 'certificates', 'compliance', 'invoices']);
  });

  it('say where a field stands', () => {
    expect(['rent', 'certificates.1.name', 'compliance.gasSafety.notes'].map(placeOf)).toEqual([
      'Basic Details',
      'Certificates, row 2',
      'Compliance, Gas Safety',
    ]);
  });
});
