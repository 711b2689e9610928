import { describe, expect, it } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { added, addedProperty, addedSupplier, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { newCertificate } from '../../../test/fixtures/make.ts';
import { moved, repairNow } from '../../../test/fixtures/repairs.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { server } from '../../../test/servers/server.ts';
import { addDays, addMonths, londonDay } from '../../shared/dates.ts';
import { Board } from '../repair/repair.ts';
import { PLANNED_REPAIRS, planJobs } from './jobs.server.ts';
import { PLAN_LIST, TEXTS } from './listed.ts';
import { PLAN, Plan } from './repair-plan.ts';

const today = () => londonDay(server.services.clock.now());
const service = { title: 'Boiler service', category: 'heating', everyMonths: 12, nextOn: '2199-01-01' };

describe('plans pass the record contract', () => {
  recordContract({
    path: '/api/repair-plans',
    notFound: TEXTS.notFound,
    record: Plan,
    item: Plan,
    fields: PLAN,
    input: async (owner) => ({ ...service, propertyId: (await addedProperty(owner)).id }),
    changed: { everyMonths: null, nextOn: null, deadlineKind: 'gas', supplierId: null, paused: true },
    wrong: [
      [{ everyMonths: null, nextOn: null }, { everyMonths: 'Enter the months, or choose a deadline' }],
      [{ nextOn: null }, { nextOn: 'Enter the first day' }],
      [{ deadlineKind: 'gas' }, { deadlineKind: 'Choose months or a deadline, not both' }],
      [{ everyMonths: 121 }, { everyMonths: 'Enter a number of months from 1 to 120' }],
    ],
    sorts: Object.keys(PLAN_LIST.sorts),
    searched: 'title',
    namesOwned: true,
    wrongQueries: ['propertyId=x'],
  });
});

const runPlans = async () => {
  const { jobsPool: pool, clock } = server.services;
  await runJob(planJobs({ pool, clock }), PLANNED_REPAIRS, {});
};
const repairsOf = async (owner: Landlord) =>
  (await owner.get('/api/repairs/board')).as(Board).columns.flatMap(({ items }) => items);

describe('a plan', () => {
  it('makes its repair once on its day, and the next one only when that is closed', async () => {
    const ada = await landlord();
    const home = await addedProperty(ada);
    const [now, later] = [addDays(today(), -40), addDays(today(), 1)];
    const supplier = await addedSupplier(ada);
    const monthly = { ...service, propertyId: home.id, everyMonths: 1, nextOn: now, supplierId: supplier.id };
    const plan = await added(ada, '/api/repair-plans', { input: monthly, record: Plan });
    await added(ada, '/api/repair-plans', { input: { ...monthly, title: 'Gutters', nextOn: later }, record: Plan });
    await Promise.all([runPlans(), runPlans()]);
    const [repair] = await repairsOf(ada);
    expect(await repairsOf(ada)).toHaveLength(1);
    expect(repair).toMatchObject({
      title: 'Boiler service',
      state: 'accepted',
      reportedBy: 'plan',
      waitsFor: 'landlord',
    });
    const { usualSupplierId } = await repairNow(ada, { id: repair?.id ?? '' });
    expect(usualSupplierId).toBe(supplier.id);
    const after = (await ada.get(`/api/repair-plans/${plan.id}`)).as(Plan);
    expect(after.nextOn).toBe(addMonths(now, 2) > today() ? addMonths(now, 2) : addMonths(now, 3));
    expect(after.lastRepair).toMatchObject({ number: 1, open: true });
    await server.later(31 * 24 * 3_600_000, runPlans);
    expect(await repairsOf(ada)).toHaveLength(2);
    const done = await moved(ada, await repairNow(ada, { id: repair?.id ?? '' }), 'cancelled');
    expect(done.status).toBe(200);
    await server.later(31 * 24 * 3_600_000, runPlans);
    expect((await repairsOf(ada)).map(({ title }) => title).sort()).toEqual(['Boiler service', 'Gutters']);
  });

  it('returns to the last day of the month after shorter months', async () => {
    const ada = await landlord();
    const input = { ...service, propertyId: (await addedProperty(ada)).id, everyMonths: 1, nextOn: '2024-01-31' };
    const plan = await added(ada, '/api/repair-plans', { input, record: Plan });
    for (const days of [0, 31, 62, 93, 124]) {
      await server.later(days * 24 * 3_600_000, runPlans);
      const { nextOn } = (await ada.get(`/api/repair-plans/${plan.id}`)).as(Plan);
      expect(addDays(nextOn ?? '', 1)).toMatch(/-01$/);
      const [repair] = await repairsOf(ada);
      await moved(ada, await repairNow(ada, { id: repair?.id ?? '' }), 'cancelled');
    }
  });

  it('makes a repair 60 days before a deadline, once for its day', async () => {
    const ada = await landlord();
    const expirationDate = addDays(today(), 60);
    const home = await addedProperty(ada, {
      certificates: [
        newCertificate({ complianceItem: 'gasSafety', issueDate: addDays(today(), -305), expirationDate }),
      ],
    });
    const input = { title: 'Gas check', category: 'gas', propertyId: home.id, deadlineKind: 'gas' };
    await added(ada, '/api/repair-plans', { input, record: Plan });
    await runPlans();
    const [repair] = await repairsOf(ada);
    expect(repair).toMatchObject({ title: 'Gas check', reportedBy: 'plan' });
    await moved(ada, await repairNow(ada, { id: repair?.id ?? '' }), 'cancelled');
    await runPlans();
    expect(await repairsOf(ada)).toEqual([]);
  });

  it('makes nothing while it is paused', async () => {
    const ada = await landlord();
    const input = { ...service, propertyId: (await addedProperty(ada)).id, nextOn: today(), paused: true };
    await added(ada, '/api/repair-plans', { input, record: Plan });
    await runPlans();
    expect(await repairsOf(ada)).toEqual([]);
  });
});
