import { sql } from 'kysely';
import { type NoticePart, type NounParts, today } from '../../server/noun-parts.server.ts';
import { formatPence } from '../../shared/money.ts';

const isOverdue = sql`status = 'pending' and date < ${today}`;

const overdue: NoticePart = {
  icon: 'alert',
  facts: ({ only, firstBy }) => sql`
    select id, null as about, date as day from transactions where ${isOverdue} ${only} ${firstBy(sql`date, id`)}`,
  count: sql`select count(*) from transactions where ${isOverdue}`,
  shown: {
    name: sql`select description from transactions t where t.id = page.id`,
    where: sql`select coalesce(p.address || ', ' || p.city, t.property_address) from transactions t left join properties p on p.id = t.property_id where t.id = page.id`,
    amount: sql`select (amount * 100)::bigint from transactions t where t.id = page.id`,
  },
  words: ({ id, name, amount }) => ({
    title: `${name}, ${formatPence(Math.abs(amount ?? 0))}, is overdue`,
    todo: `${(amount ?? 0) < 0 ? 'Pay it' : 'Request payment'}, or mark it as paid.`,
    action: 'Mark as paid',
    href: `/dashboard/finance?open=${id}`,
  }),
  past: 'overdue',
};

export const transactionParts = {
  id: 'transactions',
  activity: {
    transaction: {
      icon: 'money',
      table: 'transactions',
      href: (id) => `/dashboard/finance${id ? `?open=${id}` : ''}`,
      words: ({ label, isPaid }) => (isPaid ? `Transaction${label ? ` “${label}”` : ''} marked as paid` : undefined),
    },
  },
  tables: { transactions: 'Your income (above zero) and your expenses (below zero).' },
  notices: { overdue },
} as const satisfies NounParts;
