/** Kills the server while it imports a file: all rows are imported or no row is, as the import's state shows. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectToDatabase, signUp, startServer } from '../server-process.ts';
import { setUp } from '../set-up.mjs';
import { type Landlord, post, stop } from './account.ts';

const ROWS = 1_000;
/** Maximum wait before a kill. An import of the file takes about as long. */
const MAX_DELAY_MS = 6_000;

type File = { id: string; state: string };

/** Prints a table, and returns a message for each failure. */
export async function importFiles(rounds: number): Promise<string[]> {
  const script = join(await setUp(), 'server/main.js');
  const dataFolder = await mkdtemp(join(tmpdir(), 'tenure imports '));
  // Restarts use the same port, as the name of the session's cookie includes it.
  let port: number | undefined;
  const start = () => startServer({ script, dataFolder, workers: 2, ...(port && { port }) });
  const problems: string[] = [];
  const outcomes = { imported: 0, 'not imported': 0 };
  let server = start();
  try {
    const { origin } = await server.ready;
    port = Number(new URL(origin).port);
    const landlord = { origin, cookie: await signUp(origin, { name: 'Moving Landlord', email: 'moving@example.com' }) };
    for (let round = 1; round <= rounds && problems.length === 0; round++) {
      landlord.origin = (await server.ready).origin;
      const { id } = await post<File>(landlord, '/api/imports?name=houses.csv', Buffer.from(houses(round)));
      await runToEnd(landlord, `/api/imports/${id}/check`, {});
      const running = runToEnd(landlord, `/api/imports/${id}/run`, { rows: ROWS, leaveOut: 0 }).catch(() => undefined);
      await delay(Math.random() * MAX_DELAY_MS);
      server.child.kill('SIGKILL');
      await server.ended;
      await running;
      server = start();
      landlord.origin = (await server.ready).origin;
      const { state } = await read<File>(landlord, `/api/imports/${id}`);
      const added = await rowsOf(dataFolder, round);
      outcomes[state === 'imported' ? 'imported' : 'not imported'] += 1;
      if (added !== (state === 'imported' ? ROWS : 0))
        problems.push(`Round ${round}: the import is ${state}, and ${added} of ${ROWS} rows are there.`);
    }
    console.table([{ rounds, ...outcomes }]);
  } catch (error) {
    problems.push((error as Error).message);
  } finally {
    await stop(server, dataFolder);
  }
  if (problems.length === 0) await rm(dataFolder, { recursive: true });
  return problems;
}

function houses(round: number): string {
  const rows = Array.from({ length: ROWS }, (_, at) => `${at + 1} Round ${round} Road,Leeds,LS1 0QN,2 bed flat,700`);
  return ['Address,Town,Postcode,Type,Rent', ...rows].join('\n');
}

/** Starts the work and reads its progress to the end. Throws if the work fails. */
async function runToEnd({ origin, cookie }: Landlord, path: string, body: object): Promise<void> {
  const headers = { origin, cookie, 'content-type': 'application/json' };
  const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok || text.includes('"error"')) throw new Error(`${path} returned ${answer.status}: ${text.slice(-300)}`);
}

async function read<T>({ origin, cookie }: Landlord, path: string): Promise<T> {
  const answer = await fetch(`${origin}${path}`, { headers: { origin, cookie } });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function rowsOf(dataFolder: string, round: number): Promise<number> {
  const client = await connectToDatabase({ dataFolder });
  try {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from public.properties where address like $1',
      [`% Round ${round} Road`],
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}
