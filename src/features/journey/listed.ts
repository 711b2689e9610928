/** Options, list query and texts of journeys, kept apart from the schemas, which only forms and the API load. */
import { listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import { personalTaxYear } from '../../shared/tax-years.ts';

export const VEHICLES = ['car', 'van', 'motorcycle'] as const;
export const VEHICLE_LABELS = { car: 'Car', van: 'Van', motorcycle: 'Motorcycle' } as const;

export const TEXTS = {
  ...recordTexts({ one: 'journey', many: 'journeys' }),
  title: 'Mileage',
  emptyHint: 'Add the journeys that you make for your lets in your own car, van or motorcycle.',
};

export const JOURNEY_LIST = listQuery({
  filters: { year: (text: string) => personalTaxYear(text) !== null },
  sorts: { newest: 'Newest first', oldest: 'Oldest first' },
});

/** Such as '12.4 miles' or '1 mile'. */
export function milesText(miles: number): string {
  return `${miles.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${miles === 1 ? 'mile' : 'miles'}`;
}
