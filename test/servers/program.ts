/** Runs the built server as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { setUp } from '../../scripts/set-up.mjs';
import { clockEnv } from '../clock.mjs';

/** The build runs on import, outside the tests' time limits. */
const build = await setUp();

type Ending = { status: number | null; out: string; err: string };

export type Program = {
  child: ChildProcess;
  /** The server's URL without a trailing slash, once it listens. Rejects with the output if the server exits first. */
  address: Promise<string>;
  ended: Promise<Ending>;
};

const READY_MESSAGE = /^Tenure is ready at (http:\S+)\n/;

const INHERITED_ENV = ['PATH', 'HOME', 'TMPDIR'] as const;

/** Starts the server, which is stopped after the test. */
export function startProgram(env: Record<string, string>): Program {
  const kept = Object.fromEntries(
    INHERITED_ENV.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
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
      const [, found] = READY_MESSAGE.exec(output.out) ?? [];
      if (found) resolve(found);
    });
    void ended.then(({ status, out, err }) => reject(new Error(`The program exited with ${status}: ${out}${err}`)));
  });
  address.catch(() => {}); // Tests of failing starts await only `ended`.
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, address, ended };
}

/** Returns a new path in the run's folder that the database's account can reach. */
export async function newDataFolder(): Promise<string> {
  const above = await mkdtemp(join(inject('database').folder, 'program-'));
  await chmod(above, 0o711);
  return join(above, 'data');
}
