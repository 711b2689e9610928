/** API keys in SQL. PostgreSQL checks that the caller is an owner. */
import { sql } from 'kysely';
import { newKey } from '../../server/session/key-format.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import type { Standing } from '../subscription/standing.ts';
import { areasOf, CURRENT_VERSION, type Key, type KeyInput, MAX_KEYS, type NewKey, rightsOf } from './key.ts';

type Row = {
  id: string;
  name: string;
  hint: string;
  rights: string[];
  whole: boolean;
  properties: Key['properties'];
  ends_on: string | null;
  api_version: string;
  made_by: string;
  maker_left: boolean;
  used_at: Date | null;
  revoked_at: Date | null;
  date_added: Date;
  version: number;
};

/** Requests per minute; without a plan, those of Business. Null if the plan has no API. */
export function limitOf({ status, plan }: Pick<Standing, 'status' | 'plan'>): number | null {
  if (status !== 'active') return 60;
  return { business: 60, enterprise: 600 }[plan ?? ''] ?? null;
}

const REACH = sql`coalesce((
  select json_agg(json_build_object('id', p.id, 'address', p.address || ', ' || p.city) order by p.address, p.id)
  from app.key_properties r join properties p on p.id = r.property_id where r.key_id = k.id), '[]')`;

/** Active keys first, then revoked keys. */
export async function listKeys(db: UserDb): Promise<Key[]> {
  const { rows } = await sql<Row>`
    select k.id, k.version, k.name, k.hint, k.rights, k.whole, ${REACH} as properties, k.ends_on, k.api_version, coalesce(m.name, '') as made_by,
      coalesce(m.state <> 'active', true) as maker_left, u.used_at, k.revoked_at, k.date_added
    from api_keys k left join app.key_uses u on u.key_id = k.id
    left join lateral (select name, state from members where person_id = k.made_by order by state = 'active' desc, joined_at desc limit 1) m on true
    order by k.revoked_at is not null, k.date_added desc, k.id`.execute(db);
  return rows.map(({ rights, ends_on, api_version, made_by, maker_left, used_at, revoked_at, date_added, ...row }) => ({
    ...row,
    rights: areasOf(rights),
    endsOn: ends_on,
    apiVersion: api_version,
    madeBy: made_by,
    makerLeft: maker_left,
    usedAt: used_at?.toISOString() ?? null,
    revokedAt: revoked_at?.toISOString() ?? null,
    dateAdded: date_added.toISOString(),
  }));
}

/** Throws `invalid_input` for a last day in the past, an unknown property, or too many keys. */
export async function addKey(db: UserDb, input: KeyInput, now: Date): Promise<NewKey> {
  const { name, rights, whole, propertyIds, endsOn } = input;
  if (endsOn && endsOn < londonDay(now)) throw invalidField('endsOn', 'Enter today or a later date');
  await sql`select app.lock_account()`.execute(db);
  const inUse = (await listKeys(db)).filter(({ revokedAt }) => !revokedAt);
  if (inUse.length >= MAX_KEYS) throw invalidField('name', `You have ${MAX_KEYS} keys. Revoke one first.`);
  const { key, hash, hint } = newKey();
  const { id } = await db
    .insertInto('api_keys')
    .values({
      name,
      key_hash: hash,
      hint,
      rights: rightsOf(rights, { whole }),
      whole,
      ends_on: endsOn,
      api_version: CURRENT_VERSION,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!whole)
    await sql`
      insert into app.key_properties (key_id, property_id) select ${id}::uuid, p.id from properties p
      where p.id = any(${propertyIds}::uuid[])`.execute(db);
  const record = await keyOf(db, id);
  if (!whole && record.properties.length < new Set(propertyIds).size)
    throw invalidField('propertyIds', 'One of these properties no longer exists. Choose again.');
  return { key, record };
}

/** Idempotent. Throws `not_found`. */
export async function revokeKey(db: UserDb, id: string): Promise<Key> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: sql`app.instant()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return keyOf(db, id);
}

async function keyOf(db: UserDb, id: string): Promise<Key> {
  const found = (await listKeys(db)).find((key) => key.id === id);
  if (!found) throw new AppError('not_found', { message: 'We could not find this key.' });
  return found;
}
