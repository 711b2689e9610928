/** Measures scenarios: asks once and checks the answer, then makes the load, round after round, in turn with the anchor. */
import type { Load, Loader, Round } from './load.ts';
import { median, type Spread, spreadOf } from './report.ts';
import type { Goal, Scenario, Sizes } from './scenarios.ts';
import type { Sessions } from './seed.ts';
import type { Anchor, Server } from './server.ts';

export type Measured = {
  name: string;
  connections: number;
  goal: Goal;
  perSecond: Spread;
  /** Milliseconds, the median of the rounds. */
  p50: number;
  p99: number;
  requests: number;
  /** Milliseconds of processor time a request; null where the system does not tell. */
  processor: { server: number | null; database: number | null };
  /** Requests a second as a share of the anchor's in the round after it. */
  share?: Spread;
};

export type Bench = {
  server: Server;
  anchor: Anchor;
  sessions: Sessions;
  sizes: Sizes;
  loader: Loader;
  rounds: number;
  seconds: number;
};

const WARM_UP_SECONDS = 2;

/** Measures one row, and one more for the anchor. Throws when an answer is wrong: a fast wrong answer is worth nothing. */
export async function measure(given: Scenario, connections: number, bench: Bench): Promise<Measured[]> {
  const { server, anchor, sizes, loader, rounds, seconds } = bench;
  const scenario = { ...given, path: await withNewest(given, bench) };
  const failed = (what: string) => new Error(`${scenario.name} at ${connections} connections: ${what}`);
  const wantedStatus = scenario.body ? 201 : 200;
  const answer = await ask(scenario, bench);
  if (answer.status !== wantedStatus) throw failed(`answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  const problem = scenario.problem(JSON.parse(answer.text), sizes);
  if (problem) throw failed(problem);

  const load: Load = {
    url: `${server.origin}${scenario.path}`,
    method: scenario.body ? 'POST' : 'GET',
    headers: headersFor(scenario, bench),
    body: scenario.body && JSON.stringify(scenario.body),
    connections,
    seconds,
    status: wantedStatus,
    expected: scenario.counted ? undefined : answer.text,
  };
  const run = async (wanted: Load) => {
    const before = await totalOf(scenario, bench);
    const round = await loader.run(wanted);
    if (round.failure) throw failed(round.failure);
    // A round ends by closing its connections: a request that was under way then may be done and not counted.
    const more = (await totalOf(scenario, bench)) - before;
    if (scenario.counted && (more < round.requests || more > round.requests + connections))
      throw failed(`${round.requests} were answered, ${more} are there`);
    return round;
  };
  const ours = { name: scenario.name, load, used: server.used };
  const bare = {
    name: `${scenario.name}: the anchor`,
    load: { ...load, url: `${anchor.origin}${scenario.path}` },
    used: async () => ({ server: await anchor.used(), database: (await server.used()).database }),
  };
  const measured = (scenario.anchored ? [ours, bare] : [ours]).map((target) => ({
    ...target,
    rounds: [] as Round[],
    processor: noTime(),
  }));
  for (const target of measured) await run({ ...target.load, seconds: WARM_UP_SECONDS });
  // In turn, so that a busy machine slows both alike.
  for (let round = 0; round < rounds; round++)
    for (const target of measured) {
      const before = await target.used();
      target.rounds.push(await run(target.load));
      const after = await target.used();
      for (const part of ['server', 'database'] as const)
        target.processor[part] = sum(target.processor[part], after[part].processor, before[part].processor);
    }

  const rates = measured.map((target) => target.rounds.map(({ perSecond }) => perSecond));
  const shares = rates[1]?.map((theirs, round) => (rates[0]?.[round] ?? 0) / theirs);
  return measured.map(({ name, rounds: done, processor }) => {
    const requests = done.reduce((total, round) => total + round.requests, 0);
    return {
      name,
      connections,
      goal: name === scenario.name ? (scenario.at[connections] ?? {}) : {},
      perSecond: spreadOf(done.map(({ perSecond }) => perSecond)),
      p50: median(done.map(({ p50 }) => p50)),
      p99: median(done.map(({ p99 }) => p99)),
      requests,
      processor: {
        server: processor.server && processor.server / requests,
        database: processor.database && processor.database / requests,
      },
      ...(shares && name === scenario.name && { share: spreadOf(shares) }),
    };
  });
}

const noTime = (): Measured['processor'] => ({ server: 0, database: 0 });

function sum(total: number | null, after: number | null, before: number | null): number | null {
  return total === null || after === null || before === null ? null : total + after - before;
}

type Asked = Pick<Scenario, 'as' | 'path' | 'body'>;

async function ask(asked: Asked, bench: Bench) {
  const answer = await fetch(`${bench.server.origin}${asked.path}`, {
    method: asked.body ? 'POST' : 'GET',
    headers: headersFor(asked, bench),
    ...(asked.body && { body: JSON.stringify(asked.body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function withNewest({ as, path }: Scenario, bench: Bench): Promise<string> {
  if (!path.includes('{id}')) return path;
  const { text } = await ask({ as, path: '/api/properties?limit=1' }, bench);
  const { items } = JSON.parse(text) as { items: { id: string }[] };
  return path.replace('{id}', items[0]?.id ?? '');
}

async function totalOf({ as, counted }: Scenario, bench: Bench): Promise<number> {
  if (!counted) return 0;
  return (JSON.parse((await ask({ as, path: counted }, bench)).text) as { total: number }).total;
}

function headersFor({ as, body }: Asked, { server, sessions }: Bench): Record<string, string> {
  return {
    ...(as !== 'visitor' && { cookie: sessions[as] }),
    ...(body && { 'content-type': 'application/json', origin: server.origin }),
  };
}
