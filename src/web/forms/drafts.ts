/** Unsaved form input, stored in the browser by person for a week, without secrets. */

const PREFIX = 'tenure.draft.';
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Names of fields that are never stored, at any depth. */
const SECRET = /password|accountNumber|sortCode|token/i;

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** `form` is 'item:new' or 'item:{id}:{version}', so that a draft never applies to another version. */
export type DraftPlace = { storage: DraftStorage; userId: string; form: string };

export type Draft = { values: Record<string, unknown>; at: number; addKey?: string };

type Typed = { values: unknown; start?: unknown; addKey?: string | undefined };

/**
 * Stores a draft, or removes it if `values` equal `start` apart from secrets. Throws if the storage is full or blocked.
 */
export function saveDraft({ storage, ...place }: DraftPlace, { values, start, addKey }: Typed, now: number): void {
  if (withoutSecrets({ values }) === withoutSecrets({ values: start })) storage.removeItem(keyOf(place));
  else storage.setItem(keyOf(place), withoutSecrets({ values, addKey, at: now }));
}

export function readDraft({ storage, ...place }: DraftPlace, now: number): Draft | null {
  const draft = parse(storage.getItem(keyOf(place)));
  return draft && isFresh(draft, now) ? draft : null;
}

export function removeDraft({ storage, ...place }: DraftPlace): void {
  storage.removeItem(keyOf(place));
}

/** Removes all drafts or, with `now`, drafts that have expired or cannot be parsed. */
export function removeDrafts(storage: DraftStorage, now?: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys.filter((name) => name.startsWith(PREFIX))) {
    const draft = parse(storage.getItem(key));
    if (now === undefined || !draft || !isFresh(draft, now)) storage.removeItem(key);
  }
}

/** Returns the uploads in a draft by field. 'papers.0.file' contains a file object, 'photo' a URL. */
export function uploadsIn(values: unknown, field = ''): { field: string; url: string }[] {
  if (typeof values === 'string')
    return values.startsWith('/api/files/') ? [{ field: field.replace(/\.url$/, ''), url: values }] : [];
  if (!(values instanceof Object)) return [];
  return Object.entries(values).flatMap(([name, value]) => uploadsIn(value, field ? `${field}.${name}` : name));
}

function withoutSecrets(what: object): string {
  return JSON.stringify(what, (name, value: unknown) => (SECRET.test(name) ? undefined : value));
}

function keyOf({ userId, form }: Omit<DraftPlace, 'storage'>): string {
  return `${PREFIX}${userId}.${form}`;
}

function isFresh(draft: Draft, now: number): boolean {
  return draft.at + MAX_AGE_MS > now;
}

function parse(text: string | null): Draft | null {
  try {
    const { values, ...rest } = JSON.parse(text ?? '{}') as Draft;
    return values instanceof Object && typeof rest.at === 'number' ? { values, ...rest } : null;
  } catch {
    return null; // written by an older version of the app, or manually
  }
}
