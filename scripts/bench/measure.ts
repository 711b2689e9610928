/** Measures rows: asks once and looks closely at the answer, then puts on the load, round after round. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median, type Spread, spreadOf } from './figures.ts';
import type { Load, Round } from './load.ts';
import type { Row, Sizes } from './row.ts';
import type { Sessions } from './seed.ts';
import type { Server } from './server.ts';

export type Measured = {
  name: string;
  connections: number;
  goal: Row['goal'] | null;
  perSecond: Spread;
  /** Milliseconds, the median of the rounds. */
  p50: number;
  p99: number;
  requests: number;
  /** Milliseconds of processor time a request; null where the system does not tell. */
  processor: { server: number | null; database: number | null };
};

export type Bench = { server: Server; sessions: Sessions; sizes: Sizes; rounds: number; seconds: number };

const WARM_UP_SECONDS = 2;

/** Measures one row. Throws when an answer is wrong: a fast wrong answer is worth nothing. */
export async function measureRow(given: Row, bench: Bench, loader: Loader): Promise<Measured> {
  const { server, sizes, rounds, seconds } = bench;
  const ask = asker(bench);
  const row = given.path.includes('{id}') ? { ...given, path: await withNewest(given, ask) } : given;
  const answer = await ask(row);
  if (answer.status !== row.status) throw wrong(row, `answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  const problem = row.problem(JSON.parse(answer.text), sizes);
  if (problem) throw wrong(row, problem);

  const load: Load = {
    url: `${server.origin}${row.path}`,
    method: row.method,
    headers: headersFor(row, bench),
    body: row.body && JSON.stringify(row.body),
    connections: row.connections,
    seconds,
    status: row.status,
    expected: row.counted ? undefined : answer.text,
  };
  const run = async (wanted: Load) => {
    const before = await totalOf(row, ask);
    const round = await loader.run(wanted);
    if (round.failure) throw wrong(row, round.failure);
    // A round ends by closing its connections: what was on its way then may be done without its answer having been counted.
    const more = (await totalOf(row, ask)) - before;
    if (row.counted && (more < round.requests || more > round.requests + row.connections))
      throw wrong(row, `${round.requests} were answered, ${more} are there`);
    return round;
  };
  await run({ ...load, seconds: WARM_UP_SECONDS });
  const begun = await server.used();
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await run(load));
  const done = await server.used();

  const requests = measured.reduce((sum, round) => sum + round.requests, 0);
  const each = (part: 'server' | 'database') => {
    const [was, is] = [begun[part].processor, done[part].processor];
    return was === null || is === null ? null : (is - was) / requests;
  };
  return {
    name: row.name,
    connections: row.connections,
    goal: row.goal ?? null,
    perSecond: spreadOf(measured.map((round) => round.perSecond)),
    p50: median(measured.map((round) => round.p50)),
    p99: median(measured.map((round) => round.p99)),
    requests,
    processor: { server: each('server'), database: each('database') },
  };
}

type Asked = Pick<Row, 'as' | 'method' | 'path' | 'body'>;

function asker(bench: Bench) {
  return async (asked: Asked) => {
    const { method, path, body } = asked;
    const answer = await fetch(`${bench.server.origin}${path}`, {
      method,
      headers: headersFor(asked, bench),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

async function withNewest({ as, path }: Row, ask: ReturnType<typeof asker>): Promise<string> {
  const { text } = await ask({ as, method: 'GET', path: '/api/properties?limit=1' });
  const { items } = JSON.parse(text) as { items: { id: string }[] };
  return path.replace('{id}', items[0]?.id ?? '');
}

async function totalOf({ as, counted }: Row, ask: ReturnType<typeof asker>): Promise<number> {
  if (!counted) return 0;
  const { text } = await ask({ as, method: 'GET', path: counted });
  return (JSON.parse(text) as { total: number }).total;
}

function headersFor({ as, body }: Asked, { server, sessions }: Bench): Record<string, string> {
  return {
    ...(as !== 'visitor' && { cookie: sessions[as] }),
    ...(body && { 'content-type': 'application/json', origin: server.origin }),
  };
}

function wrong({ name, connections }: Row, what: string): Error {
  return new Error(`${name} at ${connections} connections: ${what}`);
}

export type Loader = { run(load: Load): Promise<Round>; stop(): void };

/** The load comes from a process of its own, so that it takes no time from the server's. */
export function startLoader(): Loader {
  const script = fileURLToPath(new URL('./load.ts', import.meta.url));
  const runner = fileURLToPath(new URL('../run.mjs', import.meta.url));
  const child = spawn(process.execPath, [runner, script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that makes the load has ended.');
  });
  ended.catch(() => {}); // heard by whoever waits for a round
  return {
    run: (load) => Promise.race([ended, answerOf(child, load)]),
    stop: () => void child.kill(),
  };
}

async function answerOf(child: ChildProcess, load: Load): Promise<Round> {
  const answer = once(child, 'message') as Promise<[Round]>;
  child.send(load);
  const [round] = await answer;
  return round;
}
