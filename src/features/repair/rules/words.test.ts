import { describe, expect, it } from 'vitest';
import { boardQuery, REPAIR_LIST } from '../listed.ts';
import type { Repair, RepairEvent } from '../repair.ts';
import { actionsOf } from './actions.ts';
import { ageOf, boardMove, eventWords, grouped, movesOf, ownText, seenBy, waitingWords } from './words.ts';

const NOW = '2026-11-22T10:00:00.000Z';

const REPAIR: Repair = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  dateAdded: NOW,
  number: 41,
  title: 'No hot water',
  category: 'heating',
  urgency: 'normal',
  room: '',
  state: 'reported',
  propertyId: null,
  address: '14 Chandos Terrace, Leeds',
  tenant: { id: '00000000-0000-4000-8000-000000000002', name: 'Grace Hopper' },
  supplier: null,
  reportedBy: 'landlord',
  unconfirmed: false,
  waitsFor: 'landlord',
  reportedAt: '2026-11-20T09:00:00.000Z',
  due: null,
  late: false,
  bookedFrom: null,
  bookedUntil: null,
  heldUntil: null,
  doneAt: null,
  closedAt: null,
  quotes: { asked: 0, given: 0 },
  photos: 0,
};
const SUPPLIER = { id: '00000000-0000-4000-8000-000000000003', name: 'Lewis Plumbing' };
const VISIT = { bookedFrom: '2026-11-24T09:00:00.000Z', bookedUntil: '2026-11-24T11:00:00.000Z' };

const EVENT: RepairEvent = {
  id: REPAIR.id,
  at: NOW,
  side: 'landlord',
  name: 'Ada',
  kind: 'message',
  text: 'Hello',
  was: null,
  isNow: null,
  tenantSees: false,
  suppliersSee: false,
  supplierSees: null,
  file: null,
};

it.each([
  [{ reportedAt: '2026-11-22T09:30:00.000Z' }, 'just now'],
  [{ reportedAt: '2026-11-22T09:00:00.000Z' }, '1 hour'],
  [{ reportedAt: '2026-11-20T09:00:00.000Z' }, '2 days'],
  [{ reportedAt: '2026-11-01T09:00:00.000Z', closedAt: '2026-11-05T08:00:00.000Z' }, '3 days'],
])('counts the age of %j as %s', (given, words) => {
  expect(ageOf({ ...REPAIR, ...given }, NOW)).toBe(words);
});

it.each<[Partial<Repair>, string]>([
  [{}, 'Waiting for you'],
  [{ unconfirmed: true }, 'Unconfirmed: who is it?'],
  [{ state: 'quoting', quotes: { asked: 3, given: 2 } }, '2 of 3 quotes received, waiting for you'],
  [{ state: 'quoting', waitsFor: 'supplier', quotes: { asked: 1, given: 0 } }, '0 of 1 quote received'],
  [{ state: 'booked', ...VISIT }, '24 Nov 2026, 09:00 to 11:00'],
  [{ state: 'booked', ...VISIT, waitsFor: 'tenant' }, 'Waiting for Grace Hopper'],
  [{ state: 'in-progress', waitsFor: 'supplier', supplier: SUPPLIER }, 'Waiting for Lewis Plumbing'],
  [{ state: 'closed', waitsFor: null }, 'Closed'],
])('describes %j as %s', (given, words) => {
  expect(waitingWords({ ...REPAIR, ...given })).toBe(words);
});

describe('moves', () => {
  it('only decline or cancel an unconfirmed report', () => {
    expect(movesOf({ ...REPAIR, unconfirmed: true }, NOW)).toEqual(['declined', 'cancelled']);
    expect(boardMove({ ...REPAIR, unconfirmed: true }, NOW)).toBeUndefined();
    expect(boardMove(REPAIR, NOW)?.key).toBe('a');
  });

  it('reopen a closed repair for 30 days only', () => {
    const closed = { ...REPAIR, state: 'closed' } as const;
    expect(movesOf({ ...closed, closedAt: '2026-10-24T10:00:00.000Z' }, NOW)).toEqual(['accepted']);
    expect(movesOf({ ...closed, closedAt: '2026-10-22T10:00:00.000Z' }, NOW)).toEqual([]);
  });

  it.each([
    ['reported', ['Accept', 'Hold', 'Decline', 'Cancel repair']],
    ['done', ['Close', 'Not fixed']],
    ['on-hold', ['Resume', 'Decline', 'Cancel repair']],
    ['cancelled', []],
  ] as const)('of a repair in %s are %j', (state, words) => {
    const actions = actionsOf({ ...REPAIR, state, offers: [], proposed: null }, NOW);
    expect(actions.map((action) => action.words)).toEqual(words);
  });

  it('confirm the time that another side has proposed', () => {
    const proposed = { by: 'tenant', from: VISIT.bookedFrom, until: VISIT.bookedUntil } as const;
    const [first] = actionsOf({ ...REPAIR, state: 'accepted', offers: [], proposed }, NOW);
    expect(first).toEqual({
      words: 'Confirm 24 Nov 2026, 09:00 to 11:00',
      from: VISIT.bookedFrom,
      until: VISIT.bookedUntil,
    });
  });
});

describe('the story', () => {
  it.each<[Partial<RepairEvent>, string]>([
    [{ kind: 'moved', was: 'accepted', isNow: 'booked' }, 'Booked a visit'],
    [{ kind: 'moved', was: 'done', isNow: 'in-progress' }, 'Not fixed'],
    [{ kind: 'changed', text: 'urgency', was: 'normal', isNow: 'urgent' }, 'Urgency changed from normal to urgent'],
    [{ kind: 'changed', text: 'room', was: '', isNow: 'Hall' }, 'Room changed'],
    [{ kind: 'quoted', isNow: '348.00' }, 'Gave a quote of £348.00, VAT included'],
    [{ kind: 'billed', isNow: 'INV-7' }, 'Invoice INV-7'],
    [{ kind: 'billed', was: 'received', isNow: 'accepted', text: 'INV-7' }, 'Accepted invoice INV-7'],
    [{ kind: 'recharged', was: 'reduction', isNow: '£20.00' }, 'Reduced the rent by £20.00'],
    [{ kind: 'proposed', isNow: VISIT.bookedFrom, was: VISIT.bookedUntil }, 'Proposed 24 Nov 2026, 09:00 to 11:00'],
  ])('describes %j as %s', (given, words) => {
    expect(eventWords({ ...EVENT, ...given })).toBe(words);
  });

  it('shows a text once', () => {
    expect(ownText({ ...EVENT, kind: 'changed', text: 'room' })).toBe('');
    expect(ownText({ ...EVENT, kind: 'moved', text: 'Away' })).toBe('Away');
  });

  it('names who sees an entry', () => {
    expect(seenBy(EVENT)).toBeUndefined();
    expect(seenBy({ ...EVENT, tenantSees: true, supplierSees: SUPPLIER })).toBe(
      'Seen by the tenant and Lewis Plumbing',
    );
    expect(seenBy({ ...EVENT, suppliersSee: true })).toBe('Seen by suppliers');
  });

  it('groups files of one person that the same people see', () => {
    const file: RepairEvent = { ...EVENT, kind: 'file', text: '' };
    const sizes = grouped([EVENT, file, file, { ...file, tenantSees: true }, EVENT]).map(({ length }) => length);
    expect(sizes).toEqual([1, 2, 1, 1]);
  });
});

it('leaves tab and sort out of the board’s query', () => {
  expect(boardQuery(REPAIR_LIST.search({ group: 'held', sort: 'oldest', waiting: 'tenant', q: 'tap' }))).toEqual({
    waiting: 'tenant',
    q: 'tap',
  });
});
