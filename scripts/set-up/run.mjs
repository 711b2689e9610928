/** Runs a command of the set-up quietly: its output is shown only if it fails, and it never outlives us. */
import { spawn } from 'node:child_process';

/**
 * @param {string[]} command
 * @param {{ cwd: string, failure: string, env?: NodeJS.ProcessEnv }} options `failure` is the sentence that an error begins with
 * @returns {Promise<void>}
 */
export function run([program = '', ...args], { cwd, failure, env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));

    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      process.exit(signal === 'SIGINT' ? 130 : 143);
    };
    process.once('SIGINT', pass).once('SIGTERM', pass);
    const settle = (/** @type {string | null} */ problem) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      if (problem === null) resolve();
      else reject(new Error(`${failure}\n${problem}`));
    };
    child.once('error', (error) => settle(`${program} could not be started: ${error.message}`));
    child.once('close', (code, signal) =>
      settle(code === 0 ? null : output.trim() || `${program} ended with ${signal ?? code}`),
    );
  });
}
