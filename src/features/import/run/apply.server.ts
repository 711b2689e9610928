/** Adds and changes the records of checked rows, through the functions that forms and the API use. */
import { sql } from 'kysely';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import type { Kind } from '../../import-file/kinds.ts';
import type { Checked } from '../../import-row/rules/check.ts';
import type { Ref } from '../../import-row/rules/links.ts';
import { refKey } from '../../import-row/rules/links.ts';
import type { Prepared } from '../../import-row/rules/verdict.ts';
import { CertificateInput } from '../../property/documents.ts';
import { propertyTable } from '../../property/property.server.ts';
import { PropertyInput, type PropertyRecord } from '../../property/property.ts';
import { addProperties, changeProperty } from '../../property/save.server.ts';
import { supplierTable } from '../../supplier/supplier.server.ts';
import { SupplierInput } from '../../supplier/supplier.ts';
import { addHouseholds, addTenant, changeTenant, tenantTable } from '../../tenant/tenant.server.ts';
import { TenantInput, type TenantRecord } from '../../tenant/tenant.ts';
import { addTransactions } from '../../transaction/transaction.server.ts';
import type { TransactionInput } from '../../transaction/transaction.ts';

/** An added or changed record, for Undo. `before` is null for an added record. */
export type Made = { kind: Kind | 'tenancies'; id: string; label: string; before: object | null };

type Ready<K extends Kind> = Checked & { prepared: Extract<Prepared, { kind: K }> };

export type Run = {
  db: UserDb;
  today: string;
  /** Record ids, by the key of their row. */
  ids: Map<string, string>;
  /** Tenancy ids by tenant id, including existing tenancies. */
  tenancies: Map<string, string>;
  made: Made[];
  step: () => void;
  /** Stores the progress, after a batch. */
  mark: () => Promise<void>;
};

const ofKind =
  <K extends Kind>(kind: K) =>
  (one: Checked): one is Ready<K> =>
    one.prepared?.kind === kind;

/** PostgreSQL allows at most 65,535 parameters per statement. */
const BATCH_SIZE = 500;
export const TRANSACTION_BATCH_SIZE = 2_000;

export const batches = <T>(all: readonly T[], size = BATCH_SIZE): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) => all.slice(place * size, (place + 1) * size));

/** Sets whether each row of a statement gets an entry in the activity, or all its rows share an entry. */
export async function logEachRow(db: UserDb, each: boolean): Promise<void> {
  await sql`select set_config('app.logs_each_row', ${each ? 'yes' : ''}, true)`.execute(db);
}

export async function applyRows(run: Run, checked: readonly Checked[]): Promise<void> {
  await logEachRow(run.db, true);
  await applyProperties(run, checked.filter(ofKind('properties')));
  for (const one of checked.filter(ofKind('suppliers'))) await applySupplier(run, one);
  await applyTenants(run, checked.filter(ofKind('tenants')));
  await logEachRow(run.db, false);
  await applyTransactions(run, checked.filter(ofKind('transactions')));
  await applyCertificates(run, checked.filter(ofKind('certificates')));
}

const keyOf = ({ sheet, number }: Checked) => refKey({ sheet, number });

function idOf({ ids }: Run, ref: Ref): string {
  const id = 'id' in ref ? ref.id : ids.get(refKey(ref));
  if (id === undefined) throw new Error(`The record of row ${refKey(ref)} is missing`);
  return id;
}

function finish({ ids, made, step }: Run, one: Checked, added: Omit<Made, 'label'>): void {
  ids.set(keyOf(one), added.id);
  made.push({ ...added, label: one.label });
  step();
}

const isNew = ({ existing }: Checked) => existing === null;

async function applyProperties(run: Run, rows: readonly Ready<'properties'>[]): Promise<void> {
  const { db, today } = run;
  for (const batch of batches(rows.filter(isNew))) {
    const inputs = batch.map(({ prepared }) => prepared.input);
    const ids = await addProperties(db, inputs, today);
    for (const [place, one] of batch.entries())
      finish(run, one, { kind: 'properties', id: ids[place] ?? '', before: null });
    await run.mark();
  }
  for (const one of rows) if (one.existing) await changeOne(run, one, one.existing.id);
}

async function changeOne(run: Run, one: Ready<'properties'>, id: string): Promise<void> {
  const { db, today } = run;
  const { input } = one.prepared;
  const own = await readProperty(db, id);
  const next = PropertyInput.parse({ ...inputOf(own), ...one.taken, certificates: input.certificates });
  await changeProperty(db, { id: own.id, version: own.version, input: next }, today);
  return finish(run, one, {
    kind: 'properties',
    id: own.id,
    before: beforeOf(own, Object.keys(one.taken), input.certificates.length > 0),
  });
}

export async function readProperty(db: UserDb, id: string): Promise<PropertyRecord> {
  const own = await propertyTable.get(db, id);
  if (!own) throw new Error('A property that was just checked is missing');
  return own;
}

/** The input that leaves a property unchanged. Omitted certificates, invoices and compliance items stay as they are. */
export function inputOf({ chosenStatus, certificates: _, invoices: __, compliance: ___, ...own }: PropertyRecord) {
  return { ...own, status: chosenStatus };
}

/** The old values by field, with certificates and compliance items if `withParts`. */
function beforeOf(own: PropertyRecord, fields: readonly string[], withParts: boolean) {
  const values = new Map<string, unknown>(Object.entries(inputOf(own)));
  const { certificates, compliance } = own;
  return {
    values: Object.fromEntries(fields.flatMap((field) => (values.has(field) ? [[field, values.get(field)]] : []))),
    ...(withParts && { certificates, compliance }),
  };
}

async function applySupplier(run: Run, one: Ready<'suppliers'>): Promise<void> {
  const { db } = run;
  if (!one.existing) {
    const { id } = await supplierTable.add(db, one.prepared.input);
    return finish(run, one, { kind: 'suppliers', id, before: null });
  }
  const own = await supplierTable.get(db, one.existing.id);
  if (!own) throw new Error('A supplier that was just checked is missing');
  const input = SupplierInput.parse({ ...own, ...one.taken });
  await supplierTable.change(db, { id: own.id, version: own.version, input });
  return finish(run, one, { kind: 'suppliers', id: own.id, before: { values: pick(own, Object.keys(one.taken)) } });
}

function pick(record: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)));
}

/** Adds new tenancies with all their tenants in batches, and tenants who join an existing tenancy one by one. */
async function applyTenants(run: Run, rows: readonly Ready<'tenants'>[]): Promise<void> {
  const { db, today, tenancies, made } = run;
  const households = new Map<string, [Ready<'tenants'>, ...Ready<'tenants'>[]]>();
  for (const one of rows.filter(isNew)) {
    const { join } = one.prepared;
    const joined = join && households.get(refKey(join));
    if (joined) joined.push(one);
    else if (!join) households.set(keyOf(one), [one]);
  }
  for (const batch of batches([...households.values()])) {
    const inputs = batch.map(
      ([first, ...others]) => [inputOfTenant(run, first), ...others.map((one) => inputOfTenant(run, one))] as const,
    );
    const added = await addHouseholds(db, { households: inputs, today });
    for (const [place, household] of batch.entries()) {
      const { tenancyId = '', ids = [] } = added[place] ?? {};
      for (const [at, one] of household.entries()) {
        const id = ids[at] ?? '';
        tenancies.set(id, tenancyId);
        finish(run, one, { kind: 'tenants', id, before: null });
      }
      made.push({ kind: 'tenancies', id: tenancyId, label: household[0].label, before: null });
    }
    await run.mark();
  }
  for (const one of rows) {
    const { join } = one.prepared;
    if (one.existing) await changeTenantOf(run, one, one.existing.id);
    else if (join && 'id' in join) await joinTenancy(run, one, join.id);
  }
}

/** Sets the id of the property, which this import may have added. */
function inputOfTenant(run: Run, { prepared: { input, home } }: Ready<'tenants'>): TenantInput {
  return { ...input, propertyId: idOf(run, home) };
}

async function changeTenantOf(run: Run, one: Ready<'tenants'>, id: string): Promise<void> {
  const { db, today } = run;
  const own = await readTenant(db, id);
  const input = TenantInput.parse({ ...contactsOf(own), ...one.taken });
  await changeTenant(db, { id, version: own.version, input, today });
  finish(run, one, { kind: 'tenants', id, before: { values: pick(own, Object.keys(one.taken)) } });
}

async function joinTenancy(run: Run, one: Ready<'tenants'>, sharer: string): Promise<void> {
  const { db, today, tenancies } = run;
  const tenancyId = tenancyOf(run, { id: sharer });
  const input = { ...inputOfTenant(run, one), tenancyId, ledger: undefined };
  const added = await addTenant(db, { input, today, startsLater: true });
  tenancies.set(added.id, added.tenancyId);
  finish(run, one, { kind: 'tenants', id: added.id, before: null });
}

export async function readTenant(db: UserDb, id: string): Promise<TenantRecord> {
  const own = await tenantTable.get(db, id);
  if (!own) throw new Error('A tenant that was just checked is missing');
  return own;
}

/** The input that leaves a tenant unchanged, with an early start confirmed. */
export const contactsOf = (own: TenantRecord) => ({ ...own, confirmedStart: true, tenancyId: undefined });

function tenancyOf(run: Run, tenant: Ref): string {
  const tenancy = run.tenancies.get(idOf(run, tenant));
  if (tenancy === undefined) throw new Error('The tenancy of a tenant is missing');
  return tenancy;
}

/** Adds transactions by property, so that a statement changes few totals. Settles each ledger once, at the end. */
async function applyTransactions(run: Run, rows: readonly Ready<'transactions'>[]): Promise<void> {
  const { db } = run;
  const ready = rows
    .map((one) => ({ one, input: inputOfTransaction(run, one) }))
    .sort((a, b) => byText(a.input.propertyId ?? '', b.input.propertyId ?? ''));
  const since = new Map<string, string>();
  for (const { input } of ready) {
    const { tenancyId, date } = input;
    if (tenancyId && date < (since.get(tenancyId) ?? '9')) since.set(tenancyId, date);
  }
  await lockTenancies(db, [...since.keys()]);
  await settleLater(db, true);
  for (const batch of batches(ready, TRANSACTION_BATCH_SIZE)) {
    const added = await addTransactions(
      db,
      batch.map(({ input }) => input),
    );
    for (const [place, { one }] of batch.entries())
      finish(run, one, { kind: 'transactions', id: added[place] ?? '', before: null });
    await run.mark();
  }
  await settleLater(db, false);
  await settleLedgers(db, [...since]);
}

function inputOfTransaction(run: Run, { prepared }: Ready<'transactions'>): TransactionInput {
  const { input, home, supplier, tenant } = prepared;
  return {
    ...input,
    propertyId: home && idOf(run, home),
    supplierId: supplier && idOf(run, supplier),
    tenancyId: tenant && tenancyOf(run, tenant),
  };
}

const byText = (one: string, other: string) => Number(one > other) - Number(one < other);

export async function settleLater(db: UserDb, later: boolean): Promise<void> {
  await sql`select set_config('app.settles_later', ${later ? 'yes' : ''}, true)`.execute(db);
}

const LEDGER_BATCH_SIZE = 500;

/** `since` is the day of the first changed entry of each ledger. */
export async function settleLedgers(
  db: UserDb,
  since: readonly (readonly [ledger: string, day: string])[],
): Promise<void> {
  for (const ledgers of batches(since, LEDGER_BATCH_SIZE))
    await sql`select app.settle_ledgers(${JSON.stringify(Object.fromEntries(ledgers))}::jsonb)`.execute(db);
}

/** Takes the row locks that settling a ledger takes. */
async function lockTenancies(db: UserDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql`select from tenancies where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
}

/** Adds all new certificates of a property in one change of the property. */
async function applyCertificates(run: Run, rows: readonly Ready<'certificates'>[]): Promise<void> {
  const byHome = new Map<string, Ready<'certificates'>[]>();
  for (const one of rows) {
    const home = idOf(run, one.prepared.home);
    byHome.set(home, [...(byHome.get(home) ?? []), one]);
  }
  for (const [home, ready] of byHome) {
    const own = await readProperty(run.db, home);
    // Each certificate is renewed once, by the first row.
    const current = new Set(own.certificates.flatMap(({ id, replacedBy }) => (replacedBy === null ? id : [])));
    const certificates = ready.map(({ prepared: { input } }) => {
      const { renews, ...more } = input;
      return CertificateInput.parse({ ...more, ...(renews && current.delete(renews) && { renews }) });
    });
    const input = PropertyInput.parse({ ...inputOf(own), certificates });
    const after = await changeProperty(run.db, { id: home, version: own.version, input }, run.today);
    // New certificates are at the end, in the order in which they were added.
    const added = after.certificates.slice(own.certificates.length);
    for (const [place, one] of ready.entries())
      finish(run, one, { kind: 'certificates', id: added[place]?.id ?? '', before: null });
    await run.mark();
  }
}
