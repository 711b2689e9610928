/** Finds the records that words in a file name: by our id, the file's own reference, or words. */
import { foldText } from '../../../shared/fold.ts';
import { ADD, NONE } from '../../import-file/kinds.ts';
import { looksLikePostcode, normalisePostcode } from '../../property/home/postcode.ts';
import type { Problem } from '../row.ts';
import { problem } from './read-row.ts';

/** A record of the account, or a row of the file. */
export type Ref = { id: string } | { sheet: number; number: number };

export const refKey = (ref: Ref) => ('id' in ref ? ref.id : `${ref.sheet}:${ref.number}`);

const SHORT: Record<string, string> = {
  road: 'rd',
  street: 'st',
  saint: 'st',
  avenue: 'ave',
  lane: 'ln',
  terrace: 'ter',
  terr: 'ter',
  close: 'cl',
  drive: 'dr',
  court: 'ct',
  place: 'pl',
  gardens: 'gdns',
  crescent: 'cres',
  square: 'sq',
  apartment: 'flat',
  apt: 'flat',
  grove: 'gr',
  house: 'hse',
  and: '&',
};

/** 'Flat 2, 12 Mill Road' and 'flat 2 12 mill rd' are equal. */
export function addressKey(text: string): string {
  const words = foldText(text)
    .replace(/[.,'/\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return words.map((word) => SHORT[word] ?? word).join(' ');
}

export const nameKey = (text: string) => foldText(text).replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim();

const TITLES = /^(?:mr|mrs|ms|miss|dr|prof|mx|sir) /;

/** The format of our ids. */
export const idKey = (text: string) => text.trim().toLowerCase();

/** 'Mr J. Smith' → 'j smith'. */
export const personKey = (text: string) => nameKey(text).replace(TITLES, '');

/** 'j smith' for both 'John Smith' and 'J. Smith'. */
function initialKey(text: string): string {
  const words = personKey(text).split(' ');
  return words.length < 2 ? '' : `${words[0]?.[0] ?? ''} ${words.at(-1) ?? ''}`;
}

const isInitial = (text: string) => /^[a-z] /.test(personKey(text));

export type Home = {
  ref: Ref;
  label: string;
  address: string;
  city: string;
  postalCode: string;
  reference: string | null;
};

/** Records by words. */
export type Index<Rec> = Map<string, Rec[]>;

function put<Rec extends { ref: Ref }>(index: Index<Rec>, key: string, record: Rec): void {
  const list = index.get(key) ?? [];
  if (!list.some(({ ref }) => refKey(ref) === refKey(record.ref))) list.push(record);
  index.set(key, list);
}

const at = <Rec>(index: Index<Rec>, key: string): readonly Rec[] => index.get(key) ?? [];

export function addHome(index: Index<Home>, home: Home): void {
  const { ref, address, city, postalCode, reference } = home;
  if ('id' in ref) put(index, `id:${ref.id}`, home);
  if (reference) put(index, `ref:${nameKey(reference)}`, home);
  const code = normalisePostcode(postalCode);
  for (const key of [addressKey(address), addressKey(`${address} ${city}`)]) {
    put(index, `address:${key}`, home);
    put(index, `coded:${key}|${code}`, home);
  }
}

const ENDING_CODE = /[, ]+([a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i;

/** `postcode`: from another column. */
export function findHomes(
  index: Index<Home>,
  { words, postcode }: { words: string; postcode: string | null },
): readonly Home[] {
  const own = [at(index, `id:${words.toLowerCase()}`), at(index, `ref:${nameKey(words)}`)].find(
    ({ length }) => length > 0,
  );
  if (own) return own;
  const [ending = '', inside] = ENDING_CODE.exec(words) ?? [];
  const code = postcode ?? inside ?? null;
  const address = addressKey(inside ? words.slice(0, -ending.length) : words);
  if (code !== null && looksLikePostcode(code)) {
    const coded = at(index, `coded:${address}|${normalisePostcode(code)}`);
    if (coded.length > 0) return coded;
  }
  return at(index, `address:${address}`);
}

export type Person = {
  ref: Ref;
  label: string;
  name: string;
  email: string;
  /** Keys of the properties where they live, and the first of these. */
  homes: readonly string[];
  home: Ref | null;
  reference: string | null;
};

export function addPerson(index: Index<Person>, person: Person): void {
  const { ref, name, email, reference } = person;
  if ('id' in ref) put(index, `id:${ref.id}`, person);
  if (reference) put(index, `ref:${nameKey(reference)}`, person);
  if (email) put(index, `email:${email.toLowerCase()}`, person);
  put(index, `name:${personKey(name)}`, person);
  if (initialKey(name)) put(index, `initial:${initialKey(name)}`, person);
}

/** `home`: the key of the property that the row names; tenants who live there come first. */
export function findPeople(
  index: Index<Person>,
  { words, home }: { words: string; home: string | null },
): readonly Person[] {
  const keys = [
    `id:${words.toLowerCase()}`,
    `ref:${nameKey(words)}`,
    `email:${words.toLowerCase()}`,
    `name:${personKey(words)}`,
  ];
  const found =
    keys.map((key) => at(index, key)).find(({ length }) => length > 0) ??
    (isInitial(words) ? at(index, `initial:${initialKey(words)}`) : []);
  const there = home === null ? [] : found.filter(({ homes }) => homes.includes(home));
  return there.length > 0 ? there : found;
}

type Found<Rec> = { record: Rec | null; problem?: Problem };
type Params = {
  field: string;
  column: number | null;
  words: string;
  chosen: string | undefined;
  noun: string;
  optional: boolean;
};

/** One record, the chosen one, or a problem with the candidates. */
export function settle<Rec extends { ref: Ref; label: string }>(found: readonly Rec[], asked: Params): Found<Rec> {
  const { field, column, words, chosen, noun, optional } = asked;
  const [only, ...others] = found;
  if (optional && chosen === NONE) return { record: null };
  const picked = found.find(({ ref }) => refKey(ref) === chosen);
  if (picked) return { record: picked };
  if (only && others.length === 0) return { record: only };
  const none = optional ? [{ id: NONE, label: `Without a ${noun}` }] : [];
  const quoted = `‘${words.slice(0, 60)}’`;
  if (!only) {
    const add = noun === 'tenant' ? [] : [{ id: ADD, label: `Add ${quoted} as a ${noun}` }];
    const candidates = [...add, ...none];
    return { record: null, problem: problem(`No ${noun} is ${quoted}`, { field, column, candidates }) };
  }
  const labels = found.slice(0, 20).map(({ label }) => label);
  const candidates = [...found.slice(0, 20).map(({ ref, label }) => ({ id: refKey(ref), label })), ...none];
  const message = `${quoted} could be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(labels)}`;
  return { record: null, problem: problem(message, { field, column, candidates }) };
}
