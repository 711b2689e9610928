/** Arranges search results in groups of links. Never reads a clock. */

import { amountLine, STATUS_LABELS } from '../../features/transaction/labels.ts';
import type { Transaction } from '../../features/transaction/transaction.ts';
import { formatDay } from '../../shared/dates.ts';
import { foldText, searchWords } from '../../shared/fold.ts';
import type { Command, SearchPart } from '../../shared/noun-parts.ts';
import { SEARCHED, type Searched } from '../nouns.search.ts';
import { COUNTED, type SearchAnswer, SHOWN } from './search.ts';

const ICONS = ['property', 'tenant', 'supplier', 'income', 'expense', 'all', 'add', 'screen'] as const;

export type Row = {
  icon: (typeof ICONS)[number];
  name: string;
  /** Secondary text after the name: place, date. */
  line?: string;
  href: string;
  phone?: string;
  amount?: { words: string; income: boolean };
  state?: { bad: boolean; words: string };
  /** An action's shortcut: 'ap'. */
  keys?: string;
};

export type Group = { name: string; note?: string; rows: Row[] };

export type Commands = { add: readonly Command[]; go: readonly Command[] };

export function isIcon(icon: unknown): icon is Row['icon'] {
  return ICONS.some((one) => one === icon);
}

type Asked = { q: string; today: string; commands: Commands };

export function groupsFound(answer: SearchAnswer, { q, today, commands }: Asked): Group[] {
  const { items, count, more } = answer.transactions;
  const transactions = items.map(transactionRow);
  const groups: Group[] = [
    ...SEARCHED_NOUNS.map((noun) => groupOf(noun, answer[noun], { q, today })),
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

export function groupsBefore(recent: Row[], { add }: Commands): Group[] {
  return [
    { name: 'Recent', rows: recent },
    { name: 'Actions', rows: add.map(actionRow) },
  ].filter(({ rows }) => rows.length > 0);
}

/** The number of results, excluding 'all' links and offers. */
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

const SEARCHED_NOUNS = Object.keys(SEARCHED) as Searched[];

function groupOf(noun: Searched, found: readonly { id: string }[], { q, today }: Pick<Asked, 'q' | 'today'>): Group {
  const { icon, label, list, row } = SEARCHED[noun] as SearchPart<{ id: string }>;
  const rows = found.map((one): Row => ({ icon, ...row(one, today), href: `${list}/${one.id}` }));
  return { name: label, rows: withMore(rows, label, `${list}${asked(q)}`) };
}

const asked = (q: string) => `?${new URLSearchParams({ q })}`;
const all = (name: string, where: string, href: string): Row => ({ icon: 'all', name, line: `in ${where}`, href });
const add = (name: string, href: string): Row => ({ icon: 'add', name, href });

function withMore(rows: Row[], where: string, href: string): Row[] {
  return rows.length > SHOWN ? [...rows.slice(0, SHOWN), all('All matches', where, href)] : rows;
}

/** Without results, offers to add a record with the typed name. */
function offers(q: string): Row[] {
  return [
    ...Object.values(SEARCHED).map((part) => {
      const { name, href } = part.add(q);
      return add(name, href);
    }),
    { icon: 'all', name: 'Search all certificates', href: `/dashboard/certificates${asked(q)}` },
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

/** Actions and screens with words that start with every typed word. */
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

/** Splits the text into matching and other parts; digits match numbers in any format. */
export function marked(text: string, q: string): { text: string; match: boolean }[] {
  if (q === '') return [{ text, match: false }];
  const isNumber = /^[\d\s()+./-]+$/.test(q);
  if (!isNumber) return parted(text, foundLetters(text, q));
  const digits = [...q.replace(/\D/g, '')];
  if (digits.length === 0) return [{ text, match: false }];
  const parts = text.split(new RegExp(`(${digits.join('[\\s().+-]*')})`, 'u'));
  return parts.map((part, at) => ({ text: part, match: at % 2 === 1 })).filter((part) => part.text !== '');
}

/** For each letter, whether it belongs to a matched word. */
function foundLetters(text: string, q: string): boolean[] {
  // The folded text, and the index of the letter for each of its characters.
  const letters = [...text];
  const folded = letters.map((letter) => foldText(letter).slice(1));
  const from = [-1, ...folded.flatMap((signs, at) => [...signs].map(() => at))];
  const body = ` ${folded.join('')}`;
  const found = letters.map(() => false);
  for (const word of searchWords(q)) {
    for (let at = body.indexOf(word); at >= 0; at = body.indexOf(word, at + word.length)) {
      for (const letter of from.slice(at + word.search(/\S/), at + word.length)) found[letter] = true;
    }
  }
  // Combining accents and apostrophes belong to the previous letter.
  return found.map((is, at) => is || (folded[at] === '' && found[at - 1] === true));
}

function parted(text: string, found: readonly boolean[]): { text: string; match: boolean }[] {
  const parts: { text: string; match: boolean }[] = [];
  for (const [at, letter] of [...text].entries()) {
    const last = parts.at(-1);
    if (last && last.match === found[at]) last.text += letter;
    else parts.push({ text: letter, match: found[at] ?? false });
  }
  return parts;
}
