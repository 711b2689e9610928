/** A tenant saved: the property and the photo it names are the landlord's, and stay so until the save is done. */

import { throwNotFoundOrConflict } from '../../server/http/records.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { NO_FILE } from '../file/file.ts';
import { freeFiles } from '../file/store.server.ts';
import { getTenant, holdTenant, insertTenant, patchTenant, type StandingTenant, updateTenant } from './store.server.ts';
import type { TenantChange, TenantInput, TenantRecord } from './tenant.ts';

const NO_PROPERTY = 'This property is no longer there. Please choose another.';

/** Adds a tenant. Throws `invalid_input` where it names a property or a file that is not there to be named. */
export async function addTenant(db: UserDb, input: TenantInput): Promise<TenantRecord> {
  await check(db, { input, home: await holdHome(db, input), standing: { avatar: null } });
  return saved(db, await insertTenant(db, input));
}

/**
 * Changes a tenant from `version`. Throws `not_found`, `changed_meanwhile`, or `invalid_input` where it names a property or a file
 * that is not there to be named.
 */
export async function changeTenant(
  db: UserDb,
  { id, version, input }: { id: string; version: number; input: TenantInput },
): Promise<TenantRecord> {
  // The property first and then the tenant, as a change of the property's address does: so neither waits for the other in a ring.
  const home = await holdHome(db, input);
  const standing = await holdTenant(db, { id, version });
  if (!standing) return throwNotFoundOrConflict(() => getTenant(db, id), input);
  await check(db, { input, home, standing });
  await updateTenant(db, { id, input });
  return saved(db, id);
}

/** Moves a tenant out or back in, or answers whether a passed fixed term goes on. Throws `not_found` or `changed_meanwhile`. */
export async function settleTenant(
  db: UserDb,
  { id, version, change }: { id: string; version: number; change: TenantChange },
): Promise<TenantRecord> {
  await patchTenant(db, { id, version, change });
  return saved(db, id);
}

/** Holds the property that the tenant is assigned to. Its id; undefined where the landlord has no such property. */
async function holdHome(db: UserDb, { propertyId }: TenantInput): Promise<string | undefined> {
  const found = await db
    .selectFrom('properties')
    .select('id')
    .where('id', '=', propertyId)
    .forShare()
    .executeTakeFirst();
  return found?.id;
}

type Checked = { input: TenantInput; home: string | undefined; standing: StandingTenant };

async function check(db: UserDb, { input: { avatar }, home, standing }: Checked): Promise<void> {
  const own = avatar === null || avatar === standing.avatar;
  const there = own || (await freeFiles(db, [avatar])).length > 0;
  const fields = { ...(!home && { propertyId: NO_PROPERTY }), ...(!there && { avatar: NO_FILE }) };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

async function saved(db: UserDb, id: string): Promise<TenantRecord> {
  const tenant = await getTenant(db, id);
  if (!tenant) throw new Error('A tenant that was just saved is not there');
  return tenant;
}
