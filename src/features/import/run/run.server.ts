import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { EXPIRING_DAYS } from '../../compliance/marks.ts';
import { type Checked, countsOf } from '../../import-row/rules/check.ts';
import { readStanding } from '../../subscription/standing.server.ts';
import { checkAll, type Progress, saveOutcomes } from '../check.server.ts';
import type { ImportRun } from '../import.ts';
import { PLAN_ROWS } from '../listed.ts';
import { lockOpen, lockRuns } from '../stored.server.ts';
import { applyRows, batches, type Made, type Run } from './apply.server.ts';
import { progressMarks } from './progress.server.ts';

type RunOptions = { agreed: ImportRun; today: string; now: Date; progress: Progress };

/**
 * Imports all checked rows in one transaction. Throws `not_found`, `wrong_state`, `not_allowed`, `plan_needed`,
 * `invalid_input`, and `conflict` if the counts have changed since the person confirmed them.
 */
export async function runImport(db: UserDb, id: string, { agreed, today, now, progress }: RunOptions): Promise<void> {
  const stored = await lockOpen(db, id);
  if (stored.state !== 'checked') throw new AppError('wrong_state', { message: 'Check the file first.' });
  await lockRuns(db);
  const { checked, existing } = await checkAll(db, stored, { today });
  const rows = checked.filter(({ prepared }) => prepared);
  assertAgreed(checked, agreed);
  if (rows.length === 0) throw new AppError('invalid_input', { message: 'There are no rows to import.' });
  if (stored.rentFrom === null && rows.some(isNewTenant))
    throw new AppError('invalid_input', {
      message: 'Choose the day from which rent is charged.',
      fields: { 'rent.from': 'Choose a day' },
    });
  await assertInPlan(db, rows.length, now);
  const first = await lastLog(db);
  let done = 0;
  const step = () => {
    done += 1;
    if (done % 100 === 0 || done === rows.length) progress({ done, of: rows.length });
  };
  const tenancies = new Map(existing.tenants.map(({ id: tenant, tenancyId }) => [tenant, tenancyId]));
  const marks = progressMarks(db, { id, what: 'import', of: rows.length });
  const run: Run = { db, today, ids: new Map(), tenancies, made: [], step, mark: () => marks(done) };
  progress({ done, of: rows.length });
  await run.mark();
  await applyRows(run, checked);
  await saveMade(db, id, run.made);
  await saveOutcomes(db, id, checked, run.ids);
  await db
    .updateTable('imports')
    .set({
      state: 'imported',
      imported_at: sql`app.instant()`,
      actor_id: sql`app.person_id()`,
      rows: rows.length,
      result: JSON.stringify(await resultOf(db, run.made)),
      imported_from: first,
      imported_log: await lastLog(db),
    })
    .where('id', '=', id)
    .execute();
  await sql`select app.add_import_event(${id}::uuid)`.execute(db);
}

const SAVE_BATCH_SIZE = 5_000;

const isNewTenant = ({ prepared, existing }: Checked) => prepared?.kind === 'tenants' && existing === null;

/** Throws `conflict` if the counts differ from those that the person confirmed. */
function assertAgreed(checked: readonly Checked[], agreed: ImportRun): void {
  const counts = countsOf(checked).get(null);
  if (!counts) return;
  const rows = counts.new + counts.changed;
  const leaveOut = counts.wrong + counts.left_out + counts.depends;
  if (rows !== agreed.rows || leaveOut !== agreed.leaveOut)
    throw new AppError('conflict', { message: 'Your records have changed since the check. Check the file again.' });
}

async function assertInPlan(db: UserDb, rows: number, now: Date): Promise<void> {
  if (rows <= PLAN_ROWS) return;
  const { status, plan } = await readStanding(db, now);
  if (status === 'trialing' || (status === 'active' && plan === 'enterprise')) return;
  const max = PLAN_ROWS.toLocaleString('en-GB');
  throw new AppError('plan_needed', {
    message: `Your plan imports up to ${max} rows at a time, and this file has ${rows.toLocaleString('en-GB')}. Split the file, or choose Enterprise.`,
  });
}

/** The id of the account's latest activity; 0 without any. */
export async function lastLog(db: UserDb): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::float8 as last from activity`.execute(db);
  return rows[0]?.last ?? 0;
}

/** Versions are read after the whole import, as adding a tenant may raise the property's version. */
async function saveMade(db: UserDb, id: string, made: readonly Made[]): Promise<void> {
  const all = made.map(({ id: record_id, kind, label, before }, place) => ({
    place,
    kind,
    record_id,
    label: label.slice(0, 300),
    before,
  }));
  for (const sent of batches(all, SAVE_BATCH_SIZE))
    await sql`
    insert into import_changes (import_id, place, kind, record_id, label, before, version_after)
    select ${id}::uuid, place, kind, record_id, label, before, case kind
      when 'properties' then (select version from properties where id = record_id)
      when 'suppliers' then (select version from suppliers where id = record_id)
      when 'tenants' then (select version from tenants where id = record_id)
      when 'tenancies' then (select version from tenancies where id = record_id)
      when 'transactions' then (select version from transactions where id = record_id)
      else (select version from property_certificates where id = record_id) end
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent (place integer, kind text, record_id uuid, label text, before jsonb)`.execute(
      db,
    );
}

async function resultOf(db: UserDb, made: readonly Made[]) {
  const idsOf = (kind: Made['kind']) => made.flatMap((one) => (one.kind === kind ? one.id : []));
  const { rows } = await sql<{ tenancies: number; rent: number; expiring: number }>`
    select (select count(*)::int from tenancies where id = any(${idsOf('tenancies')}::uuid[])) as tenancies,
      coalesce((select sum(amount * 100)::bigint::float8 from app.monthly_rents where id = any(${idsOf('tenancies')}::uuid[])), 0) as rent,
      (select count(*)::int from property_certificates
        where (property_id = any(${idsOf('properties')}::uuid[]) or id = any(${idsOf('certificates')}::uuid[]))
          and replaced_by is null and expiration_date <= (select app.today()) + ${EXPIRING_DAYS}::integer) as expiring`.execute(
    db,
  );
  return rows[0];
}
