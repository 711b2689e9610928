/** Mileage rates of landlords who do not deduct a vehicle's costs. Amounts are pence, days YYYY-MM-DD. */
import { roundedShare } from '../../../shared/money.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';

const PIM2220 = {
  link: 'https://www.gov.uk/hmrc-internal-manuals/property-income-manual/pim2220',
  jurisdiction: 'UK',
} as const;

/** Pence per mile. `confirmed` means that the law or HMRC's manual has the rates for landlords. */
export type MileageRate = {
  from: string;
  /** Rates of cars and vans up to `MILEAGE_LIMIT`, and above it. */
  first: number;
  after: number;
  motorcycle: number;
  confirmed: boolean;
  source: RuleSource;
};

export const MILEAGE_RATES: readonly MileageRate[] = [
  {
    from: '2017-04-06',
    first: 45,
    after: 25,
    motorcycle: 24,
    confirmed: true,
    source: { ...PIM2220, name: 'HMRC Property Income Manual, PIM2220', effectiveFrom: '2017-04-06' },
  },
  {
    from: '2026-04-06',
    first: 55,
    after: 25,
    motorcycle: 24,
    confirmed: false,
    source: { ...PIM2220, name: 'Rate announced on 21 May 2026, not yet in PIM2220', effectiveFrom: '2026-04-06' },
  },
];

/** For landlords who switch back to 45p. */
export const CONFIRMED_RATES = MILEAGE_RATES.filter(({ confirmed }) => confirmed);

/** A landlord's choice once it is known whether the announced rate applies to landlords. */
export const RATE_CHOICES = ['55p', '45p'] as const;
export type RateChoice = (typeof RATE_CHOICES)[number];

export function ratesFor(choice: RateChoice | null): readonly MileageRate[] {
  return choice === '45p' ? CONFIRMED_RATES : MILEAGE_RATES;
}

/** Returns whether a period that ends on `to` has days with an unconfirmed rate. */
export function hasUnconfirmedRate(to: string): boolean {
  return MILEAGE_RATES.some(({ from, confirmed }) => !confirmed && from <= to);
}

/** Shown until the landlord has confirmed the rate. */
export const UNCONFIRMED_NOTE =
  'The rate of 55p a mile was announced on 21 May 2026. It is not yet confirmed for landlords: confirm with your accountant, or use 45p.';

/** Miles at the first rate, for each person and tax year over all cars and vans. */
const MILEAGE_LIMIT = 10_000;

/** `miles` has at most one decimal, `taxYear` is the year of `day`, such as '2026-27'. */
export type Journey = {
  driver: string;
  taxYear: string;
  day: string;
  vehicle: 'car' | 'van' | 'motorcycle';
  miles: number;
};

/**
 * Adds pence to journeys, in order of date. Expects all journeys of a person and tax year, because they share the
 * limit. The pence of a person and year add up to their total, rounded half up once.
 */
export function priceJourneys<One extends Journey>(
  journeys: readonly One[],
  rates: readonly MileageRate[] = MILEAGE_RATES,
): (One & { pence: number })[] {
  const sums = new Map<string, { tenths: number; exact: number }>();
  return journeys
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .map((journey) => {
      const key = JSON.stringify([journey.driver, journey.taxYear]);
      const before = sums.get(key) ?? { tenths: 0, exact: 0 };
      const tenths = Math.round(journey.miles * 10);
      const byCar = journey.vehicle === 'motorcycle' ? 0 : tenths;
      const first = Math.min(byCar, Math.max(0, MILEAGE_LIMIT * 10 - before.tenths));
      const rate = rates.findLast(({ from }) => from <= journey.day) ?? { first: 0, after: 0, motorcycle: 0 };
      // `added` is in tenths of a penny.
      const added = first * rate.first + (byCar - first) * rate.after + (tenths - byCar) * rate.motorcycle;
      sums.set(key, { tenths: before.tenths + byCar, exact: before.exact + added });
      return { ...journey, pence: roundedShare(before.exact + added, 1, 10) - roundedShare(before.exact, 1, 10) };
    });
}

/** Whether the mileage rate covers a vehicle's costs. */
const COVERED = {
  parking: false,
  tolls: false,
  'congestion charges': false,
  fuel: true,
  insurance: true,
  repairs: true,
} as const satisfies Record<string, boolean>;
export type VehicleCost = keyof typeof COVERED;
export const VEHICLE_COSTS = Object.keys(COVERED) as [VehicleCost, ...VehicleCost[]];

/** Returns why a cost of a vehicle with journeys cannot be an expense; null if it can. */
export function vehicleCostRefusal(cost: VehicleCost): string | null {
  if (!COVERED[cost]) return null;
  return `Mileage already covers the ${cost} of this vehicle. Leave this expense out, or remove the vehicle’s journeys.`;
}

/** Returns why a vehicle cannot have journeys; null if it can. */
export function mileageRefusal(vehicle: { capitalAllowances: boolean }): string | null {
  if (!vehicle.capitalAllowances) return null;
  return 'You claimed capital allowances on this vehicle, so it has no mileage rate. Add its costs as expenses.';
}
