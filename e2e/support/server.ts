/** Starts the production build as a user would, on a free port and a data folder of its own, and stops it again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { clockEnv } from '../../test/clock.mjs';

export type RunningServer = {
  /** What it calls itself, without a trailing slash: also the Origin that a change has to come from. */
  address: string;
  dataFolder: string;
  /** Moves its clock forward; negative moves it back. Milliseconds. */
  moveClock(milliseconds: number): Promise<void>;
  /** The time by its clock. */
  now(): Date;
  /** Stops it, runs `work` without it, and starts it again at the same address, with all that it had. */
  without(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

/** How long a server may take to say its address, in milliseconds: a first start creates its database. */
const TIMEOUT_MS = 120_000;

/** Nothing of the caller's own settings: not their database, not their address. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

/** What the tests need: a clock that moves, and visitors from networks of their own. */
const SETTINGS = { NODE_ENV: 'production', HOST: '127.0.0.1', CLOCK: 'movable', TRUST_PROXY: '1', LOG_LEVEL: 'error' };

/** `build` is a folder of `dist`. Rejects with all that the server said if it ends before it listens. */
export async function startServer(build: string): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tenure-e2e-'));
  const env: NodeJS.ProcessEnv = { ...SETTINGS, PORT: String(await freePort()), DATA_DIR: dataFolder, ...clockEnv() };
  for (const name of KEPT) if (process.env[name]) env[name] = process.env[name];
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

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`The server has not said its address. It said:\n${said}`)),
      TIMEOUT_MS,
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        const [address] = /http:\/\/[\w.:[\]-]+/.exec(said) ?? [];
        if (!address) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`The server ended before it listened. It said:\n${said}`));
    });
  });
}

async function moveClock(address: string, milliseconds: number): Promise<void> {
  const { ok, status } = await fetch(`${address}/dev/time`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ milliseconds }),
  });
  if (!ok) throw new Error(`Moving the clock was answered ${status}.`);
}
