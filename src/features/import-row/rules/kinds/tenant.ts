import { formatDay } from '../../../../shared/dates.ts';
import { formatPence } from '../../../../shared/money.ts';
import { FIELDS } from '../../../import-file/kinds.ts';
import { LEDGER_ERRORS } from '../../../tenancy/ledger-start.ts';
import { confirmStart, needsConfirmation } from '../../../tenancy/rules/start.ts';
import { TENANT, TenantInput } from '../../../tenant/tenant.ts';
import type { Problem } from '../../row.ts';
import type { OwnTenant } from '../existing.ts';
import { findPeople, type Home, idKey, personKey, refKey, settle } from '../links.ts';
import { problem } from '../read-row.ts';
import {
  type CheckedRow,
  changesOf,
  firstOfEach,
  idOf,
  type Lead,
  linkedHome,
  problemsOf,
  takenOf,
  type Verdict,
  type World,
} from '../verdict.ts';

const shown = (field: 'name' | 'email' | 'phone' | 'guarantorName' | 'guarantorAddress' | 'guarantorPhone') => ({
  label: TENANT.labels[field],
  show: String,
});
const COMPARED = {
  name: shown('name'),
  email: shown('email'),
  phone: shown('phone'),
  guarantorName: shown('guarantorName'),
  guarantorAddress: shown('guarantorAddress'),
  guarantorPhone: shown('guarantorPhone'),
};

/** Terms that an import does not change for existing tenants, as a change may charge rent. */
const TERMS = ['leaseStart', 'leaseEnd', 'rentAmount', 'depositAmount'] as const;

export function checkTenant(row: CheckedRow, world: World): Verdict {
  const { sheet, read } = row;
  const { values } = read;
  if (values.name === undefined && values.lastName !== undefined)
    values.name = [values.firstName, values.lastName].filter((part) => part !== undefined).join(' ');
  if (!world.owedColumn) delete values.owed;
  const at = (field: string) => ({ field, column: sheet.plan.columnOf(field) });
  const { record: home, problem: noHome } = linkedHome(row, world, { optional: false });
  const found = existingTenant(row, world, home);
  const own = found.own;
  const problems = [...read.problems, ...(noHome ? [noHome] : []), ...(found.problem ? [found.problem] : [])];
  const label = String(values.name ?? own?.name ?? '');
  const key =
    home && label !== '' ? `${refKey(home.ref)}|${personKey(label)}|${String(values.leaseStart ?? '')}` : null;
  const links = home ? [home.ref] : [];
  if (own) {
    const changes = changesOf(row, { own, fields: COMPARED, same: isSame });
    const taken = takenOf(row, changes);
    const input = TenantInput.safeParse({ ...inputOf(own), ...taken });
    const all = firstOfEach([...problems, ...termProblems(row, own), ...problemsOf(sheet, input, NAMES)]);
    return {
      label,
      problems: all,
      key,
      links,
      existing: own,
      changes,
      taken,
      prepared:
        home && input.success && all.length === 0
          ? { kind: 'tenants', input: input.data, home: home.ref, join: null }
          : null,
    };
  }
  const lead = home ? leadOf(row, { world, home }) : undefined;
  const rentAmount = values.rentAmount ?? lead?.rent ?? (home ? world.rents.get(refKey(home.ref)) : undefined);
  const depositAmount = values.depositAmount ?? lead?.deposit ?? 0;
  // The row would take its rent from its property's row, which has no valid rent.
  const isWithWrongHome = rentAmount === undefined && home !== null && 'sheet' in home.ref;
  const start = typeof values.leaseStart === 'string' ? values.leaseStart : undefined;
  const from = start === undefined ? undefined : ledgerFrom(start, world);
  const confirmed = row.choices.choose?.leaseStart === 'confirmed';
  const input = TenantInput.safeParse({
    ...values,
    propertyId: home ? idOf(home.ref) : undefined,
    leaseEnd: values.leaseEnd ?? null,
    periodic: values.leaseEnd === undefined,
    rentAmount,
    depositAmount,
    ...(from !== undefined && !lead && { ledger: { from, owed: values.owed ?? 0 } }),
    ...(confirmed && { confirmedStart: true }),
  });
  const early = start !== undefined && !confirmed && needsConfirmation({ start });
  const all = firstOfEach([
    ...problems,
    ...(early
      ? [
          problem('Check the year', {
            ...at('leaseStart'),
            candidates: [{ id: 'confirmed', label: confirmStart(start) }],
          }),
        ]
      : []),
    ...orderProblems(row),
    ...(lead && lead.deposit !== depositAmount
      ? [problem(`Others of this tenancy have a deposit of ${formatPence(lead.deposit)}`, at('depositAmount'))]
      : []),
    ...(values.owed && start !== undefined && from === start ? [problem(LEDGER_ERRORS.owedAtStart, at('owed'))] : []),
    ...problemsOf(sheet, input, NAMES).filter(
      ({ field }) => !(noHome && field === 'property') && !(field === 'rentAmount' && isWithWrongHome),
    ),
  ]);
  return {
    label,
    problems: all,
    key,
    links: [...links, ...(lead && !('id' in lead.ref) ? [lead.ref] : [])],
    existing: null,
    changes: [],
    taken: {},
    prepared:
      home && input.success && all.length === 0
        ? { kind: 'tenants', input: input.data, home: home.ref, join: lead?.ref ?? null }
        : null,
  };
}

const NAMES = { propertyId: 'property', ledger: 'owed' };

/** The later of the tenant's start and the first day of rent, which is today until the person chooses a day. */
function ledgerFrom(start: string, { rentFrom, today }: Pick<World, 'rentFrom' | 'today'>): string {
  const from = rentFrom ?? today;
  return start > from ? start : from;
}

function existingTenant(
  { sheet, read, choices }: CheckedRow,
  { ownPeople, tenants }: World,
  home: Home | null,
): { own?: OwnTenant; problem?: Problem } {
  const { tenureId, email, name } = read.values;
  const at = (field: string) => ({ field, column: sheet.plan.columnOf(field) });
  if (tenureId !== undefined) {
    const own = tenants.get(idKey(String(tenureId)));
    return own ? { own } : { problem: problem('No tenant has this id', at('tenureId')) };
  }
  if (!home || !('id' in home.ref)) return {};
  const there = refKey(home.ref);
  const named = [email, name].flatMap((words) =>
    words === undefined ? [] : findPeople(ownPeople, { words: String(words), home: there }),
  );
  const living = named.filter(
    ({ homes }, place) =>
      homes.includes(there) && named.findIndex(({ ref }) => refKey(ref) === refKey(named[place]?.ref ?? ref)) === place,
  );
  if (living.length === 0) return {};
  const { record, problem: unclear } = settle(living, {
    ...at('name'),
    words: String(name ?? email),
    chosen: choices.choose?.name,
    noun: 'tenant',
    optional: false,
  });
  const own = record && 'id' in record.ref ? tenants.get(record.ref.id) : undefined;
  return { ...(own && { own }), ...(unclear && { problem: unclear }) };
}

const isSame = (value: unknown, before: unknown, field: string) => {
  if (field === 'email') return String(value).toLowerCase() === String(before).toLowerCase();
  return field === 'phone' ? digits(value) === digits(before) : value === before;
};
const digits = (phone: unknown) => String(phone).replace(/^\+44/, '0').replace(/\D/g, '');

function inputOf({ propertyId, leaseEnd, ...own }: OwnTenant) {
  const {
    name,
    email,
    phone,
    leaseStart,
    rentAmount,
    depositAmount,
    movedOut,
    guarantorName,
    guarantorAddress,
    guarantorPhone,
  } = own;
  return {
    name,
    email,
    phone,
    propertyId,
    leaseStart,
    leaseEnd,
    periodic: leaseEnd === null,
    rentAmount,
    depositAmount,
    movedOut,
    guarantorName,
    guarantorAddress,
    guarantorPhone,
    confirmedStart: true,
  };
}

function termProblems({ sheet, read }: CheckedRow, own: OwnTenant): Problem[] {
  return TERMS.flatMap((field) => {
    const value = read.values[field];
    if (value === undefined || value === own[field]) return [];
    const isMoney = FIELDS.tenants[field].form === 'money';
    const ours = own[field] === null ? '' : isMoney ? formatPence(Number(own[field])) : formatDay(String(own[field]));
    const message =
      ours === ''
        ? 'Tenure has no end. Change it on the tenancy’s page'
        : `Tenure has ${ours}. Change it on the tenancy’s page`;
    return [problem(message, { field, column: sheet.plan.columnOf(field), suggestion: ours === '' ? null : ours })];
  });
}

function orderProblems({ sheet, read: { values } }: CheckedRow): Problem[] {
  const start = values.leaseStart;
  if (typeof start !== 'string') return [];
  return (['leaseEnd', 'movedOut'] as const).flatMap((field) => {
    const day = values[field];
    const isBefore = typeof day === 'string' && day < start;
    return isBefore ? [problem('Before the tenancy began', { field, column: sheet.plan.columnOf(field) })] : [];
  });
}

/** The first tenant of the tenancy that this tenant shares: the same property and first day, and no other rent. */
function leadOf({ read }: CheckedRow, { world, home }: { world: World; home: Home }): Lead | undefined {
  const { leaseStart, rentAmount } = read.values;
  if (typeof leaseStart !== 'string') return undefined;
  const lead = world.tenancies.get(tenancyKey(home, leaseStart));
  return lead && (rentAmount === undefined || rentAmount === lead.rent) ? lead : undefined;
}

export const tenancyKey = ({ ref }: Pick<Home, 'ref'>, start: string) => `${refKey(ref)}|${start}`;
