import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { KINDS, type Kind } from '../../import-file/kinds.ts';
import { removeProperties } from '../../property/property.server.ts';
import { PropertyInput } from '../../property/property.ts';
import { changeProperty } from '../../property/save.server.ts';
import { supplierTable } from '../../supplier/supplier.server.ts';
import { SupplierInput } from '../../supplier/supplier.ts';
import { closeTenancies, closeTenanciesOfProperty } from '../../tenancy/lease.server.ts';
import { removeUnusedTenancies } from '../../tenancy/tenancy.server.ts';
import { changeTenant, removeTenants } from '../../tenant/tenant.server.ts';
import { TenantInput } from '../../tenant/tenant.ts';
import { deleteTransactions, lockTransactions } from '../../transaction/transaction.server.ts';
import type { ImportUndo, ImportUndoChoice } from '../import.ts';
import { TEXTS } from '../listed.ts';
import { assertMayImport } from '../rights.server.ts';
import { lockRuns, readStored } from '../stored.server.ts';
import {
  batches,
  contactsOf,
  inputOf,
  logEachRow,
  readProperty,
  readTenant,
  settleLater,
  settleLedgers,
  TRANSACTION_BATCH_SIZE,
} from './apply.server.ts';
import { progressMarks } from './progress.server.ts';
import { lastLog } from './run.server.ts';

const MAX_SHOWN = 100;
const READ_BATCH_SIZE = 5_000;

type Undoable = {
  kind: Kind | 'tenancies';
  id: string;
  label: string;
  before: Before | null;
  /** Null if the record no longer exists. */
  version: number | null;
  /** The id of the record's property. */
  home: string | null;
  /** A later change by a person, such as 'payment added, by Sam Ode'. */
  since: string | null;
};

type Before = { values: Record<string, unknown>; certificates?: { id: string }[]; compliance?: unknown };

/** Throws `not_found`, `wrong_state` and `not_allowed`. */
async function assertUndoable(db: UserDb, id: string, { lock }: { lock: boolean }): Promise<void> {
  const stored = await readStored(db, id, { lock });
  await assertMayImport(
    db,
    stored.sheets.map(({ kind }) => kind),
  );
  if (stored.state === 'undone') throw new AppError('wrong_state', { message: 'You have already undone this import.' });
  if (stored.state !== 'imported') throw new AppError('wrong_state', { message: 'This file has not been imported.' });
}

async function readUndoFirst(db: UserDb, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select later.name from imports later, imports this
    where this.id = ${id} and later.state = 'imported' and later.imported_log > this.imported_log
    order by later.imported_log desc limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

/** The first later activity of a person, excluding other imports and undos. Scheduled work has no actor. */
const SINCE = sql`(
  select concat(a.noun, ' ', a.action, coalesce(', by ' || (
      select name from members m where m.person_id = a.actor_id order by m.joined_at desc limit 1), ', by ' || app.key_label(a.actor_id), ''))
  from activity a
  where a.user_id = app.user_id() and a.id > i.imported_log and a.actor_id is not null
    and (a.record_id = c.record_id or a.about = c.record_id or a.record_id = found.tenancy_id)
    and not exists (select from imports o where o.id <> i.id
      and (a.id between o.imported_from and o.imported_log or a.id between o.undone_from and o.undone_log))
  order by a.id limit 1)`;

async function readMade(db: UserDb, id: string): Promise<Undoable[]> {
  const made: Undoable[] = [];
  for (let from = 0; ; from += READ_BATCH_SIZE) {
    const part = await readPart(db, { id, from });
    made.push(...part);
    if (part.length < READ_BATCH_SIZE) return keepHomes(made);
  }
}

/** At most `READ_BATCH_SIZE` records, from place `from` on. */
async function readPart(db: UserDb, { id, from }: { id: string; from: number }): Promise<Undoable[]> {
  const { rows } = await sql<Undoable>`
    select c.kind, c.record_id as id, c.label, c.before, found.version, found.home,
      coalesce(${SINCE}, case when c.kind = 'tenants' and exists (
        select from transactions x where x.tenancy_id = found.tenancy_id
          and not exists (select from import_changes own where own.import_id = c.import_id and own.record_id = x.id)
      ) then 'a payment'
        -- Tenants and properties also get new versions from changes of other records. A bulk change logs no record id.
        when c.kind in ('suppliers', 'transactions', 'certificates') and found.version <> c.version_after then 'changed' end) as since
    from import_changes c join imports i on i.id = c.import_id
    cross join lateral (
      select case c.kind
          when 'properties' then (select version from properties where id = c.record_id)
          when 'suppliers' then (select version from suppliers where id = c.record_id)
          when 'tenants' then (select version from tenants where id = c.record_id)
          when 'tenancies' then (select version from tenancies where id = c.record_id)
          when 'transactions' then (select version from transactions where id = c.record_id)
          else (select version from property_certificates where id = c.record_id) end as version,
        case c.kind
          when 'tenants' then (select property_id from tenants where id = c.record_id)
          when 'transactions' then (select property_id from transactions where id = c.record_id)
          when 'certificates' then (select property_id from property_certificates where id = c.record_id) end as home,
        case c.kind when 'tenants' then (select tenancy_id from tenants where id = c.record_id) end as tenancy_id) found
    where c.import_id = ${id} and c.place >= ${from} and c.place < ${from + READ_BATCH_SIZE} order by c.place`.execute(
    db,
  );
  return rows;
}

/** An added property counts as changed if one of its records, other than a certificate, has changed. */
function keepHomes(made: readonly Undoable[]): Undoable[] {
  const stayingHomes = new Set(
    made.flatMap(({ kind, home, since }) => (since !== null && kind !== 'certificates' && home !== null ? home : [])),
  );
  return made.map((one) => {
    if (one.kind !== 'properties' || one.since !== null || one.before !== null || !stayingHomes.has(one.id)) return one;
    return { ...one, since: 'one of its records has changed' };
  });
}

type Listed = Undoable & { kind: Kind };
const listedOf = (made: readonly Undoable[]): Listed[] =>
  made.flatMap((one) => (one.kind === 'tenancies' || one.version === null ? [] : [{ ...one, kind: one.kind }]));

/** Throws `not_found`, `wrong_state` and `not_allowed`. */
export async function previewUndo(db: UserDb, id: string): Promise<ImportUndo> {
  await assertUndoable(db, id, { lock: false });
  return undoOf(listedOf(await readMade(db, id)), await readUndoFirst(db, id));
}

function undoOf(made: readonly Listed[], undoFirst: string | null): ImportUndo {
  const since = made.filter((one) => one.since !== null);
  const selected = made.filter((one) => one.since === null);
  return {
    remove: KINDS.flatMap((kind) => {
      const count = selected.filter((one) => one.kind === kind && one.before === null).length;
      return count > 0 ? [{ kind, count }] : [];
    }),
    restore: selected.filter(({ before }) => before !== null).length,
    since: since.slice(0, MAX_SHOWN).map(({ kind, id, label, before, since: why }) => ({
      id,
      kind,
      label,
      change: before ? 'changed' : 'added',
      why: why ?? '',
    })),
    sinceCount: since.length,
    undoFirst,
  };
}

/**
 * Removes the records that the import added, and restores those that it changed. Records that were changed since are
 * skipped unless chosen. Throws as `previewUndo` does, and `wrong_state` if a later import must be undone first.
 */
export async function undoImport(
  db: UserDb,
  id: string,
  { choice, today }: { choice: ImportUndoChoice; today: string },
): Promise<ImportUndo> {
  await assertUndoable(db, id, { lock: true });
  await lockRuns(db);
  const undoFirst = await readUndoFirst(db, id);
  if (undoFirst !== null) throw new AppError('wrong_state', { message: `Undo the import of ‘${undoFirst}’ first.` });
  const made = await readMade(db, id);
  const chosen = new Set(choice.also);
  const selected = made.filter(
    (one) => one.version !== null && (one.since === null || choice.all || chosen.has(one.id)),
  );
  const first = (await lastLog(db)) + 1;
  const marks = progressMarks(db, { id, what: 'undo', of: selected.length });
  let done = 0;
  await marks(done);
  const step = (records: number) => {
    done += records;
    return marks(done);
  };
  await undoRecords(db, selected, { today, step });
  await db
    .updateTable('imports')
    .set({ state: 'undone', undone_at: sql`app.instant()`, undone_from: first, undone_log: await lastLog(db) })
    .where('id', '=', id)
    .execute();
  const undone = selected.map((one) => ({ ...one, since: null }));
  return undoOf(listedOf([...undone, ...made.filter((one) => !selected.includes(one))]), null);
}

/** `step` is called after each batch, with its number of records. */
type Steps = { today: string; step: (records: number) => Promise<void> };

async function undoRecords(db: UserDb, selected: readonly Undoable[], { today, step }: Steps): Promise<void> {
  const added = (kind: Undoable['kind']) =>
    selected.filter((one) => one.kind === kind && one.before === null).map(({ id }) => id);
  const changed = (kind: Kind) =>
    selected.flatMap(({ kind: own, id, before }) => (own === kind && before ? [{ id, before }] : []));
  const left: string[] = [];
  const removed = new Set<string>();
  const tenancies = added('tenancies');
  const opened = new Set(tenancies);
  const unsettled = await removeTransactions(db, added('transactions'), step);
  await logEachRow(db, true);
  // Ledgers of tenancies that the import added are excluded, as most of these are removed below.
  await settleLedgers(
    db,
    [...unsettled].filter(([ledger]) => !opened.has(ledger)),
  );
  const homes = added('properties');
  await removeCertificates(db, { ids: added('certificates'), but: new Set(homes), today });
  for (const ids of batches(added('tenants'))) {
    left.push(...(await removeTenants(db, ids)));
    await step(ids.length);
  }
  for (const ids of batches(tenancies)) {
    for (const id of await removeUnusedTenancies(db, ids)) removed.add(id);
    await step(ids.length);
  }
  await settleLedgers(
    db,
    [...unsettled].filter(([ledger]) => opened.has(ledger) && !removed.has(ledger)),
  );
  await closeTenancies(db, { ids: left.filter((id) => !removed.has(id)), today });
  for (const one of changed('tenants')) await restoreTenant(db, one, today);
  for (const one of changed('suppliers')) await restoreSupplier(db, one);
  for (const id of added('suppliers')) {
    const own = await supplierTable.get(db, id);
    if (own) await supplierTable.remove(db, own);
  }
  for (const one of changed('properties')) await restoreProperty(db, one, today);
  for (const ids of batches(homes)) {
    await removeProperties(db, ids);
    await step(ids.length);
  }
  if (homes.length > 0) await closeTenanciesOfProperty(db, today);
}

/** Returns the ledgers to settle: the day of the first removed payment, by tenancy. */
async function removeTransactions(
  db: UserDb,
  all: readonly string[],
  step: Steps['step'],
): Promise<Map<string, string>> {
  const since = new Map<string, string>();
  await settleLater(db, true);
  for (const ids of batches(all, TRANSACTION_BATCH_SIZE)) {
    await lockTransactions(db, ids);
    const { rows } = await sql<{ ledger: string; day: string }>`
      select tenancy_id as ledger, min(date)::text as day from transactions
      where id = any(${ids}::uuid[]) and tenancy_id is not null group by tenancy_id`.execute(db);
    for (const { ledger, day } of rows) if (day < (since.get(ledger) ?? '9')) since.set(ledger, day);
    await deleteTransactions(db, ids);
    await step(ids.length);
  }
  await settleLater(db, false);
  return since;
}

type Certificates = { ids: readonly string[]; but: ReadonlySet<string>; today: string };

/** Removes the certificates of a property in one change of the property. Skips the properties in `but`. */
async function removeCertificates(db: UserDb, { ids, but, today }: Certificates): Promise<void> {
  const { rows } = await sql<{ home: string; ids: string[] }>`
    select property_id as home, array_agg(id) as ids from property_certificates where id = any(${ids}::uuid[]) group by property_id`.execute(
    db,
  );
  for (const { home, ids: removedCertificates } of rows) {
    if (but.has(home)) continue;
    const own = await readProperty(db, home);
    const input = PropertyInput.parse({ ...inputOf(own), removedCertificates });
    await changeProperty(db, { id: home, version: own.version, input }, today);
  }
}

type Restored = { id: string; before: Before };

async function restoreProperty(db: UserDb, { id, before }: Restored, today: string): Promise<void> {
  const own = await readProperty(db, id);
  const { certificates, compliance, values } = before;
  const restoredIds = new Set(certificates?.map((certificate) => certificate.id));
  const input = PropertyInput.parse({
    ...inputOf(own),
    ...values,
    ...(certificates && {
      // Certificates that were removed since are not restored, as their links no longer exist.
      certificates: certificates.filter((one) => own.certificates.some(({ id: there }) => there === one.id)),
      removedCertificates: own.certificates.flatMap(({ id: there }) => (restoredIds.has(there) ? [] : there)),
      compliance,
    }),
  });
  await changeProperty(db, { id, version: own.version, input }, today);
}

async function restoreSupplier(db: UserDb, { id, before }: Restored): Promise<void> {
  const own = await supplierTable.get(db, id);
  if (!own) throw new AppError('not_found', { message: TEXTS.gone });
  await supplierTable.change(db, {
    id,
    version: own.version,
    input: SupplierInput.parse({ ...own, ...before.values }),
  });
}

async function restoreTenant(db: UserDb, { id, before }: Restored, today: string): Promise<void> {
  const own = await readTenant(db, id);
  await changeTenant(db, {
    id,
    version: own.version,
    input: TenantInput.parse({ ...contactsOf(own), ...before.values }),
    today,
  });
}
