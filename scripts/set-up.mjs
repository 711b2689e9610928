/** Installs packages and builds the current sources. Needs only Node and npm. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './set-up/lock.mjs';
import { run } from './set-up/run.mjs';

export const checkout = fileURLToPath(new URL('..', import.meta.url));

/** Inputs of the build. Tests are excluded. */
const INPUTS = [
  'src',
  'public',
  'index.html',
  'app.html',
  'vite.config.ts',
  'scripts/vite',
  'scripts/build.mjs',
  'package-lock.json',
];
/** Old builds kept for servers still running from them. */
const KEPT_BUILDS = 4;

/** A message if this Node version is unsupported, otherwise null. */
export function nodeProblem(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return fits ? null : `Tenure needs Node 20.19, 22.12 or newer. This is Node ${version}: install a newer one.`;
}

/** Installs and builds if necessary. Returns the build's folder, with `server/` and `web/`. */
export async function setUp({ build = true } = {}) {
  const problem = nodeProblem();
  if (problem) throw new Error(problem);
  if (!installed()) await withLock(checkout, async (hold) => installed() || (await install(hold)));
  const folder = join(checkout, 'dist', inputsHash());
  if (build && !existsSync(folder))
    await withLock(checkout, async (hold) => existsSync(folder) || (await buildInto(folder, hold)));
  return folder;
}

/** Whether node_modules has every required package in the locked version. */
function installed() {
  const wanted = packages(join(checkout, 'package-lock.json'));
  const present = packagesNow();
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || present[path]?.version === version || (optional && !present[path]),
  );
}

/** npm writes this list last, so a missing or truncated one means an interrupted install. */
function packagesNow() {
  try {
    return packages(join(checkout, 'node_modules/.package-lock.json'));
  } catch {
    return {};
  }
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} packages of a lock file */
function packages(file) {
  return /** @type {{ packages: ReturnType<typeof packages> }} */ (JSON.parse(readFileSync(file, 'utf8'))).packages;
}

/** @param {(pid: number) => void} started */
async function install(started) {
  log('Installing packages (once; about a minute) …');
  const npm = process.env.npm_execpath ?? '';
  const command = basename(npm) === 'npm-cli.js' ? [process.execPath, npm] : ['npm'];
  // Build tools are devDependencies, so include them for any NODE_ENV.
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  await run([...command, ...flags], {
    cwd: checkout,
    started,
    failure: 'The packages could not be installed (npm ci).',
  });
}

/**
 * Renamed into place, so that a build folder is always complete.
 * @param {string} folder
 * @param {(pid: number) => void} started
 */
async function buildInto(folder, started) {
  log('Building …');
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    const command = [process.execPath, join(checkout, 'scripts/build.mjs'), unfinished];
    await run(command, { cwd: checkout, started, failure: 'The build failed.' });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOldBuilds(join(checkout, 'dist'));
}

/** @param {string} dist */
function removeOldBuilds(dist) {
  const age = (/** @type {string} */ name) => statSync(join(dist, name)).mtimeMs;
  const builds = readdirSync(dist).sort((a, b) => age(b) - age(a));
  for (const old of builds.slice(KEPT_BUILDS)) rmSync(join(dist, old), { recursive: true, force: true });
}

/** A hash of every input's path and content, 16 hexadecimal digits. */
function inputsHash() {
  const hash = createHash('sha1');
  for (const input of INPUTS) {
    for (const file of filesOf(join(checkout, input)))
      hash
        .update(`${file.slice(checkout.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Every file below a path in a stable order, excluding tests. @param {string} path @returns {string[]} */
function filesOf(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/** Writes to stderr, as stdout is the server's. @param {string} sentence */
function log(sentence) {
  process.stderr.write(`${sentence}\n`);
}
