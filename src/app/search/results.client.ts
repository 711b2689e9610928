import { complianceMarks } from '../../features/compliance/marks.ts';
import { amountLine, STATUS_LABELS } from '../../features/transaction/labels.ts';
import type { Transaction } from '../../features/transaction/transaction.ts';
import { allowedBy } from '../../shared/allowed.ts';
import { formatDay } from '../../shared/dates.ts';
import { foldText, searchWords } from '../../shared/fold.ts';
import { NOUN_ICONS } from '../../shared/records/noun-icons.ts';
import { capitalise } from '../../shared/text.ts';
import type { Command, Offer } from '../../web/records/noun-parts.client.ts';
import { NOUNS } from '../nouns.client.ts';
import { COUNTED, SHOWN } from './search.ts';

const ICONS = [...NOUN_ICONS, 'income', 'expense', 'all', 'add', 'screen'] as const;

export type Row = {
  icon: (typeof ICONS)[number];
  name: string;
  line?: string;
  href: string;
  phone?: string;
  amount?: { words: string; income: boolean };
  state?: { bad: boolean; words: string };
  keys?: string;
};

export type Group = { name: string; note?: string; rows: Row[] };

export type Commands = { add: readonly Command[]; go: readonly Command[] };

export function isIcon(icon: unknown): icon is Row['icon'] {
  return ICONS.some((one) => one === icon);
}

type Rights = readonly string[] | undefined;
type Params = { q: string; today: string; commands: Commands; rights?: Rights };

/** The server's response. Each noun's records are in a field with its id. */
type Answer = { transactions: { items: Transaction[]; count: number; more: boolean } };

const SEARCHED = NOUNS.flatMap(({ id, area, label, search }) =>
  search ? [{ id, area, label, list: `/dashboard/${id}`, ...search }] : [],
);
type Searched = (typeof SEARCHED)[number];

const searchedBy = (rights: Rights) => SEARCHED.filter(({ area }) => allowedBy(rights)({ need: `${area}.see` }));

export function searchedWords(rights: Rights): string {
  const labels = searchedBy(rights).map(({ label }) => label.toLowerCase());
  return capitalise([...labels, ...(allowedBy(rights)(TRANSACTIONS) ? ['transactions'] : [])].join(', '));
}

const TRANSACTIONS = { need: 'money.see' } as const;

export function groupsFound(answer: Answer, { q, today, commands, rights }: Params): Group[] {
  const allowed = allowedBy(rights);
  const { items, count, more } = answer.transactions;
  const transactions = items.map(transactionRow);
  const groups: Group[] = [
    ...searchedBy(rights).map((part) => groupOf(part, recordsOf(part, answer), { q, today })),
    {
      name: 'Transactions',
      ...(count > items.length && { note: `${items.length} of ${more ? `more than ${COUNTED}` : count}` }),
      rows: [
        ...transactions,
        ...(count > items.length
          ? [
              all(
                more ? 'All transactions' : `All ${count} transactions`,
                'Finance',
                `/dashboard/finance${searchOf(q)}`,
              ),
            ]
          : []),
      ],
    },
  ];
  const isEmpty = groups.every(({ rows }) => rows.length === 0);
  const fitting = named(q, commands);
  const actions =
    isEmpty && fitting.length === 0 ? offers(q, rights) : [...forOnly(answer).filter(allowed).map(add), ...fitting];
  return [...groups, { name: 'Actions', rows: actions }].filter(({ rows }) => rows.length > 0);
}

export function groupsBefore(recent: Row[], { add }: Commands): Group[] {
  return [
    { name: 'Recent', rows: recent },
    { name: 'Actions', rows: add.map(actionRow) },
  ].filter(({ rows }) => rows.length > 0);
}

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

type SearchRecord = { id: string };

const recordsOf = ({ id }: Searched, answer: Answer) => (answer as unknown as Record<string, SearchRecord[]>)[id] ?? [];

function groupOf(part: Searched, found: SearchRecord[], { q, today }: Pick<Params, 'q' | 'today'>): Group {
  const { icon, label, list } = part;
  const rows = found.map((one): Row => {
    const { ends = {}, ...shown } = part.row(one, today);
    const [first] = complianceMarks(ends, today);
    const state = first && { bad: first.state === 'expired', words: first.words };
    return { icon, ...shown, href: `${list}/${one.id}`, ...(state && { state }) };
  });
  return { name: label, rows: withMore(rows, label, `${list}${searchOf(q)}`) };
}

const searchOf = (q: string) => `?${new URLSearchParams({ q })}`;
const all = (name: string, where: string, href: string): Row => ({ icon: 'all', name, line: `in ${where}`, href });
const add = ({ name, href }: Offer): Row => ({ icon: 'add', name, href });

function withMore(rows: Row[], where: string, href: string): Row[] {
  return rows.length > SHOWN ? [...rows.slice(0, SHOWN), all('All matches', where, href)] : rows;
}

function offers(q: string, rights: Rights): Row[] {
  return [
    ...SEARCHED.flatMap(({ area, list, add: by }) =>
      by && allowedBy(rights)({ need: `${area}.change` })
        ? [add({ name: `${by.words} ‘${q}’`, href: `${list}/add?${new URLSearchParams({ [by.field]: q })}` })]
        : [],
    ),
    { icon: 'all', name: 'Search all certificates', href: `/dashboard/certificates${searchOf(q)}` },
  ];
}

function forOnly(answer: Answer): Offer[] {
  return SEARCHED.flatMap((part) => {
    const [only, another] = recordsOf(part, answer);
    return only && !another ? (part.only?.(only) ?? []) : [];
  });
}

/** Returns the actions and screens whose names match every typed word by prefix. */
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

/** Splits a text into matched and other parts. Digits match across spaces and punctuation. */
export function marked(text: string, q: string): { text: string; match: boolean }[] {
  if (q === '') return [{ text, match: false }];
  const isNumber = /^[\d\s()+./-]+$/.test(q);
  if (!isNumber) return markedParts(text, foundLetters(text, q));
  const digits = [...q.replace(/\D/g, '')];
  if (digits.length === 0) return [{ text, match: false }];
  const parts = text.split(new RegExp(`(${digits.join('[\\s().+-]*')})`, 'u'));
  return parts.map((part, at) => ({ text: part, match: at % 2 === 1 })).filter((part) => part.text !== '');
}

function foundLetters(text: string, q: string): boolean[] {
  // `from` maps each character of the folded `body` to the index of its letter.
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

function markedParts(text: string, found: readonly boolean[]): { text: string; match: boolean }[] {
  const parts: { text: string; match: boolean }[] = [];
  for (const [at, letter] of [...text].entries()) {
    const last = parts.at(-1);
    if (last && last.match === found[at]) last.text += letter;
    else parts.push({ text: letter, match: found[at] ?? false });
  }
  return parts;
}
