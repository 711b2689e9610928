import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { backUpTo, newFile, newFolder, placeFor } from '../../../test/servers/backups.ts';
import { workerDatabase } from '../../../test/servers/database.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
const place = async () => placeFor({ database: await workerDatabase() });

beforeAll(async () => {
  folder = await newFolder();
});

describe('a second backup', () => {
  it('never overwrites a file', async () => {
    const file = join(folder, 'mine.tar.gz');
    await writeFile(file, 'mine');
    await expect(backUpTo(file, await place())).rejects.toThrow(
      'mine.tar.gz already exists and will not be overwritten',
    );
    await writeFile(join(folder, 'other.tar.gz.partial'), 'mine');
    await expect(backUpTo(join(folder, 'other.tar.gz'), await place())).rejects.toThrow('Another backup is writing it');
    for (const name of ['mine.tar.gz', 'other.tar.gz.partial']) {
      expect(await readFile(join(folder, name), 'utf8')).toBe('mine');
    }
  });

  it('stops when aborted and leaves no file', async () => {
    const before = await readdir(folder);
    const stopping = new AbortController();
    const stopped = backUpTo(join(folder, 'stopped.tar.gz'), { ...(await place()), signal: stopping.signal });
    setImmediate(() => stopping.abort());
    await once(stopping.signal, 'abort');
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(await readdir(folder)).toEqual(before);
  });

  it('rejects an unused folder and a database with another SECRET', async () => {
    const dataFolder = join(folder, 'nowhere');
    await expect(backUpTo(join(folder, 'x.tar.gz'), { dataFolder })).rejects.toThrow('no server has run there');
    expect(await readdir(folder)).not.toContain('nowhere');
    const from = await place();
    const env = { ...from.env, SECRET: 'quite another secret of enough characters' };
    await expect(backUpTo(await newFile(), { ...from, env })).rejects.toThrow('a different SECRET');
  });
});
