import { beforeAll, expect, it } from 'vitest';
import { addedProperty, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import {
  download,
  partsOf,
  RESTORES,
  refusalOf,
  resummed,
  sendDownload,
  tampered,
  zipOf,
} from '../../../test/fixtures/restores.ts';
import { zip as officeZip, uploaded } from '../../../test/fixtures/uploads.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { REFUSED } from './refusals.ts';
import { RestoreState } from './restore.ts';

let zip: Buffer;
let eve: Landlord;
beforeAll(async () => {
  const ada = await landlord();
  eve = await landlord();
  await addedProperty(ada);
  await uploaded(ada);
  zip = await download(ada);
});

type Parts = Map<string, Buffer>;

/** The zip with changed parts, but unchanged checksums in the manifest. */
async function changed(change: (parts: Parts) => void): Promise<Buffer> {
  const parts = await partsOf(zip);
  change(parts);
  return zipOf(parts);
}

const withManifest = (change: (manifest: Record<string, unknown>) => void) =>
  changed((parts) => {
    const manifest = JSON.parse(parts.get('manifest.json')?.toString() ?? '') as Record<string, unknown>;
    change(manifest);
    parts.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  });

/** The zip with a changed text of a table, and matching checksums. */
async function withText(table: string, change: (text: string) => string): Promise<Buffer> {
  const parts = await partsOf(zip);
  const path = `tables/${table}.json`;
  parts.set(path, Buffer.from(change(parts.get(path)?.toString() ?? '')));
  return resummed(parts);
}

/** The zip with an entry renamed in its bytes, to a name of equal length, as a zip library would refuse such a name. */
function renamed(from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** A deflated entry that declares the size in the manifest, but unpacks to more. */
async function bomb(): Promise<Buffer> {
  const parts = await partsOf(zip);
  const path = 'tables/properties.csv';
  const honest = parts.get(path)?.length ?? 0;
  parts.set(path, Buffer.alloc(20_000_000));
  const bytes = await zipOf(parts);
  // The declared size in the central directory is 24 bytes after the entry's start.
  const at = bytes.lastIndexOf(Buffer.from(path)) - 46;
  bytes.writeUInt32LE(honest, at + 24);
  return bytes;
}

const CASES: [title: string, file: () => Promise<Uint8Array> | Uint8Array, reason: string][] = [
  ['no zip', () => Buffer.from('Hello, this is not a zip file at all.'), REFUSED.foreign],
  ['another zip', () => officeZip({ 'word/document.xml': '<x/>' }), REFUSED.foreign],
  ['another zip with a manifest', () => officeZip({ 'manifest.json': '{"name": "Other app"}' }), REFUSED.foreign],
  ['a zip that ends early', () => zip.subarray(0, zip.length - 100), REFUSED.cut],
  ['half a zip', () => zip.subarray(0, zip.length / 2), REFUSED.cut],
  ['a zip with damaged bytes', () => damaged('tables/properties.json'), REFUSED.cut],
  ['a newer format', () => withManifest((manifest) => Object.assign(manifest, { format: 2 })), REFUSED.tooNew],
  ['a manifest without its tables', () => withManifest((manifest) => delete manifest.tables), REFUSED.changed],
  ['a table of a newer version', () => withTable('properties', 'drones'), REFUSED.tooNew],
  [
    'a column of a newer version',
    () => tampered(zip, 'properties', (rows) => rows.map((row) => ({ ...row, drones: 1 }))),
    REFUSED.tooNew,
  ],
  [
    'a changed row',
    () => changed((parts) => parts.set('tables/properties.json', flipped(parts, 'tables/properties.json'))),
    REFUSED.changed,
  ],
  [
    'a changed README',
    () => changed((parts) => parts.set('README.txt', flipped(parts, 'README.txt'))),
    REFUSED.changed,
  ],
  [
    'a changed file',
    () => changed((parts) => parts.set(fileIn(parts), flipped(parts, fileIn(parts)))),
    REFUSED.changed,
  ],
  ['a longer part', () => changed((parts) => parts.set('tables/tenants.csv', Buffer.alloc(9_000))), REFUSED.beyond],
  ['a part that unpacks beyond its manifest', bomb, REFUSED.beyond],
  ['a part too few', () => changed((parts) => parts.delete('tables/properties.json')), REFUSED.changed],
  ['a part too many', () => changed((parts) => parts.set('files/virus.exe', Buffer.from('MZ'))), REFUSED.changed],
  ['a part twice', async () => zipOf([...(await partsOf(zip)), ['README.txt', Buffer.from('x')]]), REFUSED.changed],
  ['a name that leaves the folder', () => renamed('README.txt', '../ADME.txt'.slice(0, 10)), REFUSED.names],
  ['an absolute name', () => renamed('README.txt', '/EADME.txt'), REFUSED.names],
  ['a name with backslashes', () => renamed('README.txt', '..\\DME.txt'), REFUSED.names],
  ['a row fewer than announced', () => withText('properties', () => '[]\n'), REFUSED.changed],
  ['text that is no list of rows', () => withText('properties', (text) => text.replace('[', '')), REFUSED.changed],
  ['bytes that are no text', () => withText('properties', (text) => text.replace('{', '{\ufffd')), REFUSED.changed],
  [
    'an id hidden by escapes',
    () =>
      withText('properties', (text) =>
        text.replace(/"id":"(.)/, (_, one: string) => `"id":"\\u00${one.charCodeAt(0).toString(16)}`),
      ),
    REFUSED.changed,
  ],
  [
    'an id written in another way',
    () => tampered(zip, 'properties', (rows) => rows.map((row) => ({ ...row, id: String(row.id).toUpperCase() }))),
    REFUSED.changed,
  ],
  [
    'rows with other columns',
    () => tampered(zip, 'properties', (rows) => [...rows, { id: '0f8fad5b-d9cb-469f-a165-70867728950e' }]),
    REFUSED.changed,
  ],
  ['without a row of its account', () => tampered(zip, 'profiles', () => []), REFUSED.changed],
  [
    'a file outside its folder',
    () => tampered(zip, 'files', (rows) => rows.map((row) => ({ ...row, path: '../../etc/passwd' }))),
    REFUSED.changed,
  ],
  [
    'a file in an unknown bucket',
    () => tampered(zip, 'files', (rows) => rows.map((row) => ({ ...row, bucket: 'secrets' }))),
    REFUSED.changed,
  ],
];

it.each(CASES)('refuses %s', async (_, file, reason) => {
  const answer = await sendDownload(eve, await file());
  expect([answer.outcome, refusalOf(answer)]).toEqual(['422 invalid_input', reason]);
  expect((await eve.get(RESTORES)).as(RestoreState)).toEqual({ obstacle: null, restore: null });
  expect(await query(server.database, 'select from files where user_id = $1', [eve.id])).toEqual([]);
});

it('refuses an empty body', async () => {
  expect(refusalOf(await sendDownload(eve, new Uint8Array()))).toBe(REFUSED.foreign);
});

const fileIn = (parts: Parts) => [...parts.keys()].find((path) => path.startsWith('files/')) ?? '';

function flipped(parts: Parts, path: string): Buffer {
  const bytes = Buffer.from(parts.get(path) ?? Buffer.alloc(1));
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  return bytes;
}

/** The zip with overwritten bytes in an entry's compressed content. */
function damaged(path: string): Buffer {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf(Buffer.from(path)) + path.length;
  bytes.fill(0xff, at, at + 12);
  return bytes;
}

/** The zip with a renamed table, in the manifest and in the names of its parts. */
async function withTable(from: string, to: string): Promise<Buffer> {
  const parts = await partsOf(zip);
  for (const ending of ['json', 'csv']) {
    const content = parts.get(`tables/${from}.${ending}`) ?? Buffer.alloc(0);
    parts.delete(`tables/${from}.${ending}`);
    parts.set(`tables/${to}.${ending}`, content);
  }
  const text = parts.get('manifest.json')?.toString() ?? '';
  parts.set(
    'manifest.json',
    Buffer.from(text.replaceAll(`"${from}"`, `"${to}"`).replaceAll(`tables/${from}.`, `tables/${to}.`)),
  );
  return resummed(parts);
}
