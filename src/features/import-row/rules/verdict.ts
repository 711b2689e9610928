/** The result of checking one row, before other rows are considered. */
import type { z } from 'zod';
import type { CertificateInput } from '../../property/documents.ts';
import type { PropertyInput } from '../../property/property.ts';
import type { SupplierInput } from '../../supplier/supplier.ts';
import type { TenantInput } from '../../tenant/tenant.ts';
import type { TransactionInput } from '../../transaction/transaction.ts';
import type { ImportRow, Problem } from '../row.ts';
import type { Existing, OwnProperty, OwnSupplier, OwnTenant } from './existing.ts';
import type { Home, Index, Person, Ref } from './links.ts';
import { type PlannedSheet, problem, type RowValues } from './read-row.ts';

export type RowChoices = {
  leaveOut?: boolean | undefined;
  /** By field: a candidate. */
  choose?: Record<string, string> | undefined;
  /** Fields of a changed record that keep Tenure's value. */
  ours?: string[] | undefined;
};

export type CheckedRow = { sheet: PlannedSheet; number: number; read: RowValues; choices: RowChoices };

export type Change = ImportRow['changes'][number];

/** Ids of records that are rows of the file are set when those are added. */
export type Prepared =
  | { kind: 'properties'; input: PropertyInput }
  | { kind: 'suppliers'; input: SupplierInput }
  | { kind: 'tenants'; input: TenantInput; home: Ref; join: Ref | null }
  | { kind: 'transactions'; input: TransactionInput; home: Ref | null; supplier: Ref | null; tenant: Ref | null }
  | { kind: 'certificates'; input: CertificateInput; home: Ref };

export type Verdict = {
  label: string;
  problems: Problem[];
  /** Equal for rows of the same record. Null: rows may be equal. */
  key: string | null;
  /** Records that it links. */
  links: Ref[];
  existing: { id: string; version: number } | null;
  changes: Change[];
  /** The file's values that change an existing record. */
  taken: Record<string, string | number>;
  /** Null with problems, and for a record that Tenure has without differences. */
  prepared: Prepared | null;
};

export type Firm = { ref: Ref; label: string };

/** Everything a row is compared with. The check adds the file's own records. */
export type World = {
  today: string;
  rentFrom: string | null;
  /** Whether the column with the amounts owed counts. */
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
  /** Rent of the file's properties, by key of the reference. */
  rents: Map<string, number>;
  /** Tenancies of the file, by property and start: the first tenant, with the shared terms. */
  tenancies: Map<string, Lead>;
  /** Start of the ledger of the file's tenants, by key of the reference. */
  ledgers: Map<string, string>;
  /** Ids of transactions that Tenure has, by their words. */
  known: Map<string, string[]>;
  /** Urls of the zip's files by plain name; a row that uses one takes it. */
  files: Map<string, string>;
  takenFiles: Set<string>;
};

/** The first tenant of a tenancy. */
export type Lead = { ref: Ref; rent: number; deposit: number };

/** In place of the id of a record that is a row of the file. */
export const ROW_ID = '00000000-0000-4000-8000-000000000000';

export const idOf = (ref: Ref) => ('id' in ref ? ref.id : ROW_ID);

/** The schema's errors as problems of the fields' cells. `names`: the field in the file, where its name differs. */
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

/** Keeps the first problem of each cell, which is the most specific. */
export function firstOfEach(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter(({ field }) => {
    if (field === null) return true;
    return !seen.has(field) && seen.add(field);
  });
}

type Shown = { label: string; show(value: unknown): string };

/** Differences between the file's values and Tenure's. Empty cells change nothing. */
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

/** The file's values that are taken. */
export function takenOf({ read }: CheckedRow, changes: readonly Change[]): Record<string, string | number> {
  return Object.fromEntries(
    changes.flatMap(({ field, take }) => (take === 'file' ? [[field, read.values[field] ?? '']] : [])),
  );
}
