import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateFacts, homeFacts, letFacts, personFacts } from '../../../../test/fixtures/home-facts.ts';
import { deriveDeadlines, RULES } from './all.ts';

const TODAY = '2026-11-25';

describe('nations', () => {
  it('V46 has no rule in Wales', () => {
    expect(deriveDeadlines(homeFacts({ postcode: 'CF10 1AA' }), TODAY)).toEqual({
      nation: 'Wales',
      rows: [],
      againOn: null,
    });
  });

  it('V47 asks only for the country near a border', () => {
    const home = homeFacts({ postcode: 'CH5 2AA', gas: null });
    expect(deriveDeadlines(home, TODAY).rows).toMatchObject([
      { rule: 'country', state: 'ask', ask: 'country', day: null },
    ]);
    expect(deriveDeadlines({ ...home, country: 'Wales' }, TODAY).rows).toEqual([]);
    expect(deriveDeadlines({ ...home, country: 'England' }, TODAY).rows.length).toBeGreaterThan(1);
    expect(deriveDeadlines({ ...home, postcode: 'LS1 4DY', country: 'Wales' }, TODAY).nation).toBe('England');
  });
});

describe('every rule', () => {
  it('has its own id and a source of the law', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    for (const { source } of RULES) expect(source.link).toMatch(/^https:\/\/www\.legislation\.gov\.uk\//);
  });

  const day = fc
    .integer({ min: 0, max: 2_000 })
    .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
  const certificate = fc.record({
    id: fc.uuid(),
    item: fc.constantFrom('gasSafety', 'electricalSafety', null),
    issued: maybe(day),
    expires: maybe(day),
    outcome: maybe(fc.constantFrom('satisfactory', 'C1', 'C2', 'C3', 'FI')),
    workDue: maybe(day),
    workDone: maybe(day),
  });
  const homes = fc.record({
    gas: maybe(fc.boolean()),
    people: maybe(fc.integer({ min: 0, max: 9 })),
    certificates: fc.uniqueArray(certificate, { maxLength: 4, selector: ({ id }) => id }),
    tenants: fc.uniqueArray(fc.constantFrom('Ada', 'Bea', 'Cleo'), { minLength: 1 }),
    kind: fc.constantFrom('periodic', 'lodger', 'company-let'),
    start: day,
    ended: maybe(day),
    received: maybe(day),
  });

  it('gives a day only for due rows, and each row once', () => {
    fc.assert(
      fc.property(homes, day, ({ certificates, tenants, kind, start, ended, received, ...home }, today) => {
        const facts = homeFacts({
          ...home,
          certificates: certificates.map((one) => certificateFacts('', one as never)),
          tenancies: [
            letFacts({
              kind,
              start,
              ended,
              tenants: tenants.map((one) => personFacts(one)),
              deposit: { amount: 1, received },
            }),
          ],
        });
        const { rows } = deriveDeadlines(facts, today);
        expect(new Set(rows.map(({ rule, subject }) => `${rule} ${subject}`)).size).toBe(rows.length);
        for (const { day: due, state, why } of rows) {
          expect([due === null, why.length > 0 || due === null]).toEqual([state === 'ask' || state === 'coming', true]);
        }
      }),
    );
  });
});
