/** The built server as a process that may be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Place = { build: string; dataFolder: string; port: number };

export type ServerProcess = {
  child: ChildProcess;
  /** Milliseconds until it said that it is ready; rejects with its last words if it ends before. */
  ready: Promise<number>;
  ended: Promise<{ status: number | null; words: string }>;
};

export function startServer({ build, dataFolder, port }: Place): ServerProcess {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(build, 'server/main.js')], {
    env: { PATH: process.env.PATH, DATA_DIR: dataFolder, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (text: Buffer) => {
    words = `${words}${text}`.slice(-4_000);
  });
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, words }));
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Tenure is ready')) resolve(performance.now() - begun);
      else words = `${words}${text}`.slice(-4_000);
    });
    void ended.then((end) => reject(new Error(`The server ended with ${end.status}: ${end.words}`)));
  });
  ready.catch(() => undefined); // a server that is killed while starting is no surprise
  return { child, ready, ended };
}
