import { describe, expect, it } from 'vitest';
import { daysOf, type Period, periodLabel } from './period.ts';

describe('a period', () => {
  it.each<[Period, string, string, string, string]>([
    ['month', '2026-11-22', '2026-11-01', '2026-11-30', 'This month'],
    ['month', '2028-02-29', '2028-02-01', '2028-02-29', 'This month'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28', 'Last month'],
    ['last-month', '2026-01-01', '2025-12-01', '2025-12-31', 'Last month'],
    ['quarter', '2026-11-22', '2026-10-06', '2027-01-05', 'Quarter'],
    ['quarter', '2027-01-05', '2026-10-06', '2027-01-05', 'Quarter'],
    ['quarter', '2027-01-06', '2027-01-06', '2027-04-05', 'Quarter'],
    ['quarter', '2026-04-05', '2026-01-06', '2026-04-05', 'Quarter'],
    ['quarter', '2026-07-06', '2026-07-06', '2026-10-05', 'Quarter'],
    ['tax-year', '2026-04-05', '2025-04-06', '2026-04-05', 'This tax year, 2025–26'],
    ['tax-year', '2026-04-06', '2026-04-06', '2027-04-05', 'This tax year, 2026–27'],
    ['tax-year', '2027-01-03', '2026-04-06', '2027-04-05', 'This tax year, 2026–27'],
    ['tax-year', '2100-01-01', '2099-04-06', '2100-04-05', 'This tax year, 2099–00'],
    ['last-tax-year', '2026-04-05', '2024-04-06', '2025-04-05', 'Last tax year, 2024–25'],
    ['last-tax-year', '2026-04-06', '2025-04-06', '2026-04-05', 'Last tax year, 2025–26'],
    ['last-tax-year', '2027-01-03', '2025-04-06', '2026-04-05', 'Last tax year, 2025–26'],
  ])('%s on %s lasts from %s to %s: %s', (period, today, from, to, label) => {
    expect([daysOf(period, today), periodLabel(period, today)]).toEqual([{ from, to }, label]);
  });
});
