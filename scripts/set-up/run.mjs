/** Runs a set-up command quietly: shows its output only on failure, and ends it on a stop signal. */
import { spawn } from 'node:child_process';

/**
 * @param {string[]} command
 * @param {{ cwd: string, failure: string, env?: NodeJS.ProcessEnv, started?: (pid: number) => void }} options
 *   `failure` starts the error message; `started` receives the pid
 * @returns {Promise<void>}
 */
export function run([program = '', ...args], { cwd, failure, env, started }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid) started?.(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    /** @type {NodeJS.Signals | null} */
    let received = null;
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      received = signal;
      child.kill('SIGKILL'); // npm would finish first; the next start repeats partial work
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const settle = (/** @type {string | null} */ problem) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (received) process.exit(received === 'SIGINT' ? 130 : 143);
      if (problem === null) resolve();
      else reject(new Error(`${failure}\n${problem}`));
    };
    child.once('error', (error) => settle(`${program} could not be started: ${error.message}`));
    child.once('close', (code, signal) =>
      settle(code === 0 ? null : output.trim() || `${program} ended with ${signal ?? code}`),
    );
  });
}
