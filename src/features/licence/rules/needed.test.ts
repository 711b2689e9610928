import { describe, expect, it } from 'vitest';
import { exemptionEnds, type HomeSize, licenceEnds, licenceNeeded, suggestedEnd } from './needed.ts';

describe('licenceNeeded', () => {
  it.each<[string, HomeSize, string, string]>([
    [
      'V31',
      { people: 5, households: 2, storeys: 1 },
      'Mandatory HMO licence',
      '5 people in 2 households, The number of storeys does not matter',
    ],
    ['V32', { people: 5, households: 1, storeys: null }, 'No mandatory HMO licence', '5 people in 1 household'],
    [
      'V33',
      { people: 4, households: 4, storeys: 3 },
      'An HMO without a mandatory licence',
      '4 people in 4 households, Ask the council about additional licensing',
    ],
    ['two sharers', { people: 2, households: 2, storeys: 2 }, 'No mandatory HMO licence', '2 people in 2 households'],
    ['one person', { people: 1, households: 1, storeys: 2 }, 'No mandatory HMO licence', '1 person in 1 household'],
    [
      'three sharers',
      { people: 3, households: 2, storeys: null },
      'An HMO without a mandatory licence',
      '3 people in 2 households, Ask the council about additional licensing',
    ],
  ])('%s: of %o is "%s" (%s)', (_, size, words, why) => {
    const needed = licenceNeeded(size);
    expect(needed).toMatchObject({ words, source: { effectiveFrom: '2018-10-01', jurisdiction: 'England' } });
    expect('why' in needed && needed.why.join(', ')).toBe(why);
  });

  it.each<[HomeSize, string[]]>([
    [{ people: null, households: null, storeys: 2 }, ['people', 'households']],
    [{ people: 9, households: null, storeys: 2 }, ['households']],
    [{ people: null, households: 2, storeys: 2 }, ['people']],
  ])('returns the missing facts of %o', (size, ask) => {
    expect(licenceNeeded(size)).toEqual({ state: 'ask', ask });
  });
});

it.each([
  ['V34', licenceEnds('2027-02-14'), '2032-02-13'],
  ['a leap day', licenceEnds('2028-02-29'), '2033-02-28'],
  ['one year', licenceEnds('2027-02-14', 1), '2028-02-13'],
  ['V35', exemptionEnds('2026-11-30'), '2027-02-28'],
  ['an exemption served mid-month', exemptionEnds('2026-11-15'), '2027-02-14'],
  ['an exemption served on the first', exemptionEnds('2026-12-01'), '2027-02-28'],
  ['a selective licence', suggestedEnd('selective', '2027-02-14').day, '2032-02-13'],
  ['an exemption', suggestedEnd('exemption', '2026-11-30').day, '2027-02-28'],
])('%s ends on %s', (_, day, expected) => {
  expect(day).toBe(expected);
});
