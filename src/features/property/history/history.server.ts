import { sql } from 'kysely';
import { z } from 'zod';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { COMPLIANCE_COLUMNS } from '../../compliance/compliance.server.ts';
import { TEXTS } from '../listed.ts';
import { HistoryEntry } from './history.ts';

type Params = { id: string; nouns: readonly string[]; limit: number; cursor?: string | undefined };
type Page = { items: HistoryEntry[]; nextCursor: string | null };

/** Returns a page of the history, newest first. Throws `not_found`, or `bad_request` for an invalid cursor. */
export async function listHistory(db: UserDb, { id, nouns, limit, cursor }: Params): Promise<Page> {
  const property = await db.selectFrom('properties').select('id').where('id', '=', id).executeTakeFirst();
  if (!property) throw new AppError('not_found', { message: TEXTS.notFound });
  let rows = db
    .selectFrom('activity')
    .select([
      sql<string>`id::text`.as('id'),
      sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
      'noun',
      'action',
      'label',
      'record_count as count',
      'changes',
    ])
    .where((row) => row.or([row('record_id', '=', id), row('about', '=', id), leftFor(id)]))
    .where('noun', 'in', nouns)
    .orderBy('activity.at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const after = readCursor(cursor);
    rows = rows.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`);
  }
  const entries = (await rows.execute()).map(({ changes, ...entry }) => ({
    ...entry,
    changes: changesForApi(changes, { noun: entry.noun, home: id.toLowerCase() }),
  }));
  const last = entries[limit - 1];
  return {
    // A check constraint allows only the actions of this type.
    items: entries.slice(0, limit) as HistoryEntry[],
    nextCursor: entries.length > limit && last ? JSON.stringify([last.at, last.id]) : null,
  };
}

/** A former tenant's move to another property, which is stored under that property. */
function leftFor(id: string) {
  return sql<boolean>`(
    record_id = any(array(select record_id from activity where about = ${id} and noun = 'tenant'))
    and changes -> 'property_id' ->> 0 = ${id.toLowerCase()})`;
}

// PostgreSQL rejects the year 0, and ids of more than 18 digits may exceed a bigint.
const Cursor = z.tuple([z.iso.datetime().refine((text) => !text.startsWith('0000')), z.string().regex(/^\d{1,18}$/)]);

function readCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id] = Cursor.parse(JSON.parse(cursor));
    return { at, id };
  } catch (cause) {
    throw new AppError('bad_request', { message: 'We could not find that page of the list. Reload the page.', cause });
  }
}

const { was: value } = HistoryEntry.shape.changes.unwrap().element.shape;
const Changes = z.record(z.string(), z.tuple([value, value])).nullable();

/** Converts changed columns of `noun` to API fields. Hides other properties that a tenant came from or moved to. */
export function changesForApi(
  changes: unknown,
  { noun, home }: { noun: string; home: string },
): HistoryEntry['changes'] {
  const columns = Changes.parse(changes);
  return (
    columns &&
    Object.entries(columns).map(([column, values]) => {
      const [was, is] = values.map((value) =>
        column === 'property_id' && value !== home ? null : apiValue(column, value),
      );
      return { field: fieldOf(column, noun), was: was ?? null, is: is ?? null };
    })
  );
}

const NAMES = new Map([
  ...COMPLIANCE_COLUMNS.map(({ column, item, field }) => [column, `${item}.${field}`] as const),
  ['zipcode', 'postalCode'],
  ['type', 'propertyType'],
  ['monthly_rent', 'rent'],
  ['file_url', 'file'],
]);

const IN_POUNDS = ['monthly_rent', 'cost', 'amount', 'rent_amount', 'deposit_amount'];

/** Converts a column to an API field: 'monthly_rent' → 'rent', 'gas_safety_notes' → 'gasSafety.notes'. */
function fieldOf(column: string, noun: string): string {
  if (noun === 'tenant' && column === 'image_url') return 'avatar';
  return NAMES.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function apiValue<Value>(column: string, value: Value): Value | number {
  return IN_POUNDS.includes(column) && typeof value === 'number' ? Math.round(value * 100) : value;
}
