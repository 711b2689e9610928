/** Notices: what needs a landlord's attention, and how each is said. Pure: each rule is told today. Days are YYYY-MM-DD, money is pence. */
import { z } from 'zod';
import { COMPLIANCE_ITEMS, COMPLIANCE_LABELS } from '../../features/property/compliance/compliance.ts';
import { type ComplianceItem, isComplianceItem } from '../../features/property/compliance/marks.ts';
import { daysBetween, formatDay, isDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';

/** What is not recorded of a property is not asked for in its first days. */
export const FIRST_DAYS = 14;

/** In the order of the list. */
const GROUPS = ['urgent', 'coming', 'later'] as const;
export type Group = (typeof GROUPS)[number];

const KINDS = ['certificate', 'lease', 'overdue', 'rent', 'consent', 'payment', 'notRecorded'] as const;
type Kind = (typeof KINDS)[number];

/** A fact as PostgreSQL finds it. `id` is the record that is put right, `about` a compliance item or certificate of it. */
export type Fact = {
  key: string;
  kind: Kind;
  group: Group;
  id: string | null;
  about: string | null;
  /** Of the certificate, tenant, transaction or bank. */
  name: string | null;
  where: string | null;
  day: string;
  /** Items that are not recorded. */
  count: number | null;
  /** Below zero where it goes out. */
  amount: number | null;
  read: boolean;
  snoozedUntil: string | null;
};

export const Notice = z
  .object({
    key: z.string().describe('Names the fact with its date; for reading and snoozing it'),
    kind: z.enum(KINDS),
    group: z.enum(GROUPS),
    title: z.string(),
    where: z.string(),
    day: z.string().describe('When it ends, fell due or began, YYYY-MM-DD'),
    since: z.string().describe("In words: 'Since 12 Nov 2026', '30 Nov 2026'"),
    away: z.string().describe("'9 days overdue', '13 days left'"),
    todo: z.string(),
    action: z.string().describe('Of the link to where it is put right'),
    href: z.string().describe('An address of the app'),
    read: z.boolean(),
    snoozedUntil: z.string().nullable(),
  })
  .meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;

const NoticeCounts = z.object({
  urgent: z.number().int(),
  coming: z.number().int(),
  later: z.number().int(),
  unread: z.number().int().describe('Of those'),
  snoozed: z.number().int(),
});

export const Notices = z
  .object({
    items: z.array(Notice),
    nextCursor: z.string().nullable().describe('Null after the last page'),
    counts: NoticeCounts,
  })
  .meta({ id: 'Notices' });
export type Notices = z.infer<typeof Notices>;

export const NOTICE_STATES = ['todo', 'snoozed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

const key = z.string().min(1).max(200);
export const ReadNotices = z.object({
  keys: z.array(key).max(100).optional().describe('All that are to do where left out'),
});
export const Snooze = z.object({
  key,
  until: z.string().refine(isDay, 'Enter a date').nullable().describe('Null brings it back'),
});
export const Snoozed = z.object({
  until: z.string().nullable().describe('Earlier than asked for where it expires before'),
});

type Said = Pick<Notice, 'title' | 'todo' | 'action' | 'href'> & { where?: string };

/** The fact in words. */
export function noticeOf(fact: Fact, today: string): Notice {
  const { key, kind, group, day, where, read, snoozedUntil } = fact;
  const left = daysBetween(today, day);
  return {
    key,
    kind,
    group,
    where: where ?? '',
    day,
    since: group === 'coming' ? formatDay(day) : `Since ${formatDay(day)}`,
    away: awayWords(kind, left),
    read,
    snoozedUntil,
    ...SAY[kind](fact, left),
  };
}

function awayWords(kind: Kind, left: number): string {
  const days = counted(Math.abs(left), 'day');
  if (kind === 'notRecorded') return days;
  if (left > 0) return `${days} left`;
  if (left === 0) return 'today';
  if (kind === 'rent') return `${days} late`;
  return kind === 'overdue' ? `${days} overdue` : `${days} ago`;
}

/** What an item's name and `left` days come to. */
const ending = (name: string, left: number, verbs: { over: string; today: string; soon: string }) =>
  `${name} ${left < 0 ? verbs.over : left === 0 ? verbs.today : verbs.soon}`;

const EXPIRY = { over: 'has expired', today: 'expires today', soon: 'is expiring' };
const RENEW: Partial<Record<ComplianceItem, string>> = {
  gasSafety: 'Book an engineer, then upload the new record.',
  energyPerformance: 'Book an assessor, then upload the new certificate.',
  electricalSafety: 'Book the inspection, then upload the report.',
  propertyLicensing: 'Renew the licence and add its new end date.',
  landlordInsurance: 'Renew the policy and add its new end date.',
};
const LEASE_END = { over: 'lease has ended', today: 'lease ends today', soon: 'lease ends soon' };

const editProperty = ({ id, about }: Fact, tab: string) =>
  `/dashboard/properties/edit/${id}?${new URLSearchParams({ tab, ...(about && { item: about }) })}`;

const SAY: Record<Kind, (fact: Fact, left: number) => Said> = {
  certificate: (fact, left) => {
    const item = isComplianceItem(fact.about ?? '') ? (fact.about as ComplianceItem) : undefined;
    return {
      title: ending(item ? COMPLIANCE_LABELS[item] : (fact.name ?? ''), left, EXPIRY),
      todo: (item && RENEW[item]) ?? 'Renew it, then add the new certificate.',
      action: 'Renew',
      href: editProperty(fact, item ? 'compliance' : 'certificates'),
    };
  },
  lease: ({ id, name }, left) => ({
    title: ending(`${name}’s`, left, LEASE_END),
    todo:
      left < 0
        ? 'Say whether the tenancy goes on without a fixed end, or when they moved out.'
        : 'Agree a new lease, or say when they move out.',
    action: 'Open lease',
    href: `/dashboard/tenants/${id}`,
  }),
  overdue: ({ id, name, amount }) => ({
    title: `${name}, ${formatPence(Math.abs(amount ?? 0))}, is overdue`,
    todo: `${(amount ?? 0) < 0 ? 'Pay it' : 'Ask for it'}, or mark it as paid.`,
    action: 'Mark as paid',
    href: `/dashboard/finance?open=${id}`,
  }),
  rent: ({ id, name, amount }) => ({
    title: `${formatPence(amount ?? 0)} of rent from ${name} is late`,
    todo: 'Record what came in, or ask for it.',
    action: 'Open ledger',
    href: `/dashboard/tenancies/${id}`,
  }),
  consent: ({ name }, left) => ({
    title: `${name} ${left < 0 ? 'has stopped sharing' : 'needs your permission again'}`,
    todo: left < 0 ? 'Agree again to bring in its entries.' : 'Agree again to keep its entries coming.',
    action: 'Agree again',
    href: '/dashboard/finance?tab=accounts',
  }),
  payment: ({ name }) => ({
    title: 'Your last payment failed',
    where: 'Your plan',
    todo: name ? `Pay by ${formatDay(name)} to keep your access.` : 'Pay to keep your access.',
    action: 'See your plan',
    href: '/dashboard/plans',
  }),
  notRecorded: (fact) => ({
    title: `${fact.count} of ${COMPLIANCE_ITEMS.length} not recorded yet`,
    todo: 'Add what you have; say ‘Not applicable’ to the rest.',
    action: 'Add',
    href: editProperty(fact, 'compliance'),
  }),
};
