/** Debian's pgbouncer, for the API tests through a pooler. */
import { existsSync } from 'node:fs';
import { checkout } from '../set-up.mjs';
import { run } from './run.mjs';

const PROGRAM = '/usr/sbin/pgbouncer';
const APT = '/usr/bin/apt-get';

/** Its program; undefined where it is not there and this account may not install it. @returns {Promise<string | undefined>} */
export async function installPgBouncer() {
  if (existsSync(PROGRAM)) return PROGRAM;
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  // In runlevel 1 the package starts no service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = { cwd: checkout, env, failure: 'pgbouncer could not be installed.' };
  await run([APT, 'update', '--quiet'], options);
  await run([APT, 'install', '--yes', '--no-install-recommends', 'pgbouncer'], options);
  return PROGRAM;
}
