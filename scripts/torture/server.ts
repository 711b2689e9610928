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
    env: { PATH: process.env.PATH, DATA_DIR: dataFolder, PORT: String(port), LOG_LEVEL: 'warn', WORKERS: '2' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const keep = (text: string) => {
    words = (words + text).slice(-4_000);
  };
  child.stderr.setEncoding('utf8').on('data', keep);
  const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, words }));
  const ready = new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      keep(text);
      if (words.includes('Tenure is ready')) resolve(performance.now() - begun);
    });
    void ended.then((end) => reject(new Error(`The server ended with ${end.status}: ${end.words}`)));
  });
  ready.catch(() => undefined); // a server that is killed while starting is no surprise
  return { child, ready, ended };
}
