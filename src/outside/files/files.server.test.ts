import { describe, expect, it } from 'vitest';
import {
  inBucket,
  LARGE,
  newPath,
  onDisk,
  pdf,
  read,
  type Store,
  UNAVAILABLE,
} from '../../../test/servers/file-stores.ts';

const stores: Record<string, () => Store | Promise<Store>> = { 'the disk': onDisk, S3: inBucket };

describe.each(Object.entries(stores))('%s', (_, open) => {
  it('returns every byte, whole and in ranges', async () => {
    const { files } = await open();
    const path = newPath();
    await files.put(path, pdf());
    expect((await read(files, path))?.equals(LARGE)).toBe(true);
    const last = LARGE.length - 1;
    for (const [start, end] of [
      [0, 1],
      [0, last],
      [last, last],
      [700_000, 1_200_000],
    ] as const) {
      expect((await read(files, path, { start, end }))?.equals(LARGE.subarray(start, end + 1))).toBe(true);
    }
  });

  it('allows a read to be cancelled', async () => {
    const { files } = await open();
    const path = newPath();
    await files.put(path, pdf());
    const reader = (await files.get(path))?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    expect((await read(files, path))?.length).toBe(LARGE.length);
  });

  it('returns undefined for unknown files and for folders', async () => {
    const { files } = await open();
    expect(await files.get(newPath())).toBeUndefined();
    expect(await files.get(newPath(), { start: 0, end: 9 })).toBeUndefined();
    expect(await files.get('tenant_images/nobody/nothing.jpg')).toBeUndefined();
  });

  it('never overwrites a file', async () => {
    const { files } = await open();
    const path = newPath();
    await files.put(path, pdf());
    await expect(files.put(path, pdf(Buffer.from('other')))).rejects.toThrow(`A file already exists at ${path}`);
    expect((await read(files, path))?.equals(LARGE)).toBe(true);
  });

  it('stores one of two concurrent files with the same name', async () => {
    const { files } = await open();
    const path = newPath();
    const contents = [Buffer.alloc(200_000, 'a'), Buffer.alloc(200_000, 'b')];
    const results = await Promise.allSettled(contents.map((bytes) => files.put(path, pdf(bytes))));
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await read(files, path))?.equals(contents[winner] ?? Buffer.alloc(0))).toBe(true);
  });

  it('removes a file and ignores missing ones', async () => {
    const { files, countFiles } = await open();
    const path = newPath();
    const before = countFiles();
    await files.put(path, pdf());
    expect(countFiles()).toBe(before + 1);
    await files.remove(path);
    await files.remove(path);
    await files.remove('tenant_images/nobody/nothing.jpg');
    expect(countFiles()).toBe(before);
    expect(await files.get(path)).toBeUndefined();
    await files.put(path, pdf());
  });

  it('distinguishes names in every script and with symbols', async () => {
    const { files } = await open();
    const names = ['a b', 'a+b', 'a%20b', "it's (1)!*.pdf", 'é🏠', '~&=?#;:@,$', '..a', 'a..'];
    const paths = names.map((name) => `property-invoices/somebody/${name}`);
    for (const path of paths) await files.put(path, pdf(Buffer.from(path)));
    for (const path of paths) expect((await read(files, path))?.toString()).toBe(path);
  });

  it.each(['../evil', 'a/../../evil', '/etc/passwd', 'a//b', './a', 'a/.', '', 'a\0b', '..\\evil'])(
    'rejects the path %j',
    async (path) => {
      const { files } = await open();
      for (const operation of [() => files.put(path, pdf()), () => files.get(path), () => files.remove(path)]) {
        await expect(operation()).rejects.toThrow('is outside the file store');
      }
    },
  );

  it('fails a read when the file is truncated', async () => {
    const { files, truncate } = await open();
    const path = newPath();
    await files.put(path, pdf());
    truncate(path);
    await expect(read(files, path, { start: 0, end: LARGE.length - 1 })).rejects.toMatchObject(UNAVAILABLE);
  });

  it('is unavailable when the store is down, without losing files', async () => {
    const store = await open();
    const path = newPath();
    await store.files.put(path, pdf());
    await store.files.check();
    await store.disconnect();
    const operations = [
      () => store.files.put(newPath(), pdf()),
      () => store.files.get(path),
      () => store.files.get(newPath()),
      () => store.files.remove(path),
      () => store.files.check(),
    ];
    for (const operation of operations) await expect(operation()).rejects.toMatchObject(UNAVAILABLE);
  });
});
