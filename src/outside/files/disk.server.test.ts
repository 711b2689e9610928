import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LARGE, newFolder, onDisk, pdf, read, UNAVAILABLE } from '../../../test/servers/file-stores.ts';

/** Mounts a tiny disk for the test, and returns its folder; undefined without the right to mount. */
function smallDisk(): string | undefined {
  const folder = newFolder();
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('/bin/umount', [folder]);
  });
  return folder;
}

describe('the disk', () => {
  it('rejects a file when full, leaves no partial file, and accepts smaller ones', async ({ skip }) => {
    const folder = smallDisk();
    if (!folder) return skip();
    const { files, countFiles } = onDisk(folder);
    await files.put('a/b/fits', pdf(LARGE.subarray(0, 40_000)));
    await expect(files.put('a/b/large', pdf())).rejects.toMatchObject({ code: 'insufficient_storage' });
    expect(countFiles()).toBe(1);
    await files.put('a/b/large', pdf(LARGE.subarray(0, 40_000)));
    expect((await read(files, 'a/b/large'))?.length).toBe(40_000);
  });

  it('keeps files private to its user', async () => {
    const { files, folder } = onDisk();
    await files.put('bucket/owner/name', pdf());
    const modes = ['bucket', 'bucket/owner', 'bucket/owner/name'].map((name) => statSync(join(folder, name)).mode);
    expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  });

  it('fails a read when the file shrinks', async () => {
    const { files, folder } = onDisk();
    await files.put('a/b', pdf());
    const reader = (await files.get('a/b'))?.getReader();
    await reader?.read();
    truncateSync(join(folder, 'a/b'), 1_000);
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('removes a file’s partial copy left by a crash', async () => {
    const { files, folder } = onDisk();
    mkdirSync(join(folder, 'a'));
    writeFileSync(join(folder, 'a/b.partial'), 'half');
    expect(await files.get('a/b')).toBeUndefined();
    await files.remove('a/b');
    expect(readdirSync(join(folder, 'a'))).toEqual([]);
  });
});
