/** Static checks, run concurrently: `npm run check`, a part of `npm test`. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const checkout = resolve(import.meta.dirname, '..');
const bin = (/** @type {string} */ name) => join(checkout, 'node_modules/.bin', name);
/** Must not match in any file. The brackets prevent a match with this line. */
const SUPPRESSION = '(biome|oxlint|eslint)-(igno[r]e|disa[b]le)|@ts-(igno[r]e|expect-e[r]ror|no[c]heck)';

/** @type {Record<string, string[]>} what each check is for, and its command */
const CHECKS = {
  'format and lint (biome)': [bin('biome'), 'check', '--error-on-warnings'],
  'lint with types (oxlint)': [bin('oxlint')],
  // A second checker would resolve the API's types again, for twice the processor time and memory.
  'types (tsc)': [bin('tsc'), '--noEmit', '--checkers', '1'],
  'nothing unused (knip)': [bin('knip'), '--no-progress'],
  'arrows between folders': [process.execPath, 'scripts/check/arrows.mjs'],
  'no check switched off': ['sh', '-c', `! grep -rnE '${SUPPRESSION}' src test e2e scripts`],
  'prose (habits of foreign syntax)': [process.execPath, 'scripts/check/prose.mjs', '--clean'],
  'specification proven': [process.execPath, 'scripts/run.mjs', 'scripts/specification.ts'],
  'pictures current': [process.execPath, 'scripts/check/pictures-current.mjs'],
  'files named in comments': [process.execPath, 'scripts/check/comment-paths.mjs'],
};

/** Runs all checks and prints the output of failed ones. @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  const results = await Promise.all(
    Object.entries(CHECKS).map(async ([name, command]) => {
      const { ok, output } = await outcome(command);
      console.log(`${ok ? '✓' : '✗'} ${name}`);
      return { name, ok, output };
    }),
  );
  const failures = results.filter(({ ok }) => !ok);
  for (const { name, output } of failures) console.log(`\n── ${name} ──\n${output}`);
  return { passed: results.length - failures.length, failed: failures.length };
}

/**
 * @param {string[]} command
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function outcome([program = '', ...args]) {
  return new Promise((answer) => {
    const child = spawn(program, args, { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', (error) => answer({ ok: false, output: error.message }));
    child.once('close', (code) => answer({ ok: code === 0, output: output.trim() }));
  });
}

if (process.argv[1] === import.meta.filename) {
  const { failed } = await check();
  process.exitCode = failed ? 1 : 0;
}
