/** Bank accounts in the download of my data. */

/** What the tables hold, for the download of my data. */
export const bankTables: Readonly<Record<string, string>> = {
  bank_accounts: 'Your bank accounts, with masked numbers: the full ones were never kept.',
  bank_connections: 'The banks that you have let us read from, and until when.',
  bank_entries: 'What your bank or a statement file said, line by line, and which transaction each line became.',
  bank_feeds: 'The accounts that these connections give access to, and when each was last read.',
  bank_pending: 'What your bank had not booked yet when it was last read.',
  payer_rules: 'What you chose for a payer of bank rows, which their next rows get, too.',
  same_payments: 'Pairs of transactions that may be one payment, and what you said of them.',
};
