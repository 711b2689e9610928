/** Records last opened from the search, stored in the browser and cleared together with drafts. */
import { isIcon, type Row } from './results.client.ts';

const MAX_RECENT = 6;

type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;
export type RecentPlace = { storage: RecentStorage; userId: string };

/** Newest first. Omits states such as an expiry, which may be outdated. */
export function saveRecent(place: RecentPlace, { icon, name, line, href, phone }: Row): void {
  if (icon === 'add' || icon === 'screen') return;
  const others = findRecent(place).filter((one) => one.href !== href);
  const kept = [{ icon, name, line, href, phone }, ...others].slice(0, MAX_RECENT);
  place.storage.setItem(keyOf(place), JSON.stringify(kept));
}

export function findRecent(place: RecentPlace): Row[] {
  try {
    const kept: unknown = JSON.parse(place.storage.getItem(keyOf(place)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRow) : [];
  } catch {
    return []; // invalid content, or storage is disabled
  }
}

const keyOf = ({ userId }: RecentPlace) => `tenure.recent.${userId}`;

function isRow(row: unknown): row is Row {
  const { icon, name, line = '', href, phone = '' } = (row ?? {}) as Record<string, unknown>;
  const texts = [name, line, href, phone].every((text) => typeof text === 'string');
  // Storage can be edited: never link to another site.
  return isIcon(icon) && texts && String(href).startsWith('/dashboard/');
}
