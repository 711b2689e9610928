/** Descriptions of the tables for the data download. */
export const tenancyTables: Readonly<Record<string, string>> = {
  tenancies: 'Your tenancies, with their terms, deposits and notices.',
  tenancy_rents: 'The rent of each tenancy, with its start date.',
  agents: 'Your letting agents and their fees.',
  base_rates: 'Base rates you have added.',
  reminder_settings: 'Your settings for rent reminders.',
  rent_allocations: 'The amount of each charge paid by each payment.',
  rent_choices: 'The charges you allocated a payment to.',
  rent_dismissals: 'Bank payments you dismissed as rent for a tenancy.',
  rent_emails: 'Reminders to your tenants, with their status.',
  rent_entries: 'The ledgers of your tenancies: charges (positive) and payments or credits (negative).',
};
