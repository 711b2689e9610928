/** Transactions in the download of my data. */

/** What the tables hold, for the download of my data. */
export const transactionTables: Readonly<Record<string, string>> = {
  transactions: 'Your income (above zero) and your expenses (below zero).',
};
