/** Which properties a supplier looks after, in SQL. What is linked already stays linked; what is not linked may be unlinked. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';

const NO_PROPERTY = 'A property is no longer there. Please choose again.';

type Links = { supplier: string; properties: string[] };
type Link = { supplier: string; property: string };

/** The landlord's own supplier looks after these properties from now on. Throws `invalid_input` where one is not there. */
export async function linkProperties(db: UserDb, { supplier, properties }: Links): Promise<void> {
  if (properties.length === 0) return;
  // Held, so that none can go before its link is there.
  const held = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', sql<string>`any(${properties}::uuid[])`)
    .forKeyShare()
    .execute();
  const wanted = new Set(properties.map((id) => id.toLowerCase()));
  if (held.length < wanted.size) throw new AppError('invalid_input', { fields: { addedProperties: NO_PROPERTY } });
  await insertLinks(db, { supplier, properties });
}

/** A supplier looks after these properties no more. */
export async function unlinkProperties(db: UserDb, { supplier, properties }: Links): Promise<void> {
  if (properties.length === 0) return;
  await db
    .deleteFrom('supplier_properties')
    .where('supplier_id', '=', supplier)
    .where('property_id', '=', sql<string>`any(${properties}::uuid[])`)
    .execute();
}

/** A supplier looks after a property from now on. Throws `not_found` where the landlord lacks either. */
export async function addLink(db: UserDb, link: Link): Promise<void> {
  await holdBoth(db, link);
  await insertLinks(db, { supplier: link.supplier, properties: [link.property] });
}

/** A supplier looks after a property no more. Throws `not_found` where the landlord lacks either. */
export async function removeLink(db: UserDb, link: Link): Promise<void> {
  await holdBoth(db, link);
  await unlinkProperties(db, { supplier: link.supplier, properties: [link.property] });
}

async function insertLinks(db: UserDb, { supplier, properties }: Links): Promise<void> {
  await db
    .insertInto('supplier_properties')
    .columns(['supplier_id', 'property_id'])
    .expression((link) =>
      link
        .selectFrom('properties')
        .select([sql<string>`${supplier}::uuid`.as('supplier_id'), 'id'])
        .where('id', '=', sql<string>`any(${properties}::uuid[])`)
        // In one order, so that two who link the same do not wait for each other in a ring.
        .orderBy('id'),
    )
    .onConflict((link) => link.doNothing())
    .execute();
}

/** Neither can go until the transaction ends. */
async function holdBoth(db: UserDb, { supplier, property }: Link): Promise<void> {
  const both = await db
    .selectFrom(['suppliers', 'properties'])
    .select('suppliers.id')
    .where('suppliers.id', '=', supplier)
    .where('properties.id', '=', property)
    .forKeyShare()
    .executeTakeFirst();
  if (!both) throw new AppError('not_found', { message: 'Supplier or property not found' });
}
