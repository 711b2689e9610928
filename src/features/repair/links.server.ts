/** Links of a tenant, of a property's poster, and of a supplier to a repair, unchanged until they are revoked. */
import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { lastingToken } from '../guest-link/guest-link.server.ts';

/** Path of the pages for people without an account. */
export const REPAIR_PATH = '/repair';

type Server = { secret: string; appUrl: string };

const addressAt = (token: string, appUrl: string) => `${appUrl}${REPAIR_PATH}/${token}`;

/** The tenant's personal link, which expires 90 days after the tenant moves out. Throws `not_found`. */
export async function tenantLink(db: UserDb, tenantId: string, { secret, appUrl }: Server): Promise<string> {
  const tenant = await db
    .selectFrom('tenants')
    .select(['name', 'tenancy_id', 'property_id'])
    .where('id', '=', tenantId)
    .executeTakeFirst();
  if (!tenant) throw new AppError('not_found', { message: 'Tenant not found' });
  const { name, tenancy_id, property_id } = tenant;
  const link = { kind: 'tenant', tenant_id: tenantId, tenancy_id, property_id, recipient: name } as const;
  return addressAt(await lastingToken(db, link, secret), appUrl);
}

/** The link of a property's poster, which only reports repairs. Throws `not_found`. */
export async function posterLink(db: UserDb, propertyId: string, { secret, appUrl }: Server): Promise<string> {
  const home = await db.selectFrom('properties').select('address').where('id', '=', propertyId).executeTakeFirst();
  if (!home) throw new AppError('not_found', { message: 'Property not found' });
  const link = { kind: 'poster', property_id: propertyId, recipient: home.address } as const;
  return addressAt(await lastingToken(db, link, secret), appUrl);
}

/** The link of a supplier to one repair. Throws `not_found`. */
export async function supplierLink(
  db: UserDb,
  { repairId, supplierId }: { repairId: string; supplierId: string },
  { secret, appUrl }: Server,
): Promise<string> {
  const supplier = await db.selectFrom('suppliers').select('name').where('id', '=', supplierId).executeTakeFirst();
  const repair = await db.selectFrom('repairs').select('property_id').where('id', '=', repairId).executeTakeFirst();
  if (!supplier || !repair) throw new AppError('not_found', { message: 'Supplier not found' });
  const link = {
    kind: 'supplier',
    repair_id: repairId,
    supplier_id: supplierId,
    ...repair,
    recipient: supplier.name,
  } as const;
  return addressAt(await lastingToken(db, link, secret), appUrl);
}

/** Revokes the link of a tenant or of a poster. The next link has another address. */
export async function revokeLinkOf(db: UserDb, where: { tenantId?: string; propertyId?: string }): Promise<void> {
  const { tenantId, propertyId } = where;
  await sql`update guest_links set revoked_at = app.instant()
    where revoked_at is null and (kind = 'tenant' and tenant_id = ${tenantId ?? null}::uuid or kind = 'poster' and property_id = ${propertyId ?? null}::uuid)`.execute(
    db,
  );
}
