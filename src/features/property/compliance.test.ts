import { describe, expect, it } from 'vitest';
import { newCompliance } from '../../../test/fixtures/make.ts';
import {
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  ComplianceInput,
  enteredItems,
  ITEM_FIELDS,
  NO_COMPLIANCE,
} from '../compliance/compliance.ts';
import { type ComplianceItem, complianceMarks } from '../compliance/marks.ts';
import {
  type ComplianceState,
  complianceState,
  complianceSummary,
  itemFacts,
  stateWords,
  summaryLine,
} from '../compliance/standing.ts';
import { certificateLine } from './detail/detail-lines.ts';
import { CertificateInput, itemNamed } from './documents.ts';

const today = '2026-11-21';
const nothing = { compliance: NO_COMPLIANCE, certificates: [], today };
const gasUntil = (expiryDate: string) => ComplianceInput.parse({ ...NO_COMPLIANCE, gasSafety: { expiryDate } });

describe('the nine items', () => {
  it.each<[string, ComplianceItem, string, string]>([
    ['S1.3.11', 'gasSafety', 'Gas safety', 'Expiry date'],
    ['S1.3.12', 'energyPerformance', 'Energy performance (EPC)', 'Expiry date, Rating'],
    ['S1.3.13', 'electricalSafety', 'Electrical safety', 'Expiry date'],
    ['S1.3.14', 'alarms', 'Smoke and CO alarms', 'Last checked'],
    ['S1.3.15', 'depositProtection', 'Deposit protection', 'Scheme, Reference, Protection date'],
    ['S1.3.16', 'hhsrs', 'Health and safety rating (HHSRS)', 'Last inspection'],
    ['S1.3.17', 'propertyLicensing', 'Property licensing', 'Licence number, Expiry date'],
    ['S1.3.18', 'tenancyAgreement', 'Tenancy agreement', 'Agreement date'],
    ['S1.3.19', 'landlordInsurance', 'Landlord insurance', 'Provider, Policy number, Expiry date'],
  ])('%s: %s has the label %s and the additional fields %s', (_, item, label, fields) => {
    expect(COMPLIANCE_LABELS[item]).toBe(label);
    const labels = Object.values(ITEM_FIELDS[item].shape).map((field) => field.label);
    expect(labels.join(', ')).toBe(`Completed, ${fields}, Notes, Not applicable`);
  });

  it('can each be empty, but not omitted', () => {
    expect(COMPLIANCE_ITEMS).toHaveLength(9);
    expect(ComplianceInput.safeParse({}).success).toBe(false);
    expect(ComplianceInput.shape.energyPerformance.parse({ rating: '' }).rating).toBeNull();
  });
});

describe('the state of an item', () => {
  it.each([
    ['2026-11-20', today, 'expired'],
    ['2026-11-21', today, 'expiring'],
    ['2027-01-20', today, 'expiring'],
    ['2027-01-21', today, 'valid'],
    // Across the clock changes on 29 March and 25 October.
    ['2026-05-01', '2026-03-02', 'expiring'],
    ['2026-05-01', '2026-03-01', 'valid'],
    ['2026-11-30', '2026-10-01', 'expiring'],
    ['2026-11-30', '2026-09-30', 'valid'],
  ])('that expires on %s is, on %s, %s', (day, on, state) => {
    expect(complianceState('gasSafety', { ...nothing, compliance: gasUntil(day), today: on })).toEqual({ state, day });
  });

  it('is calculated for all nine, ticked or not', () => {
    const compliance = newCompliance({
      energyPerformance: { ...NO_COMPLIANCE.energyPerformance, expiryDate: '2026-11-20' },
      propertyLicensing: { ...NO_COMPLIANCE.propertyLicensing, expiryDate: '2026-12-01' },
      hhsrs: { ...NO_COMPLIANCE.hhsrs, lastInspection: '2026-06-15' },
    });
    const states = COMPLIANCE_ITEMS.map((name) => complianceState(name, { ...nothing, compliance }));
    expect(Object.fromEntries(COMPLIANCE_ITEMS.map((name, index) => [name, states[index]]))).toEqual({
      gasSafety: { state: 'valid', day: '2027-02-28' },
      energyPerformance: { state: 'expired', day: '2026-11-20' },
      electricalSafety: { state: 'valid', day: '2029-01-31' },
      alarms: { state: 'recorded', day: '2026-09-30' },
      depositProtection: { state: 'recorded', day: '2025-11-20' },
      hhsrs: { state: 'recorded', day: '2026-06-15' },
      propertyLicensing: { state: 'expiring', day: '2026-12-01' },
      tenancyAgreement: { state: 'recorded', day: '2025-11-01' },
      landlordInsurance: { state: 'valid', day: '2027-04-05' },
    });
    for (const name of COMPLIANCE_ITEMS) expect(complianceState(name, nothing)).toEqual({ state: 'not_recorded' });
  });

  const older = { complianceItem: 'gasSafety', expirationDate: '2025-06-01' } as const;
  const latest = { complianceItem: 'gasSafety', expirationDate: '2027-06-01' } as const;
  it.each([
    ['the latest linked certificate', [older, latest], { state: 'valid', day: '2027-06-01' }],
    ['its own date, of an undated one', [{ ...older, expirationDate: null }], { state: 'expired', day: '2026-01-01' }],
    ['its own date, of others', [{ ...latest, complianceItem: null }], { state: 'expired', day: '2026-01-01' }],
  ])('comes from %s', (_, certificates, state) => {
    const compliance = gasUntil('2026-01-01');
    expect(complianceState('gasSafety', { ...nothing, compliance, certificates })).toEqual(state);
  });

  it('is not applicable if there is a reason', () => {
    const compliance = ComplianceInput.parse({ ...NO_COMPLIANCE, gasSafety: { notApplicable: 'All electric' } });
    const certificates = [{ complianceItem: 'gasSafety' as const, expirationDate: '2025-01-01' }];
    expect(complianceState('gasSafety', { compliance, certificates, today })).toEqual({
      state: 'not_applicable',
      reason: 'All electric',
    });
  });

  it.each<[ComplianceItem, object, string]>([
    ['landlordInsurance', { provider: 'Aviva', completed: true }, 'Expiry date missing'],
    ['depositProtection', { scheme: 'TDS', reference: '88213407', completed: true }, 'Protection date missing'],
    ['depositProtection', { protectionDate: '2026-10-01' }, 'Protected 01 Oct 2026'],
    ['tenancyAgreement', { agreementDate: '2026-10-01' }, 'Not marked as completed'],
    ['tenancyAgreement', { completed: true }, 'Agreement date missing'],
    ['tenancyAgreement', { agreementDate: '2026-10-01', completed: true }, 'Agreed 01 Oct 2026'],
    ['energyPerformance', { rating: 'C' }, 'Expiry date missing'],
    ['gasSafety', { completed: true }, 'Expiry date missing'],
    ['propertyLicensing', { number: 'L-17' }, 'Expiry date missing'],
    ['alarms', { completed: true }, 'Date of check missing'],
    ['hhsrs', { completed: true }, 'Date of inspection missing'],
    ['tenancyAgreement', { notes: 'To be signed' }, 'Not recorded'],
  ])('of %s with only %o is: %s', (name, partial, words) => {
    const compliance = ComplianceInput.parse({ ...NO_COMPLIANCE, [name]: partial });
    expect(stateWords(name, complianceState(name, { ...nothing, compliance }), today)).toBe(words);
  });

  it('is incomplete with a certificate without a date', () => {
    const certificates = [{ ...latest, expirationDate: null }];
    expect(complianceState('gasSafety', { ...nothing, certificates }).state).toBe('incomplete');
  });
});

describe('the summary of a property', () => {
  const certificate = { complianceItem: null, expirationDate: null, issueDate: null } as const;
  it('contains each item once, and the latest of other certificates with the same name', () => {
    const certificates = [
      { ...certificate, id: '1', name: 'Boiler ', expirationDate: '2025-03-01' },
      { ...certificate, id: '2', name: 'boiler', expirationDate: '2026-03-01' },
      { ...certificate, id: '3', name: 'Inventory', issueDate: '2026-01-02' },
      { ...certificate, id: '4', name: 'CP12', complianceItem: 'gasSafety' as const, expirationDate: '2027-06-01' },
    ];
    const compliance = ComplianceInput.parse({
      ...NO_COMPLIANCE,
      depositProtection: { scheme: 'TDS' },
      alarms: { lastChecked: '2026-09-30' },
      propertyLicensing: { notApplicable: 'None is asked for.' },
    });
    expect(complianceSummary({ compliance, certificates })).toEqual({
      ends: { gasSafety: '2027-06-01', 2: '2026-03-01' },
      recorded: { alarms: '2026-09-30', 3: '2026-01-02' },
      incomplete: { depositProtection: 'protectionDate' },
      notApplicable: { propertyLicensing: 'None is asked for.' },
    });
  });

  it.each([
    [{ gasSafety: '2026-11-20' }, ['Gas expired']],
    [{ gasSafety: '2026-11-21' }, ['Gas expiring']],
    [{ gasSafety: '2026-11-20', landlordInsurance: '2026-11-01' }, ['2 expired']],
    [
      { landlordInsurance: '2026-11-20', gasSafety: '2026-12-01', electricalSafety: '2027-01-20' },
      ['Insurance expired', '2 expiring'],
    ],
    [{ '0b54f1de': '2026-11-20' }, ['Certificate expired']],
    [{ gasSafety: '2027-01-21' }, []],
  ])('marks %o as %o', (ends, marks) => {
    expect(complianceMarks(ends, today).map(({ words }) => words)).toEqual(marks);
  });
});

describe('the words of an item', () => {
  const seen: ComplianceState = { state: 'recorded', day: '2026-03-12' };
  it.each<[ComplianceItem, ComplianceState, string]>([
    ['gasSafety', { state: 'valid', day: '2027-03-12' }, 'Valid until 12 Mar 2027'],
    ['gasSafety', { state: 'expiring', day: '2026-12-31' }, 'Expires 31 Dec 2026 (in 40 days)'],
    ['gasSafety', { state: 'expiring', day: '2026-11-22' }, 'Expires 22 Nov 2026 (in 1 day)'],
    ['gasSafety', { state: 'expiring', day: '2026-11-21' }, 'Expires 21 Nov 2026 (today)'],
    ['gasSafety', { state: 'expired', day: '2026-03-12' }, 'Expired 12 Mar 2026 (254 days ago)'],
    ['gasSafety', { state: 'incomplete', missing: 'expiryDate' }, 'Expiry date missing'],
    ['gasSafety', { state: 'not_recorded' }, 'Not recorded'],
    ['gasSafety', { state: 'not_applicable', reason: 'All electric' }, 'Not applicable'],
    ['alarms', seen, 'Last checked 12 Mar 2026'],
    ['hhsrs', seen, 'Last inspected 12 Mar 2026'],
    ['tenancyAgreement', seen, 'Agreed 12 Mar 2026'],
  ])('%s as %o: %s', (item, state, words) => {
    expect(stateWords(item, state, today)).toBe(words);
  });

  it('list only other values that are stored', () => {
    const partial = ComplianceInput.parse({
      ...NO_COMPLIANCE,
      energyPerformance: { rating: 'C' },
      depositProtection: { scheme: 'TDS', reference: '88213407' },
    });
    expect(itemFacts('energyPerformance', partial)).toEqual(['Rating C']);
    expect(itemFacts('depositProtection', partial)).toEqual(['Scheme TDS', 'Reference 88213407']);
    expect(itemFacts('gasSafety', partial)).toEqual([]);
    expect([enteredItems(NO_COMPLIANCE), enteredItems(partial)]).toEqual([0, 2]);
  });

  it('count all nine by state', () => {
    const seven = ['valid', 'valid', 'recorded', 'expiring', 'expired', 'incomplete', 'not_applicable'] as const;
    expect(summaryLine(seven)).toBe('1 expired, 1 expiring, 1 incomplete, 3 in order, 1 not applicable');
    expect(summaryLine(['valid', 'not_recorded'])).toBe('1 not recorded, 1 in order');
  });
});

describe('a certificate', () => {
  it('S1.3.24 is renewed yearly by default', () => {
    expect(CertificateInput.parse({ name: ' EPC ' })).toMatchObject({ name: 'EPC', renewalFrequency: 'Yearly' });
  });

  it.each([
    ['Landlord gas safety certificate 2026', 'gasSafety'],
    ['CP12', 'gasSafety'],
    ['lgsr (new boiler)', 'gasSafety'],
    ['EPC', 'energyPerformance'],
    ['Energy Performance Certificate', 'energyPerformance'],
    ['EICR 2026', 'electricalSafety'],
    ['Electrics, kitchen', 'electricalSafety'],
    ['Gas and electrical safety', 'gasSafety'],
    ['HMO licence, Leeds', 'propertyLicensing'],
    ['Selective licensing', 'propertyLicensing'],
    ['Buildings insurance 2026', 'landlordInsurance'],
    ['Las Vegas', undefined],
    ['Gasworks Lane', undefined],
    ['Energy bill', undefined],
    ['Recepc 12', undefined],
  ])('named %s suggests %s', (name, item) => {
    expect(itemNamed(name)).toBe(item);
  });

  it.each([
    [
      { providerName: 'Kirkstall Heating', issueDate: '2026-05-08', expirationDate: '2027-05-08' },
      'Kirkstall Heating · renewed yearly · issued 08 May 2026 · expires 08 May 2027',
    ],
    [{ renewalFrequency: 'Every 5 Years' }, 'renewed every 5 years'],
    [{ renewalFrequency: 'Other' }, 'other renewal'],
  ])('with %o is shown as %s', (certificateInput, line) => {
    const certificate = { ...CertificateInput.parse({ name: 'Gas', ...certificateInput }), id: '1', file: null };
    // Dates contain non-breaking spaces.
    expect(certificateLine(certificate).replaceAll('\u00a0', ' ')).toBe(line);
  });
});
