import { daysBetween } from '../../shared/dates.ts';
import { AREAS, type Area } from '../../shared/rights.ts';
import type { Key, KeyRights, Level } from './key.ts';

const SHORT: Record<Area, string> = {
  properties: 'properties',
  people: 'tenants',
  rent: 'rent',
  money: 'transactions',
  banks: 'bank accounts',
  suppliers: 'suppliers',
  repairs: 'repairs',
  tax: 'tax',
  reports: 'reports',
};

/** Returns 'Change transactions, see properties and rent'. */
export function rightsWords(rights: KeyRights): string {
  const words = (level: Level, verb: string) => {
    const areas = AREAS.filter((area) => rights[area] === level).map((area) => SHORT[area]);
    return areas.length > 0 ? `${verb} ${listed(areas)}` : '';
  };
  const [change, see] = [words('change', 'change'), words('see', 'see')];
  const all = [change, see].filter(Boolean).join(', ');
  return all.charAt(0).toUpperCase() + all.slice(1);
}

const listed = (areas: readonly string[]) =>
  areas.length < 2 ? areas.join('') : `${areas.slice(0, -1).join(', ')} and ${areas.at(-1)}`;

const SOON_DAYS = 30;

/** The state is 'bad' once a key has ended, and 'soon' in its last 30 days. */
export function endOf({ revokedAt, endsOn }: Pick<Key, 'revokedAt' | 'endsOn'>, today: string) {
  if (revokedAt) return { state: 'none', words: 'Revoked' } as const;
  if (!endsOn) return undefined;
  const left = daysBetween(today, endsOn);
  if (left < 0) return { state: 'bad', words: 'Ended' } as const;
  if (left > SOON_DAYS) return undefined;
  return { state: 'soon', words: left === 0 ? 'Ends today' : `${left} ${left === 1 ? 'day' : 'days'} left` } as const;
}
