import { sql } from 'kysely';
import {
  endWords,
  firstList,
  type NoticeFact,
  type NoticePart,
  type NounParts,
  read,
  recordAt,
  recordPaths,
  today,
  within,
} from '../../server/noun-parts.server.ts';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { type ComplianceItem, EXPIRING_DAYS, isComplianceItem } from '../compliance/marks.ts';
import { PROPERTY_LIST } from './listed.ts';
import { propertyTable, readTotals } from './property.server.ts';
import { FoundProperty, PropertyFilter, PropertyQuery } from './property.ts';

const list = firstList('properties', { list: PROPERTY_LIST, query: PropertyQuery, table: propertyTable });

const withoutSort = ({ sort: _, ...filter }: ReturnType<typeof PROPERTY_LIST.asked>) => filter;

const EXPIRY = { over: 'has expired', today: 'expires today', soon: 'is expiring' };
const RENEW: Partial<Record<ComplianceItem, string>> = {
  gasSafety: 'Book an engineer, then upload the new record.',
  energyPerformance: 'Book an assessor, then upload the new certificate.',
  electricalSafety: 'Book the inspection, then upload the report.',
  propertyLicensing: 'Renew the licence and add its new end date.',
  landlordInsurance: 'Renew the policy and add its new end date.',
};

const editProperty = ({ id, about }: NoticeFact, tab: string) =>
  `/dashboard/properties/edit/${id}?${new URLSearchParams({ tab, ...(about && { item: about }) })}`;

const where = sql`select address || ', ' || city from properties p where p.id = page.id`;

const certificate: NoticePart = {
  icon: 'shield',
  facts: ({ only, firstBy }) => sql`
    select p.id, ends.key as about, ends.value::date as day
    from (select id, compliance_items from properties
        where first_end <= (select (${within(EXPIRING_DAYS)})::text) ${only} ${firstBy(sql`first_end, id`)}) p
      cross join lateral jsonb_each_text(p.compliance_items -> 'ends') ends
    where ends.value::date <= ${within(EXPIRING_DAYS)} ${firstBy(sql`ends.value::date, p.id, ends.key`)}`,
  count: sql`select coalesce(sum(width_bucket((${within(EXPIRING_DAYS)})::text collate "C", end_days)), 0) from properties`,
  emailed: true,
  shown: {
    name: sql`select name from property_certificates c where c.property_id = page.id and c.id::text = about`,
    where,
  },
  words: (fact, left) => {
    const item = isComplianceItem(fact.about ?? '') ? (fact.about as ComplianceItem) : undefined;
    return {
      title: endWords(item ? COMPLIANCE_LABELS[item] : (fact.name ?? ''), left, EXPIRY),
      todo: (item && RENEW[item]) ?? 'Renew it, then add the new certificate.',
      action: 'Renew',
      href: editProperty(fact, item ? 'compliance' : 'certificates'),
    };
  },
};

/** Unrecorded items of a new property cause no notice in its first days. */
const FIRST_DAYS = 14;

const notRecorded: NoticePart = {
  icon: 'circle',
  facts: ({ only }) => sql`
    select id, null as about, added_on as day from properties
    where not_recorded > 0 and added_on <= ${today} - ${sql.lit(FIRST_DAYS)} ${only}`,
  urgent: 'never',
  shown: { count: sql`select not_recorded from properties p where p.id = page.id`, where },
  words: (fact) => ({
    title: `${fact.count} of ${COMPLIANCE_ITEMS.length} not recorded yet`,
    todo: 'Add what you have, and mark the rest as ‘Not applicable’.',
    action: 'Add',
    href: editProperty(fact, 'compliance'),
  }),
};

export const propertyParts = {
  id: 'properties',
  paths: [...recordPaths('properties'), '/dashboard/certificates'],
  first: {
    ...list,
    reads: (db, asked) => {
      const filter = withoutSort(PROPERTY_LIST.asked(PROPERTY_LIST.search(asked.search)));
      const totals = read(['properties', 'totals', filter], async () => readTotals(db, PropertyFilter.parse(filter)));
      return [...list.reads(db, asked), totals];
    },
  },
  activity: {
    property: { icon: 'building', ofProperty: true, table: 'properties', href: recordAt('properties') },
    certificate: { icon: 'paper', ofProperty: true },
    compliance: { icon: 'paper', ofProperty: true },
    invoice: { icon: 'paper', ofProperty: true },
    'supplier link': { icon: 'tool', ofProperty: true },
  },
  tables: {
    properties: 'Your properties.',
    property_certificates: 'The certificates of your properties.',
    property_compliance: 'The compliance items of your properties.',
    property_invoices: 'The invoices of your properties.',
  },
  search: {
    found: FoundProperty,
    columns: sql`id, address, city, zipcode as "postalCode", compliance_items -> 'ends' as ends from properties`,
    ids: (q) => sql`app.find_properties(${q})`,
    order: sql`address collate app.natural`,
  },
  notices: { certificate, notRecorded },
} as const satisfies NounParts;
