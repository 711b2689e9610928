/** How the figures of the overview are worked out and said. Money in pence, days YYYY-MM-DD. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted, percentLine } from '../../shared/text.ts';
import type { Overview } from './overview.ts';

/** Properties that somebody lives in, of those that could be let, in whole per cent; null where there is none. */
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

/** '+1 from last month', 'No change from last month'; with a unit '+5 points from last month'. */
export function compared(now: number | null, then: number | null | undefined, unit = ''): string {
  if (now === null || then === null || then === undefined) return 'No data last month';
  if (now === then) return 'No change from last month';
  const change = Math.abs(now - then);
  const words = unit && ` ${unit}${change === 1 ? '' : 's'}`;
  return `${now < then ? '−' : '+'}${change.toLocaleString('en-GB')}${words} from last month`;
}

/** '+0.6% from last month', as the cards of Finance compare. */
export function comparedMoney(now: number, then: number | null | undefined): string {
  if (!then) return 'No data last month';
  return percentLine(now, then);
}

/** Rent a month of a property that is let, in pence; null where none is. */
export function averageRent({ count, rent }: { count: number; rent: number }): number | null {
  return count === 0 ? null : Math.round(rent / count);
}

/** What a bar is labelled with: '£7.9k', '£850', '£1.2m'. */
export function shortPounds(pence: number): string {
  const pounds = pence / 100;
  if (pounds >= 999_950) return `£${(pounds / 1_000_000).toFixed(1)}m`;
  return pounds >= 999.5 ? `£${(pounds / 1_000).toFixed(1)}k` : `£${Math.round(pounds)}`;
}

/** How many properties there are. */
export function propertiesIn({ properties: { occupied, vacant, maintenance } }: Pick<Overview, 'properties'>): number {
  return occupied.count + vacant.count + maintenance.count;
}

/** '22 Nov 2026 · 12 properties, 14 tenants'. */
export function headLine(figures: Overview, today: string): string {
  const { tenants } = figures;
  return `${formatDay(today)} · ${counted(propertiesIn(figures), 'property', 'properties')}, ${counted(tenants.count, 'tenant')}`;
}

export const CARDS = ['Total Properties', 'Occupancy Rate', 'Monthly Revenue', 'Expiring Leases'] as const;

type CardWords = { value: string; lines: string[] };

/** What the four cards say, in their order: the figure and the lines below it. */
export function cardWords(figures: Overview): CardWords[] {
  const { properties, expiringLeases, received, lastMonth } = figures;
  const [total, share, { rent }] = [propertiesIn(figures), occupancy(properties), properties.occupied];
  return [
    { value: total.toLocaleString('en-GB'), lines: [compared(total, lastMonth?.properties)] },
    { value: share === null ? '–' : `${share}%`, lines: [compared(share, lastMonth?.occupancy, 'point')] },
    {
      value: formatPence(rent),
      lines: [comparedMoney(rent, lastMonth?.revenue), `${formatPence(received)} received this month`],
    },
    {
      value: expiringLeases.toLocaleString('en-GB'),
      lines: [compared(expiringLeases, lastMonth?.expiringLeases)],
    },
  ];
}

/** The id of the document's block with what GET /api/overview answers. */
export const OVERVIEW_BLOCK = 'overview';

/** 'Dec 2025', of the first day of a month. */
export function shortMonth(month: string): string {
  return formatDay(month).slice(3);
}
