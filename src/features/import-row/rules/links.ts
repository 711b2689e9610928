/** Finds the records that cells refer to: by Tenure's id, the file's own reference, or address or name. */
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

/** Equal for 'Flat 2, 12 Mill Road' and 'flat 2 12 mill rd'. */
export function addressKey(text: string): string {
  const words = foldText(text)
    .replace(/[.,'/\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return words.map((word) => SHORT[word] ?? word).join(' ');
}

export const nameKey = (text: string) => foldText(text).replace(/[.,]/g, ' ').replace(/\s+/g, ' ').trim();

const TITLES = /^(?:mr|mrs|ms|miss|dr|prof|mx|sir) /;

/** Normalises an id of Tenure. */
export const idKey = (text: string) => text.trim().toLowerCase();

/** Returns 'j smith' for 'Mr J. Smith'. */
export const personKey = (text: string) => nameKey(text).replace(TITLES, '');

/** Returns 'j smith' for both 'John Smith' and 'J. Smith'. */
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

/** Records by prefixed key, such as 'name:j smith'. */
export type Index<Rec> = Map<string, Rec[]>;

function addTo<Rec extends { ref: Ref }>(index: Index<Rec>, key: string, record: Rec): void {
  const list = index.get(key) ?? [];
  if (!list.some(({ ref }) => refKey(ref) === refKey(record.ref))) list.push(record);
  index.set(key, list);
}

const at = <Rec>(index: Index<Rec>, key: string): readonly Rec[] => index.get(key) ?? [];

export function addHome(index: Index<Home>, home: Home): void {
  const { ref, address, city, postalCode, reference } = home;
  if ('id' in ref) addTo(index, `id:${ref.id}`, home);
  if (reference) addTo(index, `ref:${nameKey(reference)}`, home);
  const code = normalisePostcode(postalCode);
  for (const key of [addressKey(address), addressKey(`${address} ${city}`)]) {
    addTo(index, `address:${key}`, home);
    addTo(index, `coded:${key}|${code}`, home);
  }
}

const ENDING_CODE = /[, ]+([a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})$/i;

/** `postcode` is from another column. Without it, the postcode at the end of the address is used. */
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
  /** `homes` are the keys of the properties where the person lives; `home` is the first of these. */
  homes: readonly string[];
  home: Ref | null;
  reference: string | null;
};

export function addPerson(index: Index<Person>, person: Person): void {
  const { ref, name, email, reference } = person;
  if ('id' in ref) addTo(index, `id:${ref.id}`, person);
  if (reference) addTo(index, `ref:${nameKey(reference)}`, person);
  if (email) addTo(index, `email:${email.toLowerCase()}`, person);
  addTo(index, `name:${personKey(name)}`, person);
  if (initialKey(name)) addTo(index, `initial:${initialKey(name)}`, person);
}

/** `home` is the key of the property that the row names. If some of the people live there, only they are returned. */
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
  const residents = home === null ? [] : found.filter(({ homes }) => homes.includes(home));
  return residents.length > 0 ? residents : found;
}

type Settled<Rec> = { record: Rec | null; problem?: Problem };
type Params = {
  field: string;
  column: number | null;
  words: string;
  chosen: string | undefined;
  noun: string;
  optional: boolean;
};

/** Returns the chosen record, or the only one; otherwise a problem with the candidates. */
export function settle<Rec extends { ref: Ref; label: string }>(found: readonly Rec[], params: Params): Settled<Rec> {
  const { field, column, words, chosen, noun, optional } = params;
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
