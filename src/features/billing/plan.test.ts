import { describe, expect, it } from 'vitest';
import { escalation, listed, PLANS, planFor } from './plan.ts';

describe('the plans', () => {
  it('have the prices of the price list, in pence a month', () => {
    expect(PLANS.map(({ name, pricePence, description }) => [name, pricePence, description])).toEqual([
      ['Basic', 1299, 'For one or two properties'],
      ['Standard', 2999, 'For 3-10 properties'],
      ['Professional', 4999, 'For 10-50 units'],
      ['Business', 8999, 'For 50-200 units'],
      ['Enterprise', 14999, 'For 200+ units'],
    ]);
  });

  it('show their file storage', () => {
    const rooms = PLANS.map((plan) => listed(plan).here.find((line) => line.endsWith('for photos and documents')));
    const words = ['5 GB', '20 GB', '100 GB', '500 GB', '2 TB'];
    expect(rooms).toEqual(words.map((room) => `${room} for photos and documents`));
  });

  it('recommend only Standard', () => {
    expect(PLANS.filter(({ recommended }) => recommended).map(({ name }) => name)).toEqual(['Standard']);
  });

  it('each add the features of the price list', () => {
    expect(Object.fromEntries(PLANS.map((plan) => [plan.name, escalation(plan).adds.join('; ')]))).toEqual({
      Basic:
        'Unlimited listings; Tenant and property details; Rent tracking and reminders; Maintenance requests; Email support',
      Standard:
        'Tenant communication by email and SMS; Online payments; Basic accounting and invoicing; Document storage; ' +
        'Income and expense reporting; Priority email support',
      Professional:
        'Automated reminders and late fees; Multi-user access; Accounting software integration; Property advertising; ' +
        'Tax reporting; Customisable lease agreements; Phone support',
      Business:
        'Custom branding; Advanced analytics; Workflow automation; Multi-property dashboard; Export options; ' +
        'API access; 24/7 support',
      Enterprise:
        'White-label; Dedicated account manager; Bulk import; Premium integrations; Data migration; Advanced API; ' +
        'Custom features',
    });
  });

  it('include everything in the smaller plan and add to it', () => {
    expect(PLANS.map(({ features }) => features.length)).toEqual([5, 11, 18, 25, 32]);
    for (const plan of PLANS) {
      const { from, adds } = escalation(plan);
      expect(plan.features).toEqual([...(from?.features ?? []), ...adds]);
      expect(adds.length).toBeGreaterThan(0);
    }
    expect(PLANS.map((plan) => escalation(plan).from?.name ?? null)).toEqual([
      null,
      'Basic',
      'Standard',
      'Professional',
      'Business',
    ]);
  });

  it.each([
    [0, null],
    [1, 'basic'],
    [2, 'basic'],
    [3, 'standard'],
    [10, 'standard'],
    [11, 'professional'],
    [50, 'professional'],
    [51, 'business'],
    [200, 'business'],
    [201, 'enterprise'],
    [5000, 'enterprise'],
  ])('fit %i properties: %s', (properties, id) => {
    expect(planFor(properties)?.id ?? null).toBe(id);
  });

  it('list as not included exactly the features that larger plans add', () => {
    const everything = PLANS.at(-1)?.features;
    for (const { features, notIncluded } of PLANS) expect([...features, ...notIncluded]).toEqual(everything);
    expect(new Set(everything).size).toBe(32);
  });
});
