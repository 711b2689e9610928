import { api } from '../../web/http/api.client.ts';
import { recordPaths } from '../../web/records/links.client.ts';
import { recordResource } from '../../web/records/record-resource.client.ts';
import { TEXTS } from './listed.ts';
import type { Plan, PlanInput, PlanQuery } from './repair-plan.ts';

export const plans = recordResource<Plan, Plan, PlanInput, PlanQuery>({
  noun: 'repair-plans',
  routes: api['repair-plans'],
  texts: TEXTS,
  names: ['properties', 'suppliers', 'repairs'],
});

export const PATHS = recordPaths('/dashboard/repairs/plans', 'repairs.change');
