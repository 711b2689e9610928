import { describe, expect, it } from 'vitest';
import { addHome, addPerson, addressKey, findHomes, findPeople, type Home, type Person, settle } from './links.ts';

const home = (id: string, address: string, postalCode: string, more: Partial<Home> = {}): Home => ({
  ref: { id },
  label: `${address}, Leeds`,
  address,
  city: 'Leeds',
  postalCode,
  reference: null,
  ...more,
});

const homes = new Map<string, Home[]>();
for (const one of [
  home('7b0e9d5c-0000-4000-8000-000000000001', '12 Mill Road', 'LS6 2QN', { reference: 'P-12' }),
  home('7b0e9d5c-0000-4000-8000-000000000002', 'Flat 2, The Maltings', 'WF1 3AB'),
  home('7b0e9d5c-0000-4000-8000-000000000003', '1 High Street', 'LS1 1AA'),
  home('7b0e9d5c-0000-4000-8000-000000000004', '1 High St', 'BD1 2BB'),
])
  addHome(homes, one);

const found = (words: string, postcode: string | null = null) =>
  findHomes(homes, { words, postcode }).map(({ ref }) => ('id' in ref ? Number(ref.id.slice(-1)) : 0));

it('addressKey makes usual spellings equal', () => {
  expect(addressKey('Flat 2, 12 Mill Road.')).toBe(addressKey('apartment 2 12 mill rd'));
});

describe('findHomes finds a property', () => {
  it.each([
    ['7b0e9d5c-0000-4000-8000-000000000002', null, [2]],
    ['p-12', null, [1]],
    ['12 mill rd', null, [1]],
    ['12 Mill Road, Leeds', null, [1]],
    ['12 Mill Road, Leeds, LS6 2QN', null, [1]],
    ['Flat 2 The Maltings', 'wf13ab', [2]],
    ['1 High Street', null, [3, 4]],
    ['1 High Street', 'BD1 2BB', [4]],
    ['1 High Street BD1 2BB', null, [4]],
    ['99 Mill Road', null, []],
  ])('by %j and postcode %j', (words, postcode, expected) => {
    expect(found(words, postcode)).toEqual(expected);
  });
});

const people = new Map<string, Person[]>();
const person = (id: string, name: string, email: string, lives: string[]): Person => ({
  ref: { id },
  label: name,
  name,
  email,
  homes: lives,
  home: null,
  reference: null,
});
for (const one of [
  person('a', 'John Smith', 'john@example.com', ['1']),
  person('b', 'Jane Smith', 'jane@example.com', ['2']),
  person('c', 'Ada Khan', 'ada@example.com', ['3']),
])
  addPerson(people, one);

it.each([
  ['JOHN@example.com', null, ['a']],
  ['Mr John Smith', null, ['a']],
  ['J. Smith', null, ['a', 'b']],
  ['J Smith', '2', ['b']],
  ['A. Khan', null, ['c']],
  ['Smith', null, []],
])('findPeople finds %j at home %j', (words, at, expected) => {
  expect(findPeople(people, { words, home: at }).map(({ ref }) => 'id' in ref && ref.id)).toEqual(expected);
});

describe('settle', () => {
  const params = {
    field: 'property',
    column: 3,
    words: '1 High Street',
    chosen: undefined,
    noun: 'property',
    optional: false,
  };
  const two = findHomes(homes, { words: '1 High Street', postcode: null });

  it('asks about two candidates', () => {
    expect(settle(two, params).problem).toMatchObject({
      column: 3,
      message: '‘1 High Street’ could be 1 High Street, Leeds or 1 High St, Leeds',
      candidates: [{ label: '1 High Street, Leeds' }, { label: '1 High St, Leeds' }],
    });
  });

  it('takes the chosen one', () => {
    expect(settle(two, { ...params, chosen: '7b0e9d5c-0000-4000-8000-000000000004' }).record).toBe(two[1]);
  });

  it('lets an optional link be empty', () => {
    const none = { ...params, noun: 'supplier', optional: true };
    expect(settle([], none).problem).toMatchObject({
      message: 'No supplier is ‘1 High Street’',
      candidates: [{ id: 'add' }, { id: 'none' }],
    });
    expect(settle([], { ...none, chosen: 'none' })).toEqual({ record: null });
  });
});
