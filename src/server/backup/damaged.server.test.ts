import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { backUpTo, newFolder, restoreFrom } from '../../../test/backups.ts';
import { asRole, query, workerDatabase } from '../../../test/database.ts';
import type { Manifest } from './manifest.ts';
import { sha256 } from './measure.server.ts';
import { uploadsIn } from './uploads.server.ts';

vi.setConfig({ testTimeout: 120_000 });

type Entry = { name: string; content: string; type?: 'file' | 'symlink' | 'directory'; linkname?: string };

let folder: string;
let whole: Buffer;
let made = 0;

/** Where a restore would go: an embedded database, so that nothing but this folder could change. */
const target = () => join(folder, 'data');

beforeAll(async () => {
  folder = await newFolder();
  const database = await workerDatabase();
  await query(
    asRole(database, 'owner'),
    `insert into auth.users (name, email, created_at, updated_at)
     select 'Ada', gen_random_uuid() || '@tenure.example', now(), now() from generate_series(1, 3)`,
  );
  const dataFolder = await newFolder();
  await writeUpload(dataFolder, 'letter.txt', 'a letter');
  const file = join(folder, 'whole.tar.gz');
  const env = { DATABASE_URL: urlOf(database), SECRET: inject('database').secret };
  await backUpTo(file, { dataFolder, env });
  whole = await readFile(file);
});

async function writeUpload(dataFolder: string, name: string, content: string): Promise<void> {
  await mkdir(uploadsIn(dataFolder), { recursive: true });
  await writeFile(join(uploadsIn(dataFolder), name), content);
}

/** Why a file with these bytes is refused; proves that nothing has been made. */
async function refusal(bytes: Buffer): Promise<string> {
  made += 1;
  const file = join(folder, `${made}.tar.gz`);
  await writeFile(file, bytes);
  const before = await readdir(folder);
  const message = await restoreFrom(file, { dataFolder: target() }).then(
    () => 'It was restored.',
    (error: Error) => error.message,
  );
  expect(await readdir(folder)).toEqual(before);
  return message.replace(`${made}.tar.gz`, 'The file');
}

async function entriesOf(bytes: Buffer): Promise<Entry[]> {
  const tar = extract();
  tar.end(gunzipSync(bytes));
  const entries: Entry[] = [];
  for await (const entry of tar) {
    const content = await buffer(entry as AsyncIterable<Buffer>);
    entries.push({ name: entry.header.name, content: content.toString('latin1') });
  }
  return entries;
}

function isUnharmed(bytes: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(gunzipSync(whole));
  } catch {
    return false; // it cannot even be read: harmed
  }
}

/** The backup with its entries changed, as a good gzipped tar. */
async function changed(change: (entries: Entry[]) => Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { content, ...header } of change(await entriesOf(whole))) {
    if (header.type) tar.entry(header);
    else tar.entry(header, Buffer.from(content, 'latin1'));
  }
  tar.finalize();
  return gzipSync(await buffer(tar as AsyncIterable<Buffer>));
}

const isTable = ({ name }: Entry) => name.startsWith('tables/auth.users/');

/** With one more entry at the end of the files, listed in the manifest or not. */
function withFile(extra: Entry, listed?: Manifest['files'][string]) {
  return changed((entries) => {
    const manifest = JSON.parse(entries.at(-1)?.content ?? '') as Manifest;
    if (listed) manifest.files[extra.name.slice('files/'.length)] = listed;
    return [...entries.slice(0, -1), extra, { name: 'manifest.json', content: JSON.stringify(manifest) }];
  });
}

const DAMAGED =
  'The file is damaged: it was cut short or altered after it was written. Nothing was changed. Take another backup file.';
const FOREIGN = 'The file is not a backup of Tenure. Nothing was changed.';

describe('a restore refuses, and changes nothing,', () => {
  it('a file that was cut short, wherever', async () => {
    for (const share of [0.3, 0.6, 0.9, 0.99]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toBe(DAMAGED);
    }
    expect(await refusal(whole.subarray(0, whole.length - 1))).toBe(DAMAGED);
    expect(await refusal(whole.subarray(0, 40))).toBe(FOREIGN);
  });

  it('a file with one flipped bit, wherever', async () => {
    const places = Array.from({ length: 40 }, (_, index) => 20 + Math.floor(((whole.length - 21) * index) / 39));
    for (const place of places) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      // gzip fills up to whole bytes with bits that mean nothing: a flip of those alters nothing.
      if (isUnharmed(bytes)) continue;
      expect([DAMAGED, FOREIGN]).toContain(await refusal(bytes));
    }
  });

  it('a backup without its manifest', async () => {
    expect(await refusal(await changed((entries) => entries.slice(0, -1)))).toBe(DAMAGED);
  });

  it('a backup with an altered, missing, repeated or added part', async () => {
    const altered = (entry: Entry) =>
      isTable(entry) ? { ...entry, content: entry.content.replace('Ada', 'Eve') } : entry;
    expect(await refusal(await changed((entries) => entries.map(altered)))).toBe(DAMAGED);
    expect(await refusal(await changed((entries) => entries.filter((entry) => !isTable(entry))))).toBe(DAMAGED);
    expect(
      await refusal(await changed((entries) => entries.flatMap((one) => (isTable(one) ? [one, one] : [one])))),
    ).toBe(DAMAGED);
    expect(await refusal(await changed((entries) => entries.filter(({ name }) => name !== 'files/letter.txt')))).toBe(
      DAMAGED,
    );
    expect(await refusal(await withFile({ name: 'files/more.txt', content: 'more' }))).toBe(DAMAGED);
    expect(await refusal(await withFile({ name: 'secret', content: 'another secret than it had' }))).toBe(DAMAGED);
    expect(await refusal(await changed((entries) => [...entries, { name: 'files/more.txt', content: '' }]))).toBe(
      DAMAGED,
    );
  });

  it.each([
    'files/../../evil',
    'files/a/../../../evil',
    '/etc/evil',
    '../evil',
    'files//evil',
    'files/./evil',
    'files/',
  ])('a path that leads out: %s', async (name) => {
    const sum = { bytes: 4, sha256: sha256('evil') };
    expect(await refusal(await withFile({ name, content: 'evil' }, sum))).toMatch(
      /which no backup does|holds a link or a folder/,
    );
  });

  it.each(['symlink', 'directory'] as const)('a %s', async (type) => {
    const extra = { name: 'files/link', content: '', type, ...(type === 'symlink' && { linkname: '../secret' }) };
    expect(await refusal(await withFile(extra))).toContain('holds a link or a folder');
  });

  it('what is no backup at all', async () => {
    expect(await refusal(Buffer.alloc(0))).toBe(FOREIGN);
    expect(await refusal(Buffer.from('hello'))).toBe(FOREIGN);
    expect(await refusal(gzipSync('hello'.repeat(1_000)))).toBe(FOREIGN);
    expect(await refusal(await changed(([, ...entries]) => entries))).toBe(FOREIGN);
    expect(await refusal(await changed(() => [{ name: 'header.json', content: '{"format":"?"}' }]))).toBe(FOREIGN);
    const missing = join(folder, 'missing.tar.gz');
    await expect(restoreFrom(missing, { dataFolder: target() })).rejects.toThrow(`There is no file ${missing}.`);
  });

  it('a backup in the format of a newer version', async () => {
    const newer = await changed(([header, ...entries]) => [
      { name: 'header.json', content: (header?.content ?? '').replace('"format":1', '"format":2') },
      ...entries,
    ]);
    expect(await refusal(newer)).toBe(
      'The file was written by a newer version of Tenure. Restore it with that version. Nothing was changed.',
    );
  });

  it('to replace what a data folder holds', async () => {
    const dataFolder = await newFolder();
    const file = join(folder, 'whole.tar.gz');
    await writeFile(join(dataFolder, 'mine.txt'), 'mine');
    await expect(restoreFrom(file, { dataFolder })).rejects.toThrow(/is not empty \(it holds mine.txt\)/);
    expect(await readdir(dataFolder)).toEqual(['mine.txt']);
    await expect(restoreFrom(file, { dataFolder: join(dataFolder, 'mine.txt') })).rejects.toThrow('is not a folder');
  });
});

describe('a backup refuses', () => {
  const place = async () => ({
    dataFolder: await newFolder(),
    env: { DATABASE_URL: urlOf(await workerDatabase()), SECRET: inject('database').secret },
  });

  it('to overwrite a file', async () => {
    const file = join(folder, 'mine.tar.gz');
    await writeFile(file, 'mine');
    await expect(backUpTo(file, await place())).rejects.toThrow('mine.tar.gz is there already and is not overwritten');
    expect(await readFile(file, 'utf8')).toBe('mine');
    await writeFile(join(folder, 'other.tar.gz.partial'), 'mine');
    await expect(backUpTo(join(folder, 'other.tar.gz'), await place())).rejects.toThrow('Another backup is writing it');
    expect(await readFile(join(folder, 'other.tar.gz.partial'), 'utf8')).toBe('mine');
  });

  it('to go on when it is stopped, or when an upload is no file, and leaves none behind', async () => {
    const from = await place();
    await writeUpload(from.dataFolder, 'letter.txt', 'a letter');
    await symlink('letter.txt', join(uploadsIn(from.dataFolder), 'link'));
    const before = await readdir(folder);
    await expect(backUpTo(join(folder, 'link.tar.gz'), from)).rejects.toThrow('link is neither a file nor a folder');
    const stopping = new AbortController();
    const stopped = backUpTo(join(folder, 'stopped.tar.gz'), { ...(await place()), signal: stopping.signal });
    setImmediate(() => stopping.abort());
    await once(stopping.signal, 'abort');
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(await readdir(folder)).toEqual(before);
  });

  it('a folder where no server has run', async () => {
    const dataFolder = join(folder, 'nowhere');
    await expect(backUpTo(join(folder, 'x.tar.gz'), { dataFolder })).rejects.toThrow('There is nothing to back up');
    expect(await readdir(folder)).not.toContain('nowhere');
  });
});
