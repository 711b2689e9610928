import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { isId } from '../../shared/records/list-query.ts';
import { TEXTS } from './listed.ts';
import { ALL_PROPERTIES, fractionsOf, type OwnershipInput, type OwnershipItem, SPOUSES_WRONG } from './ownership.ts';
import type { Ownership } from './rules/shares.ts';

/** The key of the shares that apply to properties without their own. */
const NO_PROPERTY = '00000000-0000-0000-0000-000000000000';

/** Returns the general shares, then shares by address; the newest of a property first. */
export async function listOwnerships(db: UserDb): Promise<OwnershipItem[]> {
  const { rows } = await sql<OwnershipItem>`
    select nullif(o.property_id, app.no_property()) as "propertyId", p.address || ', ' || p.city as address,
      o.starts_on as "from", o.spouses, o.signed_on as "signedOn", o.received_on as "receivedOn", s.shares
    from ownerships o
    join (
      select property_id, starts_on, json_agg(json_build_object('ownerId', owner_id, 'numerator', numerator,
        'denominator', denominator) order by owners.date_added, owners.id) as shares
      from shares join owners on owners.id = owner_id group by property_id, starts_on
    ) s using (property_id, starts_on)
    left join properties p on p.id = o.property_id
    order by o.property_id <> app.no_property(), p.address collate app.natural nulls last, o.property_id, o.starts_on desc`.execute(
    db,
  );
  return rows;
}

export async function readOwnerships(db: UserDb): Promise<Ownership[]> {
  return (await listOwnerships(db)).map(({ propertyId, from, spouses, signedOn, receivedOn, shares }) => ({
    property: propertyId,
    from,
    spouses,
    form: signedOn === null ? null : { signed: [signedOn], received: receivedOn },
    shares: shares.map(({ ownerId, ...fraction }) => ({ owner: ownerId, ...fraction })),
  }));
}

type OwnershipKey = { property: string; from: string };

/** `property` is an id or 'all'. Throws `not_found` for any other value. */
function toKey({ property, from }: OwnershipKey) {
  if (property !== ALL_PROPERTIES && !isId(property)) throw propertyNotFound();
  return { property: property === ALL_PROPERTIES ? NO_PROPERTY : property, from };
}

const propertyNotFound = () => new AppError('not_found', { message: 'Property not found' });

/** Throws `not_found` for an unknown property or owner, `invalid_input` for a company as a spouse. */
export async function saveOwnership(db: UserDb, key: OwnershipKey, input: OwnershipInput): Promise<void> {
  const { property, from } = toKey(key);
  const { rows: matches } = await sql`
    select where ${property}::uuid = app.no_property() or exists (select from properties where id = ${property})
      or exists (select from ownerships where property_id = ${property})`.execute(db);
  if (matches.length === 0) throw propertyNotFound();
  const ids = input.shares.map(({ ownerId }) => ownerId);
  const { rows: owners } = await sql<{ kind: string }>`
    select kind from owners where id = any(${ids}::uuid[]) order by id for key share`.execute(db);
  if (owners.length < ids.length) throw new AppError('not_found', { message: TEXTS.notFound });
  if (input.spouses && owners.some(({ kind }) => kind === 'company')) throw invalidField('spouses', SPOUSES_WRONG);
  // Locks the ownership, so that concurrent saves of its shares do not mix.
  await sql`
    insert into ownerships (property_id, starts_on, spouses, signed_on, received_on)
    values (${property}, ${from}, ${input.spouses}, ${input.signedOn}, ${input.receivedOn})
    on conflict (user_id, property_id, starts_on)
    do update set spouses = excluded.spouses, signed_on = excluded.signed_on, received_on = excluded.received_on`.execute(
    db,
  );
  await sql`delete from shares where property_id = ${property} and starts_on = ${from}`.execute(db);
  const fractions = fractionsOf(input.shares);
  await db
    .insertInto('shares')
    .values(
      ids.flatMap((id, at) => ({ property_id: property, starts_on: from, owner_id: id, ...partAt(fractions, at) })),
    )
    .execute();
}

function partAt(fractions: ReturnType<typeof fractionsOf>, at: number) {
  const { numerator, denominator } = fractions[at] ?? { numerator: 0, denominator: 1 };
  return { numerator, denominator };
}

/** Throws `not_found` if there are no shares of that day. */
export async function removeOwnership(db: UserDb, key: OwnershipKey): Promise<void> {
  const { property, from } = toKey(key);
  const { numDeletedRows } = await db
    .deleteFrom('ownerships')
    .where('property_id', '=', property)
    .where('starts_on', '=', from)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new AppError('not_found', { message: 'These shares have already been removed.' });
}
