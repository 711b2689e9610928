import { recordApi } from '../../server/http/record-api.server.ts';
import type { NounParts } from '../../server/noun-parts.server.ts';
import type { Services } from '../../server/services.server.ts';
import { TEXTS } from './listed.ts';
import { planTable } from './repair-plan.server.ts';
import { Plan, PlanInput, PlanQuery } from './repair-plan.ts';

export function repairPlanApi(services: Services) {
  return recordApi(services, {
    path: '/api/repair-plans',
    area: 'repairs',
    one: 'plan',
    query: PlanQuery,
    item: Plan,
    record: Plan,
    input: PlanInput,
    table: planTable,
    notFound: TEXTS.notFound,
    nameOf: ({ title }) => title,
  });
}

const SCREENS = '/dashboard/repairs/plans';

export const repairPlanParts = {
  id: 'repair-plans',
  paths: ['', '/add', '/edit/$id', '/$id'].map((end) => `${SCREENS}${end}`),
  activity: {
    'repair plan': { icon: 'tool', ofProperty: true, table: 'repair_plans', href: (id) => id && `${SCREENS}/${id}` },
  },
  tables: { repair_plans: 'Your plans of recurring repairs.' },
} as const satisfies NounParts;
