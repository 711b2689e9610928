/** The server parts of tenancies, rent and agents. */
import { sql } from 'kysely';
import { type NoticePart, type NounParts, recordAt, today } from '../../server/noun-parts.server.ts';
import { formatPence } from '../../shared/money.ts';

const TENANCY = { icon: 'money', table: 'tenancies', href: recordAt('tenancies') } as const;

const isLate = sql`unpaid and date < ${today}`;

/** Only of landlords who record rent: others would get one for every tenant. */
const rent: NoticePart = {
  icon: 'alert',
  facts: ({ real }) => sql`
    select t.id, null as about, late.day
    from (select tenancy_id, min(date) as day from ledger_entries where ${isLate} group by tenancy_id) late
    join tenancies t on t.id = late.tenancy_id
    where exists (select from ledger_entries where kind = 'payment') ${real}`,
  shown: {
    name: sql`select names from tenancies t where t.id = page.id`,
    where: sql`select property_name from tenancies t where t.id = page.id`,
    amount: sql`select (sum(amount - settled) * 100)::bigint from ledger_entries e where e.tenancy_id = page.id and ${isLate}`,
  },
  words: ({ id, name, amount }) => ({
    title: `${formatPence(amount ?? 0)} of rent from ${name} is late`,
    todo: 'Record what came in, or ask for it.',
    action: 'Open ledger',
    href: `/dashboard/tenancies/${id}`,
  }),
  past: 'late',
};

export const tenancyParts = {
  id: 'rent',
  activity: {
    tenancy: TENANCY,
    rent: { ...TENANCY, words: ({ label }) => `Rent of “${label}” changed` },
    'ledger entry': { ...TENANCY, words: ({ label }) => `Ledger of “${label}” changed` },
    agent: { icon: 'money' },
    reminders: { icon: 'email', words: ({ label }) => `Reminders of rent set: ${label}` },
    'base rate': { icon: 'bank' },
  },
  tables: {
    tenancies: 'Your tenancies, with their terms, deposits and notices.',
    tenancy_rents: 'The rent of each tenancy, and from when.',
    agents: 'Your letting agents, with their fees.',
    base_rates: 'Base rates that you have entered.',
    reminder_settings: 'Whether and when your tenants are reminded of rent.',
    rent_allocations: 'Which payment paid which charge, and how much of it.',
    chosen_allocations: 'The charges that you chose for a payment.',
    dismissed_matches: 'Bank rows that you rejected as rent of a tenancy.',
    rent_emails: 'The reminders to your tenants, and whether they were sent.',
    ledger_entries: 'The ledgers of your tenancies: charges (above zero) and what lowers what is owed (below zero).',
  },
  notices: { rent },
} as const satisfies NounParts;
