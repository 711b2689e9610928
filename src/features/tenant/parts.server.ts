import { sql } from 'kysely';
import {
  endWords,
  firstList,
  type NoticePart,
  type NounParts,
  recordAt,
  recordPaths,
  today,
  within,
} from '../../server/noun-parts.server.ts';
import { ENDING_DAYS } from './lease.ts';
import { TENANT_LIST } from './listed.ts';
import { tenantTable } from './tenant.server.ts';
import { FoundTenant, TenantQuery } from './tenant.ts';

const LEASE_END = { over: 'lease has ended', today: 'lease ends today', soon: 'lease ends soon' };
const isLease = sql`coalesce(lease_end, 'infinity') <= ${within(ENDING_DAYS)} and moved_out is null and not (periodic_declined and lease_end < ${today})`;

const lease: NoticePart = {
  icon: 'calendar',
  facts: ({ only, firstBy }) => sql`
    select id, null as about, lease_end as day from tenant_leases
    where ${isLease} ${only} ${firstBy(sql`coalesce(lease_end, 'infinity'), id`)}`,
  count: sql`select count(*) from tenant_leases where ${isLease}`,
  shown: {
    name: sql`select name from tenants where tenants.id = page.id`,
    where: sql`select property_name from tenants where tenants.id = page.id`,
  },
  words: ({ id, name }, left) => ({
    title: endWords(`${name}’s`, left, LEASE_END),
    todo:
      left < 0
        ? 'Choose whether the tenancy continues without a fixed end, or record when they moved out.'
        : 'Agree a new lease, or record when they move out.',
    action: 'Open lease',
    href: `/dashboard/tenants/${id}`,
  }),
};

export const tenantParts = {
  id: 'tenants',
  paths: recordPaths('tenants'),
  first: firstList('tenants', { list: TENANT_LIST, query: TenantQuery, table: tenantTable }),
  activity: { tenant: { icon: 'person', ofProperty: true, table: 'tenants', href: recordAt('tenants') } },
  tables: { tenants: 'Your tenants. Their leases and deposits are in tenancies, their rents in tenancy_rents.' },
  search: {
    found: FoundTenant,
    columns: sql`id, name, phone, property_name as "propertyName", moved_out as "movedOut" from tenants`,
    ids: (q) => sql`app.find_tenants(${q})`,
    order: sql`sort_name`,
  },
  notices: { lease },
} as const satisfies NounParts;
