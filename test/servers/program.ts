/** The built server as the process of `npm start`: settings, output and exit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { setUp } from '../../scripts/set-up.mjs';
import { clockEnv } from '../clock.mjs';

/** Built on import, outside tests' time limits. */
const build = await setUp();

/** A process's exit and its whole output. */
type Ending = { status: number | null; out: string; err: string };

export type Program = {
  child: ChildProcess;
  /** Its URL without a trailing slash, once it listens; rejects with its output if it exits first. */
  address: Promise<string>;
  ended: Promise<Ending>;
};

const READY = /^Tenure is ready at (http:\S+)\n/;

/** The only settings inherited from this process. */
const KEPT = ['PATH', 'HOME', 'TMPDIR'] as const;

/** Starts it. Stopped after the test if still running. */
export function startProgram(env: Record<string, string>): Program {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const child = spawn(process.execPath, [join(build, 'server/main.js')], {
    env: { ...kept, ...clockEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, ...output }));
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text;
      const [, found] = READY.exec(output.out) ?? [];
      if (found) resolve(found);
    });
    void ended.then(({ status, out, err }) => reject(new Error(`The program exited with ${status}: ${out}${err}`)));
  });
  address.catch(() => {}); // tests of failing starts only await `ended`
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, address, ended };
}

/** A new path in the run's folder that the database account can reach. */
export async function newDataFolder(): Promise<string> {
  const above = await mkdtemp(join(inject('database').folder, 'program-'));
  await chmod(above, 0o711);
  return join(above, 'data');
}
