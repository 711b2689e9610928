/**
 * Runs all tests: `npm test`, or `npm run test:full` with slow ones. Runs every part and prints times and totals.
 * `npm test -- unit` (or check, browser) runs one part. Full parts: `nodes` (other Node versions), `pooler` (through a
 * connection pooler), `days` (the clock on awkward days, or `-- days 2028-02-29` on one).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { check } from './check.mjs';
import { installNode } from './set-up/node.mjs';
import { installPgBouncer } from './set-up/pgbouncer.mjs';
import { checkout, setUp } from './set-up.mjs';

/** @typedef {{ name: string, milliseconds: number }} Timed */
/** @typedef {Timed & { failure?: string | undefined }} Test */
/** @typedef {{ passed: number, failed: number, skipped?: number, tests?: Test[], left?: string }} Result */

/** @type {Record<string, () => Promise<Result>>} */
const PARTS = { check, unit, browser, ...(process.env.TEST_FULL && { nodes, pooler, days }) };
/** Parts that run only on request, as they take hours. */
const NAMED_ONLY = ['days'];
/** Major versions; npm has their latest releases. */
const NODES = [20, 22, 24];
const SLOWEST = 10;
const FAILURE_LINES = 30;
/** Start times of the tests' clock (test/clock.mjs). */
const DAYS = [
  '2027-01-25T10:00:00Z', // a day of standing orders in the sandbox bank
  '2027-02-28T10:00:00Z', // a Sunday
  '2028-02-29T10:00:00Z',
  '2027-04-30T10:00:00Z',
  '2027-08-31T10:00:00Z',
  '2028-01-01T10:00:00Z',
  '2027-04-05T10:00:00Z', // the tax year ends
  '2027-04-06T10:00:00Z',
  '2027-03-28T00:59:58Z', // British Summer Time begins
  '2027-10-31T00:59:58Z', // British Summer Time ends
  '2027-12-31T23:59:00Z', // a minute before midnight
  '2027-12-31T23:59:58Z', // midnight passes during each file
  '2027-06-30T22:59:58Z', // midnight passes in London, an hour before UTC
];
const DATED =
  '(agent-statement|bank|finance|key-count|joint|notifications|overview|property-detail|rent|statements|tenant|trial)';

const args = process.argv.slice(2);
const requested = args.filter((argument) => !isDay(argument));
const unknown = args.filter((argument) => (isDay(argument) ? !requested.includes('days') : !PARTS[argument]));
if (unknown.length) {
  console.error(`There is no part '${unknown.join(' ')}'. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const reports = mkdtempSync(join(tmpdir(), 'tenure-test-'));
/** @type {(Result & Timed)[]} */
const results = [];
await timed('set-up', async () => {
  await setUp({ build: false });
  return { passed: 0, failed: 0 };
});
for (const [name, part] of Object.entries(PARTS)) {
  if (requested.length ? !requested.includes(name) : NAMED_ONLY.includes(name)) continue;
  console.log(`\n━━ ${name} ━━`);
  await timed(name, async () => {
    const result = await part();
    if (result.left) console.log(result.left);
    // A part without any test fails.
    return { ...result, failed: result.failed || (result.passed || result.left ? 0 : 1) };
  });
}
rmSync(reports, { recursive: true, force: true });

for (const { name, failed } of results) if (failed) console.log(`\n━━ ${name} failed: its output is above ━━`);
const seconds = (/** @type {Timed} */ { name, milliseconds }) =>
  `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`;
console.log('\nTime by part:');
for (const part of results) console.log(seconds(part));
const tests = results.flatMap((part) => part.tests ?? []);
const slowest = tests.toSorted((a, b) => b.milliseconds - a.milliseconds);
if (slowest.length) console.log('The slowest tests:');
for (const test of slowest.slice(0, SLOWEST)) console.log(seconds(test));
// Failures are repeated at the end, after thousands of lines.
for (const { name, failure } of tests) if (failure !== undefined) console.log(`\nFailed: ${name}\n${failure}`);
const [passed, failed, skipped] = /** @type {const} */ (['passed', 'failed', 'skipped']).map((count) =>
  results.reduce((sum, result) => sum + (result[count] ?? 0), 0),
);
console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed ? 1 : 0;

/**
 * @param {string} name
 * @param {() => Promise<Result>} part
 */
async function timed(name, part) {
  const started = performance.now();
  const result = await part().catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  results.push({ ...result, name, milliseconds: performance.now() - started });
}

/** @typedef {{ program?: string, only?: string, env?: Record<string, string> }} Choice `only` filters files by name */

/** @param {Choice} [choice] @returns {Promise<Result>} */
async function unit({ program, only = '', env } = {}) {
  const report = join(reports, 'unit.json');
  const args = ['run', only, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await node(program, ['node_modules/vitest/vitest.mjs', ...args], env);
  /** @typedef {{ fullName: string, duration?: number | null, status: string, failureMessages: string[] }} Assertion */
  /** @typedef {{ name: string, assertionResults: Assertion[] }} File */
  /** @typedef {'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests'} Count */
  /** @typedef {Record<Count, number> & { testResults: File[] }} Report */
  const result = /** @type {Report} */ (read(report));
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests || (code ? 1 : 0), // a file that fails to load has no tests
    skipped: result.numPendingTests + result.numTodoTests,
    tests: result.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
        name: `${relative(checkout, name)} › ${fullName}`,
        milliseconds: duration ?? 0,
        failure: status === 'failed' ? shortened(failureMessages) : undefined,
      })),
    ),
  };
}

/** @param {Choice} [choice] @returns {Promise<Result>} */
async function browser({ program, only = '', env } = {}) {
  const { provideChromium } = await import('./chromium.mjs');
  const chromium = await provideChromium();
  await setUp();
  const report = join(reports, 'browser.json');
  const code = await node(program, ['node_modules/playwright/cli.js', 'test', only, '--reporter=list,json'], {
    ...env,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  /** @typedef {{ duration: number, errors: { message?: string }[] }} Run */
  /** @typedef {{ title: string, ok: boolean, tests: { results: Run[] }[] }} Spec */
  /** @typedef {{ title: string, file: string, suites?: Suite[], specs: Spec[] }} Suite */
  /** @typedef {{ suites: Suite[], stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }} Report */
  const { suites, stats } = /** @type {Report} */ (read(report));
  /** @param {Suite} suite @returns {Test[]} */
  const testsOf = ({ file, specs, suites: inner = [] }) => [
    ...specs.map(({ title, ok, tests }) => {
      const runs = tests.flatMap(({ results: ran }) => ran);
      return {
        name: `e2e/${file} › ${title}`,
        milliseconds: runs.reduce((sum, { duration }) => sum + duration, 0),
        failure: ok ? undefined : shortened(runs.flatMap(({ errors }) => errors.map(({ message = '' }) => message))),
      };
    }),
    ...inner.flatMap(testsOf),
  ];
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky || (code ? 1 : 0),
    skipped: stats.skipped,
    tests: suites.flatMap(testsOf),
  };
}

/** Runs API tests and one browser test on other Node versions. @returns {Promise<Result>} */
async function nodes() {
  /** @type {Result[]} */
  const ran = [];
  for (const major of NODES.filter((version) => version !== Number.parseInt(process.versions.node, 10))) {
    const program = await installNode(major);
    console.log(`\nNode ${major}`);
    ran.push(await unit({ program, only: 'api.test' }), await browser({ program, only: 'supplier.spec' }));
  }
  return sumOf(ran);
}

/** Runs API tests through a pooler in transaction mode. @returns {Promise<Result>} */
async function pooler() {
  const program = await installPgBouncer();
  if (program) return unit({ only: 'api.test', env: { TEST_POOLER: program, TEST_FULL: '' } });
  const left =
    "Skipped: pgbouncer is not installed. As root, on Debian, this part installs it: 'apt-get install pgbouncer'.";
  return { passed: 0, failed: 0, skipped: 1, left };
}

/** Runs unit and API tests, and browser tests of dates, on each day. @returns {Promise<Result>} */
async function days() {
  const requestedDays = args.filter(isDay);
  const chosen = requestedDays.flatMap((day) => {
    const matching = DAYS.filter((start) => start.startsWith(day));
    return matching.length ? matching : [day.includes('T') ? day : `${day}T10:00:00Z`];
  });
  /** @type {Result[]} */
  const ran = [];
  for (const start of requestedDays.length ? chosen : DAYS) {
    console.log(`\nThe clock starts at ${start}`);
    const env = { TEST_CLOCK: start, TEST_FULL: '' };
    ran.push(await unit({ env }), await browser({ only: DATED, env }));
  }
  return sumOf(ran);
}

/** @param {Result[]} ran @returns {Result} */
function sumOf(ran) {
  const sum = (/** @type {'passed' | 'failed'} */ count) => ran.reduce((total, result) => total + result[count], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

/** @param {string} argument */
function isDay(argument) {
  return /^\d{4}-\d\d-\d\d/.test(argument);
}

/** @param {string[]} messages */
function shortened(messages) {
  return messages.join('\n').split('\n').slice(0, FAILURE_LINES).join('\n');
}

/**
 * Runs a Node program with inherited output and without input.
 * @param {string | undefined} program default this Node
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} its exit code
 */
async function node(program = process.execPath, args, env) {
  const child = spawn(program, args.filter(Boolean), {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'close');
  return child.exitCode ?? 1;
}

/** @param {string} report @returns {unknown} */
function read(report) {
  return JSON.parse(readFileSync(report, 'utf8'));
}
