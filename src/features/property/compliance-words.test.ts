/** How the compliance of a property reads on its page. */
import { describe, expect, it } from 'vitest';
import { ComplianceInput, type ComplianceState, NO_COMPLIANCE } from './compliance.ts';
import { enteredItems, itemFacts, stateWords, summaryLine } from './compliance-words.ts';

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
