/** Tenancies, rent and agents in the download of my data. */

/** What the tables hold, for the download of my data. */
export const tenancyTables: Readonly<Record<string, string>> = {
  tenancies: 'Your tenancies, with their terms, deposits and notices.',
  tenancy_rents: 'The rent of each tenancy, and from when.',
  agents: 'Your letting agents, with what they charge.',
  base_rates: 'Base rates that you have entered.',
  reminder_settings: 'Whether and when your tenants are reminded of rent.',
  rent_allocations: 'Which payment paid which charge, and how much of it.',
  rent_choices: 'What you wanted a payment to go to.',
  rent_dismissals: 'Bank rows that you said are not the rent of a tenancy.',
  rent_emails: 'The reminders that were written to your tenants, and what became of them.',
  rent_entries: 'The ledgers of your tenancies: charges (above zero) and what lowers what is owed (below zero).',
};
