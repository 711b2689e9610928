/** A supplier with what it looks after, saved as a whole or not at all: the caller's one transaction. */
import type { UserDb } from '../../server/session/with-user.server.ts';
import { linkProperties, unlinkProperties } from './links.server.ts';
import { getSupplier, insertSupplier, updateSupplier } from './store.server.ts';
import type { SupplierInput, SupplierRecord } from './supplier.ts';

/** Adds a supplier. Throws `invalid_input` where it is to look after a property that is not there. */
export async function addSupplier(db: UserDb, input: SupplierInput): Promise<SupplierRecord> {
  const id = await insertSupplier(db, input);
  await linkProperties(db, { supplier: id, properties: input.addedProperties });
  return saved(db, id);
}

/**
 * Changes a supplier from `version`. Throws `not_found`, `changed_meanwhile`, or `invalid_input` where it is to look after a
 * property that is not there.
 */
export async function changeSupplier(
  db: UserDb,
  { id, version, input }: { id: string; version: number; input: SupplierInput },
): Promise<SupplierRecord> {
  await updateSupplier(db, { id, version, input });
  await unlinkProperties(db, { supplier: id, properties: input.removedProperties });
  await linkProperties(db, { supplier: id, properties: input.addedProperties });
  return saved(db, id);
}

async function saved(db: UserDb, id: string): Promise<SupplierRecord> {
  const supplier = await getSupplier(db, id);
  if (!supplier) throw new Error('A supplier that was just saved is not there');
  return supplier;
}
