import { describe, expect, it } from 'vitest';
import { comparedSpan, monthsOf, reportPeriodLabel, spanFault, spanOf, spanWords } from './period.ts';

const TODAY = '2026-11-26';

describe('the days of a period', () => {
  it.each([
    ['tax-year', '2026-04-06', '2026-11-26'],
    ['last-tax-year', '2025-04-06', '2026-04-05'],
    ['quarter', '2026-10-06', '2026-11-26'],
    ['last-quarter', '2026-07-06', '2026-10-05'],
    ['month', '2026-11-01', '2026-11-26'],
    ['last-month', '2026-10-01', '2026-10-31'],
  ] as const)('%s is from %s to %s', (period, from, to) => {
    expect(spanOf(period, TODAY)).toEqual({ from, to });
  });

  it('are named, with ‘so far’ until the period is over', () => {
    expect(reportPeriodLabel('tax-year', TODAY)).toBe('This tax year, 2026–27, so far');
    expect(reportPeriodLabel('tax-year', '2027-04-05')).toBe('This tax year, 2026–27');
    expect(reportPeriodLabel('last-quarter', TODAY)).toBe('Last quarter');
  });

  it('end on or after their start, within ten years', () => {
    expect(spanFault({ from: '2026-05-01', to: '2026-05-01' })).toBeNull();
    expect(spanFault({ from: '2026-05-02', to: '2026-05-01' })).toHaveProperty('to');
    expect(spanFault({ from: '2016-05-01', to: '2026-04-30' })).toBeNull();
    expect(spanFault({ from: '2016-05-01', to: '2026-05-01' })).toHaveProperty('to');
  });
});

describe('the compared days', () => {
  it.each([
    [
      'the same days last year',
      { from: '2026-04-06', to: '2026-11-26' },
      'last-year',
      undefined,
      '2025-04-06',
      '2025-11-26',
    ],
    [
      'a month end of a leap year',
      { from: '2025-02-01', to: '2025-02-28' },
      'last-year',
      undefined,
      '2024-02-01',
      '2024-02-29',
    ],
    [
      'the days of the month before',
      { from: '2026-11-01', to: '2026-11-26' },
      'previous',
      'month',
      '2026-10-01',
      '2026-10-26',
    ],
    [
      'a whole shorter month',
      { from: '2026-03-01', to: '2026-03-31' },
      'previous',
      'last-month',
      '2026-02-01',
      '2026-02-28',
    ],
    [
      'the 31st against a shorter month',
      { from: '2026-03-01', to: '2026-03-30' },
      'previous',
      'month',
      '2026-02-01',
      '2026-02-28',
    ],
    [
      'the quarter before',
      { from: '2026-07-06', to: '2026-10-05' },
      'previous',
      'last-quarter',
      '2026-04-06',
      '2026-07-05',
    ],
    ['own whole months', { from: '2026-05-01', to: '2026-06-30' }, 'previous', undefined, '2026-03-01', '2026-04-30'],
    ['own days', { from: '2026-05-11', to: '2026-05-20' }, 'previous', undefined, '2026-05-01', '2026-05-10'],
  ] as const)('are calculated for %s', (_, span, comparison, period, from, to) => {
    expect(comparedSpan(span, comparison, period)).toEqual({ from, to });
  });
});

it('lists months, also partial ones', () => {
  expect(monthsOf({ from: '2026-11-26', to: '2027-01-05' })).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
});

it.each([
  ['2026-04-06', '2026-07-05', 'between 6 April and 5 July 2026'],
  ['2026-12-06', '2027-01-05', 'between 6 December 2026 and 5 January 2027'],
  ['2026-12-06', '2026-12-06', 'on 6 December 2026'],
])('puts %s to %s into words', (from, to, words) => {
  expect(spanWords({ from, to })).toBe(words);
});
