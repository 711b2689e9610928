/** Scores how well the text of a bank row identifies a tenancy, with reasons that a landlord can check. */
import { spelledOut } from '../../../shared/fold.ts';
import { wordsOf } from '../../bank-row/compare-rows.ts';
import type { OpenTenancy, Payer } from './proposal.ts';
import { agentWords, isFiller, payerWords, type RowText, readText, TITLES } from './words.ts';

/**
 * `points` are 0 to 66. `ambiguous` evidence is contradicted or impersonal. `isPartial` means that the row names a
 * known payer in other words than earlier payments.
 */
export type Evidence = { points: number; reasons: string[]; ambiguous?: boolean; isPartial?: boolean };

export const NAMED = 30;
export const KNOWN_PAYER = 45;
/** Points of a tenant's whole name with another address, which is proposed only if the amount fits. */
const OTHER_ADDRESS = 24;

export type Person = { name: string; forename: string; surname: string[] };
type Address = { unit: string; number: string; street: string[] };

export type Traits = {
  people: Person[];
  guarantor: Person | null;
  agent: { name: string; words: string[] } | null;
  address: Address;
  /** Texts of earlier bank rows, newest first. */
  texts: RowText[];
};

export function traitsOf(tenancy: OpenTenancy): Traits {
  const people = tenancy.names.flatMap(personsOf);
  const words = tenancy.agent ? agentWords(tenancy.agent.name) : [];
  return {
    people,
    guarantor: personOf(tenancy.guarantor),
    agent: tenancy.agent && words.length > 0 ? { name: tenancy.agent.name, words } : null,
    address: addressOf(tenancy.address),
    texts: tenancy.paid.flatMap(({ rowId, text, reference }) => (rowId === null ? [] : [readText(text, reference)])),
  };
}

export function payersOf(tenancies: readonly OpenTenancy[]): Payer[] {
  const payers = tenancies.flatMap(({ id, paid }) =>
    paid.flatMap(({ text, reference = '', rowId }) =>
      rowId ? [{ words: payerWords(`${text} ${reference}`), text, tenancyId: id }] : [],
    ),
  );
  return [...new Map(payers.map((payer) => [`${payer.tenancyId} ${payer.words}`, payer])).values()];
}

/** Only rows and tenancies with a common key are compared. */
export function keysOfTenancy({ people, guarantor, agent, address, texts }: Traits): Set<string> {
  const persons = guarantor ? [...people, guarantor] : people;
  return new Set([
    ...persons.flatMap(({ forename, surname }) => [...surname, surname.join(''), `${forename[0]}${surname.join('')}`]),
    ...(agent?.words.slice(0, 1) ?? []),
    ...(address.number !== '' && address.street[0] ? [houseKey(address.number, address.street[0])] : []),
    ...(address.unit === '' ? [] : [unitKey(address.unit)]),
    ...texts.flatMap(({ nameKey, references }) => [payerKey(nameKey), ...references]),
  ]);
}

export function keysOfRow({ words, nameKey }: RowText): Set<string> {
  const houses = words.flatMap((word, at) => {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]];
    return /^\d+[a-z]?$/.test(word) ? [houseKey(word, before), houseKey(word, after)] : [];
  });
  return new Set([...words.filter((word) => word.length > 1), ...houses, payerKey(nameKey), unitKey(unitIn(words))]);
}

// Prefixes and spaces distinguish these keys from words.
const payerKey = (nameKey: string) => `=${nameKey}`;
const houseKey = (number: string, street: string) => `${number} ${street}`;
const unitKey = (unit: string) => `#${unit}`;

/** `alias` is a learnt payer of the tenancy that the row names. */
export function payerEvidence(row: RowText, traits: Traits, alias: Payer | undefined): Evidence {
  const place = addressEvidence(row, traits.address);
  const [name = NO_EVIDENCE] = namesIn(row, traits).sort(strongestFirst);
  const isAsBefore = (field: 'key' | 'nameKey') =>
    row[field] !== '' && traits.texts.some((text) => text[field] === row[field]);
  const isNumbered = traits.texts.some(({ references }) => references.some((word) => row.references.includes(word)));
  // Another address outweighs a name and a known payer, unless this text or number was accepted before.
  if ((place.points < 0 || namesAnotherHouse(row, traits)) && !isAsBefore('key') && !isNumbered) {
    if (name.points < 36) return NO_EVIDENCE;
    return { points: OTHER_ADDRESS, reasons: [...name.reasons, 'another address in the text'], ambiguous: true };
  }
  const known = alias
    ? { points: 50, reasons: [`paid by ${readText(alias.text).shown} before`] }
    : paidBefore(row, traits);
  const agent = agentEvidence(row, traits);
  const [payer = NO_EVIDENCE, ...others] = [known, agent, name, place].sort(strongestFirst);
  // An agent or a council pays for several tenancies: a name or an address shows which one.
  const [second = NO_EVIDENCE] = others.filter((one) => one !== known && one !== agent);
  return {
    ambiguous: (place.points < 0 && !isAsBefore('key')) || (row.impersonal && payer === known && !isNumbered),
    isPartial: payer === known && !isAsBefore('key') && !isAsBefore('nameKey'),
    points: payer.points + Math.min(16, Math.max(0, Math.trunc(second.points / 2))),
    reasons: [...payer.reasons, ...(payer.points >= KNOWN_PAYER && payer === known ? [] : second.reasons)],
  };
}

const strongestFirst = (a: Evidence, b: Evidence) => b.points - a.points;

/** Returns the payer if there are at least two payments, all from the same payer; otherwise null. */
export function onlyPayer({ texts }: Traits): RowText | null {
  const [last, ...earlier] = texts;
  return last && last.nameKey !== '' && earlier.length > 0 && earlier.every(({ nameKey }) => nameKey === last.nameKey)
    ? last
    : null;
}

export function isSubset(one: RowText, other: RowText): boolean {
  const [short = [], long = []] = [one.nameKey.split(' '), other.nameKey.split(' ')].sort(
    (a, b) => a.length - b.length,
  );
  return short.every((word) => long.includes(word));
}

function paidBefore(row: RowText, { texts }: Traits): Evidence {
  const same = row.key === '' ? [] : texts.filter(({ key }) => key === row.key);
  if (same.length > 0) {
    const number = row.references.find((word) => /^\d{6,}$/.test(word));
    const often = same.length > 1 ? 'as in earlier months' : 'as before';
    if (number) return { points: 50, reasons: [`reference ${number}`] };
    const [last = row] = same;
    if (row.references.length > 0) return { points: 50, reasons: [`reference ${last.shownReference} ${often}`] };
    return { points: 50, reasons: [`paid by ${last.shown} before`] };
  }
  const reference = row.references.find((word) => texts.some(({ references }) => references.includes(word)));
  if (reference) return { points: KNOWN_PAYER, reasons: [`reference ${reference.toUpperCase()}`] };
  const payer = row.nameKey === '' ? [] : texts.filter(({ nameKey }) => nameKey === row.nameKey);
  const [last] = payer;
  if (!last) return NO_EVIDENCE;
  // A constant number identifies a person, as councils use them; a changing number does not.
  const numbers = new Set(payer.map(({ references }) => references.join(' ')));
  const differs = row.references.length > 0 && numbers.size === 1 && !numbers.has('');
  if (differs) return { points: 20, reasons: [`paid by ${last.shown} before, with another reference`] };
  return { points: KNOWN_PAYER, reasons: [`paid by ${last.shown} before`] };
}

const NO_EVIDENCE: Evidence = { points: 0, reasons: [] };

const COMPANY = new Set('ltd limited plc llp inc partners sons bros brothers trading'.split(' '));

function namesIn(row: RowText, { people, guarantor }: Traits): Evidence[] {
  const company = row.words.some((word) => COMPANY.has(word));
  const evidence = people.map((person): Evidence => {
    const nameMatch = nameIn(row.words, person);
    // A tenant's name in the name of a company may be a coincidence.
    if (nameMatch && company && nameMatch !== 'another' && nameMatch !== 'unsure')
      return { points: 24, reasons: [`the name of ${person.name}, but a company`] };
    if (nameMatch === 'full') return { points: 40, reasons: [`the name of ${person.name}`] };
    if (nameMatch === 'initial') return { points: 36, reasons: [`the name of ${person.name}`] };
    if (nameMatch === null) return NO_EVIDENCE;
    if (nameMatch === 'surname') return { points: NAMED, reasons: [`the surname of ${person.name}`] };
    if (nameMatch === 'unsure' && !company) return { points: 24, reasons: [`the surname of ${person.name}`] };
    return { points: 12, reasons: [`the surname of ${person.name}, with another first name`] };
  });
  const nameMatch = guarantor && nameIn(row.words, guarantor);
  if (guarantor && nameMatch && nameMatch !== 'another' && !company)
    evidence.push({
      points: { full: 38, initial: 34, surname: 24, unsure: 14 }[nameMatch],
      reasons: [`the guarantor, ${guarantor.name}`],
    });
  return evidence;
}

function agentEvidence({ words }: RowText, { agent }: Traits): Evidence {
  return agent && agentIn(words, agent.words)
    ? { points: KNOWN_PAYER, reasons: [`${agent.name} is the agent`] }
    : NO_EVIDENCE;
}

export function namesAgent(text: string, agent: string): boolean {
  return agentIn(readText(text, '').words, agentWords(agent));
}

/** Bank texts truncate the second word. A single word may be a surname, so it must come first, without an initial. */
function agentIn(words: string[], [first = '', second]: string[]): boolean {
  const at = words.indexOf(first);
  if (at < 0) return false;
  if (second === undefined) return at === 0 && !/^[a-z]$/.test(words[1] ?? '');
  const after = words.slice(at + 1, at + 3);
  return after.some((word) => word.length > 2 && (second.startsWith(word) || word.startsWith(second)));
}

/** 'unsure' means that the word after the surname may be another first name. */
type NameFound = 'full' | 'initial' | 'surname' | 'unsure' | 'another';

export function nameIn(words: string[], { forename, surname }: Person): NameFound | null {
  const joined = surname.join('');
  const initial = forename[0] ?? '';
  const isName = (word = '') => /^[a-z]+$/.test(word) && !isFiller(word) && !UNITS.has(word);
  // 'JPATEL' is J Patel, but 'CLARK MARY' is not C Lark.
  const glued = words.indexOf(`${initial}${joined}`);
  if (glued >= 0 && !isName(words[glued - 1]) && !isName(words[glued + 1])) return 'initial';
  const at = words.findIndex(
    (word, place) => word === joined || surname.every((part, offset) => words[place + offset] === part),
  );
  if (at < 0) return null;
  const length = words[at] === joined ? 1 : surname.length;
  const isForename = (word: string) => word === forename || (word.length > 2 && forename.startsWith(word));
  const before = words.slice(Math.max(0, at - 2), at).filter((word) => !isFiller(word) && !/\d/.test(word));
  const after = words.slice(at + length, at + length + 1);
  if ([...before, ...after].some(isForename)) return 'full';
  const letters = [...before, ...after].filter((word) => /^[a-z]$/.test(word));
  if (letters.includes(initial)) return 'initial';
  if (letters.length > 0 || before.length > 0) return 'another';
  // In 'RENT MAY', May is the month.
  if (isFiller(joined)) return null;
  return after.every((word) => isFiller(word) || UNITS.has(word) || /\d/.test(word)) ? 'surname' : 'unsure';
}

/** Returns both spellings of umlauts: 'Jürgen Müller' is found as JURGEN MULLER and as JUERGEN MUELLER. */
function personsOf(name: string): Person[] {
  const spelled = spelledOut(name);
  return [personOf(name), spelled && personOf(spelled)].flatMap((person) => (person ? { ...person, name } : []));
}

export function personOf(name: string): Person | null {
  const [forename, ...rest] = name
    .split(/\s+/)
    .filter((word) => word !== '' && !TITLES.has(word.toLowerCase().replace('.', '')));
  const last = rest.at(-1);
  if (!forename || !last) return null;
  return { name, forename: wordsOf(forename).join(''), surname: wordsOf(last) };
}

const UNITS = new Set('flat room rm apartment apt unit studio'.split(' '));
const STREET_KINDS = new Set(
  'street st road rd avenue ave lane ln close drive dr court ct place terrace way crescent grove gardens park square hill the'.split(
    ' ',
  ),
);

function addressOf(address: string): Address {
  const words = wordsOf(address);
  const unit = unitIn(words);
  const rest = unit === '' ? words : words.slice(words.findIndex((word) => UNITS.has(word)) + 2);
  const number = rest.find((word) => /^\d+[a-z]?$/.test(word)) ?? '';
  const street = rest.filter((word) => word !== number && !STREET_KINDS.has(word) && word.length > 2);
  return { unit, number, street };
}

/** Returns '3' for 'room 3', 'rm3' or 'flat 3', and '' without a unit. */
function unitIn(words: string[]): string {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (UNITS.has(word) && /^(\d{1,3}[a-z]?|[a-z])$/.test(next)) return next;
    const stuck = /^(flat|room|rm|apt|unit)(\d{1,3}[a-z]?)$/.exec(word)?.[2];
    if (stuck) return stuck;
  }
  return '';
}

/** Whether the text has another house number than earlier payments with the same words: 'CLARK A 256', not 196. */
function namesAnotherHouse({ words, nameKey }: RowText, { texts, address: { number, unit } }: Traits): boolean {
  if (words.includes(number) || words.includes(unit) || !words.some((word) => HOUSE.test(word))) return false;
  const before = texts.filter((text) => text.nameKey === nameKey);
  return before.length > 0 && before.every((text) => text.words.includes(number));
}

const HOUSE = /^\d{1,3}[a-z]?$/;

/** Points are negative if the text names another room of the house, or another house in the street. */
function addressEvidence({ words }: RowText, { unit, number, street }: Address): Evidence {
  const rowUnit = unitIn(words);
  const before = words[words.indexOf(street[0] ?? '') - 1] ?? '';
  const house = HOUSE.test(before) && before !== rowUnit ? before : number;
  const isOther = (rowUnit !== '' && unit !== '' && rowUnit !== unit) || (house !== number && !words.includes(number));
  if (isOther) return { points: -1, reasons: [] };
  const sameUnit = rowUnit !== '' && rowUnit === unit;
  const sameStreet = street[0] !== undefined && words.includes(street[0]);
  const sameNumber = sameStreet && number !== '' && words.includes(number);
  if (sameUnit && sameStreet) return { points: 32, reasons: ['the address in the text'] };
  if (sameNumber) return { points: unit === '' ? 30 : 14, reasons: ['the address in the text'] };
  if (sameUnit) return { points: 18, reasons: [`number ${unit.toUpperCase()} in the text`] };
  return sameStreet ? { points: 10, reasons: ['the street in the text'] } : NO_EVIDENCE;
}
