/**
 * Kills the server, the database or both a hundred times under load, in random order and at random moments, and checks after each
 * that the server starts again and has every property it confirmed: `npm run torture [rounds] [seed]`.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseProcesses, type ServerProcess, startServer } from './server-process.ts';
import { setUp } from './set-up.mjs';
import { corruption, maxDatabasesAtOnce, missingRows } from './torture/database.ts';
import { FAULTS, type Place } from './torture/faults.ts';
import { addLandlord, type Landlord } from './torture/landlord.ts';

const [rounds = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const random = numbersFrom(seed);
const place: Place = {
  script: join(await setUp(), 'server/main.js'),
  dataFolder: await realpath(await mkdtemp(join(tmpdir(), 'tenure torture '))),
  port: await freePort(),
  workers: 2,
};
console.log(`${rounds} rounds, seed ${seed}, data folder ${place.dataFolder}`);

const watching = new AbortController();
const watch = maxDatabasesAtOnce(place.dataFolder, watching.signal);
const results = new Map<string, number[]>();
const problems: string[] = [];
let server = startServer(place);
try {
  const landlord = await addLandlord((await server.ready).origin);
  for (let round = 1; round <= rounds && problems.length === 0; round++) await survive(round, landlord);
  problems.push(...(await corruption(place.dataFolder)));
  await stopCleanly(server);
  report(landlord.confirmed.size);
} catch (error) {
  problems.push((error as Error).message);
} finally {
  server.child.kill('SIGKILL');
  for (const { pid } of await databaseProcesses(place)) process.kill(pid, 'SIGQUIT');
  watching.abort();
  if ((await watch) > 1) problems.push('Two databases ran on the folder at once.');
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`The data folder is kept. Again: npm run torture ${rounds} ${seed}`);
else await rm(place.dataFolder, { recursive: true });
process.exitCode = problems.length > 0 ? 1 : 0;

async function survive(round: number, landlord: Landlord): Promise<void> {
  const names = Object.keys(FAULTS);
  const name = names[Math.floor(random() * names.length)] ?? '';
  const stop = new AbortController();
  const work = landlord.work(stop.signal);
  try {
    await delay(random() * 400);
    await FAULTS[name]?.({ server, place, random });
    const begun = performance.now();
    if (hasEnded(server)) server = startServer(place);
    await server.ready;
    await untilServed(landlord);
    results.set(name, [...(results.get(name) ?? []), performance.now() - begun]);
  } catch (error) {
    throw new Error(`Round ${round}, ${name}: ${(error as Error).message}`, { cause: error });
  } finally {
    stop.abort();
    await work;
  }
  const missing = await missingRows(place.dataFolder, landlord.confirmed);
  if (missing.length > 0) problems.push(`Round ${round}, ${name}: ${missing.length} confirmed properties are lost.`);
}

async function untilServed(landlord: Landlord): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await landlord.isServed())) {
    if (hasEnded(server)) throw new Error(`The server ended by itself: ${(await server.ended).output}`);
    if (Date.now() > end) throw new Error('After 30 seconds the landlord still does not see their properties.');
    await delay(5);
  }
}

function hasEnded({ child }: ServerProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stopCleanly({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  const { status, output } = await ended;
  if (status !== 0) problems.push(`Asked to stop, the server ended with ${status}: ${output}`);
  if ((await databaseProcesses(place)).length > 0) problems.push('The database outlived a clean stop.');
}

function report(confirmed: number): void {
  const rows = [...results].map(([fault, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return { fault, times: times.length, 'p50 ms': at(0.5), 'longest ms': at(1) };
  });
  console.table(rows);
  console.log(
    `${confirmed} confirmed properties, ${problems.length} problems. Times are until the landlord was served again.`,
  );
}

/** The same sequence for the same seed, so that a failure can be repeated (mulberry32). */
function numbersFrom(start: number): () => number {
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
