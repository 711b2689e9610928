/** What bank accounts and statement files add on the server to what all nouns share. */
import { sql } from 'kysely';
import { londonDayOf, type NoticePart, type NounParts, within } from '../../server/noun-parts.server.ts';
import { CONSENT_SOON_DAYS } from './connection/connection.ts';

const consent: NoticePart = {
  icon: 'bank',
  facts: () => sql`
    select c.id, null as about, ends.day
    from bank_connections c cross join lateral (select ${londonDayOf('least')} as day from least(c.access_until, c.reconfirm_by)) ends
    where c.status in ('active', 'ended') and ends.day <= ${within(CONSENT_SOON_DAYS)} and exists (
      select from bank_feeds f where f.connection_id = c.id and f.bank_account_id is not null)`,
  shown: {
    name: sql`select institution from bank_connections b where b.id = page.id`,
    where: sql`select string_agg(b.name, ', ' order by b.name) from bank_feeds f join bank_accounts b on b.id = f.bank_account_id where f.connection_id = page.id`,
  },
  words: ({ name }, left) => ({
    title: `${name} ${left < 0 ? 'has stopped sharing' : 'needs your permission again'}`,
    todo: left < 0 ? 'Agree again to bring in its entries.' : 'Agree again to keep its entries coming.',
    action: 'Agree again',
    href: '/dashboard/finance?tab=accounts',
  }),
};

export const bankParts = {
  id: 'bankAccounts',
  activity: { 'bank account': { icon: 'bank', href: () => '/dashboard/finance?tab=accounts' } },
  tables: {
    bank_accounts: 'Your bank accounts, with masked numbers: the full ones were never kept.',
    bank_connections: 'The banks that you have let us read from, and until when.',
    bank_entries: 'What your bank or a statement file said, line by line, and which transaction each line became.',
    bank_feeds: 'The accounts that these connections give access to, and when each was last read.',
    bank_pending: 'What your bank had not booked yet when it was last read.',
    payer_rules: 'What you chose for a payer of bank rows, which their next rows get, too.',
    same_payments: 'Pairs of transactions that may be one payment, and what you said of them.',
    statement_imports: 'The statement files that you have imported.',
    statement_mappings: 'How the columns of a statement file are read, as you once said.',
  },
  notices: { consent },
} as const satisfies NounParts;
