import { describe, expect, it } from 'vitest';
import { newCertificate } from '../../../../test/fixtures/make.ts';
import { certificateRecord, propertyRecord } from '../../../../test/fixtures/property-record.ts';
import { COMPLIANCE_ITEMS, NO_COMPLIANCE } from '../../compliance/compliance.ts';
import { complianceState } from '../../compliance/standing.ts';
import { CERTIFICATE } from '../documents.ts';
import { PropertyForm } from '../property.ts';
import { BLANK_PROPERTY, complianceSoFar, toFormValues, withoutCertifiedDates } from './form.ts';

const file = {
  url: '/api/files/property-certificates/00000000-0000-4000-8000-0000000000ff/certificate_1.pdf',
  name: 'gas.pdf',
  contentType: 'application/pdf',
  bytes: 5,
};

describe('the form', () => {
  it('returns an unchanged property with every part', () => {
    const home = propertyRecord({
      bedrooms: 1000,
      bathrooms: 0,
      rent: 115_050,
      keyType: 'Yale',
      keysAmount: 3,
      guarantorName: 'Ann',
      status: 'occupied',
      chosenStatus: 'vacant',
      certificates: [certificateRecord({ id: '00000000-0000-4000-8000-00000000000a', file, cost: null })],
    });
    const { id, state, dateAdded, version, chosenStatus } = home; // the form does not have these
    const back = {
      ...PropertyForm.parse(toFormValues(home)),
      tenants: [],
      ends: {},
      id,
      state,
      dateAdded,
      version,
      chosenStatus,
    };
    // The form shows and sends the chosen status, not the derived one.
    expect(back).toEqual({ ...home, status: 'vacant', removedCertificates: [], removedInvoices: [] });
  });

  it('lists all required fields when empty', () => {
    const { error } = PropertyForm.safeParse({ ...BLANK_PROPERTY, certificates: [CERTIFICATE.blank] });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Address must be at least 5 characters',
      'City is required',
      'Valid postal code is required',
      'Property type is required',
      'Number of bedrooms is required',
      'Number of bathrooms is required',
      'Rent amount is required',
      'Certificate name is required',
    ]);
  });

  it('requires a reason if an item does not apply', () => {
    const typed = toFormValues(propertyRecord());
    typed.compliance.gasSafety.notApplicable = '  ';
    const { error } = PropertyForm.safeParse(typed);
    expect(error?.issues).toMatchObject([
      { path: ['compliance', 'gasSafety', 'notApplicable'], message: 'Enter why this does not apply' },
    ]);
  });
});

describe('the checklist of the form', () => {
  it('has a state for typed values, even if invalid', () => {
    const typed = structuredClone(BLANK_PROPERTY.compliance);
    expect(complianceSoFar(typed)).toEqual(NO_COMPLIANCE);
    typed.gasSafety.expiryDate = '2026-11-20';
    typed.alarms.notApplicable = '';
    typed.depositProtection.scheme = 'x'.repeat(1000);
    const soFar = { compliance: complianceSoFar(typed), certificates: [], today: '2026-11-21' };
    const states = COMPLIANCE_ITEMS.map((item) => complianceState(item, soFar).state);
    const none = 'not_recorded';
    expect(states).toEqual(['expired', none, none, 'not_applicable', 'incomplete', none, none, none, none]);
  });

  it('sends a date from a certificate only on the certificate', () => {
    const certificates = [{ ...newCertificate({ complianceItem: 'gasSafety' }), cost: '' }];
    const filled = PropertyForm.parse({ ...toFormValues(propertyRecord()), certificates });
    const { gasSafety } = filled.compliance;
    expect(gasSafety.expiryDate).not.toBeNull();
    expect(withoutCertifiedDates(filled)).toEqual({
      ...filled,
      compliance: { ...filled.compliance, gasSafety: { ...gasSafety, expiryDate: null } },
    });
  });
});
