/** A child process that runs the embedded database like the server. `postgres-server.ts` bundles it. */
import { pino } from 'pino';
import { chooseDataFolder } from '../../src/server/db/postgres/data-folder.server.ts';
import { PostgresError, type PostgresErrorCode } from '../../src/server/db/postgres/postgres-error.ts';
import { type EmbeddedPostgres, startPostgres } from '../../src/server/db/postgres/start.server.ts';

/** The arguments as JSON. Exactly one of them is set. */
export type Plan = { dataDir?: string; checkout?: string };

export type Report =
  | { ready: { connection: EmbeddedPostgres['connection']; dataFolder: string; postmaster: number } }
  | { postmaster: number }
  | { failed: { code: PostgresErrorCode | undefined; message: string } };

const send = (report: Report) => process.send?.(report);
const fail = (error: unknown) => {
  const code = error instanceof PostgresError ? error.code : undefined;
  process.send?.({ failed: { code, message: String(error) } } satisfies Report, () => process.exit(1));
};

try {
  const { dataDir, checkout = '/' } = JSON.parse(process.argv[2] ?? '') as Plan;
  const dataFolder = await chooseDataFolder({ dataDir, checkout });
  const postgres = await startPostgres({ dataFolder, log: pino({ level: 'silent' }), onFatal: fail });
  await postgres.announce('http://localhost:4567');
  process.on('message', () => send({ postmaster: postgres.pid() }));
  process.on('SIGTERM', () => {
    postgres.stop().then(() => process.exit(0), fail);
  });
  send({ ready: { connection: postgres.connection, dataFolder, postmaster: postgres.pid() } });
} catch (error) {
  fail(error);
}
