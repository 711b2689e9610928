/** Where each field of the tenant form lies, so that whoever gets it wrong is led there. */
import { describe, expect, it } from 'vitest';
import { placeOf, tabOf } from './form-tabs.ts';
import { FIELD_LABELS } from './labels.ts';

describe('the tabs of the tenant form', () => {
  it('keep the four fields of the guarantor apart from all others', () => {
    const fields = Object.keys(FIELD_LABELS);
    const guarantors = fields.filter((field) => tabOf(field) === 'guarantor-details');
    expect(guarantors).toEqual(['guarantorName', 'guarantorAddress', 'guarantorPhone', 'guarantorAltContact']);
  });

  it('are told by their names', () => {
    expect([placeOf('leaseEnd'), placeOf('guarantorName')]).toEqual(['Tenant Details', 'Guarantor Details']);
  });
});
