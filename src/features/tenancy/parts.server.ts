import { sql } from 'kysely';
import { type NoticePart, type NounParts, recordAt, today } from '../../server/noun-parts.server.ts';
import { formatPence } from '../../shared/money.ts';

const TENANCY = { icon: 'money', table: 'tenancies', href: recordAt('tenancies') } as const;

const isLate = sql`unpaid and date < ${today}`;

/** Only for landlords who record rent, as others would get a notice for every tenant. */
const rent: NoticePart = {
  icon: 'alert',
  facts: ({ only }) => sql`
    select t.id, null as about, late.day
    from (select tenancy_id, min(date) as day from ledger_entries where ${isLate} group by tenancy_id) late
    join tenancies t on t.id = late.tenancy_id
    where exists (select from ledger_entries where kind = 'payment') ${only}`,
  shown: {
    name: sql`select names from tenancies t where t.id = page.id`,
    where: sql`select property_name from tenancies t where t.id = page.id`,
    amount: sql`select (sum(amount - settled) * 100)::bigint from ledger_entries e where e.tenancy_id = page.id and ${isLate}`,
  },
  words: ({ id, name, amount }) => ({
    title: `${formatPence(amount ?? 0)} of rent from ${name} is late`,
    todo: 'Record the payment, or send a reminder.',
    action: 'Open ledger',
    href: `/dashboard/tenancies/${id}`,
  }),
  past: 'late',
};

export const tenancyParts = {
  id: 'rent',
  activity: {
    tenancy: TENANCY,
    rent: { ...TENANCY, words: ({ label }) => `Rent for “${label}” changed` },
    'ledger entry': { ...TENANCY, words: ({ label }) => `Ledger for “${label}” changed` },
    agent: { icon: 'money' },
    reminders: { icon: 'email', words: ({ label }) => `Rent reminders changed: ${label}` },
    'base rate': { icon: 'bank' },
  },
  tables: {
    tenancies: 'Your tenancies, with their terms, deposits and notices.',
    tenancy_rents: 'The rent of each tenancy, with its start date.',
    agents: 'Your letting agents, with their fees.',
    base_rates: 'Base rates you have added.',
    reminder_settings: 'Your settings for rent reminders.',
    rent_allocations: 'The amount of each charge paid by each payment.',
    chosen_allocations: 'The charges you allocated a payment to.',
    dismissed_matches: 'Bank payments you dismissed as rent for a tenancy.',
    rent_emails: 'The reminders to your tenants, and whether they were sent.',
    ledger_entries: 'The ledgers of your tenancies: charges (positive) and payments or credits (negative).',
  },
  notices: { rent },
} as const satisfies NounParts;
