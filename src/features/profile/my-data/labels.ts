import { formatInstantAsDay } from '../../../shared/dates.ts';

/** Increased with each change after which older servers could not restore a download. */
export const MANIFEST_FORMAT = 1;

/** Why columns are withheld from the download. '*' means every table. */
export const WITHHELD: Record<string, string> = {
  '*.search': 'A copy of other columns, for searching.',
  'transactions.size': 'A copy of the amount without its sign, for sorting.',
  'properties.size': 'A number calculated from the bedrooms, not the size of your property.',
  'properties.purchase_price': 'Always zero, not the price you paid.',
  'statement_imports.cells': 'The cells of your statement file, kept for up to a day until you import it.',
  'statement_imports.findings': 'How we read your statement file, with a hash that recognises your account.',
  'bank_connections.reference_hash': 'Used to check that you have returned from your bank.',
  'bank_connections.requisition_id': 'Identifies your consent at the bank connection provider.',
  'bank_connections.agreement_id': 'Identifies your consent at the bank connection provider.',
  'tax_connections.tokens': 'The encrypted keys to HMRC. Anyone with them could send your updates.',
  'tax_connections.state_hash': 'Used to check that you have returned from HMRC.',
  'bank_feeds.external_id': 'Identifies your account at the bank connection provider.',
  'bank_feeds.fingerprint': 'Used to recognise an account when you reconnect it.',
  'bank_accounts.fingerprint': 'Used to recognise an account when you reconnect it.',
  'owners.nino': 'The encrypted National Insurance number of an owner. Its last 3 characters are in nino_end.',
  'activity.xid': 'A number of the database, for the order of changes.',
  'webhook_endpoints.secret': 'The encrypted secret of a webhook. Anyone with it could send you false events.',
  'webhook_endpoints.previous_secret': 'The encrypted secret of a webhook before its rotation.',
  'app.webhook_cursors.xid': 'A number of the database, for the order of changes.',
  'members.token_hash': 'Used to check the link in an invitation. It gives access to your account.',
  'guest_links.token_hash': 'Used to check a link that you sent. It gives access to the papers behind it.',
  'api_keys.key_hash': 'Used to check an API key. It gives access to your account.',
  'calendar_feeds.secret_hash': 'Used to check your calendar feed’s address.',
  'subscriptions.customer_id': 'Identifies you at the payment provider.',
  'subscriptions.subscription_id': 'Identifies your subscription at the payment provider.',
  'subscriptions.checkout_id': 'Identifies a payment you have started.',
  'subscriptions.checkout_key': 'Identifies a payment you have started.',
  'subscriptions.checkout_wish': 'Used to recognise a payment that you start twice.',
  'auth.accounts.password': 'A hash of your password, useful only for guessing it.',
  'auth.sessions.token': 'A hash of the key in your browser. It cannot be used to sign in.',
  'auth.two_factors.secret': 'The encrypted key of your authenticator app. Anyone with it could create your codes.',
  'auth.two_factors.backup_codes': 'Your encrypted recovery codes. Each one gives access to your account.',
  'auth.verifications.identifier': 'Used to check the link in an email. It gives access to your account.',
  'auth.email_changes.token_hash': 'Used to check the link in an email. It gives access to your account.',
};

export function withheldColumns(table: string, columns: readonly string[]): string[] {
  return columns.filter((column) => reasonFor(table, column) !== undefined);
}

/** Returns undefined for a column that is included. */
export function reasonFor(table: string, column: string): string | undefined {
  return WITHHELD[`${table}.${column}`] ?? WITHHELD[`*.${column}`];
}

/** Tables that belong to no noun. A table without a description is shown by name. */
const TABLES: Record<string, string> = {
  activity: 'Changes to your records, with their times.',
  calendar_feeds: 'Your calendar feed: when you created it, and whether it shows tenants’ names.',
  files: 'Your files: the original name of each, and where it is used.',
  members: 'The people in your account, with their roles.',
  people: 'Your own settings, such as dark mode.',
  notice_states: 'The notifications you have read or snoozed, with the ids of their records.',
  restores: 'The data download you have checked or restored here.',
  profiles: 'Your name, email address, settings, trial and file storage in bytes.',
  subscriptions:
    'Your plan, as last reported by the payment provider. For your card we store only the brand and last 4 digits.',
  'app.idempotency_keys': 'Records you added in the last 30 days, with the key that prevents duplicates.',
  'app.lease_notices': 'Lease ends that we have emailed you about.',
  'app.member_properties': 'The properties of people who do not have all of them.',
  'app.key_properties': 'The properties of API keys that do not have all of them.',
  'app.key_uses': 'When your API keys were last used.',
  'app.deadline_emails': 'Deadlines that we have emailed you about.',
  'app.notice_emails': 'The last day for which we checked whether to email you.',
  'app.row_counts': 'The number of records in each of your lists.',
  'app.tax_totals': 'Totals of your paid transactions by property, part of a month and tax line, for the tax page.',
  'app.tax_account_totals': 'Totals of all your paid transactions by part of a month and tax line, for the tax page.',
  'app.transaction_days': 'Totals of your transactions by day and category, for the finance page.',
  'app.transaction_undo': 'Earlier versions of transactions changed in the last few minutes, so that you can undo.',
  'app.transaction_totals': 'Totals of your transactions by property and category.',
  'auth.accounts': 'How you sign in.',
  'auth.email_changes': 'A new email address that you have not confirmed yet.',
  'auth.passkeys': 'How we recognise your passkeys. The keys themselves are only on your devices.',
  'auth.sessions': 'The browsers where you are signed in.',
  'auth.two_factors': 'Two-factor sign-in: whether it is on, and when a code was last used.',
  'auth.used_challenges': 'Passkey responses from the last few minutes, so that none can be used twice.',
  'auth.users': 'Your name and email address for signing in.',
  'auth.verifications': 'Emails with a link that you have not followed yet.',
};

type ReadmePlan = {
  at: Date;
  name: string;
  email: string;
  tables: readonly { name: string; rows: number }[];
  described: Readonly<Record<string, string>>;
};

/** Returns README.txt, with Windows line endings, which every system can read. */
export function readme({ at, name, email, tables, described }: ReadmePlan): string {
  return [
    `Your data from Tenure, as it was on ${formatInstantAsDay(at)}`,
    `${name}, ${email}`,
    '',
    'tables/',
    'Everything you have entered, and everything Tenure has recorded about you, with two files for each table:',
    '.csv for a spreadsheet (Excel, Numbers, LibreOffice) and .json for programs.',
    'Amounts are in pounds, dates are year-month-day, and times are in UTC.',
    'In the .csv files, text that a spreadsheet could read as a formula (such as a phone number starting with +)',
    "starts with an apostrophe ('). The .json files contain the text as you wrote it.",
    '',
    ...tables.map(
      ({ name: table, rows }) =>
        `  ${table} (${rows === 1 ? '1 row' : `${rows} rows`}): ${described[table] ?? TABLES[table] ?? `The table ${table}.`}`,
    ),
    '',
    'files/',
    'Your photos, certificates and invoices, with one folder for each kind. Each file has the name that its URL ends with.',
    'The original name is in tables/files.csv and in manifest.json.',
    '',
    'manifest.json',
    'The date of this download and the number of rows in each table. For each file, its size and its SHA-256 checksum,',
    'which you can use to check that it is unchanged. Files we could not find are listed under "missing".',
    '',
    'Restore',
    'In your profile, you can restore this file into an account without records. Do not unpack or change it.',
    '',
    'Not included',
    ...Object.entries(WITHHELD).map(([column, why]) => `  ${column.replace('*.', 'in every table: ')}: ${why}`),
    '',
  ].join('\r\n');
}
