/** Homes are indexes in the portfolio. Amounts are pence. */
import { addDays, addMonths } from '../../shared/dates.ts';
import type { JourneyInput } from '../journey/journey.ts';
import type { LoanInput } from '../loan/loan.ts';

type Linked<T> = Omit<T, 'propertyId'> & { home: number };

export type TaxRecords = {
  owners: string[];
  /** Shares of the first home, in the order of `owners`. */
  shares: { from: string; shares: string[] };
  loan: Linked<LoanInput>;
  journeys: Linked<JourneyInput>[];
};

const JOURNEYS = [
  { ago: 12, miles: 8.4, purpose: 'Inspection' },
  { ago: 47, miles: 8.4, purpose: 'Meeting the electrician' },
  { ago: 96, miles: 11.2, purpose: 'Check-in of new tenants' },
];

export function taxRecordsOf(today: string): TaxRecords {
  const opened = addMonths(today, -30);
  return {
    owners: ['Hannah Whitlock', 'Tom Whitlock'],
    shares: { from: opened, shares: ['60%', '40%'] },
    loan: {
      home: 0,
      lender: 'Pennine Building Society',
      amount: 11_500_000,
      opened,
      months: 300,
      kind: 'interest-only',
      rates: [
        { from: opened, percent: 4.2 },
        { from: addMonths(opened, 24), percent: 4.75 },
      ],
      fixedUntil: addMonths(today, 18),
      valueWhenLet: 16_500_000,
      capitalAdded: null,
      limitConfirmed: true,
    },
    journeys: JOURNEYS.map(({ ago, ...journey }, home) => ({
      ...journey,
      home,
      day: addDays(today, -ago),
      returnJourney: true,
      from: 'Home',
      to: 'The property',
      driverId: null,
      vehicle: 'car',
      vehicleName: '',
      extraKind: null,
      extra: null,
      capitalAllowances: false,
    })),
  };
}
