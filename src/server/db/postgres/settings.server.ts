/** The settings PostgreSQL is started with. They are arguments, so a start never edits files in the data folder. */
import os from 'node:os';

const MB = 1024 * 1024;

/** A sixteenth of the memory this process may use, between 32 and 256 MB. */
export function sharedBuffers(memory: number): string {
  return `${Math.round(Math.min(256, Math.max(32, memory / 16 / MB)))}MB`;
}

/** Beside those of the workers, a backup or somebody who looks needs a few. */
const SPARE_CONNECTIONS = 20;

/** `connections` is how many the server opens at most. */
export function settingsFor({ socketFolder, connections }: { socketFolder: string; connections: number }): string[] {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, os.totalmem()) : os.totalmem();
  const settings = {
    cluster_name: 'tenure',
    listen_addresses: '',
    port: '5432', // only a part of the socket's name
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: String(Math.max(100, connections + SPARE_CONNECTIONS)),
    shared_buffers: sharedBuffers(memory),
    jit: 'off', // costs more than it saves on short queries
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log keeps errors' first lines only: statements and details hold landlords' and tenants' data.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    // A long query of a server that was killed is noticed and ended.
    client_connection_check_interval: '5s',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
