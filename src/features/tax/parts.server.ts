/** Registration of tax on the server. */
import type { NounParts } from '../../server/noun-parts.server.ts';

export const taxParts = {
  id: 'tax',
  paths: [
    '/dashboard/tax',
    '/dashboard/tax/capital',
    '/dashboard/tax/agent-days',
    '/dashboard/tax/$year',
    '/dashboard/tax/$year/questions',
  ],
  activity: {
    'tax category': { icon: 'money', words: ({ label }) => `Tax line of “${label}” changed` },
    'tax estimate': { icon: 'money', words: ({ label }) => `Facts for the tax estimate of ${label} changed` },
    'tax domestic item': { icon: 'money', words: ({ label }) => `Tax facts of “${label}” changed` },
    'tax purchase': { icon: 'building', words: ({ label }) => `Price and buying costs of “${label}” changed` },
    'tax letting': { icon: 'building', words: ({ label }) => `Residential share of “${label}” changed` },
  },
  tables: {
    tax_choices: 'Your own categories, and the tax line of each category you have changed.',
    agent_day_reviews: 'Fees and costs of agents whose day you have not reviewed yet.',
    tax_domestic_items: 'Facts of replaced domestic items.',
    tax_purchases: 'Price and buying costs of your properties.',
    tax_estimates: 'Other income, amounts brought forward and choices for the estimate of each tax year.',
    tax_lettings: 'The residential percentage of commercial and mixed properties.',
  },
} as const satisfies NounParts;
