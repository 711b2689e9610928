import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../../scripts/free-port.mjs';
import { urlOf } from '../../../scripts/tables/database-url.ts';
import { ownDatabase } from '../../../test/servers/database.ts';
import { newDataFolder, startProgram } from '../../../test/servers/program.ts';
import { processStartTime } from '../../server/db/postgres/postmaster.server.ts';

const WAIT = { timeout: 30_000, interval: 50 };
const DAY_MS = 24 * 60 * 60 * 1000;

async function startTwo(name: string) {
  const { child, address, ended } = startProgram({
    DATABASE_URL: urlOf(await ownDatabase(name)),
    SECRET: inject('database').secret,
    DATA_DIR: await newDataFolder(),
    CLOCK: 'movable',
    WORKERS: '2',
    PORT: String(await freePort()),
  });
  const workers = () => childrenOf(child.pid ?? 0);
  return { child, ended, workers, address: await address };
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return processes.flatMap(([pid = 0, above]) => (above === parent ? pid : []));
}

/** Moves the clock by a request on a new connection, which the next worker handles. Returns the offset in days. */
function moveClock(address: string, milliseconds: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { origin: address, 'content-type': 'application/json' };
    const clockRequest = request(`${address}/dev/time`, { method: 'POST', agent: false, headers }, (answer) => {
      text(answer).then((body) => {
        const { now } = z.object({ now: z.string() }).parse(JSON.parse(body));
        resolve(Math.round((Date.parse(now) - Date.now()) / DAY_MS));
      }, reject);
    });
    clockRequest.on('error', reject).end(JSON.stringify({ milliseconds }));
  });
}

const clocks = (address: string) => Promise.all([0, 0, 0, 0].map((none) => moveClock(address, none)));

it('moves every worker’s clock and replaces a crashed worker', async () => {
  const { address, workers, child, ended } = await startTwo('workers');
  const before = workers();
  expect(before).toHaveLength(2);
  expect([await moveClock(address, DAY_MS), await moveClock(address, DAY_MS)]).toEqual([1, 2]);
  expect(await clocks(address)).toEqual([2, 2, 2, 2]);

  // Workers must ignore SIGINT, which Ctrl-C also sends to them.
  for (const worker of before) process.kill(worker, 'SIGINT');
  process.kill(before[0] ?? 0, 'SIGKILL');
  await vi.waitFor(() => {
    expect(workers()).toHaveLength(2);
    expect(workers()).not.toEqual(before);
  }, WAIT);
  expect(workers()).toContain(before[1]);
  // Both the surviving worker and the replacement have the moved clock.
  expect(await clocks(address)).toEqual([2, 2, 2, 2]);
  const after = workers();
  child.kill('SIGTERM');
  const { status, out, err } = await ended;
  expect([status, out]).toEqual([0, `Tenure is ready at ${address}\n`]);
  expect(err).toContain('A worker ended: replacing it');
  expect(after.filter(processStartTime)).toEqual([]);
});

it('ends its workers when the primary process is killed', async () => {
  const { address, workers, child } = await startTwo('orphans');
  const orphans = workers();
  child.kill('SIGKILL');
  await vi.waitFor(() => expect(orphans.filter(processStartTime)).toEqual([]), WAIT);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});
