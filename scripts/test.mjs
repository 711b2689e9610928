/**
 * All the proof there is: `npm test`. Sets up what a fresh machine lacks, runs every part even if an earlier one fails, and closes
 * with a line 'N passed, N failed'. `npm test -- unit` (or check, browser) runs one part.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout, setUp } from './set-up.mjs';

/** @typedef {{ passed: number, failed: number, skipped?: number, words?: string }} Tally `words`: what it said last */

/** @type {Record<string, () => Promise<Tally>>} */
const PARTS = { check: checks, unit, browser };

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS[name]);
if (unknown.length) {
  console.error(`There is no part '${unknown.join(' ')}'. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const reports = mkdtempSync(join(tmpdir(), 'tenure-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** What parts that failed said last, told again at the end: a long log is read from there. */
const lastWords = [];
/** So many characters of each. */
const LAST_WORDS = 8_000;
try {
  await setUp({ build: false });
  for (const [name, part] of Object.entries(PARTS)) {
    if (asked.length && !asked.includes(name)) continue;
    console.log(`\n━━ ${name} ━━`);
    const { passed, failed, skipped = 0, words } = await part().catch(told);
    // A part in which nothing ran has proven nothing.
    total.failed += failed || (passed ? 0 : 1);
    if (failed && words) lastWords.push(`\n━━ ${name} failed; it said last ━━\n${words}`);
    total.passed += passed;
    total.skipped += skipped;
  }
} catch (error) {
  total.failed += told(error).failed;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.exitCode = total.failed ? 1 : 0;
for (const words of lastWords) console.log(words);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);

async function checks() {
  const { check } = await import('./check.mjs');
  return check();
}

/** @returns {Promise<Tally>} */
async function unit() {
  const report = join(reports, 'unit.json');
  const { code, words } = await node([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  /** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} Result */
  const result = /** @type {Result} */ (read(report));
  const failed = result.numFailedTests || (code ? 1 : 0); // a file that does not load has no failed test of its own
  return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests, words };
}

/** @returns {Promise<Tally>} */
async function browser() {
  const { provideChromium } = await import('./chromium.mjs');
  const chromium = await provideChromium();
  await setUp();
  const report = join(reports, 'browser.json');
  const { code, words } = await node(['node_modules/playwright/cli.js', 'test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  /** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} Result */
  const { stats } = /** @type {Result} */ (read(report));
  const failed = stats.unexpected + stats.flaky || (code ? 1 : 0);
  return { passed: stats.expected, failed, skipped: stats.skipped, words };
}

/**
 * Runs a Node program of ours to its end, with its output on ours and nothing on its input.
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, words: string }>} its exit code, and the end of what it said
 */
function node(args, env) {
  return new Promise((resolve, reject) => {
    let words = '';
    const child = spawn(process.execPath, args, {
      cwd: checkout,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        process.stdout.write(text);
        words = (words + text).slice(-LAST_WORDS);
      });
    }
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, words }));
  });
}

/** @param {string} report @returns {unknown} */
function read(report) {
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** @param {unknown} error @returns {Tally} */
function told(error) {
  const words = error instanceof Error ? error.message : String(error);
  console.error(words);
  return { passed: 0, failed: 1, words };
}
