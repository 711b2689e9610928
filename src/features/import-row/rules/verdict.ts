/** The result of checking one row, before other rows are considered. */
import type { z } from 'zod';
import type { CertificateInput } from '../../property/documents.ts';
import type { PropertyInput } from '../../property/property.ts';
import type { SupplierInput } from '../../supplier/supplier.ts';
import type { TenantInput } from '../../tenant/tenant.ts';
import type { TransactionInput } from '../../transaction/transaction.ts';
import type { ImportRow, Problem } from '../row.ts';
import type { Existing, OwnProperty, OwnSupplier, OwnTenant } from './existing.ts';
import { findHomes, type Home, type Index, type Person, type Ref, settle } from './links.ts';
import { type PlannedSheet, problem, type RowValues } from './read-row.ts';

export type RowChoices = {
  leaveOut?: boolean | undefined;
  /** Ids of chosen candidates, by field. */
  choose?: Record<string, string> | undefined;
  /** Fields of a changed record that keep Tenure's value. */
  ours?: string[] | undefined;
};

export type CheckedRow = { sheet: PlannedSheet; number: number; read: RowValues; choices: RowChoices };

export type Change = ImportRow['changes'][number];

/** `input` has `ROW_ID` for records of the file, whose ids are set when they are added. */
export type Prepared =
  | { kind: 'properties'; input: PropertyInput }
  | { kind: 'suppliers'; input: SupplierInput }
  | { kind: 'tenants'; input: TenantInput; home: Ref; join: Ref | null }
  | { kind: 'transactions'; input: TransactionInput; home: Ref | null; supplier: Ref | null; tenant: Ref | null }
  | { kind: 'certificates'; input: CertificateInput; home: Ref };

export type Verdict = {
  label: string;
  problems: Problem[];
  /** Equal for rows of the same record; null if rows may be equal. */
  key: string | null;
  /** The records that the row refers to. */
  links: Ref[];
  existing: { id: string; version: number } | null;
  changes: Change[];
  /** The file's values that change an existing record. */
  taken: Record<string, string | number>;
  /** Null with problems, and for an existing record without differences. */
  prepared: Prepared | null;
};

export type Firm = { ref: Ref; label: string };

/** Everything with which a row is compared. The check adds the file's own records. */
export type World = {
  today: string;
  rentFrom: string | null;
  /** Whether the column of amounts owed is imported. */
  owedColumn: boolean;
  existing: Existing;
  ownHomes: Index<Home>;
  homes: Index<Home>;
  ownPeople: Index<Person>;
  people: Index<Person>;
  ownFirms: Index<Firm>;
  firms: Index<Firm>;
  properties: ReadonlyMap<string, OwnProperty>;
  suppliers: ReadonlyMap<string, OwnSupplier>;
  tenants: ReadonlyMap<string, OwnTenant>;
  /** Rents of the file's properties in pence, by `refKey`. */
  rents: Map<string, number>;
  /** Tenancies of the file, by `tenancyKey`. */
  tenancies: Map<string, Lead>;
  /** First day of the ledger of the file's tenants, by `refKey`. */
  ledgers: Map<string, string>;
  /** Ids of existing transactions, by `knownKey`. */
  known: Map<string, string[]>;
  /** URLs of the zip's files, by `plainFileName`. A file is used by one row only. */
  files: Map<string, string>;
  takenFiles: Set<string>;
};

/** The first tenant of a tenancy, with the shared terms in pence. */
export type Lead = { ref: Ref; rent: number; deposit: number };

/** Placeholder for the id of a record that is a row of the file. */
export const ROW_ID = '00000000-0000-4000-8000-000000000000';

export const idOf = (ref: Ref) => ('id' in ref ? ref.id : ROW_ID);

/** Returns the schema's errors as problems of cells. `names` maps fields of the schema to those of the file. */
export function problemsOf(
  { plan }: PlannedSheet,
  { error }: { error?: z.ZodError | undefined },
  names: Readonly<Record<string, string>> = {},
): Problem[] {
  const found = new Map<string, Problem>();
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0] ?? '');
    const field = names[name] ?? name;
    if (!found.has(field)) found.set(field, problem(message, { field, column: plan.columnOf(field) }));
  }
  return [...found.values()];
}

export type Linked<Rec> = { record: Rec | null; problem?: Problem };

/** Returns the property that the row names, or a problem. With `optional`, the person may choose none. */
export function linkedHome(
  { sheet, read, choices }: CheckedRow,
  { homes }: World,
  { optional }: { optional: boolean },
): Linked<Home> {
  const { property, propertyPostcode } = read.values;
  if (property === undefined) return { record: null };
  const words = String(property);
  const found = findHomes(homes, { words, postcode: propertyPostcode === undefined ? null : String(propertyPostcode) });
  return settle(found, {
    field: 'property',
    column: sheet.plan.columnOf('property'),
    words,
    chosen: choices.choose?.property,
    noun: 'property',
    optional,
  });
}

/** Keeps the first problem of each field, which is the most specific. */
export function firstOfEach(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ field }) => {
    if (field === null) return true;
    return !seen.has(field) && seen.add(field);
  });
}

type Shown = { label: string; show(value: unknown): string };

/** Differences between the file's values and Tenure's. Empty cells do not change values. */
export function changesOf(
  { read, choices }: CheckedRow,
  {
    own,
    fields,
    same = (one, other) => one === other,
  }: {
    own: object;
    fields: Readonly<Record<string, Shown>>;
    same?: (one: unknown, other: unknown, field: string) => boolean;
  },
): Change[] {
  const ours = new Map<string, unknown>(Object.entries(own));
  return Object.entries(fields).flatMap(([field, { label, show }]) => {
    const value = read.values[field];
    const before = ours.get(field);
    if (value === undefined || same(value, before, field)) return [];
    const take = choices.ours?.includes(field) ? ('ours' as const) : ('file' as const);
    return { field, label, ours: before === null || before === undefined ? '' : show(before), file: show(value), take };
  });
}

export function takenOf({ read }: CheckedRow, changes: readonly Change[]): Record<string, string | number> {
  return Object.fromEntries(
    changes.flatMap(({ field, take }) => (take === 'file' ? [[field, read.values[field] ?? '']] : [])),
  );
}
