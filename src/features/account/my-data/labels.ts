/** The words of the download of my data: withheld columns with their reasons, and its README. */
import { formatInstantAsDay } from '../../../shared/dates.ts';

/** Columns that are not in the download, each with its reason. '*' stands for every table. */
export const WITHHELD: Record<string, string> = {
  '*.search': 'The words of other columns once more, for the search box.',
  'transactions.size': 'The amount once more, without its sign, to sort by.',
  'properties.size': 'Not the size of your property: a number worked out from its bedrooms.',
  'properties.purchase_price': 'Not what you paid: it is always zero.',
  'statement_imports.cells':
    'The cells of a statement file with a question, while it waits to be imported: you have the file.',
  'statement_imports.findings':
    'How a statement file was read, while it waits to be imported: what an account is compared with is in it.',
  'bank_connections.reference_hash': 'What the way back from your bank is compared with.',
  'bank_connections.requisition_id': 'The key by which your consent is known at the provider of bank connections.',
  'bank_connections.agreement_id': 'The key by which your consent is known at the provider of bank connections.',
  'bank_feeds.external_id': 'The key by which your account is known at the provider of bank connections.',
  'bank_feeds.fingerprint': 'What an account is compared with when you connect it again.',
  'bank_accounts.fingerprint': 'What an account is compared with when you connect it again.',
  'calendar_feeds.secret_hash': 'What the address of your calendar feed is compared with.',
  'subscriptions.customer_id': 'The key by which you are known at the payment provider.',
  'subscriptions.subscription_id': 'The key by which your subscription is known at the payment provider.',
  'subscriptions.checkout_id': 'The key of a payment that you have begun.',
  'subscriptions.checkout_key': 'The key of a payment that you have begun.',
  'subscriptions.checkout_wish': 'What a payment that you begin twice is compared with.',
  'auth.accounts.password':
    'Not your password but what it is compared with. It is of use only to someone who wants to guess it.',
  'auth.sessions.token': 'Not the key that your browser has, but what it is compared with. It opens nothing.',
  'auth.two_factors.secret':
    'The key that your authenticator app has, encrypted: with it anyone could make your codes.',
  'auth.two_factors.backup_codes': 'Your recovery codes, encrypted: each opens your account.',
  'auth.verifications.identifier': 'What the link in an email is compared with: a key to your account.',
  'auth.email_changes.token_hash': 'What the link in an email is compared with: a key to your account.',
};

export function withheldColumns(table: string, columns: readonly string[]): string[] {
  return columns.filter((column) => reasonFor(table, column) !== undefined);
}

/** Why a column is withheld; undefined where it is not. */
export function reasonFor(table: string, column: string): string | undefined {
  return WITHHELD[`${table}.${column}`] ?? WITHHELD[`*.${column}`];
}

/** What tables of no noun hold. A table that nobody describes is named. */
const TABLES: Record<string, string> = {
  activity: 'What was added, changed and removed, and when.',
  calendar_feeds: 'Your calendar feed: since when, and whether it names tenants.',
  files: 'The list of your files: what each was called, and where it is used.',
  notice_marks: 'The notifications that you have read or snoozed, by the ids of what they are about.',
  profiles: 'Your name, your email address, your settings, your trial, and how many bytes your files take.',
  subscriptions:
    'Your plan, as the payment provider said last. Of your card we have the brand and the last four digits, never the number.',
  'app.add_keys': 'What you added in the last 30 days, each with the key by which a repeated request is recognised.',
  'app.lease_notices': 'The lease ends that we have emailed you about.',
  'app.notice_emails': 'For which day we last looked whether to email you about what needs attention.',
  'app.tallies': 'How many records you have, as your lists count them.',
  'app.transaction_days': 'What your transactions come to, by day and category: the sums of your finance page.',
  'app.transaction_undo': 'Transactions as they were before a change of the last minutes, so that it can be undone.',
  'app.transaction_totals': 'What your transactions come to, by property and category.',
  'auth.accounts': 'How you sign in.',
  'auth.email_changes': 'A new email address that waits for its confirmation.',
  'auth.passkeys': 'Your passkeys: what each is recognised by. The keys themselves are on your devices only.',
  'auth.sessions': 'The browsers in which you are signed in.',
  'auth.two_factors': 'Two-factor sign-in: whether it is on, and when a code was last used.',
  'auth.used_challenges': 'What your passkeys have answered in the last minutes, so that no answer is good twice.',
  'auth.users': 'Who you are when you sign in.',
  'auth.verifications': 'Emails with a link that you have not followed yet.',
};

type ReadmePlan = {
  at: Date;
  name: string;
  email: string;
  sample: string | undefined;
  tables: readonly { name: string; rows: number }[];
  /** What the tables of nouns hold. */
  described: Readonly<Record<string, string>>;
};

/** README.txt. Lines end as Windows has them, which every other machine can read too. */
export function readme({ at, name, email, sample, tables, described }: ReadmePlan): string {
  return [
    `Your data from Tenure, as it was on ${formatInstantAsDay(at)}`,
    `${name}, ${email}`,
    ...(sample ? [`${sample} Their tables say "sample": true.`] : []),
    '',
    'tables/',
    'Everything that you have entered, and everything that Tenure has recorded about you, one table after the other. Each is there',
    'twice: as .csv for a spreadsheet (Excel, Numbers, LibreOffice) and as .json for programs.',
    'Amounts are in pounds, days are year-month-day, and times are in UTC.',
    'In the .csv files a text that a spreadsheet could take for a formula (such as a phone number that begins with +) begins with',
    "an apostrophe ('). In the .json files it stands as you wrote it.",
    '',
    ...tables.map(
      ({ name: table, rows }) =>
        `  ${table} (${rows === 1 ? '1 row' : `${rows} rows`}): ${described[table] ?? TABLES[table] ?? `The table ${table}.`}`,
    ),
    '',
    'files/',
    'Your photos, certificates and invoices, in one folder for each kind. The name of a file here is the end of the address by which',
    'the tables name it; what it was called on your machine stands in tables/files.csv and in manifest.json.',
    '',
    'manifest.json',
    'When this was made, how many rows each table has, and of every file its size and its SHA-256 checksum, by which you can prove that',
    'nothing was changed since. A file that could not be found is named under "missing".',
    '',
    'What is not here',
    ...Object.entries(WITHHELD).map(([column, why]) => `  ${column.replace('*.', 'in every table: ')}: ${why}`),
    '',
  ].join('\r\n');
}
