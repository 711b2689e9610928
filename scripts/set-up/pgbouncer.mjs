import { existsSync } from 'node:fs';
import { checkout } from '../set-up.mjs';
import { run } from './run.mjs';

const PROGRAM = '/usr/sbin/pgbouncer';
const APT = '/usr/bin/apt-get';

/** Installs Debian's pgbouncer. @returns {Promise<string | undefined>} its executable; undefined if it needs root */
export async function installPgBouncer() {
  if (existsSync(PROGRAM)) return PROGRAM;
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  // Runlevel 1 prevents starting the service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = { cwd: checkout, env, failure: 'pgbouncer could not be installed.' };
  await run([APT, 'update', '--quiet'], options);
  await run([APT, 'install', '--yes', '--no-install-recommends', 'pgbouncer'], options);
  return PROGRAM;
}
