import { sql } from 'kysely';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { lastingToken } from '../guest-link/guest-link.server.ts';
import { INSPECTION_PATH, type InspectionLink, TEXTS } from './inspection-link.ts';

type Server = { secret: string; appUrl: string };
type Params = { inspectionId: string; tenantId: string };

export type Receiver = {
  id: string;
  name: string;
  email: string;
  tenancyId: string;
  propertyId: string | null;
  shared: boolean;
};

/** Days before a move-out inspection in which its tenants may already have moved out. */
const LEFT_DAYS = 28;

/** Tenants of the inspection's tenancy who had not moved out by its day, or `LEFT_DAYS` before a move-out. */
export async function receiversOf(db: UserDb, inspectionId: string): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select t.id, t.name, coalesce(t.email, '') as email, t.tenancy_id as "tenancyId", i.property_id as "propertyId",
      i.shared_at is not null as shared
    from inspections i join tenants t on t.tenancy_id = i.tenancy_id
    where i.id = ${inspectionId}::uuid and (t.moved_out is null
      or t.moved_out >= (i.starts_at at time zone 'Europe/London')::date - case i.kind when 'move-out' then ${LEFT_DAYS}::integer else 0 end)
    order by t.sort_name, t.id`.execute(db);
  return rows;
}

export async function addressFor(
  db: UserDb,
  inspectionId: string,
  { id, name, tenancyId, propertyId }: Receiver,
  { secret, appUrl }: Server,
): Promise<string> {
  const whose = { tenant_id: id, tenancy_id: tenancyId, property_id: propertyId, recipient: name };
  const token = await lastingToken(db, { kind: 'inspection', inspection_id: inspectionId, ...whose }, secret);
  return `${appUrl}${INSPECTION_PATH}/${token}`;
}

/** Throws `not_found`, or `wrong_state` unless the inspection is shared. */
export async function inspectionLink(db: UserDb, { inspectionId, tenantId }: Params, server: Server): Promise<string> {
  const receiver = (await receiversOf(db, inspectionId)).find(({ id }) => id === tenantId);
  if (!receiver) throw new AppError('not_found', { message: TEXTS.noTenant });
  if (!receiver.shared) throw new AppError('wrong_state', { message: TEXTS.notShared });
  return addressFor(db, inspectionId, receiver, server);
}

/** Revokes a tenant's links. The next link has another address. Throws `not_found`. */
export async function revokeInspectionLink(db: UserDb, { inspectionId, tenantId }: Params): Promise<void> {
  const receivers = await receiversOf(db, inspectionId);
  if (!receivers.some(({ id }) => id === tenantId)) throw new AppError('not_found', { message: TEXTS.noTenant });
  await sql`update guest_links set revoked_at = app.instant()
    where revoked_at is null and kind = 'inspection' and inspection_id = ${inspectionId}::uuid and tenant_id = ${tenantId}::uuid`.execute(
    db,
  );
}

/** Throws `not_found`. */
export async function listInspectionLinks(db: UserDb, inspectionId: string): Promise<InspectionLink[]> {
  const found = await db.selectFrom('inspections').select('id').where('id', '=', inspectionId).executeTakeFirst();
  if (!found) throw new AppError('not_found');
  const { rows } = await sql<{ tenantId: string; lastUsedAt: string | null }>`
    select tenant_id as "tenantId", app.utc_text(max(last_used_at)) as "lastUsedAt" from guest_links
    where kind = 'inspection' and inspection_id = ${inspectionId}::uuid group by tenant_id`.execute(db);
  const used = new Map(rows.map(({ tenantId, lastUsedAt }) => [tenantId, lastUsedAt]));
  const receivers = await receiversOf(db, inspectionId);
  return receivers.map(({ id, name, email }) => ({
    tenantId: id,
    name,
    hasEmail: email !== '',
    lastUsedAt: used.get(id) ?? null,
  }));
}
