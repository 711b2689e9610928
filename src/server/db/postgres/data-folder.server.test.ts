import { lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeSocketFolder, removeSocketFolder, renewSocketFolder } from './data-folder.server.ts';
import { sharedBuffers } from './postmaster.server.ts';

// TMPDIR may be too long for a socket.
const TEMPORARY = join(sep, 'tmp');
let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(TEMPORARY, 'tenure-socket-test-'));
  vi.stubEnv('TMPDIR', place);
});
afterEach(() => rm(place, { recursive: true }));

const mode = async (path: string) => (await lstat(path)).mode & 0o777;

it('creates the socket folder in the temporary folder for its owner only, and recreates it', async () => {
  const folder = await makeSocketFolder(undefined);
  expect([dirname(folder), await mode(folder)]).toEqual([place, 0o700]);
  await rm(folder, { recursive: true });
  await renewSocketFolder(folder, undefined);
  expect(await mode(folder)).toBe(0o700);
});

it.each(['x'.repeat(100), 'with, comma', 'missing'])(
  'creates the socket folder in /tmp when TMPDIR is unsuitable: %s',
  async (name) => {
    const temporary = join(place, name);
    if (name !== 'missing') await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    const folder = await makeSocketFolder(undefined);
    expect(dirname(folder)).toBe(TEMPORARY);
    await removeSocketFolder(folder);
    await expect(lstat(folder)).rejects.toThrow('ENOENT');
  },
);

it('keeps a folder of another name, even if a database file refers to it', async () => {
  const other = join(place, 'precious');
  await mkdir(other);
  await writeFile(join(other, '.s.PGSQL.5432'), '');
  await removeSocketFolder(other);
  await expect(lstat(join(other, '.s.PGSQL.5432'))).resolves.toBeDefined();
});

it('sets shared buffers to a sixteenth of the memory, within limits', () => {
  const GB = 1024 ** 3;
  const taken = [0.25, 0.5, 2, 4, 64].map((size) => sharedBuffers(size * GB));
  expect(taken).toEqual(['32MB', '32MB', '128MB', '256MB', '256MB']);
});
