import { describe, expect, it } from 'vitest';
import { earliestCheck, followUp, readShareCode } from './follow-up.ts';

describe('followUp', () => {
  it.each([
    ['V22 a British passport', { unlimited: true, leaveEnds: null, documentEnds: null }, null],
    ['V23 leave for longer than a year', { leaveEnds: '2028-03-31' }, '2028-03-31'],
    ['V24 leave for less than a year', { leaveEnds: '2027-06-01' }, '2027-11-30'],
    ['V25 a document for longer than leave', { leaveEnds: '2027-06-01', documentEnds: '2029-01-01' }, '2029-01-01'],
  ] as const)('returns the latest day for %s', (_, given, day) => {
    expect(followUp({ checkedOn: '2026-12-01', unlimited: false, documentEnds: null, ...given })).toBe(day);
  });
});

it('V26 allows a time-limited check from 28 days before the start', () => {
  expect(earliestCheck('2027-01-01')).toBe('2026-12-04');
});

describe('readShareCode', () => {
  it('accepts spaces and lower case', () => {
    expect(readShareCode('r12 34a bcd')).toEqual({ code: 'R1234ABCD' });
  });
  it.each([
    ['V27 W12 34A BCD', 'A share code for renting begins with R'],
    ['R12 34', 'A share code has 9 letters and numbers'],
  ])('refuses %s', (typed, problem) => {
    expect(readShareCode(typed.replace('V27 ', ''))).toEqual({ problem });
  });
});
