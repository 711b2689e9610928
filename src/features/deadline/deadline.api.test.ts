/** The rules themselves are tested in rules/rules.test.ts. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { addedOwnDeadline, deadlineCounts, deadlines, dueOf } from '../../../test/fixtures/deadlines.ts';
import { addedProperty, type Landlord, landlord, listed } from '../../../test/fixtures/landlords.ts';
import { newCertificate, newProperty } from '../../../test/fixtures/make.ts';
import { member } from '../../../test/fixtures/members.ts';
import { addedTenancy } from '../../../test/fixtures/tenancies.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { Notices } from '../../app/notification/notification.ts';
import { Overview } from '../../app/overview/overview.ts';
import { ErrorAnswer } from '../../server/http/errors.server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { addDays, londonDay } from '../../shared/dates.ts';
import { PropertyRecord } from '../property/property.ts';
import { Deadline, DeadlineSettings, MarkedRows, OWN, OwnDeadline } from './deadline.ts';
import { deriveJobs, deriveStale } from './derive.server.ts';
import { OWN_LIST, TEXTS } from './listed.ts';

const today = () => londonDay(server.services.clock.now());

/** Adds a home with a gas check that was carried out ten days ago. */
async function home() {
  const ada = await landlord();
  const checked = addDays(today(), -10);
  const { id } = await addedProperty(ada, {
    certificates: [
      newCertificate({ issueDate: checked, expirationDate: addDays(checked, 365), complianceItem: 'gasSafety' }),
    ],
  });
  return { ada, id, checked };
}
const markAt = ({ id }: { id: string }) => `/api/deadlines/${id}/mark`;

describe('own deadlines pass the record contract', () => {
  recordContract({
    path: '/api/deadlines/own',
    notFound: TEXTS.notFound,
    record: OwnDeadline,
    item: OwnDeadline,
    fields: OWN,
    input: async (owner) => ({
      propertyId: (await addedProperty(owner)).id,
      title: 'Boiler cover ends',
      day: '2027-03-01',
      repeatMonths: 12,
      note: 'With the fire alarm.',
    }),
    changed: { title: 'Boiler cover', day: '2027-04-01', repeatMonths: null, note: '' },
    wrong: [
      [{ repeatMonths: 121 }, { repeatMonths: 'Enter a number of months from 1 to 120' }],
      [{ propertyId: randomUUID() }, { propertyId: 'Choose a property' }],
    ],
    sorts: Object.keys(OWN_LIST.sorts),
    searched: 'title',
    wrongQueries: ['propertyId=x'],
    guarded: 'saves',
    namesOwned: true,
  });
});

describe('deadlines of rules', () => {
  it('are derived in the transaction that saves the facts', async () => {
    const { ada, id, checked } = await home();
    expect(await dueOf(ada)).toEqual([`gas-next ${addDays(checked, 365)}`]);
    await addedTenancy(ada, { propertyId: id, start: addDays(today(), -30), depositReceived: addDays(today(), -30) });
    const due = await deadlines(ada);
    expect(due.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([
        'gas-copy',
        'deposit-protect',
        'deposit-information',
        'right-to-rent-start',
        'statement-new',
      ]),
    );
    expect(due.find(({ rule }) => rule === 'gas-copy')).toMatchObject({
      day: addDays(checked, 28),
      group: expect.stringMatching(/month|quarter/) as string,
      address: expect.stringContaining('Chandos') as string,
      why: expect.arrayContaining(['No record for Grace Hopper']) as string[],
      source: { effectiveFrom: '1998-10-31' },
    });
    const [facts] = await deadlines(ada, '?group=ask');
    expect(facts).toMatchObject({ propertyId: id, asks: expect.arrayContaining(['storeys']) as string[] });
  });

  it('are the same for the same facts in any order of saving', async () => {
    const { ada, id } = await home();
    const tenancy = await addedTenancy(ada, { propertyId: id, start: '2026-06-01' });
    const { database } = server;
    const steps = [
      [
        'update properties set gas = true, storeys = 2, combustion_rooms = 1, people = 6, households = 3 where id = $1',
        [id],
      ],
      [`update tenancies set deposit_amount = 900, deposit_received = '2026-06-01' where id = $1`, [tenancy.id]],
      [`update tenants set moved_in = '2026-06-03' where tenancy_id = $1`, [tenancy.id]],
      [
        `insert into occupiers (id, user_id, tenancy_id, name) values ($2, $3, $1, 'Bea')`,
        [tenancy.id, randomUUID(), ada.id],
      ],
      [
        `insert into requests (id, user_id, property_id, tenancy_id, kind, what, asked_on) values ($3, $4, $1, $2, 'pet', 'A cat', '2026-09-01')`,
        [id, tenancy.id, randomUUID(), ada.id],
      ],
      [
        `insert into licences (id, user_id, property_id, kind, council, starts, ends) values ($2, $3, $1, 'selective', 'Leeds', '2026-01-01', '2030-12-31')`,
        [id, randomUUID(), ada.id],
      ],
    ] as const;
    const rows = () =>
      query(
        database,
        'select rule, subject, day, state, ask, why, about from deadlines where property_id = $1 order by rule, subject',
        [id],
      );
    const saveIn = async (order: readonly (typeof steps)[number][]) => {
      await query(database, 'delete from occupiers where tenancy_id = $1', [tenancy.id]);
      await query(database, 'delete from requests where property_id = $1', [id]);
      await query(database, 'delete from licences where property_id = $1', [id]);
      for (const [text, values] of order) {
        await query(database, text, [...values]);
        await runOnBehalfOf(
          server.services.jobsPool,
          { userId: ada.id, now: server.services.clock.now() },
          deriveStale,
        );
      }
      return rows();
    };
    const first = await saveIn(steps);
    expect(first.length).toBeGreaterThan(8);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...steps], { minLength: steps.length }), async (order) => {
        expect(await saveIn(order)).toEqual(first);
      }),
      { numRuns: 6 },
    );
  });

  it('are derived by the job after a change of the rules, of the day, and after a large import', async () => {
    const { ada, id } = await home();
    const { database } = server;
    await query(database, 'update app.derived_deadlines set rules_version = 0 where property_id = $1', [id]);
    await query(database, 'delete from deadlines where property_id = $1', [id]);
    await addedProperty(ada);
    await deriveJobs({ pool: server.services.jobsPool, clock: server.services.clock })[0]?.work({});
    expect((await dueOf(ada)).map((one) => one.split(' ')[0])).toEqual(['gas-next']);
    const left = 'select from app.stale_deadlines where user_id = $1';
    expect(await query(database, left, [ada.id])).toEqual([]);
    const mark = 'insert into app.stale_deadlines (property_id, user_id) values ($1, $2)';
    await query(database, mark, [id, ada.id]);
    await deriveJobs({ pool: server.services.jobsPool, clock: server.services.clock })[1]?.work({});
    expect(await query(database, left, [ada.id])).toEqual([]);
  });

  it('list nations that are not covered, and request the country near a border', async () => {
    const ada = await landlord();
    await addedProperty(ada, { postalCode: 'CF10 1AA', city: 'Cardiff' });
    const border = await addedProperty(ada, { postalCode: 'CH5 2AA' });
    expect(await deadlineCounts(ada)).toMatchObject({
      homes: 0,
      notCovered: [{ nation: 'Wales', homes: 1 }],
      coming: [],
    });
    expect(await deadlines(ada, '?group=ask')).toMatchObject([{ propertyId: border.id, asks: ['country'] }]);
  });

  it('of one day are listed by property', async () => {
    const ada = await landlord();
    const homes = [await addedProperty(ada), await addedProperty(ada, { address: '3 Quay Street' })];
    for (let round = 0; round < 4; round += 1)
      for (const { id } of homes) await addedOwnDeadline(ada, { propertyId: id, day: '2027-03-01' });
    const listedHomes = (await deadlines(ada)).map(({ propertyId }) => propertyId);
    expect(listedHomes).toEqual(listedHomes.toSorted());
  });

  it('are filtered by group, kind, property and search, in pages', async () => {
    const { ada, id } = await home();
    await addedTenancy(ada, { propertyId: id, start: '2025-01-01', names: ['Grace Hopper', 'Alan Turing'] });
    const other = await addedProperty(ada, { address: '3 Quay Street' });
    await addedOwnDeadline(ada, { propertyId: other.id, day: addDays(today(), 200) });
    const all = await deadlines(ada);
    const days = all.map(({ day }) => day ?? '');
    expect(days).toEqual(days.toSorted((one, other) => one.localeCompare(other)));
    expect(new Set((await deadlines(ada, '?kind=papers')).map(({ about }) => about))).toEqual(
      new Set(['Alan Turing', 'Grace Hopper']),
    );
    expect(await dueOf(ada, '?q=turing')).toHaveLength(2);
    expect((await deadlines(ada, '?q=information+sheet')).map(({ rule }) => rule)).toEqual([
      'information-sheet',
      'information-sheet',
    ]);
    for (const q of ['quay', 'boiler+quay', 'cover+3+street'])
      expect((await deadlines(ada, `?q=${q}`)).map(({ title }) => title)).toEqual(['Boiler cover ends']);
    expect(await deadlines(ada, '?q=boiler+hopper')).toEqual([]);
    expect(await deadlines(ada, `?propertyId=${other.id}&group=later`)).toHaveLength(1);
    const { groups } = await deadlineCounts(ada);
    expect(groups.overdue + groups.month + groups.quarter + groups.later).toBe(all.length);
    const page = await listed(ada, '/api/deadlines?limit=3', Deadline);
    const next = await deadlines(ada, `?limit=100&cursor=${encodeURIComponent(page.nextCursor ?? '')}`);
    expect([...page.items.map(({ id }) => id), ...next.map(({ id }) => id)]).toEqual(all.map(({ id }) => id));
    expect((await ada.get('/api/deadlines?cursor=x')).outcome).toBe('400 bad_request');
  });
});

describe('marks', () => {
  it('set a deadline and its notice aside for its day, until it is opened again', async () => {
    const ada = await landlord();
    const { id } = await addedProperty(ada);
    await addedOwnDeadline(ada, { propertyId: id, day: addDays(today(), 5) });
    const noticed = async () => {
      const { attention } = (await ada.get('/api/overview')).as(Overview);
      const { items } = (await ada.get('/api/notifications')).as(Notices);
      return [items.filter(({ kind }) => kind === 'deadline').map(({ day }) => day), attention.total - items.length];
    };
    const [due] = await deadlines(ada);
    if (!due) throw new Error('No deadline');
    expect(await noticed()).toEqual([[due.day], 0]);
    const done = (await ada.put(markAt(due), { kind: 'done', until: today(), day: due.day })).as(Deadline);
    expect(done).toMatchObject({ group: 'aside', mark: { kind: 'done', by: 'Ada Lovelace', version: 1 } });
    expect([await deadlines(ada), await deadlines(ada, '?group=aside')]).toMatchObject([[], [{ id: due.id }]]);
    expect(await noticed()).toEqual([[], 0]);
    const opened = (await ada.delete(markAt(due), 1)).as(Deadline);
    expect([opened.mark, opened.group]).toEqual([null, due.group]);
    expect(await noticed()).toEqual([[due.day], 0]);
  });

  it('are refused at the field', async () => {
    const { ada } = await home();
    const [due] = await deadlines(ada);
    if (!due) throw new Error('No deadline');
    const seen = { day: due.day };
    const cases: [object, Record<string, string>][] = [
      [{ kind: 'done', until: addDays(today(), 1) }, { until: 'Enter today or an earlier date' }],
      [{ kind: 'snoozed', until: today(), reason: 'Booked' }, { until: 'Enter a date after today' }],
      [{ kind: 'snoozed', until: addDays(today(), 7), reason: ' ' }, { reason: 'Enter a reason' }],
      [{ kind: 'not_needed', reason: '' }, { reason: 'Enter a reason' }],
    ];
    for (const [mark, fields] of cases) {
      const refused = await ada.put(markAt(due), { ...mark, ...seen });
      expect([refused.outcome, refused.fields]).toEqual(['422 invalid_input', fields]);
    }
  });

  it('return a conflict to the second of two people, and after the day has changed', async () => {
    const { ada, id } = await home();
    const manager = await member(ada, { role: 'manager' });
    const [due] = await deadlines(ada);
    if (!due) throw new Error('No deadline');
    const snooze = { kind: 'snoozed', until: addDays(today(), 7), reason: 'Engineer booked', day: due.day };
    expect((await manager.put(markAt(due), snooze)).status).toBe(200);
    const second = await ada.put(markAt(due), { kind: 'not_needed', reason: 'Sold', day: due.day });
    expect(second.outcome).toBe('409 conflict');
    expect(second.as(ErrorAnswer).error).toMatchObject({
      current: { mark: { kind: 'snoozed', reason: 'Engineer booked' } },
      changedBy: { you: false, name: expect.any(String) as string },
    });
    expect((await ada.put(markAt(due), { ...snooze, version: 1 })).status).toBe(200);
    const late = await manager.delete(markAt(due), 1);
    expect([late.outcome, late.as(ErrorAnswer).error]).toMatchObject([
      '409 conflict',
      { current: { mark: { version: 2 } }, changedBy: { you: false, name: ada.name } },
    ]);
    expect((await ada.put(markAt(due), { ...snooze, day: '2026-01-01', version: 2 })).outcome).toBe('409 conflict');
    const marks = 'select kind from deadline_marks where property_id = $1';
    expect(await query(server.database, marks, [id])).toEqual([{ kind: 'snoozed' }]);
    for (const person of [ada, manager])
      expect((await person.delete(markAt(due), 2)).as(Deadline)).toMatchObject({ id: due.id, mark: null });
  });

  it('move a repeating own deadline to its next day', async () => {
    const { ada, id } = await home();
    const own = await addedOwnDeadline(ada, { propertyId: id, day: '2026-11-30', repeatMonths: 3 });
    const [due] = await deadlines(ada, '?kind=own');
    if (!due) throw new Error('No deadline');
    expect(due.subject).toBe(own.id);
    const next = (await ada.put(markAt(due), { kind: 'done', until: today(), day: due.day })).as(Deadline);
    expect([next.day, next.mark]).toEqual(['2027-02-28', null]);
    const later = (await ada.put(markAt(due), { kind: 'done', until: today(), day: next.day })).as(Deadline);
    expect(later.day).toBe('2027-05-30');
  });
});

describe('marks of several deadlines', () => {
  const post = (who: Pick<Landlord, 'post'>, kind: object, rows: object[]) =>
    who.post('/api/deadlines/marks', { ...kind, rows });
  const rowOf = ({ id, day, mark }: Deadline) => ({ id, day, version: mark?.version ?? null });
  const done = { kind: 'done', until: today() };

  it('are set in one request, once for a repeated one, and removed', async () => {
    const { ada, id } = await home();
    await addedOwnDeadline(ada, { propertyId: id, day: today() });
    const open = await deadlines(ada);
    expect(open.length).toBeGreaterThan(1);
    const first = (await post(ada, done, open.map(rowOf))).as(MarkedRows);
    expect([first.rows.length, first.moved, first.skipped]).toEqual([open.length, 0, 0]);
    expect(await deadlines(ada)).toEqual([]);
    const again = (await post(ada, done, open.map(rowOf))).as(MarkedRows);
    expect([again.rows.map(({ id }) => id), again.skipped]).toEqual([first.rows.map(({ id }) => id), 0]);
    const opened = (await post(ada, { kind: 'open' }, again.rows)).as(MarkedRows);
    expect(opened.rows).toHaveLength(open.length);
    expect(await deadlines(ada)).toEqual(open);
  });

  it('skip deadlines that changed, move repeating ones, and leave those of other landlords', async () => {
    const { ada, id } = await home();
    const bob = await home();
    await addedOwnDeadline(ada, { propertyId: id, day: '2026-11-30', repeatMonths: 3 });
    const [own] = await deadlines(ada, '?kind=own');
    const [changed, ...others] = (await deadlines(ada)).filter(({ kind }) => kind !== 'own');
    const theirs = await deadlines(bob.ada);
    if (!own || !changed) throw new Error('No deadline');
    const snooze = { kind: 'snoozed', until: addDays(today(), 7), reason: 'Booked', day: changed.day };
    expect((await ada.put(markAt(changed), snooze)).status).toBe(200);
    const rows = [own, changed, ...others, ...theirs].map(rowOf);
    const { rows: marked, ...counts } = (await post(ada, done, rows)).as(MarkedRows);
    expect(marked.map(({ id: one }) => one).sort()).toEqual(others.map(({ id: one }) => one).sort());
    expect(counts).toEqual({ moved: 1, skipped: 1 + theirs.length });
    expect(await deadlines(ada, '?group=aside')).toHaveLength(1 + others.length);
    expect((await deadlineCounts(ada)).groups.aside).toBe(1 + others.length);
    expect((await deadlines(ada, '?kind=own')).map(({ day }) => day)).toEqual(['2027-02-28']);
    expect(await deadlines(bob.ada)).toEqual(theirs);
    expect((await post(ada, { ...done, until: addDays(today(), 1) }, rows)).fields).toEqual({
      until: 'Enter today or an earlier date',
    });
  });
});

describe('reach', () => {
  it('returns 404 to another landlord and hides people from members who may not see them', async () => {
    const { ada, id } = await home();
    await addedTenancy(ada, { propertyId: id, start: '2025-01-01' });
    const far = await addedProperty(ada, { address: '9 Far Lane' });
    await addedOwnDeadline(ada, { propertyId: far.id });
    const due = await deadlines(ada);
    const paper = due.find(({ rule }) => rule === 'information-sheet');
    if (!paper) throw new Error('No deadline of a tenant');
    const bea = await landlord();
    const mark = { kind: 'done', until: today(), day: paper.day };
    expect([await deadlines(bea), (await bea.put(markAt(paper), mark)).outcome]).toEqual([[], '404 not_found']);
    const engineer = await member(ada, { role: 'maintenance' });
    expect((await deadlines(engineer)).every(({ tenancyId }) => tenancyId === null)).toBe(true);
    expect((await engineer.put(markAt(paper), mark)).outcome).toBe('403 not_allowed');
    const limited = await member(ada, { role: 'manager', properties: [id] });
    expect((await deadlines(limited)).map(({ propertyId }) => propertyId)).not.toContain(far.id);
    expect((await deadlineCounts(limited)).homes).toBe(1);
    expect((await limited.put(markAt(paper), mark)).status).toBe(200);
  });

  it('does not limit the deadlines derived from the save of a limited member', async () => {
    const { ada, id } = await home();
    await addedTenancy(ada, { propertyId: id, start: '2025-01-01' });
    const before = await dueOf(ada);
    const limited = await member(ada, { role: 'manager', properties: [id] });
    const { version } = (await limited.get(`/api/properties/${id}`)).as(PropertyRecord);
    const saved = await limited.put(`/api/properties/${id}`, newProperty({ postalCode: 'BS1 1AA' }), version);
    expect([saved.status, await dueOf(ada)]).toEqual([200, before]);
  });
});

describe('steps of reminders', () => {
  it('are kept for each kind, in order', async () => {
    const ada = await landlord();
    const saved = (await ada.put('/api/deadlines/settings/gas', { steps: [0, 30, -1], delivery: 'digest' })).as(
      DeadlineSettings,
    );
    expect(saved.items.find(({ kind }) => kind === 'gas')).toEqual({
      kind: 'gas',
      steps: [30, 0, -1],
      delivery: 'digest',
    });
    expect(saved.items.find(({ kind }) => kind === 'deposit')).toMatchObject({ steps: [90, 60, 30, 14, 7, 0, -1] });
    expect((await ada.put('/api/deadlines/settings/gas', { steps: [5], delivery: 'digest' })).outcome).toBe(
      '422 invalid_input',
    );
  });
});
