/** The built server as the process that `npm start` runs: its settings, what it says, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { setUp } from '../../scripts/set-up.mjs';
import { clockEnv } from '../clock.mjs';

/** Made on import, which no test's time limit counts. */
const build = await setUp();

/** How a program ended, and all that it said on its way. */
type Ending = { status: number | null; out: string; err: string };

export type Program = {
  child: ChildProcess;
  /** What it calls itself, without a trailing slash, once it listens; rejects with its words if it ends before. */
  address: Promise<string>;
  ended: Promise<Ending>;
};

const READY = /^Tenure is ready at (http:\S+)\n/;

/** Settings of this process are not handed on: a test names all that matter. */
const KEPT = ['PATH', 'HOME', 'TMPDIR'] as const;

/** Starts it. If the test leaves it running, it is asked to stop when the test ends. */
export function startProgram(env: Record<string, string>): Program {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = spawn(process.execPath, [join(build, 'server/main.js')], {
    env: { ...kept, ...clockEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, ...said }));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
      const [, found] = READY.exec(said.out) ?? [];
      if (found) resolve(found);
    });
    void ended.then(({ status, out, err }) => reject(new Error(`It ended with ${status}: ${out}${err}`)));
  });
  address.catch(() => {}); // a program that is meant to refuse is asked for its ending only
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, address, ended };
}

/** A path in the run's folder, where nothing lies yet. The database's account can reach it. */
export async function newDataFolder(): Promise<string> {
  const above = await mkdtemp(join(inject('database').folder, 'program-'));
  await chmod(above, 0o711);
  return join(above, 'data');
}
