import { describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/rights.ts';
import type { Standing } from '../../subscription/standing.ts';
import type { Member } from '../team.ts';
import { isEmailDue, withoutSeat } from './seats.ts';

const NOW = new Date('2031-06-10T09:00:00Z');

type Person = Pick<Member, 'role' | 'state' | 'joinedAt' | 'invitedAt' | 'expiresAt'> & { name: string };

const at = (day: number) => `2031-06-${String(day).padStart(2, '0')}T09:00:00.000Z`;
const joined = (name: string, day: number, role: Role = 'manager', state: Member['state'] = 'active'): Person => ({
  name,
  role,
  state,
  joinedAt: at(day),
  invitedAt: null,
  expiresAt: null,
});
const invited = (name: string, day: number, role: Role = 'manager'): Person => ({
  ...joined(name, day, role, 'invited'),
  joinedAt: null,
  invitedAt: at(day),
  expiresAt: at(day + 7),
});

const OWNER = joined('Ada', 1, 'owner');
const lacking = (plan: string, people: Person[], status: Standing['status'] = 'active') =>
  withoutSeat({ status, plan }, people, NOW).map(({ name }) => name);

describe('gives no seat', () => {
  it.each<[string, string, Person[], string[]]>([
    ['no member if all fit', 'professional', [OWNER, joined('Bea', 2)], []],
    ['those who joined last', 'basic', [joined('Cleo', 5), joined('Bea', 2), OWNER], ['Cleo', 'Bea']],
    ['an invitation before a member', 'professional', [OWNER, ...four(), invited('new', 9)], ['new']],
    [
      'never an owner, but an invited one',
      'basic',
      [OWNER, joined('Bea', 2, 'owner'), invited('new', 9, 'owner')],
      ['new'],
    ],
    [
      'not an expired invitation or a paused member',
      'basic',
      [OWNER, invited('old', 3), joined('Bea', 4, 'manager', 'paused')],
      [],
    ],
    ['not the only guest', 'basic', [OWNER, joined('Bea', 2), joined('Gus', 9, 'guest')], ['Bea']],
    ['the second guest', 'basic', [OWNER, joined('Gus', 8, 'guest'), joined('Gil', 9, 'guest')], ['Gil']],
  ])('to %s', (_who, plan, people, names) => {
    expect(lacking(plan, people)).toEqual(names);
  });

  it('to no member in a trial of five, or once the subscription has lapsed', () => {
    expect(lacking('basic', [OWNER, ...four()], 'trialing')).toEqual([]);
    expect(lacking('basic', [OWNER, ...four()], 'expired')).toEqual([]);
  });
});

function four(): Person[] {
  return [2, 3, 4, 5].map((day) => joined(`${day}`, day));
}

it.each([
  ['on the first day', 14, null, true],
  ['once a day', 14, 14, false],
  ['not on the days between', 8, 14, false],
  ['a week before', 7, 14, true],
  ['a missed day later', 5, 14, true],
  ['not again after it', 4, 5, false],
  ['on the last day', 1, 5, true],
  ['once on the last day', 1, 1, false],
])('emails the owners %s: %i days left, %s at the last email', (_when, left, emailedWith, due) => {
  expect(isEmailDue(left, emailedWith)).toBe(due);
});
