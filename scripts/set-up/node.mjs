import { join } from 'node:path';
import { checkout } from '../set-up.mjs';
import { run } from './run.mjs';

/** Installs the latest release of a major version. @param {number} major @returns {Promise<string>} executable */
export async function installNode(major) {
  const folder = join(checkout, 'node_modules/.cache', `node-${major}`);
  const name = `node-${process.platform}-${process.arch}`;
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(['npm', 'install', '--prefix', folder, ...options, `${name}@${major}`], {
    cwd: checkout,
    failure: `Node ${major} could not be installed.`,
  });
  return join(folder, 'node_modules', name, 'bin/node');
}
