/** Sample figures for an account without a property, labelled as such on screen. */
import { addMonths } from '../../shared/dates.ts';
import type { Overview } from './overview.ts';

export function sampleOverview(today: string): Overview {
  const first = `${today.slice(0, 8)}01`;
  const income = [6_890, 6_890, 7_040, 7_040, 7_040, 5_890, 7_165, 7_165, 7_290, 7_290, 8_460, 6_525];
  const expenses = [1_184, 3_963, 842, 1_309, 1_015, 2_477, 3_118, 764, 1_390, 1_123, 1_654, 764];
  const months = income.map((pounds, place) => ({
    month: addMonths(first, place - 11),
    income: pounds * 100,
    expenses: (expenses[place] ?? 0) * 100,
  }));
  return {
    properties: {
      occupied: { count: 10, rent: 846_000 },
      vacant: { count: 1, rent: 105_000 },
      maintenance: { count: 1, rent: 117_500 },
    },
    totalProperties: null,
    notLet: [],
    unasked: null,
    expiringLeases: 2,
    received: 652_500,
    lastMonth: { properties: 11, occupancy: 91, revenue: 846_000, expiringLeases: 1 },
    months,
    tenants: { count: 14, movedOut: 0, leaseMonths: 12 },
    rent: { outstanding: 145_000, tenancies: 1 },
    suppliers: { count: 7, covered: 11, topService: 'Plumbing' },
    openRepairs: 3,
    steps: null,
    attention: { items: [], total: 0 },
    activities: [],
  };
}
