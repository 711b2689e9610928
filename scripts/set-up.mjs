/** Installs packages and builds the current sources. Needs only Node and npm. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './set-up/lock.mjs';
import { run } from './set-up/run.mjs';

export const checkout = fileURLToPath(new URL('..', import.meta.url));

const INPUTS = [
  'src',
  'public',
  'app.html',
  'vite.config.ts',
  'scripts/vite',
  'scripts/build.mjs',
  'package-lock.json',
];
/** Number of retained builds, as servers may still run from an old one. */
const KEPT_BUILDS = 4;

/** Returns a message if this Node version is unsupported, otherwise null. */
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
  const required = packages(join(checkout, 'package-lock.json'));
  const existing = installedPackages();
  return Object.entries(required).every(
    ([path, { version, optional }]) =>
      path === '' || existing[path]?.version === version || (optional && !existing[path]),
  );
}

/** npm writes this list last: if it is missing or truncated, the installation was interrupted. */
function installedPackages() {
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
  // Build tools are devDependencies, which npm omits if NODE_ENV is production.
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
 * Renames the build into place, so that a build folder is always complete.
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

/** Hashes the path and content of every input, to 16 hexadecimal digits. */
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

/** Lists the files below a path, without tests, in a stable order. @param {string} path @returns {string[]} */
function filesOf(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return [];
  if (!entry.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/** Writes to stderr, as stdout belongs to the server. @param {string} sentence */
function log(sentence) {
  process.stderr.write(`${sentence}\n`);
}
