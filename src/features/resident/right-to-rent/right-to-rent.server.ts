import { sql } from 'kysely';
import pg from 'pg';
import type { Versioned } from '../../../server/db/record-table.server.ts';
import { throwNotFoundOrConflict } from '../../../server/http/records.server.ts';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../../shared/app-error.ts';
import { type Check, type CheckInput, type CheckLine, isUnlimited, TEXTS, validateCheck } from './right-to-rent.ts';
import { followUp, yearFrom } from './rules/follow-up.ts';

const LINE = [
  'id',
  'version',
  'tenant_id as tenantId',
  'occupier_id as occupierId',
  'checked_on as checkedOn',
] as const;

const ofTenancy = (db: UserDb, tenancyId: string) =>
  db
    .selectFrom('right_to_rent_checks')
    .where('tenancy_id', '=', tenancyId)
    .orderBy('checked_on', 'desc')
    .orderBy('date_added', 'desc');

/** Lists when each person was checked, without outcomes. */
export function listChecks(db: UserDb, tenancyId: string): Promise<CheckLine[]> {
  return ofTenancy(db, tenancyId).select(LINE).execute();
}

/** Returns the checks with their outcomes and logs the view in the activity. Throws `not_found`. */
export async function showChecks(db: UserDb, tenancyId: string): Promise<Check[]> {
  await sql`select app.log_right_to_rent_view(${tenancyId}::uuid)`.execute(db).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === 'P0002')
      throw new AppError('not_found', { message: TEXTS.noTenancy });
    throw error;
  });
  const rows = await ofTenancy(db, tenancyId)
    .select([...LINE, ...OUTCOME])
    .execute();
  return rows.map((row) => withFollowUp(row as Omit<Check, 'again'>));
}

const OUTCOME = [
  'way',
  'checked_by as checkedBy',
  'unlimited',
  'leave_ends as leaveEnds',
  'document_ends as documentEnds',
] as const;

const withFollowUp = (check: Omit<Check, 'again'>): Check => ({ ...check, again: followUp(check) });

/** Adds a check. Throws `invalid_input` for a person of another tenancy and for impossible dates. */
export async function addCheck(db: UserDb, input: CheckInput, today: string): Promise<Check> {
  const { tenancyId, tenantId, occupierId, ...check } = input;
  const start = await startOf(db, input);
  const fields = validateCheck(input, { today, start });
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
  const unlimited = isUnlimited(check);
  const row = await db
    .insertInto('right_to_rent_checks')
    .values({
      tenancy_id: tenancyId,
      tenant_id: tenantId,
      occupier_id: occupierId,
      way: check.way,
      checked_on: check.checkedOn,
      checked_by: check.checkedBy,
      unlimited,
      leave_ends: unlimited ? null : (check.leaveEnds ?? yearFrom(check.checkedOn)),
      document_ends: check.documentEnds,
    })
    .returning([...LINE, ...OUTCOME])
    .executeTakeFirstOrThrow();
  return withFollowUp(row as Omit<Check, 'again'>);
}

/** Returns the day from which the person lives there. Locks the person against removal before the check is added. */
async function startOf(db: UserDb, { tenancyId, tenantId, occupierId }: CheckInput): Promise<string> {
  const tenancy = db.selectFrom('tenancies').select('start_date as start').where('id', '=', tenancyId).forKeyShare();
  const tenancyRow = await tenancy.executeTakeFirst();
  if (!tenancyRow) throw invalidField('tenancyId', TEXTS.noTenancy);
  const table = tenantId ? 'tenants' : 'occupiers';
  const person = await db
    .selectFrom(table)
    .select('moved_in')
    .where('id', '=', tenantId ?? occupierId ?? '')
    .where('tenancy_id', '=', tenancyId)
    .forKeyShare()
    .executeTakeFirst();
  if (!person) throw invalidField(tenantId ? 'tenantId' : 'occupierId', TEXTS.noPerson);
  return person.moved_in ?? tenancyRow.start;
}

/** Removes a check. Throws `not_found` or `conflict`. */
export async function removeCheck(db: UserDb, { id, version }: Versioned): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('right_to_rent_checks')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return;
  const current = () => db.selectFrom('right_to_rent_checks').select(LINE).where('id', '=', id).executeTakeFirst();
  await throwNotFoundOrConflict(db, 'right_to_rent_checks', current);
}
