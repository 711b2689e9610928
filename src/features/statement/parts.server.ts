/** Statement files in the download of my data. */

/** What the tables hold, for the download of my data. */
export const statementTables: Readonly<Record<string, string>> = {
  statement_imports: 'The statement files that you have imported.',
  statement_lines: 'The lines of statement files that wait to be imported, for a day.',
  statement_mappings: 'How the columns of a statement file are read, as you once said.',
};
