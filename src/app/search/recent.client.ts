/** Records last opened from the search, stored in the browser until sign-out. */
import { isIcon, type Row } from './results.client.ts';

const MAX_RECENT = 6;

type RecentStorage = Pick<Storage, 'getItem' | 'setItem'>;
export type RecentPlace = { storage: RecentStorage; userId: string };

/** Stores a row as the most recent one. Omits states such as an expiry, which would become stale. */
export function saveRecent(place: RecentPlace, { icon, name, line, href, phone }: Row): void {
  if (icon === 'add' || icon === 'screen') return;
  const others = findRecent(place).filter((row) => row.href !== href);
  const stored = [{ icon, name, line, href, phone }, ...others].slice(0, MAX_RECENT);
  place.storage.setItem(keyOf(place), JSON.stringify(stored));
}

export function findRecent(place: RecentPlace): Row[] {
  try {
    const stored: unknown = JSON.parse(place.storage.getItem(keyOf(place)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRow) : [];
  } catch {
    return []; // invalid content, or storage is disabled
  }
}

const keyOf = ({ userId }: RecentPlace) => `tenure.recent.${userId}`;

function isRow(row: unknown): row is Row {
  const { icon, name, line = '', href, phone = '' } = (row ?? {}) as Record<string, unknown>;
  const texts = [name, line, href, phone].every((text) => typeof text === 'string');
  // Rejects links to other sites, as people and extensions can edit the storage.
  return isIcon(icon) && texts && String(href).startsWith('/dashboard/');
}
