/** Repeatedly kills the primary under load, promotes its standby, and adds a new standby. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '../server-process.ts';
import { setUp } from '../set-up.mjs';
import { missingRows } from './database.ts';
import { addLandlord, type Landlord } from './landlord.ts';
import { type Member, makePrimary, makeStandby, promote, urlOfPair } from './pair.ts';

const GOAL_MS = 10_000;

/** Prints a table, and returns a message for each failure. */
export async function failOver(rounds: number): Promise<string[]> {
  const script = join(await setUp(), 'server/main.js');
  const home = await mkdtemp(join(tmpdir(), 'tenure failover '));
  await chmod(home, 0o711); // when run as root, the databases have another account
  let primary = await makePrimary(join(home, 'database 0'));
  let standby = await makeStandby(primary, join(home, 'database 1'));
  const databaseUrl = urlOfPair(primary, standby);
  const server = startServer({ script, dataFolder: join(home, 'server'), workers: 2, databaseUrl });
  const stop = new AbortController();
  const [times, problems]: [number[], string[]] = [[], []];
  try {
    const landlord = await addLandlord((await server.ready).origin);
    const work = landlord.work(stop.signal);
    for (let round = 1; round <= rounds && problems.length === 0; round++) {
      await delay(2_000);
      await primary.kill();
      await promote(standby);
      times.push(await untilAdded(landlord));
      // The confirmed ids are copied, as adding continues.
      const missing = await missingRows(standby.dataFolder, [...landlord.confirmed]);
      if (missing.length > 0) problems.push(`Round ${round}: ${missing.length} confirmed properties are lost.`);
      [primary, standby] = [standby, await replaceStandby(primary, standby, join(home, `database ${round + 1}`))];
    }
    stop.abort();
    await work;
    const slowest = Math.round(Math.max(...times));
    const row = { scene: 'fail over', times: times.length, 'rows acknowledged': landlord.confirmed.size };
    console.table([{ ...row, 'rows lost': problems.length ? '?' : 0, 'slowest return ms': slowest }]);
    console.log(`Times are from the promotion until a property was added; the goal is ${GOAL_MS} ms.`);
    if (slowest > GOAL_MS) problems.push(`A return took ${slowest} ms.`);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    stop.abort();
    server.child.kill('SIGTERM');
    await server.ended;
    for (const member of [primary, standby]) await member.kill();
  }
  if (problems.length === 0) await rm(home, { recursive: true });
  return problems;
}

async function untilAdded({ confirmed }: Landlord): Promise<number> {
  const [startedAt, before] = [performance.now(), confirmed.size];
  while (confirmed.size === before) {
    if (performance.now() - startedAt > 60_000) throw new Error('After a minute, adding still fails.');
    await delay(5);
  }
  return performance.now() - startedAt;
}

async function replaceStandby(dead: Member, primary: Member, dataFolder: string): Promise<Member> {
  const standby = await makeStandby(primary, dataFolder, dead);
  await rm(dead.dataFolder, { recursive: true });
  return standby;
}
