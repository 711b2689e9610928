import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type PostgresServer, postgresYard } from '../../../../test/servers/postgres-server.ts';
import { processStartTime } from './postmaster.server.ts';

const yard = postgresYard();
afterAll(() => yard.clear());

async function serverWithRow(): Promise<PostgresServer & { dataDir: string }> {
  const dataDir = await yard.dataDir();
  const server = await yard.started({ dataDir });
  await server.query('create table kept as select 42 as answer');
  return { ...server, dataDir };
}

const answersAgain = (server: PostgresServer) =>
  vi.waitFor(async () => expect(await server.query('select answer from kept')).toEqual([{ answer: 42 }]), {
    timeout: 20_000,
  });

describe('when something is killed', () => {
  it('adopts the database of a killed server', async () => {
    const first = await serverWithRow();
    await first.kill();
    const second = await yard.started({ dataDir: first.dataDir });
    expect(second.postmaster).toBe(first.postmaster);
    await answersAgain(second);
    expect(await second.stop()).toBe(0);
    expect(processStartTime(first.postmaster)).toBeUndefined();
  });

  it('restarts a killed database at the same address', async () => {
    const server = await serverWithRow();
    process.kill(server.postmaster, 'SIGKILL');
    await vi.waitFor(async () => expect(await server.postmasterNow()).not.toBe(server.postmaster), { timeout: 20_000 });
    await answersAgain(server);
    expect(await server.stop()).toBe(0);
  });

  it('keeps the same database running after a killed session ends all others', async () => {
    const server = await serverWithRow();
    const [session] = await server.query(
      `select pid from pg_stat_activity where application_name like 'tenure server%'`,
    );
    process.kill(Number(session?.pid), 'SIGKILL');
    await answersAgain(server);
    await vi.waitFor(async () => expect((await yard.refused({ dataDir: server.dataDir })).code).toBe('in-use'));
    expect(await server.postmasterNow()).toBe(server.postmaster);
    expect(await server.stop()).toBe(0);
  });

  it('starts after both were killed, in either order, and removes the old socket', async () => {
    const first = await serverWithRow();
    process.kill(first.postmaster, 'SIGKILL');
    await first.kill();
    const second = await yard.started({ dataDir: first.dataDir });
    await answersAgain(second);
    await second.kill();
    process.kill(await postmasterIn(first.dataDir), 'SIGKILL');
    const third = await yard.started({ dataDir: first.dataDir });
    await answersAgain(third);
    await expect(stat(second.connection.host)).rejects.toThrow('ENOENT');
  });

  it('starts while a busy session outlives its database', async () => {
    const server = await serverWithRow();
    const endless = server.query('do $$ begin loop end loop; end $$');
    await vi.waitFor(async () =>
      expect(await server.query(`select from pg_stat_activity where query like 'do %'`)).toHaveLength(1),
    );
    process.kill(server.postmaster, 'SIGKILL');
    await expect(endless).rejects.toThrow('terminating connection');
    await answersAgain(server);
  });

  it('starts if another process has the pid of the dead database', async () => {
    const server = await serverWithRow();
    await server.kill();
    process.kill(server.postmaster, 'SIGKILL');
    const { uid, gid } = await stat(join(server.dataDir, 'postgres'));
    const other = spawn('sleep', ['1000'], { cwd: '/', ...(process.getuid?.() === 0 && { uid, gid }) });
    const file = join(server.dataDir, 'postgres/postmaster.pid');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)));
    try {
      await answersAgain(await yard.started({ dataDir: server.dataDir }));
      expect(other.exitCode).toBeNull();
    } finally {
      other.kill();
    }
  });
});

describe('a second start on one data folder', () => {
  it('names the running server and does not disturb it', async () => {
    const server = await serverWithRow();
    const { code, message } = await yard.refused({ dataDir: server.dataDir });
    expect(code).toBe('in-use');
    expect(message).toContain(
      `Tenure already runs on the data folder ${server.dataDir} (process ${server.child.pid}, http://localhost:4567).`,
    );
    expect(await server.postmasterNow()).toBe(server.postmaster);
    await answersAgain(server);
  });

  it('is rejected while the first server’s database is down', async () => {
    const server = await serverWithRow();
    process.kill(server.postmaster, 'SIGKILL');
    expect((await yard.refused({ dataDir: server.dataDir })).code).toBe('in-use');
    await answersAgain(server);
  });

  it('is accepted when the pid in server.json belongs to another process', async () => {
    const server = await serverWithRow();
    await server.kill();
    const file = join(server.dataDir, 'server.json');
    const { born } = JSON.parse(await readFile(file, 'utf8')) as { born: string };
    await writeFile(file, JSON.stringify({ pid: process.pid, born, url: 'http://localhost:1' }));
    const next = await yard.started({ dataDir: server.dataDir });
    expect(await next.query('select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('is rejected by the lock when server.json is unreadable', async () => {
    const server = await serverWithRow();
    await writeFile(join(server.dataDir, 'server.json'), '{ torn');
    expect((await yard.refused({ dataDir: server.dataDir })).code).toBe('in-use');
    await answersAgain(server);
  });
});

async function postmasterIn(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}
