import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY } from '../../../../test/fixtures/account.ts';
import {
  type FullLandlord,
  landlordsTables,
  landlordWithEverything,
  ownRows,
} from '../../../../test/fixtures/everything.ts';
import { type Landlord, landlord } from '../../../../test/fixtures/landlords.ts';
import { PDF, uploaded } from '../../../../test/fixtures/uploads.ts';
import { unzipped } from '../../../../test/reading/zip.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { reasonFor, WITHHELD } from './labels.ts';

const Sum = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });
const Manifest = z.object({
  createdAt: z.iso.datetime(),
  owner: z.object({ name: z.string(), email: z.string() }),
  readme: Sum,
  tables: z.record(
    z.string(),
    z.object({ rows: z.number(), files: z.array(Sum), withheld: z.record(z.string(), z.string()) }),
  ),
  files: z.array(Sum.extend({ name: z.string(), damaged: z.literal(true).optional() })),
  missing: z.array(Sum.extend({ name: z.string() })),
});

async function downloaded(person: Pick<Landlord, 'get'>) {
  const answer = await person.get('/api/my-data');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const content = await unzipped(answer.bytes);
  const text = (path: string) => content.get(path)?.toString() ?? '';
  return { answer, content, text, manifest: Manifest.parse(JSON.parse(text('manifest.json'))) };
}

async function columnsOf(table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    server.database,
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

const inZip = (table: string) => table.replace(/^public\./, '');

describe('the download of my data', () => {
  let ada: FullLandlord;
  let bob: FullLandlord;
  let zip: Awaited<ReturnType<typeof downloaded>>;
  beforeAll(async () => {
    [ada, bob] = await Promise.all([landlordWithEverything(), landlordWithEverything()]);
    zip = await downloaded(ada);
  });

  it('contains every table, row and column of a landlord except columns withheld for a stated reason', async () => {
    const tables = await landlordsTables(server.database);
    expect(tables).toEqual(
      expect.arrayContaining(['public.properties', 'public.tenants', 'auth.users', 'app.row_counts']),
    );
    expect(Object.keys(zip.manifest.tables).sort()).toEqual(tables.map(inZip).sort());
    for (const table of tables) {
      const name = inZip(table);
      const columns = (await columnsOf(table)).filter((column) => reasonFor(name, column) === undefined);
      const rows = await query<{ row: Record<string, unknown> }>(
        server.database,
        `select to_jsonb(r) as row from (select ${columns.map((column) => `"${column}"`).join(', ')} from ${table} where ${ownRows(table, ada)}) r`,
      );
      expect(rows.length, `${name} has no row to compare`).toBeGreaterThan(0);
      const rowsInZip = JSON.parse(zip.text(`tables/${name}.json`)) as Record<string, unknown>[];
      expect([name, sorted(rowsInZip)]).toEqual([name, sorted(rows.map(({ row }) => row))]);
      expect(zip.manifest.tables[name]?.rows).toBe(rows.length);
      for (const row of rowsInZip) expect([name, Object.keys(row)]).toEqual([name, columns]);
    }
  });

  it('contains no table or file data of another landlord', () => {
    const others = [bob.id, bob.word, bob.email, bob.newEmail];
    expect(zip.content.size).toBeGreaterThan(30);
    for (const [path, bytes] of zip.content) {
      for (const word of others) expect([path, bytes.includes(word) || path.includes(word)]).toEqual([path, false]);
    }
    expect(zip.text('tables/properties.json')).toContain(ada.word);
  });

  it('withholds secrets that give access to an account, each with its reason', async () => {
    const secrets = await query<{ secret: string }>(
      server.database,
      `select token as secret from auth.sessions where user_id = $1 union all select password from auth.accounts where user_id = $1
       union all select identifier from auth.verifications where user_id = $1 union all select token_hash from auth.email_changes where user_id = $1`,
      [ada.personId],
    );
    expect(secrets.length).toBeGreaterThanOrEqual(4);
    for (const [path, bytes] of zip.content) {
      for (const { secret } of secrets) expect([path, bytes.includes(secret)]).toEqual([path, false]);
    }
    expect(zip.manifest.tables['auth.accounts']?.withheld).toMatchObject({
      password: WITHHELD['auth.accounts.password'],
    });
    expect(zip.text('README.txt')).toContain('auth.sessions.token: A hash of the key in your browser');
  });

  it('withholds only derived values, keys and files that the landlord has', () => {
    const withheldColumns = Object.entries(zip.manifest.tables).flatMap(([table, { withheld }]) =>
      Object.keys(withheld).map((column) => `${table}.${column}`),
    );
    // Search columns only hold copies of other columns.
    expect(withheldColumns.filter((column) => !/^auth\.|\.search$/.test(column)).sort()).toEqual([
      'activity.xid',
      'api_keys.key_hash',
      'app.webhook_cursors.xid',
      'bank_accounts.fingerprint',
      'bank_connections.agreement_id',
      'bank_connections.reference_hash',
      'bank_connections.requisition_id',
      'bank_feeds.external_id',
      'bank_feeds.fingerprint',
      'calendar_feeds.secret_hash',
      'guest_links.token_hash',
      'members.token_hash',
      'owners.nino',
      'properties.purchase_price',
      'properties.size',
      'statement_imports.cells',
      'statement_imports.findings',
      'subscriptions.checkout_id',
      'subscriptions.checkout_key',
      'subscriptions.checkout_wish',
      'subscriptions.customer_id',
      'subscriptions.subscription_id',
      'tax_connections.state_hash',
      'tax_connections.tokens',
      'transactions.size',
      'webhook_endpoints.previous_secret',
      'webhook_endpoints.secret',
    ]);
  });

  it('withholds no column that does not exist', async () => {
    const existing = new Set<string>();
    for (const table of await landlordsTables(server.database)) {
      for (const column of await columnsOf(table)) existing.add(`${inZip(table)}.${column}`).add(`*.${column}`);
    }
    expect(Object.keys(WITHHELD).filter((column) => !existing.has(column))).toEqual([]);
  });

  it('writes amounts in pounds and pence in both formats', () => {
    expect(zip.text('tables/properties.json')).toContain('"monthly_rent":1450.00');
    expect(zip.text('tables/property_certificates.csv')).toContain(',85.50,');
    expect(zip.text('tables/transactions.json')).toContain('"amount":-38.62');
    // A number, so that a spreadsheet can add it up.
    expect(zip.text('tables/transactions.csv')).toContain(',-38.62,');
  });

  it('contains the same rows as CSV with formulas escaped', () => {
    for (const name of Object.keys(zip.manifest.tables)) {
      const csv = zip.content.get(`tables/${name}.csv`) ?? Buffer.alloc(0);
      expect([name, csv.subarray(0, 3).toString('hex')]).toEqual([name, 'efbbbf']);
      const [head = [], ...lines] = parse(csv, { bom: true });
      const rows = JSON.parse(zip.text(`tables/${name}.json`)) as Record<string, unknown>[];
      expect(lines).toHaveLength(rows.length);
      rows.forEach((row, index) => {
        expect(Object.keys(row)).toEqual(head);
        const values = Object.values(row);
        expect(lines[index]?.map((cell, at) => parseCell(cell, values[at]))).toEqual(values);
      });
    }
    const [tenant] = parse(zip.content.get('tables/tenants.csv') ?? '', { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(tenant?.phone).toBe("'+44 7700 900123");
    // Excel needs quotes around a cell with a line break.
    expect(zip.text('tables/tenants.csv')).toContain('"1 Oxford Street\nCambridge"');
    expect(zip.text('tables/properties.csv')).toContain(`'=HYPERLINK(""http://evil.example""`);
    expect(zip.text('tables/transactions.csv')).toContain(`,'=1+1,`);
    expect(zip.text('tables/transactions.csv')).toContain(`,'+${ada.word} Insurance,`);
  });

  it('contains every uploaded file under its bucket, with checksums', () => {
    const listed = z
      .array(z.object({ bucket: z.string(), path: z.string(), sha256: z.string(), name: z.string() }))
      .parse(JSON.parse(zip.text('tables/files.json')));
    expect(listed).toHaveLength(9);
    for (const { bucket, path, sha256, name } of listed) {
      const at = `files/${bucket}/${path.split('/')[1]}`;
      expect(zip.manifest.files).toContainEqual(expect.objectContaining({ path: at, sha256, name }));
    }
    const { readme } = zip.manifest;
    const sums = [readme, ...zip.manifest.files, ...Object.values(zip.manifest.tables).flatMap(({ files }) => files)];
    for (const { path, bytes, sha256 } of sums) {
      const content = zip.content.get(path) ?? Buffer.alloc(0);
      expect([path, content.length, checksum(content)]).toEqual([path, bytes, sha256]);
    }
    const rest = [...zip.content.keys()].filter((path) => !sums.some((sum) => sum.path === path));
    expect(rest).toEqual(['manifest.json']);
    expect(zip.manifest.missing).toEqual([]);
  });

  it('describes every table in its README', () => {
    const words = zip.text('README.txt');
    expect(words).toContain(`${ada.name}, ${ada.email}`);
    for (const [name, { rows }] of Object.entries(zip.manifest.tables)) {
      expect(words).toMatch(new RegExp(`^ {2}${name} \\(${rows} rows?\\): (?!The table)`, 'm'));
    }
  });

  it('has its date in its name, and is not cached', () => {
    const { headers } = zip.answer;
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="tenure-data-${zip.manifest.createdAt.slice(0, 10)}.zip"`,
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(zip.manifest.owner).toEqual({ name: ada.name, email: ada.email });
  });
});

it('downloads each row once when a table exceeds the batch size, after the trial too', async () => {
  const ada = await landlord();
  await query(
    server.database,
    `insert into transactions (user_id, amount, description, date, category, type)
     select $1, -n, 'Entry ' || n, '2026-01-01', 'other', 'expense' from generate_series(1, 1001) n`,
    [ada.id],
  );
  const { text, manifest } = await server.later(9 * DAY, () => downloaded(ada));
  const rows = JSON.parse(text('tables/transactions.json')) as { amount: number }[];
  const amounts = rows.map(({ amount }) => -amount).sort((a, b) => a - b);
  expect(amounts).toEqual(Array.from({ length: 1001 }, (_, at) => at + 1));
  expect(manifest.tables.transactions?.rows).toBe(1001);
});

it('lists a lost file as missing and downloads the rest', async () => {
  const ada = await landlord();
  const [lost, kept] = [await uploaded(ada, { name: 'Lost.pdf' }), await uploaded(ada, { name: 'Kept.pdf' })];
  await rm(join(server.dataFolder, 'files', lost.url.replace('/api/files/', '')));
  const { content, manifest } = await downloaded(ada);
  const path = ({ url }: { url: string }) => `files/property-certificates/${url.split('/').at(-1)}`;
  expect(manifest.missing).toMatchObject([{ path: path(lost), name: 'Lost.pdf', sha256: checksum(PDF) }]);
  expect(manifest.files).toMatchObject([{ path: path(kept), name: 'Kept.pdf' }]);
  expect(content.get(path(kept))?.equals(PDF)).toBe(true);
  expect(content.has(path(lost))).toBe(false);
});

it('answers HEAD with headers only, without reading the data', async () => {
  const ada = await landlord();
  for (let time = 0; time < 3; time++) {
    const { status, headers, bytes } = await ada.send('HEAD', '/api/my-data');
    expect([status, headers.get('content-type'), bytes.length]).toEqual([200, 'application/zip', 0]);
  }
  expect((await ada.get('/api/my-data')).status).toBe(200);
});

function checksum(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function sorted(rows: Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}

/** Returns the cell's JSON value, without the apostrophe that escapes formulas. */
function parseCell(cell: string, like: unknown): unknown {
  if (like === null) return cell === '' ? null : cell;
  return typeof like === 'string' ? cell.replace(/^'(?=[=+\-@\t\r])/, '') : JSON.parse(cell);
}
