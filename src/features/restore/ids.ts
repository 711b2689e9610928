/** Ids of a download: all are unchanged, or all are replaced by new ids in the same order. */
import { REFUSED, refusal } from './refusals.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const WHOLE_UUID = new RegExp(`^${UUID.source}$`);
const FILE_URL = /(\/api\/files\/[\w-]+\/)[0-9a-f-]{36}(\/[\w.-]+)/g;

/** Escaped printable ASCII, which a download never contains: it could hide an id. */
const HIDDEN = /(?<!\\)(?:\\\\)*\\u00[2-7]/i;

export type KnownIds = { add(id: string): boolean; has(id: string): boolean };

/** Stores the last 52 bits of ids, as a million texts would take 100 MB. A collision only replaces an extra id. */
export function knownIds(): KnownIds {
  const known = new Set<number>();
  const short = (id: string) => Number.parseInt(id[22] + id.slice(24), 16);
  return {
    add(id) {
      const before = known.size;
      return known.add(short(id)).size > before;
    },
    has: (id) => known.has(short(id)),
  };
}

type Row = Record<string, unknown>;

/** Throws `invalid_input` for a line that no download contains. */
export function parseRow(line: string): Row {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null && !Array.isArray(row) && !HIDDEN.test(line)) return row as Row;
  } catch (error) {
    throw refusal(REFUSED.changed, error);
  }
  throw refusal(REFUSED.changed);
}

/** The ids in a row's uuid and JSON columns, except the ids of banks. */
export function* idsOf(row: Row, types: ReadonlyMap<string, string>): Generator<string> {
  for (const [column, value] of Object.entries(row)) {
    const type = types.get(column);
    if (value === null) continue;
    if (type === 'uuid') yield asId(value);
    else if (type === 'uuid[]')
      for (const id of Array.isArray(value) ? value : [value]) if (id !== null) yield asId(id);
    if (type === 'jsonb') yield* idsIn(value);
  }
}

function asId(value: unknown): string {
  if (typeof value === 'string' && WHOLE_UUID.test(value)) return value;
  throw refusal(REFUSED.changed);
}

const FOREIGN_ID_KEYS = new Set(['external_id', 'externalId']);

function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* value.match(UUID) ?? [];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (FOREIGN_ID_KEYS.has(key)) continue;
    yield* key.match(UUID) ?? [];
    yield* idsIn(part);
  }
}

type Plan = {
  /** Maps the download's account, person and member to the caller's. */
  fixed: ReadonlyMap<string, string>;
  /** Maps addresses of files to new addresses. Other addresses are moved to `account`, the caller's account. */
  urls: ReadonlyMap<string, string>;
  account: string;
  known: KnownIds;
  /** Maps any other known id to its new id; undefined if the other ids are unchanged. */
  replaced: ((id: string) => string) | undefined;
};

/** Returns a function that replaces ids and addresses of files in a row's JSON. */
export function lineMapper({ fixed, urls, account, known, replaced }: Plan): (line: string) => string {
  const mapped = (id: string) => fixed.get(id) ?? (replaced && known.has(id) ? replaced(id) : id);
  const placed = (url: string, bucket: string, name: string) => urls.get(url) ?? `${bucket}${account}${name}`;
  return (line) => line.replace(FILE_URL, placed).replace(UUID, mapped);
}
