import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { postgresYard } from '../../../../test/servers/postgres-server.ts';
import { processStartTime } from './postmaster.server.ts';

const yard = postgresYard();
afterAll(() => yard.clear());

async function everyFile(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, mode } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${mode}`;
    }),
  );
}

describe('starting the embedded database', () => {
  it('keeps data across a clean stop and leaves no process or socket', async () => {
    const dataDir = await yard.dataDir();
    const first = await yard.started({ dataDir });
    await first.query('create table kept as select 42 as answer');
    expect(await first.stop()).toBe(0);
    expect(processStartTime(first.postmaster)).toBeUndefined();
    await expect(stat(first.connection.host)).rejects.toThrow('ENOENT');

    const second = await yard.started({ dataDir });
    expect(await second.query('select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('is private: a socket that only its account can reach, no port, a password, checksums', async () => {
    const { connection, query, dataFolder } = await yard.started({ dataDir: await yard.dataDir() });
    const modes = [connection.host, join(dataFolder, 'postgres'), join(dataFolder, 'superuser-password')];
    const [socket, cluster, password] = await Promise.all(modes.map(async (path) => (await stat(path)).mode & 0o777));
    expect([socket, cluster, password]).toEqual([0o700, 0o700, 0o600]);
    expect(await query('show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await query('show data_checksums')).toEqual([{ data_checksums: 'on' }]);
    expect(await query('show fsync')).toEqual([{ fsync: 'on' }]);
    const rules = await query(`select distinct auth_method from pg_hba_file_rules`);
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  });

  it('exposes neither password nor environment in the process list', async () => {
    const { connection, postmaster } = await yard.started({ dataDir: await yard.dataDir() });
    expect(await readFile(`/proc/${postmaster}/cmdline`, 'utf8')).not.toContain(connection.password);
    expect(await readFile(`/proc/${postmaster}/environ`, 'utf8')).not.toContain('TMPDIR');
  });

  it('runs outside the terminal’s process group, so that Ctrl-C does not stop it', async () => {
    const { postmaster } = await yard.started({ dataDir: await yard.dataDir() });
    const fields = (await readFile(`/proc/${postmaster}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    expect(Number(fields[2])).toBe(postmaster);
  });

  it('compares text by code point and supports all of Unicode', async () => {
    const { query } = await yard.started({ dataDir: await yard.dataDir() });
    expect(await query(`select lower('ÅNGSTRÖM') as lower, 'Z' < 'a' as "byCodePoint"`)).toEqual([
      { lower: 'ångström', byCodePoint: true },
    ]);
    expect(await query(`select 'a' < 'Z' collate "en-GB-x-icu" as "asPeopleSort"`)).toEqual([{ asPeopleSort: true }]);
  });

  it('starts on a path of 200 characters with spaces and quotes, and with a temporary folder as long', async () => {
    const long = join(await yard.folder(), `it's "my" data, ${'a'.repeat(60)}`, 'b'.repeat(60), 'c'.repeat(60));
    await mkdir(long, { recursive: true });
    const { query, connection } = await yard.started({ dataDir: join(long, 'data'), tmp: long });
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    expect(connection.host.length).toBeLessThan(80);
  });

  it('creates one database when started three times at once and rejects two starts', async () => {
    const dataDir = join(await yard.folder(), 'data');
    const starts = await Promise.all([yard.start({ dataDir }), yard.start({ dataDir }), yard.start({ dataDir })]);
    const refused = starts.flatMap((start) => ('failed' in start ? [start.failed.code] : []));
    expect(refused).toEqual(['in-use', 'in-use']);
    const leftovers = (await readdir(dataDir)).filter(
      (name) => !/^(postgres|postgres\.log|superuser-password|server\.json)$/.test(name),
    );
    expect(leftovers).toEqual([]);
  });
});

describe('a data folder that cannot be used', () => {
  it('is rejected unchanged, with instructions, if it has another major version', async () => {
    const dataDir = await yard.dataDir();
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    const before = await everyFile(dataDir);
    const { code, message } = await yard.refused({ dataDir });
    expect(code).toBe('other-version');
    expect(message).toContain('was made by PostgreSQL 17; this version of Tenure runs PostgreSQL 18.');
    expect(message).toContain('No changes were made. Make a backup with the last version of Tenure that used it');
    expect(await everyFile(dataDir)).toEqual(before);
  });

  it('is rejected without its password file, leaving no database running', async () => {
    const dataDir = await yard.dataDir();
    const password = join(dataDir, 'superuser-password');
    for (const spoil of [() => writeFile(password, 'another one\n'), () => rm(password)]) {
      await spoil();
      const { code, message } = await yard.refused({ dataDir });
      expect(code).toBe('did-not-start');
      expect(message).toContain('superuser-password is missing or does not match its database.');
    }
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });
});
