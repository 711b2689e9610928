/** A plan includes everything in the smaller plans. */
import { formatStorage, QUOTA_BYTES } from '../file/storage.ts';

/** `pricePence` is pence a month. */
export type Plan = {
  id: 'basic' | 'standard' | 'professional' | 'business' | 'enterprise';
  name: string;
  pricePence: number;
  description: string;
  /** Recommended up to this many properties; not a limit. */
  upTo: number;
  features: readonly string[];
  notIncluded: readonly string[];
  recommended: boolean;
};

type Step = Pick<Plan, 'id' | 'name' | 'pricePence' | 'description' | 'upTo'> & {
  adds: readonly string[];
};

const STEPS: readonly Step[] = [
  {
    id: 'basic',
    name: 'Basic',
    pricePence: 1299,
    description: 'For one or two properties',
    upTo: 2,
    adds: [
      'Unlimited listings',
      'Tenant and property details',
      'Rent tracking and reminders',
      'Maintenance requests',
      'Email support',
    ],
  },
  {
    id: 'standard',
    name: 'Standard',
    pricePence: 2999,
    description: 'For 3-10 properties',
    upTo: 10,
    adds: [
      'Tenant communication by email and SMS',
      'Online payments',
      'Basic accounting and invoicing',
      'Document storage',
      'Income and expense reporting',
      'Priority email support',
    ],
  },
  {
    id: 'professional',
    name: 'Professional',
    pricePence: 4999,
    description: 'For 10-50 units',
    upTo: 50,
    adds: [
      'Automated reminders and late fees',
      'Multi-user access',
      'Accounting software integration',
      'Property advertising',
      'Tax reporting',
      'Customisable lease agreements',
      'Phone support',
    ],
  },
  {
    id: 'business',
    name: 'Business',
    pricePence: 8999,
    description: 'For 50-200 units',
    upTo: 200,
    adds: [
      'Custom branding',
      'Advanced analytics',
      'Workflow automation',
      'Multi-property dashboard',
      'Export options',
      'API access',
      '24/7 support',
    ],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    pricePence: 14999,
    description: 'For 200+ units',
    upTo: Infinity,
    adds: [
      'White-label',
      'Dedicated account manager',
      'Bulk import',
      'Premium integrations',
      'Data migration',
      'Advanced API',
      'Custom features',
    ],
  },
];

/** Features that the product does not have yet. */
export const COMING: readonly string[] = [
  'Tenant communication by email and SMS',
  'Online payments',
  'Priority email support',
  'Accounting software integration',
  'Property advertising',
  'Customisable lease agreements',
  'Phone support',
  'Custom branding',
  'Workflow automation',
  'Multi-property dashboard',
  '24/7 support',
  'White-label',
  'Dedicated account manager',
  'Custom features',
];

const RECOMMENDED: Plan['id'] = 'standard';

/** Sorted from smallest to largest. */
export const PLANS: readonly Plan[] = STEPS.map(({ adds: _, ...step }, index) => ({
  ...step,
  features: STEPS.slice(0, index + 1).flatMap((other) => other.adds),
  notIncluded: STEPS.slice(index + 1).flatMap((other) => other.adds),
  recommended: step.id === RECOMMENDED,
}));

/** Returns the features that a plan adds to the next smaller plan, `from`, which is null for the smallest. */
export function escalation(plan: Plan): { from: Plan | null; adds: readonly string[] } {
  const from = PLANS[PLANS.indexOf(plan) - 1] ?? null;
  return { from, adds: plan.features.slice(from?.features.length ?? 0) };
}

/** Returns the available features of a plan, starting with the smaller plan, and those that are coming. */
export function listed(plan: Plan): { here: string[]; coming: string[] } {
  const { from, adds } = escalation(plan);
  const coming = adds.filter((feature) => COMING.includes(feature));
  const here = adds.filter((feature) => !COMING.includes(feature));
  const room = `${formatStorage(QUOTA_BYTES[plan.id])} for photos and documents`;
  return { here: from ? [`Everything in ${from.name}`, room, ...here] : [room, ...here], coming };
}

/** Returns the smallest plan recommended for this number of properties; null for 0. */
export function planFor(properties: number): Plan | null {
  return (properties > 0 && PLANS.find(({ upTo }) => properties <= upTo)) || null;
}
