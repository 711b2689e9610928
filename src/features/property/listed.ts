/** List query and messages of properties, separate from the field schemas to keep bundles small. */

import { formatPence } from '../../shared/money.ts';
import { listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import { capitalise, counted } from '../../shared/text.ts';

export const PROPERTY_TYPES = ['flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced'] as const;
export const PROPERTY_STATUSES = ['vacant', 'occupied', 'maintenance'] as const;
export type PropertyStatus = (typeof PROPERTY_STATUSES)[number];

/** Vacant is neutral: amber means action is needed (decision 48). */
export const STATUS_COLOURS = { occupied: 'green', vacant: 'neutral', maintenance: 'blue' } as const;

export const STATUS_OPTIONS = PROPERTY_STATUSES.map((value) => ({ value, label: capitalise(value) }));

export const TEXTS = {
  ...recordTexts({ one: 'property', many: 'properties' }),
  emptyHint: 'Start with an address and the rent. You can change the details later.',
  searchPlaceholder: 'Search address, city or type',
};

export const PROPERTY_LIST = listQuery({
  filters: { status: PROPERTY_STATUSES, compliance: ['expired', 'expiring', 'not_recorded'] },
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    address: 'Address A to Z',
    rent: 'Highest rent first',
  },
});

/** For example, '6 occupied, 2 vacant'. Zeros are omitted. */
export function statusLine(totals: Record<PropertyStatus, number>): string {
  const present = (['occupied', 'vacant', 'maintenance'] as const).filter((status) => totals[status] > 0);
  return present.map((status) => `${totals[status].toLocaleString('en-GB')} ${status}`).join(', ');
}

/** For example, 'Leeds, LS8 1QS'. Older records have a county, shown unless it repeats the city. */
export function placeLine({ city, state, postalCode }: Record<'city' | 'state' | 'postalCode', string>): string {
  return [city, state === city ? '' : state, postalCode].filter(Boolean).join(', ');
}

export function bedsLine({ bedrooms, propertyType }: { bedrooms: number; propertyType: string }): string {
  return `${bedrooms === 0 ? 'Studio' : counted(bedrooms, 'bed')} · ${propertyType}`;
}

export function rentLine({ rent }: { rent: number }): string {
  return `${formatPence(rent)}/mo`;
}
