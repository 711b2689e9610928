import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONFIRMED_RATES,
  type Journey,
  MILEAGE_RATES,
  mileageRefusal,
  priceJourneys,
  UNCONFIRMED_NOTE,
  type VehicleCost,
  vehicleCostRefusal,
} from './mileage.ts';

const journey = (miles: number, day: string, more: Partial<Journey> = {}): Journey => ({
  driver: 'ada',
  taxYear: day < '2025-04-06' ? '2024-25' : day < '2026-04-06' ? '2025-26' : '2026-27',
  vehicle: 'car',
  day,
  miles,
  ...more,
});
const total = (journeys: Journey[], rates = MILEAGE_RATES) =>
  priceJourneys(journeys, rates).reduce((sum, { pence }) => sum + pence, 0);

describe('priceJourneys', () => {
  it.each([
    ['T67', [journey(234, '2024-06-01')], 105_30],
    ['T68', [journey(10_400, '2025-06-01')], 4_600_00],
    ['T69', [journey(10_400, '2026-06-01')], 5_600_00],
    ['T70', [journey(6_000, '2025-06-01'), journey(6_000, '2025-07-01', { vehicle: 'van' })], 5_000_00],
    ['T71', [journey(300, '2026-06-01', { vehicle: 'motorcycle' })], 72_00],
    ['T72 on 5 April', [journey(20, '2026-04-05')], 9_00],
    ['T72 on 6 April', [journey(20, '2026-04-06')], 11_00],
  ])('%s: prices %j', (_, journeys, pence) => {
    expect(total(journeys)).toBe(pence);
  });

  it('T69: has 45p again with the switch, while the note explains 55p', () => {
    expect(total([journey(10_400, '2026-06-01')], CONFIRMED_RATES)).toBe(4_600_00);
    expect(UNCONFIRMED_NOTE).toContain('confirm with your accountant');
  });

  it('uses 55p in 2026-27, unlike PIM2220', () => {
    expect(total([journey(1, '2027-04-05')])).toBe(55);
  });

  it('T73: adds parking to mileage', () => {
    expect(vehicleCostRefusal('parking')).toBeNull();
    expect(total([journey(40, '2026-06-01')]) + 8_50).toBe(30_50);
  });

  it('T75: counts the limit for each driver and tax year', () => {
    const one = journey(8_000, '2025-06-01');
    const priced = priceJourneys([one, { ...one, driver: 'ben' }, journey(8_000, '2026-06-01')]);
    expect(priced.map(({ pence }) => pence)).toEqual([3_600_00, 3_600_00, 4_400_00]);
  });

  it('counts miles up to the limit by date, without motorcycles', () => {
    const priced = priceJourneys([
      journey(100, '2025-09-01'),
      journey(9_950, '2025-06-01'),
      journey(500, '2025-05-01', { vehicle: 'motorcycle' }),
    ]);
    expect(priced.map(({ day, pence }) => [day, pence])).toEqual([
      ['2025-05-01', 120_00],
      ['2025-06-01', 4_477_50],
      ['2025-09-01', 50 * 45 + 50 * 25],
    ]);
  });

  it('adds up to the total of all miles in tenths, rounded once', () => {
    const miles = fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 8 });
    fc.assert(
      fc.property(miles, (tenths) => {
        const all = tenths.reduce((sum, one) => sum + one, 0);
        const exact = Math.min(all, 100_000) * 55 + Math.max(0, all - 100_000) * 25;
        expect(total(tenths.map((one) => journey(one / 10, '2026-06-01')))).toBe(Math.floor((exact + 5) / 10));
      }),
    );
  });
});

describe('vehicleCostRefusal', () => {
  it('T74: refuses fuel of a vehicle with mileage', () => {
    expect(vehicleCostRefusal('fuel')).toBe(
      'Mileage already covers the fuel of this vehicle. Leave this expense out, or remove the vehicle’s journeys.',
    );
  });

  it.each<[VehicleCost, boolean]>([
    ['insurance', true],
    ['repairs', true],
    ['tolls', false],
    ['congestion charges', false],
  ])('%s: refused %s', (cost, refused) => {
    expect(vehicleCostRefusal(cost) !== null).toBe(refused);
  });
});

it('refuses mileage of a vehicle with capital allowances', () => {
  expect(mileageRefusal({ capitalAllowances: true })).toContain('capital allowances');
  expect(mileageRefusal({ capitalAllowances: false })).toBeNull();
});
