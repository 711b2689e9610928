/**
 * Kills, stops and freezes server and database and fills the disk under load: `npm run torture [rounds] [seed]`.
 * Checks that the landlord is served again and that no confirmed property is lost.
 * `npm run torture failover [rounds]` kills a primary and promotes its standby instead.
 * `papers`, `photos`, `webhooks` and `imports`, also with [rounds], kill a server that emails papers, stores photos of
 * repairs, sends webhooks or imports files.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseProcesses, hasEnded, type ServerProcess, startServer } from './server-process.ts';
import { setUp } from './set-up.mjs';
import { corruption, maxDatabasesAtOnce, missingRows } from './torture/database.ts';
import { failOver } from './torture/failover.ts';
import { FAULTS, type Place, type Scenes } from './torture/faults.ts';
import { FREEZE_AND_FILL } from './torture/freeze-and-fill.ts';
import { importFiles } from './torture/imports.ts';
import { addLandlord, type Landlord } from './torture/landlord.ts';
import { sendPapers } from './torture/papers.ts';
import { sendPhotos } from './torture/photos.ts';
import { newReport } from './torture/report.ts';
import { sendWebhooks } from './torture/webhooks.ts';

const SCENES: Scenes = { ...FAULTS, ...FREEZE_AND_FILL };

const [test, times = '3'] = process.argv.slice(2);
const OTHER_TESTS: Record<string, (rounds: number) => Promise<string[]>> = {
  failover: failOver,
  imports: importFiles,
  papers: sendPapers,
  photos: sendPhotos,
  webhooks: sendWebhooks,
};
const run = test && OTHER_TESTS[test];
if (run) {
  const problems = await run(Number(times));
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}

const [rounds = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const random = randomNumbers(seed);
const place: Place = {
  script: join(await setUp(), 'server/main.js'),
  dataFolder: await realpath(await mkdtemp(join(tmpdir(), 'tenure torture '))),
  port: await freePort(),
  workers: 2,
};
console.log(`${rounds} rounds, seed ${seed}, data folder ${place.dataFolder}`);

const watchController = new AbortController();
const watch = maxDatabasesAtOnce(place.dataFolder, watchController.signal);
const report = newReport();
const problems: string[] = [];
let server = startServer(place);
try {
  const landlord = await addLandlord((await server.ready).origin);
  for (let round = 1; round <= rounds && problems.length === 0; round++) await survive(round, landlord);
  problems.push(...(await corruption(place.dataFolder)));
  await stopCleanly(server);
} catch (error) {
  problems.push((error as Error).message);
} finally {
  server.child.kill('SIGKILL');
  for (const { pid } of await databaseProcesses(place)) process.kill(pid, 'SIGQUIT');
  watchController.abort();
  if ((await watch) > 1) problems.push('Two databases ran on the folder at once.');
}
report.print();
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`The data folder is kept. To repeat: npm run torture ${rounds} ${seed}`);
else await rm(place.dataFolder, { recursive: true });
process.exitCode = problems.length > 0 ? 1 : 0;

async function survive(round: number, landlord: Landlord): Promise<void> {
  const names = Object.keys(SCENES);
  const name = names[round <= names.length ? round - 1 : Math.floor(random() * names.length)] ?? '';
  const stop = new AbortController();
  const confirmed = landlord.confirmed.size;
  const work = landlord.work(stop.signal);
  let downtimeMs = 0;
  try {
    await delay(random() * 400);
    await SCENES[name]?.({ server, place, landlord, random, measured: report.measured });
    const startedAt = performance.now();
    // Only a killed server is started again. If the server ended for another reason, `untilServed` fails.
    if (server.child.killed) server = startServer(place);
    await server.ready;
    await untilServed(landlord);
    downtimeMs = performance.now() - startedAt;
  } catch (error) {
    throw new Error(`Round ${round}, ${name}: ${(error as Error).message}`, { cause: error });
  } finally {
    stop.abort();
    await work;
  }
  const lost = (await missingRows(place.dataFolder, landlord.confirmed)).length;
  if (lost > 0) problems.push(`Round ${round}, ${name}: ${lost} confirmed properties are lost.`);
  report.played(name, { acknowledged: landlord.confirmed.size - confirmed, lost, back: downtimeMs });
}

/** Waits until the list is shown and an add is confirmed. */
async function untilServed(landlord: Landlord): Promise<void> {
  const end = Date.now() + 30_000;
  const confirmed = landlord.confirmed.size;
  while (landlord.confirmed.size === confirmed || !(await landlord.isServed())) {
    if (hasEnded(server)) throw new Error(`The server exited unexpectedly: ${(await server.ended).output}`);
    if (Date.now() > end) throw new Error('After 30 seconds the landlord still cannot see or add properties.');
    await delay(5);
  }
}

async function stopCleanly({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  const { status, output } = await ended;
  if (status !== 0) problems.push(`After a stop signal, the server exited with ${status}: ${output}`);
  if ((await databaseProcesses(place)).length > 0) problems.push('The database outlived a clean stop.');
}

/** Generates the same random numbers for a seed, to reproduce failures (mulberry32). */
function randomNumbers(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
