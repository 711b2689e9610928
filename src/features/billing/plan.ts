/** The five monthly plans: whom each is for, what it costs, what it holds. Each holds all of the one before. */

/** A plan as it is sold. `pricePence` is integer pence a month. */
export type Plan = {
  id: 'basic' | 'standard' | 'professional' | 'business' | 'enterprise';
  name: string;
  pricePence: number;
  description: string;
  /** Everything it holds, the smaller plans' features first. */
  features: readonly string[];
  /** What only larger plans hold. */
  notIncluded: readonly string[];
  /** The one that is marked 'Most Popular'. */
  recommended: boolean;
};

type Step = Pick<Plan, 'id' | 'name' | 'pricePence' | 'description'> & { adds: readonly string[] };

const STEPS: readonly Step[] = [
  {
    id: 'basic',
    name: 'Basic',
    pricePence: 1299,
    description: 'For one or two properties',
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

/** What plans hold that the product does not have yet. */
export const COMING: readonly string[] = [
  'Rent tracking and reminders',
  'Maintenance requests',
  'Tenant communication by email and SMS',
  'Online payments',
  'Priority email support',
  'Automated reminders and late fees',
  'Multi-user access',
  'Accounting software integration',
  'Property advertising',
  'Tax reporting',
  'Customisable lease agreements',
  'Phone support',
  'Custom branding',
  'Advanced analytics',
  'Workflow automation',
  'API access',
  'Multi-property dashboard',
  '24/7 support',
  'White-label',
  'Dedicated account manager',
  'Premium integrations',
  'Data migration',
  'Advanced API',
  'Custom features',
];

const RECOMMENDED: Plan['id'] = 'standard';

/** The plans from the smallest to the largest, as the pricing shows them. */
export const PLANS: readonly Plan[] = STEPS.map(({ id, name, pricePence, description }, index) => ({
  id,
  name,
  pricePence,
  description,
  features: STEPS.slice(0, index + 1).flatMap(({ adds }) => adds),
  notIncluded: STEPS.slice(index + 1).flatMap(({ adds }) => adds),
  recommended: id === RECOMMENDED,
}));

/** The features that a plan adds to the next smaller one, and which one that is (null for the smallest). */
export function escalation(plan: Plan): { from: Plan | null; adds: readonly string[] } {
  const from = PLANS[PLANS.indexOf(plan) - 1] ?? null;
  return { from, adds: plan.features.slice(from?.features.length ?? 0) };
}
