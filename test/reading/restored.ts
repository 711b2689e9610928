/** Normalises the restorable content of an account, so that two accounts can be compared. */
import { unzipped } from './zip.ts';

type Row = Record<string, unknown>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Tables that a restore excludes, and those of the account and its people (decision 81). */
const EXCLUDED_TABLES =
  /^(?:auth\.|profiles$|people$|members$|subscriptions$|calendar_feeds$|api_keys$|webhook_endpoints$|restores$|bank_connections$|bank_feeds$|pending_bank_rows$|tax_connections$|imports$|import_(?:sheets|rows|changes)$|app\.(?:member_properties|key_properties|key_uses|webhook_\w+|idempotency_keys|transaction_undo|notice_emails)$)/;

/** Columns that have other values after a restore. */
const CHANGED_COLUMNS: Record<string, readonly string[]> = {
  activity: ['id'],
  property_certificates: ['seq'],
  property_invoices: ['seq'],
  repair_events: ['seq'],
  owners: ['nino_end'],
  guest_links: ['revoked_at'],
  bank_accounts: ['is_connected'],
  reminder_settings: ['active'],
  rent_emails: ['state'],
};

/** Columns to sum, because stored sums are split by connection. */
const SUMS: Record<string, readonly string[]> = {
  'app.row_counts': ['count'],
  'app.tax_totals': ['count', 'amount'],
  'app.tax_account_totals': ['count', 'amount'],
  'app.transaction_days': ['count', 'amount'],
  'app.transaction_totals': ['count', 'amount'],
};

const EXCLUDED_NOUNS = ['API key', 'webhook'];

/**
 * Returns the rows by table, sorted. Ids are cut to the half that a restore keeps; accounts, people and members become
 * names, and files their checksums.
 */
export async function comparable(zip: Buffer): Promise<Record<string, string[]>> {
  const parts = await unzipped(zip);
  const read = (table: string) => JSON.parse(parts.get(`tables/${table}.json`)?.toString() ?? '[]') as Row[];
  const names = new Map<string, string>();
  const name = (rows: Row[], word: string) => {
    for (const { id } of rows) names.set(String(id), word);
  };
  name(read('profiles'), 'account');
  name(read('auth.users'), 'person');
  name(
    read('members').filter(({ role }) => role === 'owner'),
    'member',
  );
  const files = new Map(
    read('files').map(({ bucket, path, sha256 }) => [`${String(bucket)}/${String(path)}`, `file:${String(sha256)}`]),
  );
  const open = new Set(read('statement_imports').flatMap(({ id, imported_at }) => (imported_at === null ? [id] : [])));
  const kept = (table: string) =>
    read(table).filter((row) => !open.has(table === 'statement_imports' ? row.id : row.import_id));
  const plain = (text: string) =>
    text
      .replace(/[\w-]+\/[0-9a-f-]{36}\/[\w.-]+/g, (path) => files.get(path) ?? path)
      .replace(UUID, (id) => names.get(id) ?? id.slice(0, 18));
  const tables = [...parts.keys()].flatMap((path) => /^tables\/(.+)\.json$/.exec(path)?.[1] ?? []);
  return Object.fromEntries(
    tables
      .filter((table) => !EXCLUDED_TABLES.test(table))
      .map((table) => [
        table,
        (SUMS[table] ? summed(table, read(table)) : kept(table)).map(written(table, plain)).sort(),
      ]),
  );
}

const written = (table: string, plain: (text: string) => string) => (row: Row) => {
  const omitted = CHANGED_COLUMNS[table] ?? [];
  const values = Object.entries(row).filter(([column]) => !omitted.includes(column));
  const isFile = table === 'files';
  return plain(
    JSON.stringify(values.map(([column, value]) => [column, isFile && /^(?:path|url)$/.test(column) ? '' : value])),
  );
};

function summed(table: string, rows: Row[]): Row[] {
  const columns = SUMS[table] ?? [];
  const groups = new Map<string, Row>();
  for (const one of rows) {
    const row = Object.fromEntries(Object.entries(one).filter(([column]) => column !== 'slot'));
    if (EXCLUDED_NOUNS.includes(String(row.noun))) continue;
    const key = JSON.stringify(Object.entries(row).filter(([column]) => !columns.includes(column)));
    const group = groups.get(key) ?? { ...row, ...Object.fromEntries(columns.map((column) => [column, 0])) };
    for (const column of columns) group[column] = Math.round((Number(group[column]) + Number(row[column])) * 100) / 100;
    groups.set(key, group);
  }
  return [...groups.values()].filter((row) => columns.some((column) => row[column] !== 0));
}
