/** How a search shows: in groups of rows, each of which leads somewhere. Nothing here reads a clock. */
import { formatDay } from '../../shared/dates.ts';
import { complianceMarks } from '../property/compliance/standing.ts';
import { amountLine, STATUS_LABELS } from '../transaction/labels.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { COUNTED, type SearchAnswer, SHOWN } from './search.ts';

const ICONS = ['property', 'tenant', 'supplier', 'income', 'expense', 'all', 'add', 'screen'] as const;

export type Row = {
  icon: (typeof ICONS)[number];
  name: string;
  /** Behind its name: where, when. */
  line?: string;
  href: string;
  /** At the right edge: what one came for. */
  phone?: string;
  amount?: { words: string; income: boolean };
  state?: { bad: boolean; words: string };
  /** Of an action: 'ap'. */
  keys?: string;
};

export type Group = { name: string; note?: string; rows: Row[] };

/** Actions and screens, by name. */
export type Command = { keys: string; name: string; href: string };
export type Commands = { add: readonly Command[]; go: readonly Command[] };

export function isIcon(icon: unknown): icon is Row['icon'] {
  return ICONS.some((one) => one === icon);
}

type Asked = { q: string; today: string; commands: Commands };

export function groupsFound(answer: SearchAnswer, { q, today, commands }: Asked): Group[] {
  const properties = answer.properties.map(
    ({ id, address, city, postalCode, ends }): Row => ({
      icon: 'property',
      name: address,
      line: [city, postalCode].filter(Boolean).join(', '),
      href: `/dashboard/properties/${id}`,
      ...expiry(ends, today),
    }),
  );
  const tenants = answer.tenants.map(
    ({ id, name, phone, propertyName, movedOut }): Row => ({
      icon: 'tenant',
      name,
      line: propertyName && movedOut && movedOut <= today ? `last lived at ${propertyName}` : (propertyName ?? ''),
      href: `/dashboard/tenants/${id}`,
      phone,
    }),
  );
  const suppliers = answer.suppliers.map(
    ({ id, name, phone, serviceType }): Row => ({
      icon: 'supplier',
      name,
      line: serviceType,
      href: `/dashboard/suppliers/${id}`,
      phone,
    }),
  );
  const { items, count, more } = answer.transactions;
  const transactions = items.map(transactionRow);
  const groups: Group[] = [
    { name: 'Properties', rows: withMore(properties, 'Properties', `/dashboard/properties${asked(q)}`) },
    { name: 'Tenants', rows: withMore(tenants, 'Tenants', `/dashboard/tenants${asked(q)}`) },
    { name: 'Suppliers', rows: withMore(suppliers, 'Suppliers', `/dashboard/suppliers${asked(q)}`) },
    {
      name: 'Transactions',
      ...(count > items.length && { note: `${items.length} of ${more ? `more than ${COUNTED}` : count}` }),
      rows: [
        ...transactions,
        ...(count > items.length
          ? [all(more ? 'All transactions' : `All ${count} transactions`, 'Finance', `/dashboard/finance${asked(q)}`)]
          : []),
      ],
    },
  ];
  const nothing = groups.every(({ rows }) => rows.length === 0);
  const fitting = named(q, commands);
  const actions = nothing && fitting.length === 0 ? offers(q) : [...forOnly(answer.properties), ...fitting];
  return [...groups, { name: 'Actions', rows: actions }].filter(({ rows }) => rows.length > 0);
}

/** Before anything is typed. */
export function groupsBefore(recent: Row[], { add }: Commands): Group[] {
  return [
    { name: 'Recent', rows: recent },
    { name: 'Actions', rows: add.map(actionRow) },
  ].filter(({ rows }) => rows.length > 0);
}

/** How many rows were found: not the ways to all of them, nor what is offered beside them. */
export function countFound(groups: readonly Group[]): number {
  return groups.flatMap(({ rows }) => rows).filter(({ icon, keys }) => icon !== 'all' && (icon !== 'add' || keys))
    .length;
}

function transactionRow(transaction: Transaction): Row {
  const { id, type, status, date, description, propertyAddress } = transaction;
  return {
    icon: type,
    name: description,
    line: [formatDay(date), propertyAddress].filter(Boolean).join(' · '),
    href: `/dashboard/finance?open=${id}`,
    amount: { words: amountLine(transaction), income: type === 'income' },
    ...(status !== 'completed' && { state: { bad: status === 'overdue', words: STATUS_LABELS[status] } }),
  };
}

function expiry(ends: Record<string, string>, today: string): Pick<Row, 'state'> {
  const [first] = complianceMarks(ends, today);
  return first ? { state: { bad: first.state === 'expired', words: first.words } } : {};
}

const asked = (q: string) => `?${new URLSearchParams({ q })}`;
const all = (name: string, where: string, href: string): Row => ({ icon: 'all', name, line: `in ${where}`, href });
const add = (name: string, href: string): Row => ({ icon: 'add', name, href });

function withMore(rows: Row[], where: string, href: string): Row[] {
  return rows.length > SHOWN ? [...rows.slice(0, SHOWN), all('All that match', where, href)] : rows;
}

/** Where nothing was found, the text may be the name of something new. */
function offers(q: string): Row[] {
  const named = new URLSearchParams({ name: q });
  return [
    add(`Add a property at ‘${q}’`, `/dashboard/properties/add?${new URLSearchParams({ address: q })}`),
    add(`Add a tenant named ‘${q}’`, `/dashboard/tenants/add?${named}`),
    add(`Add a supplier named ‘${q}’`, `/dashboard/suppliers/add?${named}`),
    { icon: 'all', name: 'Look in all certificates', href: `/dashboard/certificates${asked(q)}` },
  ];
}

function forOnly([property, another]: SearchAnswer['properties']): Row[] {
  if (!property || another) return [];
  const { id, address } = property;
  return [
    add(`Add an expense for ${address}`, `/dashboard/finance?property=${id}&open=new`),
    add(`Add a tenant to ${address}`, `/dashboard/tenants/add?propertyId=${id}`),
  ];
}

/** The actions and screens of whose name each word typed begins a word. */
function named(q: string, { add: adds, go }: Commands): Row[] {
  const typed = words(q);
  const fits = ({ name }: Command) => typed.every((word) => words(name).some((one) => one.startsWith(word)));
  if (q.length < 2) return [];
  return [
    ...adds.filter(fits).map(actionRow),
    ...go.filter(fits).map((one) => ({ ...actionRow(one), icon: 'screen' as const })),
  ];
}

const words = (text: string) => text.toLowerCase().split(/\s+/);
const actionRow = ({ name, href, keys }: Command): Row => ({ icon: 'add', name, href, keys });

/** The text in parts, and which of them match what was typed; digits match a number however it is written. */
export function marked(text: string, q: string): { text: string; match: boolean }[] {
  if (q === '') return [{ text, match: false }];
  const isNumber = /^[\d\s()+./-]+$/.test(q);
  const signs = isNumber
    ? [...q.replace(/\D/g, '')]
    : [...q].map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&'));
  if (signs.length === 0) return [{ text, match: false }];
  const parts = text.split(new RegExp(`(${signs.join(isNumber ? '[\\s().+-]*' : '')})`, 'iu'));
  return parts.map((part, at) => ({ text: part, match: at % 2 === 1 })).filter((part) => part.text !== '');
}
