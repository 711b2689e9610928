import { lstat, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSocketFolder, removeSocketFolder, renewSocketFolder } from './socket-folder.server.ts';

// The system's own, wherever TMPDIR of this run points: it is short.
const TEMPORARY = join(sep, 'tmp');
let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(TEMPORARY, 'tenure-socket-test-'));
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => rm(place, { recursive: true }));

const long = () => join(place, 'x'.repeat(100));
const yesterday = Date.now() / 1000 - 86_400;
const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

describe('the folder of the database’s socket', () => {
  it('lies in the temporary folder, open to its owner only', async () => {
    const folder = await makeSocketFolder(undefined);
    expect(dirname(folder)).toBe(place);
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['too long for a socket', long],
    ['not a plain path', () => join(place, 'with, comma')],
    ['missing', () => join(place, 'missing')],
  ])('lies in /tmp when the temporary folder is %s', async (_, path) => {
    if (!path().includes('missing')) await mkdir(path());
    vi.stubEnv('TMPDIR', path());
    const folder = await makeSocketFolder(undefined);
    expect(dirname(folder)).toBe(TEMPORARY);
    await removeSocketFolder(folder);
    expect(await isThere(folder)).toBe(false);
  });

  it('takes the place of old empty ones, and of no others', async () => {
    const [empty, young, inUse] = ['tenure-aaaaaa', 'tenure-bbbbbb', 'tenure-cccccc'].map((name) => join(place, name));
    for (const folder of [empty, young, inUse]) await mkdir(folder ?? '');
    await writeFile(join(inUse ?? '', '.s.PGSQL.5432'), '');
    for (const folder of [empty, inUse]) await utimes(folder ?? '', yesterday, yesterday);
    await makeSocketFolder(undefined);
    expect(await Promise.all([empty, young, inUse].map((folder) => isThere(folder ?? '')))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is made anew at the same path when something has tidied it away', async () => {
    const folder = await makeSocketFolder(undefined);
    await rm(folder, { recursive: true });
    await renewSocketFolder(folder, undefined);
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is never a folder that only a file of the database names so: what has another name stays', async () => {
    const other = join(place, 'precious');
    await mkdir(other);
    await writeFile(join(other, '.s.PGSQL.5432'), '');
    await removeSocketFolder(other);
    expect(await isThere(join(other, '.s.PGSQL.5432'))).toBe(true);
  });
});
