/** How each compliance item stands on a day. */
import { describe, expect, it } from 'vitest';
import { newCompliance } from '../../../../test/make.ts';
import { CertificateInput, itemNamed } from '../certificates/certificate.ts';
import {
  COMPLIANCE_ITEMS,
  COMPLIANCE_LABELS,
  ComplianceInput,
  type ComplianceState,
  complianceState,
  NO_COMPLIANCE,
} from './compliance.ts';
import { enteredItems, itemFacts, stateWords, summaryLine } from './compliance-lines.ts';

const today = '2026-11-21';
const nothing = { compliance: NO_COMPLIANCE, certificates: [], today };
const gasUntil = (expiryDate: string | null) => ({
  ...NO_COMPLIANCE,
  gasSafety: { ...NO_COMPLIANCE.gasSafety, expiryDate },
});
const proof = (
  expirationDate: string | null,
  complianceItem: 'gasSafety' | 'electricalSafety' | null = 'gasSafety',
) => ({
  complianceItem,
  expirationDate,
});

describe('an item that ends on a day', () => {
  it.each([
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'expiring'],
    ['2026-11-22', 'expiring'],
    ['2027-01-20', 'expiring'],
    ['2027-01-21', 'valid'],
    ['1900-01-01', 'expired'],
    ['2200-12-31', 'valid'],
  ])('%s is, on 2026-11-21, %s', (day, state) => {
    expect(complianceState('gasSafety', { ...nothing, compliance: gasUntil(day) })).toEqual({ state, day });
  });

  it.each([
    ['2028-02-29', '2028-02-28', 'expiring'],
    ['2028-02-29', '2028-02-29', 'expiring'],
    ['2028-02-29', '2028-03-01', 'expired'],
    ['2028-02-29', '2027-12-31', 'expiring'],
    ['2028-02-29', '2027-12-30', 'valid'],
    // The clocks go forward on 29 March and back on 25 October: 60 days are 60 days.
    ['2026-03-29', '2026-03-30', 'expired'],
    ['2026-05-01', '2026-03-02', 'expiring'],
    ['2026-05-01', '2026-03-01', 'valid'],
    ['2026-10-25', '2026-10-26', 'expired'],
    ['2026-11-30', '2026-10-01', 'expiring'],
    ['2026-11-30', '2026-09-30', 'valid'],
  ])('%s is, on %s, %s', (day, on, state) => {
    expect(complianceState('gasSafety', { ...nothing, compliance: gasUntil(day), today: on }).state).toBe(state);
  });

  it('is one of four with an expiry, even where it is not ticked', () => {
    const compliance = newCompliance({
      energyPerformance: { ...NO_COMPLIANCE.energyPerformance, expiryDate: '2026-11-20' },
      propertyLicensing: { ...NO_COMPLIANCE.propertyLicensing, expiryDate: '2026-12-01' },
    });
    const states = Object.fromEntries(
      COMPLIANCE_ITEMS.map((name) => [name, complianceState(name, { ...nothing, compliance })]),
    );
    expect(states).toEqual({
      gasSafety: { state: 'valid', day: '2027-02-28' },
      energyPerformance: { state: 'expired', day: '2026-11-20' },
      electricalSafety: { state: 'valid', day: '2029-01-31' },
      alarms: { state: 'recorded', day: '2026-09-30' },
      depositProtection: { state: 'recorded', day: null },
      hhsrs: { state: 'recorded', day: '2026-06-15' },
      propertyLicensing: { state: 'expiring', day: '2026-12-01' },
      tenancyAgreement: { state: 'recorded', day: '2025-11-01' },
      landlordInsurance: { state: 'valid', day: '2027-04-05' },
    });
  });
});

describe('a certificate that proves an item', () => {
  it('lends it its date, before the item’s own, and the latest where there are several', () => {
    const stands = (...certificates: ReturnType<typeof proof>[]) =>
      complianceState('gasSafety', { ...nothing, compliance: gasUntil('2026-01-01'), certificates });
    expect(stands(proof('2027-06-01'))).toEqual({ state: 'valid', day: '2027-06-01' });
    expect(stands(proof('2025-06-01'), proof('2027-06-01'), proof('2026-06-01')).state).toBe('valid');
    expect(stands(proof(null)).state).toBe('expired');
    expect(stands(proof('2027-06-01', 'electricalSafety'), proof('2027-06-01', null)).state).toBe('expired');
  });

  it('does not make an item apply that does not', () => {
    const { gasSafety } = NO_COMPLIANCE;
    const compliance = { ...NO_COMPLIANCE, gasSafety: { ...gasSafety, notApplicable: 'All electric' } };
    const state = complianceState('gasSafety', { ...nothing, compliance, certificates: [proof('2025-01-01')] });
    expect(state).toEqual({ state: 'not_applicable', reason: 'All electric' });
  });
});

describe('an item of which nothing is said', () => {
  it.each(COMPLIANCE_ITEMS)('is not recorded: %s', (name) => {
    expect(complianceState(name, nothing)).toEqual({ state: 'not_recorded' });
  });

  it('is recorded as soon as it is ticked, or the deposit’s scheme or reference is named', () => {
    const compliance = {
      ...NO_COMPLIANCE,
      hhsrs: { ...NO_COMPLIANCE.hhsrs, completed: true },
      depositProtection: { ...NO_COMPLIANCE.depositProtection, reference: 'DPS-0042' },
      tenancyAgreement: { ...NO_COMPLIANCE.tenancyAgreement, notes: 'To be signed' },
    };
    const state = (name: 'hhsrs' | 'depositProtection' | 'tenancyAgreement') =>
      complianceState(name, { ...nothing, compliance });
    expect(state('hhsrs')).toEqual({ state: 'recorded', day: null });
    expect(state('depositProtection')).toEqual({ state: 'recorded', day: null });
    expect(state('tenancyAgreement')).toEqual({ state: 'not_recorded' });
  });

  it.each([
    ['energyPerformance', { rating: 'C' }],
    ['propertyLicensing', { number: 'L-17' }],
    ['landlordInsurance', { provider: 'Aegis' }],
    ['landlordInsurance', { policyNumber: 'AM/99' }],
  ] as const)('is recorded as well where only a part of it is kept: %s with %o', (name, kept) => {
    const compliance = ComplianceInput.parse({ ...NO_COMPLIANCE, [name]: kept });
    expect(complianceState(name, { ...nothing, compliance })).toEqual({ state: 'recorded', day: null });
  });
});

describe('what is entered', () => {
  it('is nine items, each with a name', () => {
    expect(COMPLIANCE_ITEMS).toHaveLength(9);
    expect(Object.keys(COMPLIANCE_LABELS)).toEqual(Object.keys(ComplianceInput.shape));
  });

  it('may leave out everything of an item but the item itself', () => {
    expect(ComplianceInput.parse(Object.fromEntries(COMPLIANCE_ITEMS.map((name) => [name, {}])))).toEqual(
      NO_COMPLIANCE,
    );
    expect(ComplianceInput.safeParse({}).success).toBe(false);
  });

  it('takes an unchosen rating as none', () => {
    const { energyPerformance } = ComplianceInput.shape;
    expect(energyPerformance.parse({ rating: '' }).rating).toBeNull();
    expect(energyPerformance.parse({ rating: 'G' }).rating).toBe('G');
  });
});

const TODAY = '2026-11-21';

describe('a compliance item', () => {
  it.each<[ComplianceState, string]>([
    [{ state: 'valid', day: '2027-03-12' }, 'Valid until 12 Mar 2027'],
    [{ state: 'expiring', day: '2026-12-31' }, 'Expires 31 Dec 2026 (in 40 days)'],
    [{ state: 'expiring', day: '2026-11-22' }, 'Expires 22 Nov 2026 (in 1 day)'],
    [{ state: 'expiring', day: '2026-11-21' }, 'Expires 21 Nov 2026 (today)'],
    [{ state: 'expired', day: '2026-03-12' }, 'Expired 12 Mar 2026'],
    [{ state: 'recorded', day: null }, 'Recorded'],
    [{ state: 'not_recorded' }, 'Not recorded'],
    [{ state: 'not_applicable', reason: 'All electric' }, 'Not applicable'],
  ])('that stands as %o says "%s"', (state, words) => {
    expect(stateWords('gasSafety', state, TODAY)).toBe(words);
  });

  it('without an expiry says what happened on its day', () => {
    const seen: ComplianceState = { state: 'recorded', day: '2026-03-12' };
    expect(stateWords('alarms', seen, TODAY)).toBe('Last checked 12 Mar 2026');
    expect(stateWords('hhsrs', seen, TODAY)).toBe('Last inspected 12 Mar 2026');
    expect(stateWords('tenancyAgreement', seen, TODAY)).toBe('Agreed 12 Mar 2026');
  });

  it('shows what else is kept of it, and nothing that is not', () => {
    const kept = ComplianceInput.parse({
      ...NO_COMPLIANCE,
      energyPerformance: { rating: 'C' },
      depositProtection: { scheme: 'TDS', reference: '88213407' },
      landlordInsurance: { policyNumber: 'A-1' },
    });
    expect(itemFacts('energyPerformance', kept)).toEqual(['Rating C']);
    expect(itemFacts('depositProtection', kept)).toEqual(['Scheme TDS', 'Reference 88213407']);
    expect(itemFacts('landlordInsurance', kept)).toEqual(['Policy Number A-1']);
    expect(itemFacts('propertyLicensing', kept)).toEqual([]);
    expect(itemFacts('gasSafety', kept)).toEqual([]);
  });
});

describe('the line above the nine', () => {
  it('counts them by how they stand', () => {
    const nine = ['valid', 'valid', 'recorded', 'expiring', 'expired', 'not_recorded', 'not_recorded'] as const;
    expect(summaryLine([...nine, 'not_applicable', 'valid'])).toBe(
      '4 in order, 1 expiring, 1 expired, 2 not recorded, 1 not applicable',
    );
  });

  it('leaves out what there is none of', () => {
    expect(summaryLine(['valid', 'expiring', 'not_recorded', 'not_recorded'])).toBe(
      '1 in order, 1 expiring, 2 not recorded',
    );
  });
});

describe('items with anything entered', () => {
  it('are none at first', () => {
    expect(enteredItems(NO_COMPLIANCE)).toBe(0);
  });

  it('are also those with only a note, or that do not apply', () => {
    const kept = { ...NO_COMPLIANCE, hhsrs: { notes: 'Asked' }, gasSafety: { notApplicable: 'All electric' } };
    expect(enteredItems(ComplianceInput.parse(kept))).toBe(2);
  });
});

describe('the name of a certificate', () => {
  it.each([
    ['Gas Safety Record', 'gasSafety'],
    ['Landlord gas safety certificate 2026', 'gasSafety'],
    ['CP12', 'gasSafety'],
    ['lgsr (new boiler)', 'gasSafety'],
    ['EPC', 'energyPerformance'],
    ['Energy Performance Certificate', 'energyPerformance'],
    ['EICR 2026', 'electricalSafety'],
    ['Electrical Installation Condition Report', 'electricalSafety'],
    ['Electrics, kitchen', 'electricalSafety'],
    ['Gas and electrical safety', 'gasSafety'],
  ])('%s speaks of %s', (name, item) => {
    expect(itemNamed(name)).toBe(item);
  });

  it.each(['Las Vegas', 'Gasworks Lane', 'Fire alarm', 'Energy bill', 'Recepc 12', 'Electrician’s invoice', ''])(
    '%s speaks of none',
    (name) => {
      expect(itemNamed(name)).toBeUndefined();
    },
  );
});

describe('a certificate that is entered', () => {
  it('needs a name, and is renewed yearly unless said otherwise', () => {
    expect(CertificateInput.parse({ name: ' EPC ' })).toEqual({
      name: 'EPC',
      issueDate: null,
      expirationDate: null,
      renewalFrequency: 'Yearly',
      cost: null,
      providerName: '',
      notes: '',
      file: null,
      complianceItem: null,
    });
  });
});
