/** Runs pgbouncer in transaction mode between the tests' servers and databases, as in docs/operating.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../scripts/free-port.mjs';
import type { DatabaseAddress } from '../src/server/db/roles.server.ts';

export type Pooler = { host: string; port: number };

/** Few connections, so that leaked session state would reach other clients. */
const CONNECTIONS = 4;
const NOBODY = 65_534;

type Plan = { program: string; admin: DatabaseAddress; folder: string };

export async function startPooler(plan: Plan): Promise<Pooler & { stop(): Promise<void> }> {
  const { program, admin } = plan;
  const folder = join(plan.folder, 'pooler');
  const pooler = { host: '127.0.0.1', port: await freePort() };
  const account = accountFor(admin);
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'users.txt'), `"${admin.user}" "${admin.password}"\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), settings(admin, { ...pooler, folder }));
  if (account) for (const name of ['', 'users.txt', 'pgbouncer.ini']) chownSync(join(folder, name), account, account);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account && { uid: account, gid: account }),
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const ended = once(child, 'exit');
  const output: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    output.push(line);
    if (line.includes('process up')) break;
  }
  child.stderr.resume();
  if (child.exitCode !== null || !output.at(-1)?.includes('process up')) throw new Error(output.join('\n'));
  return {
    ...pooler,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', end);
    },
  };
}

/** pgbouncer refuses to run as root, and must reach the socket of a database under another account. */
function accountFor({ host }: DatabaseAddress): number | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return (host.startsWith('/') && statSync(host).uid) || NOBODY;
}

function settings(admin: DatabaseAddress, { host, port, folder }: Pooler & { folder: string }): string {
  return `[databases]
* = host=${admin.host} port=${admin.port}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${CONNECTIONS}
max_client_conn = 1000
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
auth_user = ${admin.user}
auth_query = select usename, passwd from pg_shadow where usename = $1
`;
}
