import { BY_SIGN } from '../../../import-file/kinds.ts';
import { isOnlyIncome } from '../../../transaction/listed.ts';
import { lastDay, OUT_OF_RANGE, TransactionInput } from '../../../transaction/transaction.ts';
import type { Problem } from '../../row.ts';
import { addressKey, findPeople, type Home, nameKey, type Person, refKey, settle } from '../links.ts';
import { problem } from '../read-row.ts';
import {
  type CheckedRow,
  type Firm,
  firstOfEach,
  idOf,
  type Linked,
  linkedHome,
  problemsOf,
  ROW_ID,
  type Verdict,
  type World,
} from '../verdict.ts';

export function checkTransaction(row: CheckedRow, world: World): Verdict {
  const { sheet, read } = row;
  const { values } = read;
  const money = moneyOf(row);
  const home = linkedHome(row, world, { optional: true });
  const supplier = linkedFirm(row, world);
  const tenant = linkedTenant(row, { world, home: home.record });
  const homeRef = home.record?.ref ?? homeOfTenant(tenant.record);
  const inLedger =
    tenant.record !== null &&
    money.type === 'income' &&
    values.category === 'rent' &&
    startsBefore(tenant.record, { world, date: values.date });
  const input = TransactionInput.safeParse({
    type: money.type,
    amount: money.amount,
    propertyId: homeRef ? idOf(homeRef) : null,
    supplierId: supplier.record ? idOf(supplier.record.ref) : null,
    tenancyId: inLedger ? ROW_ID : null,
    category: values.category,
    description: values.description,
    date: values.date,
    status: values.status ?? 'completed',
    reference: values.reference ?? '',
  });
  const late = typeof values.date === 'string' && values.date > lastDay(world.today);
  const problems = firstOfEach([
    ...read.problems,
    ...[home, supplier, tenant].flatMap((one) => one.problem ?? []),
    ...(late ? [problem(OUT_OF_RANGE, { field: 'date', column: sheet.plan.columnOf('date') })] : []),
    ...money.problems,
    ...problemsOf(sheet, input),
  ]);
  const links = [homeRef, supplier.record?.ref, inLedger ? tenant.record?.ref : undefined].flatMap((ref) => ref ?? []);
  const label = String(values.description ?? '');
  const isOwn = input.success && (homeRef === undefined || 'id' in homeRef);
  const known = isOwn ? takeKnown(row, { world, homeRef, amount: money.signed }) : undefined;
  return {
    label,
    problems,
    key: null,
    links,
    existing: known && problems.length === 0 ? { id: known, version: 0 } : null,
    changes: [],
    taken: {},
    prepared:
      input.success && problems.length === 0
        ? {
            kind: 'transactions',
            input: input.data,
            home: homeRef ?? null,
            supplier: supplier.record?.ref ?? null,
            tenant: inLedger ? (tenant.record?.ref ?? null) : null,
          }
        : null,
  };
}

type Money = {
  type: 'income' | 'expense' | undefined;
  amount: number | undefined;
  signed: number;
  problems: Problem[];
};

/** Reads an amount with a type, an amount with a sign, or money in and out. Pence. */
function moneyOf({ sheet, read: { values } }: CheckedRow): Money {
  const { moneyIn, moneyOut, amount, type } = values;
  const at = (field: string) => ({ field, column: sheet.plan.columnOf(field) });
  const sums = [moneyIn, moneyOut].filter((sum) => typeof sum === 'number' && sum !== 0);
  if (amount === undefined && sums.length === 2)
    return {
      type: undefined,
      amount: undefined,
      signed: 0,
      problems: [
        problem('Enter money in or money out, not both', at('moneyIn')),
        problem('Enter an amount for income or an expense', at('type')),
      ],
    };
  if (amount === undefined && sums.length === 1) {
    const isIn = typeof moneyIn === 'number' && moneyIn !== 0;
    const pence = Math.abs(Number(sums[0]));
    return { type: isIn ? 'income' : 'expense', amount: pence, signed: isIn ? pence : -pence, problems: [] };
  }
  const pence = typeof amount === 'number' ? amount : undefined;
  const kind =
    type === BY_SIGN || type === undefined
      ? pence !== undefined && pence < 0
        ? 'expense'
        : 'income'
      : type === 'income'
        ? 'income'
        : 'expense';
  if (type === undefined && pence !== undefined && !isOnlyIncome(String(values.category ?? '')))
    return { type: 'expense', amount: pence, signed: 0, problems: [problem('Choose income or expense', at('type'))] };
  return { type: kind, amount: pence, signed: kind === 'expense' ? -Math.abs(pence ?? 0) : (pence ?? 0), problems: [] };
}

function linkedFirm({ sheet, read, choices }: CheckedRow, { firms }: World): Linked<Firm> {
  const { supplier } = read.values;
  if (supplier === undefined) return { record: null };
  const words = String(supplier);
  const found = firms.get(nameKey(words)) ?? firms.get(`ref:${nameKey(words)}`) ?? [];
  return settle(found, {
    field: 'supplier',
    column: sheet.plan.columnOf('supplier'),
    words,
    chosen: choices.choose?.supplier,
    noun: 'supplier',
    optional: true,
  });
}

function linkedTenant(
  { sheet, read, choices }: CheckedRow,
  { world, home }: { world: World; home: Home | null },
): Linked<Person> {
  const { tenant } = read.values;
  if (tenant === undefined) return { record: null };
  const words = String(tenant);
  const found = findPeople(world.people, { words, home: home && refKey(home.ref) });
  return settle(found, {
    field: 'tenant',
    column: sheet.plan.columnOf('tenant'),
    words,
    chosen: choices.choose?.tenant,
    noun: 'tenant',
    optional: true,
  });
}

function homeOfTenant(tenant: Person | null) {
  return tenant?.home ?? undefined;
}

/** Whether the tenant's ledger had started by the date. Earlier rent is not added to the ledger. */
function startsBefore({ ref }: Person, { world, date }: { world: World; date: string | number | undefined }): boolean {
  const start = 'id' in ref ? world.tenants.get(ref.id)?.chargesFrom : world.ledgers.get(refKey(ref));
  return typeof date === 'string' && start !== undefined && date >= start;
}

/** Takes the id of an equal transaction in Tenure, so that it matches no other row. */
function takeKnown(
  { read: { values } }: CheckedRow,
  { world, homeRef, amount }: { world: World; homeRef: Home['ref'] | undefined; amount: number },
): string | undefined {
  const key = knownKey({
    date: String(values.date),
    amount,
    description: String(values.description ?? ''),
    propertyId: homeRef && 'id' in homeRef ? homeRef.id : null,
  });
  return world.known.get(key)?.shift();
}

export const knownKey = ({
  date,
  amount,
  description,
  propertyId,
}: {
  date: string;
  amount: number;
  description: string;
  propertyId: string | null;
}) => `${date}|${amount}|${addressKey(description)}|${propertyId ?? ''}`;
