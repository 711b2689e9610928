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
    todo: left < 0 ? 'Renew access to import its transactions.' : 'Renew access to keep importing its transactions.',
    action: 'Renew access',
    href: '/dashboard/finance?tab=accounts',
  }),
};

export const bankParts = {
  id: 'bankAccounts',
  activity: { 'bank account': { icon: 'bank', href: () => '/dashboard/finance?tab=accounts' } },
  tables: {
    bank_accounts: 'Your bank accounts, with masked numbers: we do not store the full numbers.',
    bank_connections: 'The banks that you have let us read from, and until when.',
    bank_entries: 'The lines from your bank or a statement file, and the transaction for each line.',
    bank_feeds: 'The accounts of these connections, and when each was last updated.',
    pending_bank_rows: 'Payments that were pending at your bank at the last update.',
    payer_rules: 'Your choices for a payer of bank rows, which apply to their next rows.',
    duplicate_suggestions: 'Pairs of transactions that may be one payment, and your decisions about them.',
    statement_imports: 'The statement files that you have imported.',
    statement_lines: 'The lines of statement files that you have not imported yet, for up to a day.',
    statement_mappings: 'The column settings that you chose for statement files.',
  },
  notices: { consent },
} as const satisfies NounParts;
