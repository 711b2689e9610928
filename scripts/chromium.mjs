/** Chromium for the browser tests: the machine's, otherwise a newly installed one. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from './set-up/run.mjs';
import { checkout } from './set-up.mjs';

/** Chromium without windows, with which the tests take a quarter less processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APT = '/usr/bin/apt-get';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Returns the path of a working Chromium, if any. `CHROMIUM_PATH` takes precedence. */
export function findChromium() {
  const { CHROMIUM_PATH: configured, PATH = '' } = process.env;
  if (configured) return configured;
  const onPath = NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...onPath, MAC, chromium.executablePath()].find((path) => isExecutable(path) && printsVersion(path));
}

/** Finds or installs Chromium: Debian's package as root, otherwise Playwright's. */
export async function provideChromium() {
  const existing = findChromium();
  if (existing) return existing;
  process.stderr.write('Installing Chromium for the browser tests (once; a few minutes) …\n');
  const options = {
    cwd: checkout,
    failure: 'Chromium could not be installed. Install it manually, or set CHROMIUM_PATH.',
  };
  if (process.getuid?.() === 0 && isExecutable(APT)) {
    const debian = { ...options, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    await run([APT, 'update'], debian);
    const install = (/** @type {string} */ name) =>
      run([APT, 'install', '--yes', '--no-install-recommends', name], debian);
    await install(SHELL).catch(() => install('chromium')); // older releases have no shell
  }
  if (!findChromium()) await run([process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium'], options);
  const installed = findChromium();
  if (!installed) throw new Error('Chromium was installed but does not start. Set CHROMIUM_PATH to one that does.');
  return installed;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

/** Detects the stub of some systems, which only names another package. @param {string} path */
function printsVersion(path) {
  try {
    return /Chrom/.test(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return false;
  }
}
