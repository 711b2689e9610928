/** 'V1' to 'V80' are the numbers of the test vectors. */
import { describe, expect, it } from 'vitest';
import {
  certificateFacts,
  givenFacts,
  homeFacts,
  letFacts,
  personFacts,
} from '../../../../test/fixtures/home-facts.ts';
import { deriveDeadlines, RULE_BY_ID } from './all.ts';
import type { AskedFor, Home } from './facts.ts';
import type { Outcome } from './rule.ts';
import { alarmsNeeded } from './safety.ts';

const TODAY = '2026-11-25';

function outcomesOf(id: string, home: Home, today = TODAY): Outcome[] {
  const rule = RULE_BY_ID.get(id);
  if (!rule) throw new Error(`No rule is named ${id}`);
  return rule.outcomes(home, today).map(({ outcome }) => outcome);
}
const daysOf = (id: string, home: Home, today?: string) =>
  outcomesOf(id, home, today).map((outcome) => ('day' in outcome ? outcome.day : outcome));

const gas = (...certificates: Parameters<typeof certificateFacts>[1][]) =>
  homeFacts({ gas: true, certificates: certificates.map((one) => certificateFacts('gasSafety', one)) });
const report = (given: Parameters<typeof certificateFacts>[1]) =>
  homeFacts({ certificates: [certificateFacts('electricalSafety', { issued: '2026-03-03', ...given })] });

describe('certificates', () => {
  it('V1 expects the gas record 28 days after the check', () => {
    expect(daysOf('gas-copy', gas({ issued: '2026-07-05' }))).toEqual(['2026-08-02']);
    const served = givenFacts('gas', '2026-07-20T10:00:00Z');
    expect(outcomesOf('gas-copy', { ...gas({ issued: '2026-07-05' }), given: [served] })).toEqual([
      { none: 'given to every tenant' },
    ]);
    const before = givenFacts('gas', '2026-07-04T10:00:00Z');
    expect(daysOf('gas-copy', { ...gas({ issued: '2026-07-05' }), given: [before] })).toEqual(['2026-08-02']);
  });

  it.each([
    ['V2', '2026-06-10', '2027-06-10'],
    ['V3', '2026-06-11', '2027-08-10'],
  ])('%s expects the next gas check after one on %s by %s', (_, issued, day) => {
    expect(daysOf('gas-next', gas({ id: 'old', expires: '2026-08-10' }, { issued }))).toEqual([day]);
  });

  it('V4 needs no gas check without gas', () => {
    expect(outcomesOf('gas-next', homeFacts({ gas: false }))).toEqual([{ none: 'no gas' }]);
  });

  it('V5 reports a missing fact about gas until it is entered', () => {
    expect(outcomesOf('gas-next', homeFacts({ gas: null }))).toEqual([{ ask: 'gas' }]);
    expect(daysOf('gas-next', homeFacts({ gas: null, ends: { gasSafety: '2027-02-01' } }))).toEqual(['2027-02-01']);
  });

  it.each([
    ['V6', { outcome: 'C2' }, '2026-03-30'],
    ['V7', { outcome: 'C2', workDue: '2026-03-09' }, '2026-03-09'],
    ['V6 further investigation', { outcome: 'FI', workDue: '2026-05-01' }, '2026-03-30'],
  ] as const)('%s expects the electrical work for %o by %s', (_, given, day) => {
    expect(daysOf('electrical-work', report(given))).toEqual([day]);
    expect(daysOf('electrical-copy', report(given))).toEqual(['2026-03-31']);
  });

  it('V8 expects the work to be confirmed to tenant and council within 28 days', () => {
    const done = { outcome: 'C2', workDone: '2026-03-20' } as const;
    expect(daysOf('electrical-proof', report(done))).toEqual(['2026-04-17']);
    expect(outcomesOf('electrical-proof', report({ ...done, confirmedToTenant: '2026-03-21' }))).toMatchObject([
      { why: expect.arrayContaining(['Not confirmed to the council']) as string[] },
    ]);
    expect(outcomesOf('electrical-work', report(done))).toEqual([{ none: 'done on 20 Mar 2026' }]);
  });

  it('V10 expects the next inspection after 5 years', () => {
    expect(daysOf('electrical-next', report({ issued: '2024-02-29' }))).toEqual(['2029-02-28']);
  });

  it('V11 uses the shorter time of the report', () => {
    const home = report({ outcome: 'satisfactory', expires: '2029-03-03' });
    expect(daysOf('electrical-next', { ...home, ends: { electricalSafety: '2029-03-03' } })).toEqual(['2029-03-03']);
  });

  it('V12 has no deadline for work with C3 only', () => {
    expect(daysOf('electrical-work', report({ outcome: 'C3' }))).toEqual([]);
  });

  it('V13 is never overdue for an energy certificate that ends during a tenancy', () => {
    const home = homeFacts({ ends: { energyPerformance: '2027-01-10' } });
    expect(outcomesOf('energy-end', home)).toMatchObject([{ day: '2027-01-10', waiting: true }]);
    expect(outcomesOf('energy-end', { ...home, tenancies: [] })[0]).not.toHaveProperty('waiting');
  });

  it('V14 shows rating C as coming, without a day', () => {
    const home = homeFacts({ epcRating: 'D', ends: { energyPerformance: '2031-05-01' } });
    expect(outcomesOf('energy-c', home)).toMatchObject([
      { coming: expect.arrayContaining(['The rating is D']) as string[] },
    ]);
    expect(deriveDeadlines(home, TODAY).rows.find(({ rule }) => rule === 'energy-c')).toMatchObject({
      state: 'coming',
      day: null,
    });
    expect(outcomesOf('energy-c', homeFacts({ epcRating: 'C' }))).toMatchObject([
      { none: expect.any(String) as string },
    ]);
  });

  it.each([
    ['V15', 1, { smoke: 2, carbonMonoxide: 1 }],
    ['V16', 0, { smoke: 2, carbonMonoxide: 0 }],
  ])('%s counts the alarms of 2 storeys and %i rooms with an appliance', (_, combustionRooms, needed) => {
    expect(alarmsNeeded({ storeys: 2, combustionRooms })).toEqual(needed);
  });

  it('reports missing storeys, rooms with appliances and checks of alarms', () => {
    const home = homeFacts({ storeys: null, combustionRooms: null });
    expect(outcomesOf('alarm-count', home)).toEqual([{ ask: 'storeys' }]);
    expect(outcomesOf('alarm-count', { ...home, storeys: 1 })).toEqual([{ ask: 'combustionRooms' }]);
    expect(outcomesOf('alarm-check', home)).toEqual([{ ask: 'alarmsChecked' }]);
    expect(daysOf('alarm-check', { ...home, alarmsChecked: '2024-12-01' })).toEqual(['2025-01-03']);
  });

  it('expects the record before new tenants move in', () => {
    const home = { ...gas({ issued: '2026-07-05' }), tenancies: [letFacts({ start: '2026-12-01' })] };
    expect([daysOf('gas-copy', home), daysOf('gas-new', home)]).toEqual([[], ['2026-12-01']]);
  });
});

describe('deposits', () => {
  const home = (deposit: Parameters<typeof letFacts>[0]) => homeFacts({ tenancies: [letFacts(deposit)] });

  it('V17 has two separate deadlines', () => {
    const let2024 = home({
      start: '2024-04-01',
      deposit: { amount: 1_000_00, received: '2024-04-02', protected: '2024-04-20' },
    });
    expect(outcomesOf('deposit-protect', let2024, '2024-05-02')).toEqual([{ none: 'done on day 19 of 30' }]);
    expect(daysOf('deposit-information', let2024, '2024-05-02')).toEqual(['2024-05-01']);
  });

  it('V18 expects both 30 days from the day of receipt', () => {
    const received = home({ start: '2026-12-01', deposit: { amount: 1_000_00, received: '2026-12-01' } });
    expect(daysOf('deposit-protect', received)).toEqual(['2026-12-30']);
    expect(daysOf('deposit-information', received)).toEqual(['2026-12-30']);
  });

  it('V19 has a deadline for each part', () => {
    const parts = [{ received: '2026-12-10', protected: null, information: null }];
    const received = home({ start: '2026-12-01', deposit: { amount: 1_000_00, received: '2026-12-01', parts } });
    expect(daysOf('deposit-protect', received)).toEqual(['2026-12-30', '2027-01-08']);
  });

  it('V20 names another payer until that person has received the information', () => {
    const received = home({
      start: '2026-12-01',
      deposit: { amount: 1_000_00, received: '2026-12-01', information: '2026-12-02', payer: 'Bea' },
    });
    expect(outcomesOf('deposit-information', received)).toMatchObject([
      { day: '2026-12-30', why: expect.arrayContaining(['No record for Bea, who paid it']) as string[] },
    ]);
    const given = [givenFacts('deposit', '2026-12-05T09:00:00Z', { to: 'relevant-person', tenantId: null })];
    expect(outcomesOf('deposit-information', { ...received, given })).toEqual([{ none: 'given to every tenant' }]);
  });

  it('V21 has no deadline for a lodger', () => {
    const lodger = home({ kind: 'lodger', deposit: { amount: 1_000_00, received: '2026-12-01' } });
    expect(outcomesOf('deposit-protect', lodger)).toEqual([{ none: 'lodger' }]);
    expect(outcomesOf('deposit-information', lodger)).toEqual([{ none: 'lodger' }]);
  });
});

describe('right to rent', () => {
  const checked = (check: object, start = '2026-12-05') =>
    homeFacts({
      tenancies: [
        letFacts({
          start,
          checks: [
            {
              personId: 'ada',
              checkedOn: '2026-12-01',
              unlimited: false,
              leaveEnds: null,
              documentEnds: null,
              ...check,
            },
          ],
        }),
      ],
    });

  it.each([
    ['V22', { unlimited: true }, { none: 'no time limit' }],
    ['V23', { leaveEnds: '2028-03-31' }, '2028-03-31'],
    ['V24', { leaveEnds: '2027-06-01' }, '2027-11-30'],
    ['V25', { leaveEnds: '2027-06-01', documentEnds: '2029-01-01' }, '2029-01-01'],
  ])('%s repeats the check %o: %o', (_, check, expected) => {
    expect(daysOf('right-to-rent-again', checked(check))).toEqual([expected]);
  });

  it('V26 does not count a check with a time limit more than 28 days before the start', () => {
    const early = checked({ checkedOn: '2026-12-03', leaveEnds: '2028-03-31' }, '2027-01-01');
    expect(outcomesOf('right-to-rent-start', early)).toMatchObject([
      { day: '2026-12-31', why: expect.arrayContaining([expect.stringContaining('04 Dec 2026')]) as string[] },
    ]);
  });

  it('expects a check of each adult, also of those who are not tenants', () => {
    const home = homeFacts({ tenancies: [letFacts({ start: '2026-12-05', occupiers: [personFacts('Bea')] })] });
    expect(daysOf('right-to-rent-start', home)).toEqual(['2026-12-04', '2026-12-04']);
  });
});

describe('papers', () => {
  const two = homeFacts({ tenancies: [letFacts({ tenants: [personFacts('Ada'), personFacts('Bea')] })] });
  const sheet = (given = {}) => givenFacts('written-statement', '2026-05-20T10:00:00Z', given);

  it('V41 expects the Information Sheet for each named tenant', () => {
    expect(daysOf('information-sheet', { ...two, given: [sheet()] })).toEqual([
      { none: 'given on 20 May 2026' },
      '2026-05-31',
    ]);
  });

  it('V42 does not count a link', () => {
    expect(outcomesOf('information-sheet', { ...homeFacts(), given: [sheet({ onlyLink: true })] })).toMatchObject([
      {
        day: '2026-05-31',
        why: expect.arrayContaining([expect.stringContaining('A link does not count')]) as string[],
      },
    ]);
  });

  it('V43 expects a written statement before signing instead, for a later tenancy', () => {
    const home = homeFacts({ tenancies: [letFacts({ start: '2026-07-01' })] });
    expect(daysOf('information-sheet', home)).toEqual([]);
    expect(daysOf('statement-new', home)).toEqual(['2026-07-01']);
  });

  it('V44 warns of a statement that was given after signing', () => {
    const home = homeFacts({
      tenancies: [letFacts({ start: '2026-12-15', signedAt: '2026-12-01T10:00:00.000Z' })],
      given: [sheet({ at: '2026-12-01T10:30:00.000Z', day: '2026-12-01' })],
    });
    expect(outcomesOf('statement-new', home)).toEqual([{ none: 'given after signing: 10:30, signed at 10:00' }]);
    expect(daysOf('statement-new', { ...home, given: [] })).toEqual(['2026-12-01']);
  });

  it('V45 expects a statement for a tenancy by word of mouth', () => {
    const home = homeFacts({ tenancies: [letFacts({ start: '2024-03-01', written: false })] });
    expect([daysOf('statement-verbal', home), daysOf('information-sheet', home)]).toEqual([['2026-05-31'], []]);
  });

  it('expects no paper of assured tenancies for a lodger', () => {
    expect(daysOf('information-sheet', homeFacts({ tenancies: [letFacts({ kind: 'lodger' })] }))).toEqual([]);
  });
});

describe('requests', () => {
  const asked = (given: Partial<AskedFor>, kind = 'periodic') =>
    homeFacts({
      tenancies: [letFacts({ kind })],
      requests: [
        {
          id: 'asked',
          tenancyId: 'let',
          kind: 'pet',
          what: 'A cat',
          askedOn: '2026-09-01',
          moreAskedOn: null,
          repliedOn: null,
          answeredOn: null,
          lastDay: null,
          ...given,
        },
      ],
    });

  it.each<[string, Partial<AskedFor>, string]>([
    ['V36', {}, '2026-09-29'],
    ['V37', { moreAskedOn: '2026-09-20', repliedOn: '2026-09-27' }, '2026-10-04'],
    ['V38', { moreAskedOn: '2026-09-05', repliedOn: '2026-09-10' }, '2026-09-29'],
  ])('%s expects the answer to a pet request with %o by %s', (_, given, day) => {
    expect(daysOf('pet', asked(given))).toEqual([day]);
  });

  it('V39 waits for the tenant’s reply', () => {
    const home = asked({ moreAskedOn: '2026-09-20' });
    expect(outcomesOf('pet', home, '2026-10-01')).toMatchObject([{ waiting: true }]);
    expect(outcomesOf('pet', home, '2026-09-25')[0]).not.toHaveProperty('waiting');
    expect(deriveDeadlines(home, '2026-09-25').againOn).toBe('2026-09-30');
  });

  it('V40 has no deadline for a lodger’s pet', () => {
    expect(daysOf('pet', asked({}, 'lodger'))).toEqual([]);
  });

  it('V9 and V80 expect a report for the council after 7 days, and personal data after a month', () => {
    const council = { kind: 'council-report', askedOn: '2026-12-01' } as const;
    expect(daysOf('electrical-asked', asked(council))).toEqual(['2026-12-08']);
    expect(daysOf('data-asked', asked({ kind: 'data', askedOn: '2026-11-25' }))).toEqual(['2026-12-25']);
    expect(daysOf('data-asked', asked({ kind: 'data', askedOn: '2027-01-31' }))).toEqual(['2027-02-28']);
    expect(daysOf('asked', asked({ kind: 'council', lastDay: '2027-01-04' }))).toEqual(['2027-01-04']);
  });
});

describe('licences', () => {
  it.each([
    ['V31', 5, 2, [{ ask: 'licence' }]],
    ['V32', 5, 1, [{ none: 'no mandatory licence' }]],
    ['V33', 4, 4, [{ none: '4 people live there' }]],
  ])('%s with %i people in %i households', (_, people, households, expected) => {
    expect(outcomesOf('licence-needed', homeFacts({ people, households, storeys: 1 }))).toMatchObject(expected);
  });

  it('V34 and V35 expect a new licence by the end that was entered', () => {
    const licences = [
      { id: 'one', kind: 'mandatory', council: 'Leeds', ends: '2032-02-13' },
      { id: 'two', kind: 'exemption', council: 'Leeds', ends: '2027-02-28' },
    ] as const;
    expect(daysOf('licence-end', homeFacts({ licences: [...licences] }))).toEqual(['2032-02-13', '2027-02-28']);
  });
});
