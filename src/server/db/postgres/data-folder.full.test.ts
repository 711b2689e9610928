import { chmod, chown, mkdir, readdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresYard } from '../../../../test/servers/postgres-server.ts';
import { canRead, chooseDataFolder, runsAsRoot, SYSTEM_FOLDER } from './data-folder.server.ts';

const yard = postgresYard();
afterAll(() => yard.clear());

/** A uid that owns no other files. */
const ORDINARY = 65_533;

const uidsOf = async (folder: string) => {
  const names = await readdir(folder, { recursive: true });
  return new Set(await Promise.all(names.map(async (name) => (await stat(join(folder, name))).uid)));
};

/** A checkout that only root can enter, as below /root. */
async function rootOnlyCheckout(): Promise<string> {
  const closed = join(await yard.folder(), 'root only');
  await mkdir(closed, { mode: 0o700 });
  const checkout = join(closed, 'tenure');
  await mkdir(checkout);
  return checkout;
}

it('uses DATA_DIR, else .data in the checkout or the target of that link', async () => {
  const [checkout, elsewhere] = [await yard.folder(), await realpath(await yard.folder())];
  expect(await chooseDataFolder({ dataDir: '/srv/tenure', checkout })).toBe('/srv/tenure');
  expect(await chooseDataFolder({ dataDir: undefined, checkout })).toBe(join(checkout, '.data'));
  await symlink(elsewhere, join(checkout, '.data'));
  expect(await chooseDataFolder({ dataDir: undefined, checkout })).toBe(elsewhere);
});

describe.runIf(runsAsRoot())('started by root', () => {
  it('runs the database as an existing account that owns only its own folder', async () => {
    const accounts = await readFile('/etc/passwd', 'utf8');
    const { dataFolder, postmaster } = await yard.started({ dataDir: await yard.dataDir() });
    const { uid } = await stat(`/proc/${postmaster}`);
    expect(uid).toBeGreaterThan(0);
    expect(accounts).toMatch(new RegExp(`:x?:${uid}:`));
    expect(await readFile('/etc/passwd', 'utf8')).toBe(accounts);
    expect(await readFile(`/proc/${postmaster}/status`, 'utf8')).toMatch(/^Groups:\s*$/m);
    expect(await uidsOf(join(dataFolder, 'postgres'))).toEqual(new Set([uid]));
    expect((await stat(dataFolder)).uid).toBe(0);
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o711);
  });

  it('puts data and binaries in the system folder and links .data if only root can enter the checkout', async () => {
    const checkout = await rootOnlyCheckout();
    const first = await yard.started({ checkout });
    expect(dirname(first.dataFolder)).toBe(SYSTEM_FOLDER);
    expect(basename(first.dataFolder)).toMatch(/^tenure-[0-9a-f]{8}$/);
    expect(await realpath(join(checkout, '.data'))).toBe(first.dataFolder);
    await first.query('create table kept as select 42 as answer');
    await first.stop();

    const second = await yard.started({ checkout });
    expect(second.dataFolder).toBe(first.dataFolder);
    expect(await second.query('select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('finds the data again after the checkout is opened to all', async () => {
    const checkout = await rootOnlyCheckout();
    const { dataFolder, stop } = await yard.started({ checkout });
    await stop();
    await chmod(dirname(checkout), 0o755);
    expect(await chooseDataFolder({ dataDir: undefined, checkout })).toBe(dataFolder);
  });

  it('rejects a DATA_DIR that the database cannot reach, unchanged, with instructions', async () => {
    const checkout = await rootOnlyCheckout();
    const { code, message } = await yard.refused({ dataDir: join(checkout, 'data') });
    expect(code).toBe('unreachable');
    expect(message).toContain(
      'cannot enter that folder or one above it. No changes were made. Set DATA_DIR to a folder',
    );
    expect(await readdir(checkout)).toEqual([]);
  });

  it('makes its own DATA_DIR traversable only', async () => {
    const dataDir = join(await yard.folder(), 'mine');
    await mkdir(dataDir, { mode: 0o700 });
    await yard.started({ dataDir });
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711);
  });

  it('runs as the owner of an ordinary user’s folder', async () => {
    const dataDir = await yard.dataDir();
    await chown(join(dataDir, 'postgres'), ORDINARY, ORDINARY);
    for (const name of await readdir(join(dataDir, 'postgres'), { recursive: true })) {
      await chown(join(dataDir, 'postgres', name), ORDINARY, ORDINARY);
    }
    const { postmaster } = await yard.started({ dataDir });
    expect((await stat(`/proc/${postmaster}`)).uid).toBe(ORDINARY);
  });
});

describe('started by an ordinary user', async () => {
  // initdb needs an account with a name; uid 65534 exists everywhere, but may not reach a Node below /root.
  const nobody = runsAsRoot() ? 65_534 : undefined;
  const node = await canRead(process.execPath, nobody ? { uid: nobody, gid: nobody } : undefined);

  it.runIf(node)('keeps everything private to that user', async () => {
    const checkout = join(await yard.folder(), 'my tenure');
    await mkdir(checkout);
    if (nobody) await chown(checkout, nobody, nobody);
    const options = { checkout, ...(nobody && { uid: nobody }) };
    const { dataFolder, query, postmaster, stop } = await yard.started(options);
    const self = nobody ?? process.getuid?.();
    expect(dataFolder).toBe(join(checkout, '.data'));
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(`/proc/${postmaster}`)).uid).toBe(self);
    expect(await uidsOf(dataFolder)).toEqual(new Set([self]));
    await query('create table kept as select 42 as answer');
    expect(await stop()).toBe(0);
    const again = await yard.started(options);
    expect(await again.query('select answer from kept')).toEqual([{ answer: 42 }]);
  });
});
