/** Determines the outcome of each row before an import. Pure: the same rows and records give the same outcomes. */

import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { type Form, fieldsOf, KINDS, type Kind, type Outcome } from '../../import-file/kinds.ts';
import type { Counts, ImportRow } from '../row.ts';
import type { Existing } from './existing.ts';
import { checkCertificate } from './kinds/certificate.ts';
import { checkProperty } from './kinds/property.ts';
import { checkSupplier } from './kinds/supplier.ts';
import { checkTenant, tenancyKey } from './kinds/tenant.ts';
import { checkTransaction } from './kinds/transaction.ts';
import { addHome, addPerson, nameKey, type Ref, refKey } from './links.ts';
import { planOf, type Sheet } from './plan.ts';
import { EXAMPLE, type PlannedSheet, problem, type RowValues, readRow } from './read-row.ts';
import type { CheckedRow, Prepared, RowChoices, Verdict, World } from './verdict.ts';
import { addFirm, worldOf } from './world.ts';

export type FileRow = {
  number: number;
  cells: readonly string[];
  corrected: Readonly<Record<string, string>> | null;
  choices: RowChoices | null;
};

export type SheetRows = { sheet: Sheet; rows: readonly FileRow[] };

export type Findings = Pick<ImportRow, 'problems' | 'changes' | 'needs'>;

export type Checked = {
  sheet: number;
  number: number;
  outcome: Outcome;
  findings: Findings;
  /** The record in Tenure that the row matches. */
  existing: { id: string; version: number } | null;
  label: string;
  taken: Record<string, string | number>;
  prepared: Prepared | null;
};

const CHECKS: Record<Kind, (row: CheckedRow, world: World) => Verdict> = {
  properties: checkProperty,
  suppliers: checkSupplier,
  tenants: checkTenant,
  transactions: checkTransaction,
  certificates: checkCertificate,
};

type Params = {
  sheets: readonly SheetRows[];
  existing: Existing;
  today: string;
  rentFrom: string | null;
  owedColumn: boolean;
  /** URLs of certificate files, by `plainFileName`. */
  files?: Readonly<Record<string, string>>;
};

/** Yields between rows, so that the server can do other work. */
export function* checkRows({ sheets, ...params }: Params): Generator<void, Checked[]> {
  const world = worldOf(params);
  const bad = new Set<string>();
  const checked: Checked[] = [];
  for (const kind of KINDS) {
    const seen: Seen = new Map();
    const leftOut: Later[] = [];
    for (const { sheet, rows } of sheets) {
      if (sheet.kind !== kind) continue;
      const planned: PlannedSheet = { ...sheet, kind, plan: planOf(sheet, params.existing.categories) };
      for (const row of rows) {
        yield;
        const asRead = {
          sheet: planned,
          number: row.number,
          read: readRow(planned, correctedCells(row), row.choices?.leaveOut === false),
          choices: row.choices ?? {},
        };
        const one = checkRow(asRead, { world, bad, seen, leftOut });
        if (isBad(one.outcome)) bad.add(`${sheet.id}:${row.number}`);
        checked.push(one);
      }
    }
    // Rows that depend on a left-out row are left out too, unless another row has the same record.
    for (const { row, verdict, ref } of leftOut)
      if (verdict.key === null || !seen.has(verdict.key)) register(row, { world, verdict, ref, outcome: 'left_out' });
  }
  return checked;
}

export function correctedCells({ cells, corrected }: Pick<FileRow, 'cells' | 'corrected'>): readonly string[] {
  if (!corrected) return cells;
  return cells.map((cell, at) => corrected[at] ?? cell);
}

const isBad = (outcome: Outcome) => outcome === 'wrong' || outcome === 'left_out' || outcome === 'depends';

/** Shared by all rows without findings, to save memory. */
const NO_FINDINGS: Findings = { problems: [], changes: [], needs: null };

type Seen = Map<string, { number: number; ref: Ref; values: RowValues['values'] }>;
type Later = { row: CheckedRow; verdict: Verdict; ref: Ref };
type State = { world: World; bad: ReadonlySet<string>; seen: Seen; leftOut: Later[] };

function checkRow(row: CheckedRow, { world, bad, seen, leftOut: later }: State): Checked {
  const { sheet, number, read, choices } = row;
  const ref: Ref = { sheet: sheet.id, number };
  const values = { ...read.values };
  const verdict = CHECKS[sheet.kind](row, world);
  const first = verdict.key === null ? undefined : seen.get(verdict.key);
  const leftOut = choices.leaveOut === true || read.leftOut;
  const needs = verdict.links.find((link) => bad.has(refKey(link)));
  const base = { sheet: sheet.id, number, existing: verdict.existing, label: verdict.label, taken: verdict.taken };
  const result = (outcome: Outcome, more: Partial<Findings> = {}): Checked => ({
    ...base,
    outcome,
    findings:
      verdict.changes.length + Object.keys(more).length > 0
        ? { problems: [], changes: verdict.changes, needs: null, ...more }
        : NO_FINDINGS,
    prepared: outcome === 'new' || outcome === 'changed' ? verdict.prepared : null,
  });
  const finish = (one: Checked): Checked => {
    if (first) return one;
    if (verdict.key !== null) seen.set(verdict.key, { number, ref, values });
    register(row, { world, verdict, ref, outcome: one.outcome });
    return one;
  };
  if (leftOut) {
    later.push({ row, verdict, ref });
    return result('left_out');
  }
  if (read.example)
    return result('wrong', {
      problems: [
        problem(
          `This is an example from the template. Delete the row, or replace all of it with your own details and remove ‘${EXAMPLE}’`,
        ),
      ],
    });
  if (first) {
    const differs = difference(row, { first, values });
    if (!differs) return result('known');
    return result('wrong', {
      problems: [...verdict.problems, problem(`Twice in your file. ${differs}`, { twice: first.number })],
    });
  }
  if (verdict.problems.length > 0) return finish(result('wrong', { problems: verdict.problems }));
  if (needs && 'sheet' in needs) return finish(result('depends', { needs }));
  if (verdict.existing)
    return finish(result(verdict.changes.some(({ take }) => take === 'file') ? 'changed' : 'known'));
  return finish(result('new'));
}

/** Returns 'Rent a month differs: £725.00 and £750.00'; undefined for equal rows. */
function difference(
  { sheet }: CheckedRow,
  { first, values }: { first: { values: RowValues['values'] }; values: RowValues['values'] },
): string | undefined {
  const fields = fieldsOf(sheet.kind);
  const differing = Object.keys(fields).filter((field) => first.values[field] !== values[field]);
  const [field] = differing;
  if (field === undefined) return undefined;
  const [one, other] = [first.values[field], values[field]].map((value) =>
    value === undefined ? 'empty' : shownValue(value, fields[field]?.form),
  );
  return `${fields[field]?.label ?? field} differs: ${one} and ${other}`;
}

function shownValue(value: string | number, form: Form | undefined): string {
  if (form === 'money') return formatPence(Number(value));
  return form === 'day' ? formatDay(String(value)) : String(value);
}

/** Makes the row's record available to later rows, even if it is wrong: dependent rows are then left out too. */
function register(
  row: CheckedRow,
  { world, verdict, ref, outcome }: { world: World; verdict: Verdict; ref: Ref; outcome: Outcome },
): void {
  const { sheet, read } = row;
  const { values } = read;
  const reference = values.reference === undefined ? null : String(values.reference);
  const own: Ref = verdict.existing ? { id: verdict.existing.id } : ref;
  if (sheet.kind === 'properties') {
    const [address, city, postalCode] = [values.address, values.city, values.postalCode].map((value) =>
      String(value ?? ''),
    );
    if (!address && !reference) return;
    addHome(world.homes, {
      ref: own,
      label: `${address}${city ? `, ${city}` : ''}`,
      address: address ?? '',
      city: city ?? '',
      postalCode: postalCode ?? '',
      reference,
    });
    if (!verdict.existing && typeof values.rent === 'number') world.rents.set(refKey(own), values.rent);
  }
  if (sheet.kind === 'suppliers') {
    const firm = { ref: own, label: verdict.label };
    if (!verdict.existing) addFirm(world.firms, nameKey(verdict.label), firm);
    if (reference) addFirm(world.firms, `ref:${nameKey(reference)}`, firm);
  }
  if (sheet.kind === 'tenants') registerTenant(row, { world, verdict, ref: own, outcome });
}

function registerTenant(
  { read: { values } }: CheckedRow,
  { world, verdict, ref, outcome }: { world: World; verdict: Verdict; ref: Ref; outcome: Outcome },
): void {
  const [home] = verdict.links;
  const reference = values.reference === undefined ? null : String(values.reference);
  addPerson(world.people, {
    ref,
    label: verdict.label,
    name: verdict.label,
    email: String(values.email ?? ''),
    homes: home ? [refKey(home)] : [],
    home: home ?? null,
    reference,
  });
  const { prepared } = verdict;
  if (outcome !== 'new' || prepared?.kind !== 'tenants') return;
  const { leaseStart, rentAmount, depositAmount, ledger } = prepared.input;
  if (ledger) world.ledgers.set(refKey(ref), ledger.from);
  if (home && !prepared.join)
    world.tenancies.set(tenancyKey({ ref: home }, leaseStart), { ref, rent: rentAmount, deposit: depositAmount });
}

const NO_COUNTS: Counts = { rows: 0, new: 0, changed: 0, known: 0, wrong: 0, left_out: 0, depends: 0 };

/** Counts by sheet id; the key null has the counts of all rows. */
export function countsOf(checked: readonly Pick<Checked, 'sheet' | 'outcome'>[]): Map<number | null, Counts> {
  const counts = new Map<number | null, Counts>([[null, { ...NO_COUNTS }]]);
  for (const { sheet, outcome } of checked)
    for (const of of [sheet, null]) {
      const one = counts.get(of) ?? { ...NO_COUNTS };
      one.rows += 1;
      one[outcome] += 1;
      counts.set(of, one);
    }
  return counts;
}
