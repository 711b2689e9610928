import { describe, expect, it } from 'vitest';
import type { Person } from '../served.ts';
import { arrivalOf, type ChosenRule } from './arrival.ts';
import { LINK_DOES_NOT_COUNT, mustHave, remarksOn } from './duties.ts';

const emailBefore = (time = '16:30'): ChosenRule => ({ rule: 'email-before', time });

describe('arrival', () => {
  it.each<[string, ChosenRule, string, string | null, string]>([
    ['V62', { rule: 'second-working-day' }, '2026-12-24', null, '2026-12-30'],
    ['V63', { rule: 'second-day-or-next-working' }, '2026-12-24', null, '2026-12-29'],
    ['V64', emailBefore(), '2026-11-25', '16:29', '2026-11-25'],
    ['V64', emailBefore(), '2026-11-25', '16:30', '2026-11-26'],
    ['V65', emailBefore(), '2026-12-24', '17:00', '2026-12-29'],
    ['a Saturday', emailBefore(), '2026-11-28', '09:00', '2026-11-30'],
    ['the same day', { rule: 'same-day' }, '2026-12-25', null, '2026-12-25'],
    ['after Good Friday', { rule: 'next-working-day' }, '2027-03-25', null, '2027-03-30'],
    ['a second day that is a working day', { rule: 'second-day-or-next-working' }, '2026-11-23', null, '2026-11-25'],
  ])('%s: %o, sent %s %s, arrives %s', (_, chosen, day, time, arrival) => {
    expect(arrivalOf(chosen, { day, time })).toEqual({ day: arrival });
  });

  it('V66: is not computed without a rule', () => {
    expect(arrivalOf(undefined, { day: '2026-11-25', time: null })).toBeNull();
  });

  it('is not computed without a time that the rule needs, or outside the known bank holidays', () => {
    expect(arrivalOf(emailBefore(), { day: '2026-11-25', time: null })).toMatchObject({ unknown: /time is not known/ });
    for (const day of ['2028-12-29', '2029-01-02', '2025-12-24'])
      expect(arrivalOf({ rule: 'second-working-day' }, { day, time: null })).toHaveProperty('unknown');
    expect(arrivalOf({ rule: 'second-working-day' }, { day: '2028-12-27', time: null })).toEqual({ day: '2028-12-29' });
  });
});

describe('remarks', () => {
  const facts = {
    type: 'notice',
    method: 'email',
    recipientKind: 'tenant',
    servedAt: new Date('2026-07-01T09:30:00Z'),
    timed: true,
    tenancy: { start: '2026-07-01', signedAt: null, methods: [] },
  } as const;
  const statement = {
    ...facts,
    type: 'written-statement',
    tenancy: { ...facts.tenancy, signedAt: new Date('2026-07-01T09:00:00Z'), methods: [{ method: 'email' }] },
  } as const;

  it('V67: name a method that the agreement does not name', () => {
    const byPost = { ...facts, tenancy: { ...facts.tenancy, methods: [{ method: 'first-class' }] } };
    expect(remarksOn(byPost)).toBe('The agreement does not say that notices can be emailed.');
    const named = { ...facts, tenancy: { ...facts.tenancy, methods: [{ method: 'email' }] } };
    expect(remarksOn(named)).toBe('');
    expect(remarksOn({ ...named, method: 'first-class' })).toBe(
      'The agreement does not say that notices can be sent by first class post.',
    );
    expect(remarksOn({ ...facts, method: 'first-class' })).toBe('');
    expect(remarksOn({ ...facts, recipientKind: 'council' })).toBe('');
  });

  it('do not say what the agreement allows before its methods are recorded', () => {
    expect(remarksOn(facts)).toBe('Not recorded whether the agreement allows service by email.');
  });

  it('V42: warn that a link does not count for the Information Sheet', () => {
    const sheet = {
      ...statement,
      method: 'other',
      tenancy: { start: '2025-01-03', signedAt: null, methods: [] },
    } as const;
    expect(remarksOn(sheet)).toBe(LINK_DOES_NOT_COUNT);
    expect(remarksOn({ ...sheet, method: 'by-hand' })).toBe('');
  });

  it('V44: compare the time of a statement given on the day of signing', () => {
    expect(remarksOn(statement)).toBe('Given after signing.');
    expect(remarksOn({ ...statement, servedAt: new Date('2026-07-01T08:59:00Z') })).toBe('');
    expect(remarksOn({ ...statement, servedAt: new Date('2026-06-30T23:00:00Z'), timed: false })).toMatch(
      /day of signing/,
    );
  });
});

describe('people who must have a paper', () => {
  const person = (kind: Person['kind'], name: string): Person => ({
    kind,
    name,
    tenantId: null,
    email: '',
    address: '',
    tenancyId: null,
  });
  const [ada, bob, gran, council] = [
    person('tenant', 'Ada'),
    person('tenant', 'Bob'),
    person('relevant-person', 'Gran'),
    person('council', 'The council'),
  ];
  const home = { tenancyId: 'current', kind: 'periodic', councilAsks: false, people: [ada, bob, gran, council] };
  const paper = (documentId: string, type: string, day = '2026-01-01') => ({
    documentId,
    type,
    day,
    withdrawn: false,
    tenancies: [],
  });
  const names = (types: string[], homes = [home]) =>
    types.map((type) => (mustHave([paper('a', type)], homes).get('a') ?? []).map(({ name }) => name));

  it('are all tenants, the person who paid the deposit, and a council that asks', () => {
    expect(names(['gas', 'electrical', 'written-statement', 'deposit', 'insurance'])).toEqual([
      ['Ada', 'Bob'],
      ['Ada', 'Bob'],
      ['Ada', 'Bob'],
      ['Ada', 'Bob', 'Gran'],
      [],
    ]);
    expect(names(['electrical'], [{ ...home, councilAsks: true }])).toEqual([['Ada', 'Bob', 'The council']]);
    expect(names(['written-statement', 'deposit', 'gas'], [{ ...home, kind: 'lodger' }])).toEqual([
      [],
      [],
      ['Ada', 'Bob'],
    ]);
  });

  it('are not listed for a paper of an earlier tenancy', () => {
    const found = mustHave([{ ...paper('sheet', 'written-statement'), tenancies: ['earlier'] }], [home]);
    expect(found.get('sheet')).toEqual([]);
  });

  it('are not listed for an earlier gas record or a withdrawn document', () => {
    const found = mustHave(
      [paper('old', 'gas'), paper('new', 'gas', '2026-06-01'), { ...paper('gone', 'deposit'), withdrawn: true }],
      [home],
    );
    expect([...found.keys()]).toEqual(['new']);
  });
});
