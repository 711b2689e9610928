/** Starts the production build as a user would, on a free port and a data folder of its own, and stops it again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/dev/free-port.mjs';

export type RunningServer = { address: string; stop: () => Promise<void> };

/** How long a server may take to say its address, in milliseconds: a first start creates its database. */
const PATIENCE = 120_000;

/** `build` is a folder of `dist`. Rejects with all that the server said if it ends before it listens. */
export async function startServer(build: string): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tenure-e2e-'));
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    NODE_ENV: 'production',
  };
  const child = spawn(process.execPath, [join(build, 'server/main.js')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { address: await addressOf(child), stop };
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
      PATIENCE,
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
