/** Calculates and formats the overview's figures. Money in pence, days YYYY-MM-DD. */
import { allowedBy } from '../../shared/allowed.ts';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted, percentLine } from '../../shared/text.ts';
import type { Overview } from './overview.ts';

/** Occupied properties as a whole percentage of lettable properties; null without lettable properties. */
export function occupancy({
  occupied,
  vacant,
}: {
  occupied: { count: number };
  vacant: { count: number };
}): number | null {
  const lettable = occupied.count + vacant.count;
  return lettable === 0 ? null : Math.round((occupied.count / lettable) * 100);
}

/** '+1 from last month', 'No change from last month', or with a unit '+5 points from last month'. */
export function compared(now: number | null, then: number | null | undefined, unit = ''): string {
  if (now === null || then === null || then === undefined) return 'No data last month';
  if (now === then) return 'No change from last month';
  const change = Math.abs(now - then);
  const words = unit && ` ${unit}${change === 1 ? '' : 's'}`;
  return `${now < then ? '−' : '+'}${change.toLocaleString('en-GB')}${words} from last month`;
}

/** '+0.6% from last month', like the cards of Finance. */
export function comparedMoney(now: number, then: number | null | undefined): string {
  if (!then) return 'No data last month';
  return percentLine(now, then);
}

/** Mean monthly rent of let properties, in pence; null if there are none. */
export function averageRent({ count, rent }: { count: number; rent: number }): number | null {
  return count === 0 ? null : Math.round(rent / count);
}

/** Label of a bar: '£7.9k', '£850', '£1.2m'. */
export function shortPounds(pence: number): string {
  const pounds = pence / 100;
  if (pounds >= 999_950) return `£${(pounds / 1_000_000).toFixed(1)}m`;
  return pounds >= 999.5 ? `£${(pounds / 1_000).toFixed(1)}k` : `£${Math.round(pounds)}`;
}

export function propertiesIn({ properties: { occupied, vacant, maintenance } }: Pick<Overview, 'properties'>): number {
  return occupied.count + vacant.count + maintenance.count;
}

type Rights = readonly string[];

/** '22 Nov 2026 · 12 properties, 14 tenants', for a member with some of them '12 of 40 properties'. */
export function headLine(figures: Overview, { today, rights }: { today: string; rights: Rights }): string {
  const tenants = rights.includes('people.see') ? `, ${counted(figures.tenants.count, 'tenant')}` : '';
  const [inReach, total] = [propertiesIn(figures), figures.totalProperties];
  const properties = `${total === null ? '' : `${inReach.toLocaleString('en-GB')} of `}${counted(total ?? inReach, 'property', 'properties')}`;
  return `${formatDay(today)} · ${properties}${tenants}`;
}

const CARDS = [
  { name: 'Total Properties', need: 'properties.see' },
  // Whether a property is let depends on its tenants.
  { name: 'Occupancy Rate', need: 'people.see' },
  { name: 'Monthly Revenue', need: 'rent.see' },
  { name: 'Expiring Leases', need: 'people.see' },
] as const;
export type CardName = (typeof CARDS)[number]['name'];

export const cardsFor = (rights: Rights) => CARDS.filter(allowedBy(rights));

type CardWords = { value: string; lines: string[] };

export function cardWords(figures: Overview): Record<CardName, CardWords> {
  const { properties, expiringLeases, received, lastMonth } = figures;
  const [total, share, { rent }] = [propertiesIn(figures), occupancy(properties), properties.occupied];
  return {
    'Total Properties': { value: total.toLocaleString('en-GB'), lines: [compared(total, lastMonth?.properties)] },
    'Occupancy Rate': {
      value: share === null ? '–' : `${share}%`,
      lines: [compared(share, lastMonth?.occupancy, 'point')],
    },
    'Monthly Revenue': {
      value: formatPence(rent),
      lines: [comparedMoney(rent, lastMonth?.revenue), `${formatPence(received)} received this month`],
    },
    'Expiring Leases': {
      value: expiringLeases.toLocaleString('en-GB'),
      lines: [compared(expiringLeases, lastMonth?.expiringLeases)],
    },
  };
}

/** Id of the document's block with the response of GET /api/overview. */
export const OVERVIEW_BLOCK = 'overview';

export function shortMonth(month: string): string {
  return formatDay(month).slice(3);
}
