/** Runs the production build on a free port with a new data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { connectToDatabase } from '../../scripts/server-process.ts';
import { clockEnv } from '../../test/clock.mjs';

export type RunningServer = {
  /** The public URL without a trailing slash. Requests that change data must send it as their `Origin` header. */
  address: string;
  dataFolder: string;
  moveClock(milliseconds: number): Promise<void>;
  now(): Date;
  /** Stops the server during `work`, and restarts it with the same address and data. */
  without(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

/** Long, because the first start creates the database, possibly on a very busy machine. */
const TIMEOUT_MS = 300_000;

const INHERITED_ENV = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** CLOCK lets tests move the clock, and TRUST_PROXY takes visitors' addresses from headers. */
const SETTINGS = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  CLOCK: 'movable',
  TRUST_PROXY: '1',
  LOG_LEVEL: 'error',
  WEBHOOK_ALLOW: '127.0.0.1',
};

/** `build` is a folder of `dist`. Rejects with the server's output if the server exits before it listens. */
export async function startServer(build: string): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tenure-e2e-'));
  const env: NodeJS.ProcessEnv = { ...SETTINGS, PORT: String(await freePort()), DATA_DIR: dataFolder, ...clockEnv() };
  for (const name of INHERITED_ENV) if (process.env[name]) env[name] = process.env[name];
  const start = () =>
    spawn(process.execPath, [join(build, 'server/main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let child = start();
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const stop = async () => {
    await end();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const without = async (work: () => Promise<void>) => {
    await end();
    try {
      await work();
    } finally {
      child = start();
      await addressOf(child);
    }
  };
  try {
    const address = await addressOf(child);
    await withoutFlushing(dataFolder);
    let offset = 0;
    const now = () => new Date(Date.now() + offset);
    const move = async (milliseconds: number) => {
      await moveClock(address, milliseconds);
      offset += milliseconds;
    };
    return { address, dataFolder, moveClock: move, now, without, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Turns off fsync: the data need not survive a power failure, and still survives a killed database. */
async function withoutFlushing(dataFolder: string): Promise<void> {
  const client = await connectToDatabase({ dataFolder });
  for (const setting of ['fsync', 'full_page_writes']) await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`The server did not start in time. Its output:\n${output}`)),
      TIMEOUT_MS,
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [address] = /http:\/\/[\w.:[\]-]+/.exec(output) ?? [];
        if (!address) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`The server exited before listening. Its output:\n${output}`));
    });
  });
}

async function moveClock(address: string, milliseconds: number): Promise<void> {
  const { ok, status } = await fetch(`${address}/dev/time`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ milliseconds }),
  });
  if (!ok) throw new Error(`Moving the clock returned ${status}.`);
}
