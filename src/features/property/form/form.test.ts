/** A property in its form: every field as text, and back again. */
import { describe, expect, it } from 'vitest';
import { newCertificate } from '../../../../test/make.ts';
import { certificateRecord, invoiceRecord, propertyRecord } from '../../../../test/property-record.ts';
import { COMPLIANCE_ITEMS, complianceState, NO_COMPLIANCE } from '../compliance/compliance.ts';
import { CERTIFICATE } from '../papers.ts';
import { PropertyForm, type PropertyRecord } from '../property.ts';
import {
  BLANK_PROPERTY,
  complianceSoFar,
  type PropertyFormOutput,
  type PropertyFormValues,
  propertyDifferences,
  rebase,
  toFormValues,
  withDatesKeptOnce,
} from './form.ts';

const file = {
  url: '/api/files/property-certificates/00000000-0000-4000-8000-0000000000ff/certificate_1.pdf',
  name: 'gas.pdf',
  contentType: 'application/pdf',
  bytes: 5,
};

describe('the form', () => {
  it('filled with a property gives the same property back, with every part', () => {
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
    const { id, state, dateAdded, version, chosenStatus } = home; // these are not the form's
    const back = { ...PropertyForm.parse(toFormValues(home)), id, state, dateAdded, version, chosenStatus };
    // Who lives there is not the form's to say: it shows and sends what the landlord set.
    expect(back).toEqual({ ...home, status: 'vacant', removedCertificates: [], removedInvoices: [] });
  });

  it('left empty names everything that is required', () => {
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

  it('asks for the reason why something does not apply', () => {
    const typed = toFormValues(propertyRecord());
    typed.compliance.gasSafety.notApplicable = '  ';
    const { error } = PropertyForm.safeParse(typed);
    expect(error?.issues).toMatchObject([
      { path: ['compliance', 'gasSafety', 'notApplicable'], message: 'Please say why this does not apply' },
    ]);
  });
});

describe('the checklist of the form', () => {
  it('has a state for what was typed so far, also where it could not be saved yet', () => {
    const typed = structuredClone(BLANK_PROPERTY.compliance);
    expect(complianceSoFar(typed)).toEqual(NO_COMPLIANCE);
    typed.gasSafety.expiryDate = '2026-11-20';
    typed.alarms.notApplicable = '';
    typed.depositProtection.scheme = 'x'.repeat(1000);
    const soFar = { compliance: complianceSoFar(typed), certificates: [], today: '2026-11-21' };
    const states = COMPLIANCE_ITEMS.map((item) => complianceState(item, soFar).state);
    const none = 'not_recorded';
    expect(states).toEqual(['expired', none, none, 'not_applicable', 'recorded', none, none, none, none]);
  });

  it('sends a date that a certificate gives once, on the certificate', () => {
    const certificates = [{ ...newCertificate({ complianceItem: 'gasSafety' }), cost: '' }];
    const filled = PropertyForm.parse({ ...toFormValues(propertyRecord()), certificates });
    const { gasSafety } = filled.compliance;
    expect(gasSafety.expiryDate).not.toBeNull();
    expect(withDatesKeptOnce(filled)).toEqual({
      ...filled,
      compliance: { ...filled.compliance, gasSafety: { ...gasSafety, expiryDate: null } },
    });
  });
});

const home = propertyRecord();
const [gas, epc] = home.certificates as [PropertyRecord['certificates'][0], PropertyRecord['certificates'][0]];
const NEW_ID = '00000000-0000-4000-8000-0000000000d1';

/** The output of a form that was opened on `home`. */
function mine(change: Partial<PropertyFormValues> = {}): PropertyFormOutput {
  return PropertyForm.parse({ ...toFormValues(home), ...change });
}

const newRow = { ...CERTIFICATE.blank, name: 'Fire alarm test', cost: '25' };
const theSameRow = certificateRecord({
  id: NEW_ID,
  name: 'Fire alarm test',
  cost: 2_500,
  issueDate: null,
  expirationDate: null,
  providerName: '',
  notes: '',
});

function differ(yours: PropertyFormOutput, theirs: PropertyRecord) {
  return propertyDifferences(rebase(yours, theirs), theirs);
}

describe('two versions of a property', () => {
  it('do not differ when they say the same, whoever has moved in', () => {
    expect(differ(mine(), { ...home, status: 'occupied', version: 4 })).toEqual([]);
  });

  it('differ in the fields that differ, in words', () => {
    const other = { rent: 120_000, chosenStatus: 'occupied', status: 'occupied', description: '' } as const;
    expect(differ(mine({ keysAmount: '2' }), { ...home, ...other })).toEqual([
      { label: 'Status', yours: 'Vacant', theirs: 'Occupied' },
      { label: 'Rent per month', yours: '£1,450.00', theirs: '£1,200.00' },
      { label: 'Description', yours: 'A terrace near the park.', theirs: '' },
      { label: 'Keys Amount', yours: '2', theirs: '' },
    ]);
  });

  it('differ in the fields of a certificate and of an invoice that both have', () => {
    const [invoice] = home.invoices as [PropertyRecord['invoices'][0]];
    const theirs = {
      ...home,
      certificates: [{ ...gas, expirationDate: '2028-01-02', cost: null, complianceItem: 'gasSafety' as const }, epc],
      invoices: [{ ...invoice, amount: 99 }],
    };
    expect(differ(mine(), theirs)).toEqual([
      { label: 'Certificate “Gas Safety Record”: Expiration Date', yours: '28 Feb 2027', theirs: '02 Jan 2028' },
      { label: 'Certificate “Gas Safety Record”: Cost', yours: '£85.50', theirs: '' },
      { label: 'Certificate “Gas Safety Record”: Sets the expiry date of', yours: '', theirs: 'Gas Safety' },
      { label: 'Invoice “Boiler service”: Amount', yours: '£120.49', theirs: '£0.99' },
    ]);
  });

  it('differ in another file of the same name', () => {
    const file = { url: '/a', name: 'gas.pdf', contentType: 'application/pdf', bytes: 1 };
    const opened = { ...home, certificates: [{ ...gas, file }] };
    const yours = { ...mine(), certificates: [{ ...gas, file }] };
    expect(differ(yours, opened)).toEqual([]);
    expect(differ(yours, { ...home, certificates: [{ ...gas, file: { ...file, url: '/b' } }] })).toHaveLength(1);
  });

  it('differ in the items of the checklist', () => {
    const { gasSafety, alarms } = home.compliance;
    const compliance = {
      ...home.compliance,
      gasSafety: { ...gasSafety, expiryDate: '2026-01-02', completed: false },
      alarms: { ...alarms, notApplicable: 'None here.' },
    };
    expect(differ(mine(), { ...home, compliance })).toEqual([
      { label: 'Gas Safety: Completed', yours: 'Yes', theirs: 'No' },
      { label: 'Gas Safety: Expiry Date', yours: '28 Feb 2027', theirs: '02 Jan 2026' },
      { label: 'Smoke and CO Alarms: Not Applicable', yours: '', theirs: 'None here.' },
    ]);
  });

  it('say which rows only one of them has', () => {
    const yours = mine({
      certificates: [...toFormValues(home).certificates.filter(({ id }) => id !== gas.id), newRow],
      removedCertificates: [gas.id],
    });
    const theirs = {
      ...home,
      certificates: [gas],
      invoices: [...home.invoices, invoiceRecord({ id: NEW_ID, description: '' })],
    };
    expect(differ(yours, theirs)).toEqual([
      { label: 'Certificate “EPC”', yours: 'Is there', theirs: 'Is not there' },
      { label: 'Certificate “Fire alarm test”', yours: 'Is there', theirs: 'Is not there' },
      { label: 'Certificate “Gas Safety Record”', yours: 'Removed', theirs: 'Is there' },
      { label: 'Invoice of 04 May 2026', yours: 'Not in yours; it stays', theirs: 'Added by them' },
    ]);
  });

  it('number the rows that are called the same', () => {
    const theirs = {
      ...home,
      certificates: [...home.certificates, certificateRecord({ id: NEW_ID }), certificateRecord({ id: home.id })],
    };
    expect(differ(mine(), theirs).map(({ label }) => label)).toEqual([
      'Certificate “Gas Safety Record”',
      'Certificate “Gas Safety Record” (2)',
    ]);
  });
});

describe('a form saved over a later version', () => {
  it('sends what they removed as new, so that it is not lost', () => {
    const { certificates } = rebase(mine(), { ...home, certificates: [epc] });
    expect(certificates).toMatchObject([{ name: 'Gas Safety Record' }, { id: epc.id, name: 'EPC' }]);
    expect(certificates[0]?.id).toBeUndefined();
  });

  it('does not add again what a save without an answer has added', () => {
    const yours = mine({ certificates: [...toFormValues(home).certificates, newRow, newRow] });
    const theirs = { ...home, certificates: [...home.certificates, theSameRow] };
    const ids = rebase(yours, theirs).certificates.map(({ id }) => id);
    expect(ids).toEqual([gas.id, epc.id, NEW_ID, undefined]);
    const once = mine({ certificates: [...toFormValues(home).certificates, newRow] });
    expect(differ(once, theirs)).toEqual([]);
  });

  it('takes no row of theirs for its own that says something else, or that it removes', () => {
    const yours = mine({ certificates: [newRow], removedCertificates: [gas.id, epc.id, NEW_ID] });
    expect(rebase(yours, { ...home, certificates: [theSameRow] }).certificates[0]?.id).toBeUndefined();
    const other = { ...theSameRow, cost: 2_501 };
    expect(
      rebase(mine({ certificates: [newRow] }), { ...home, certificates: [other] }).certificates[0]?.id,
    ).toBeUndefined();
  });
});
