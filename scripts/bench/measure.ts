/** Measures scenarios: checks one response, then generates load in rounds, alternating with the baseline. */
import type { Load, Loader, Round } from './load.ts';
import type { Goal, Scenario, Sizes } from './scenario.ts';
import type { Sessions } from './seed.ts';
import type { Anchor, Server } from './server.ts';
import { type Spread, spreadOf } from './spread.ts';

export type Measured = {
  name: string;
  connections: number;
  goal: Goal;
  perSecond: Spread;
  p50: number;
  p99: number;
  requests: number;
  /** Milliseconds of processor time for each request; null without /proc. */
  processor: { server: number | null; database: number | null };
  /** Requests per second as a share of the baseline's. */
  share?: Spread;
};

export type Bench = { server: Server; sessions: Sessions };
export type Plan = Bench & { anchor: Anchor; sizes: Sizes; loader: Loader; rounds: number; seconds: number };

const WARM_UP_SECONDS = 2;

/** Measures a row for the scenario, and one for its baseline, if any. Throws for a wrong response. */
export async function measure(scenario: Scenario, connections: number, plan: Plan): Promise<Measured[]> {
  const { server, anchor, sizes, loader, rounds, seconds } = plan;
  const { name, body, keyed = false, against } = scenario;
  const as: keyof Sessions = scenario.as ?? (body ? 'writer' : 'reader');
  const failed = (problem: string) => new Error(`${name} at ${connections} connections: ${problem}`);
  const json = async (path: string) => (await send(plan, { as, path })).json() as Promise<unknown>;
  const newest = async () =>
    ((await json('/api/properties?limit=1')) as { items: { id: string }[] }).items[0]?.id ?? '';
  const path = scenario.path.includes('{id}') ? scenario.path.replace('{id}', await newest()) : scenario.path;
  const answer = await send(plan, { as, path, body });
  const expected = await answer.text();
  const problem = scenario.problem(JSON.parse(expected), sizes);
  if (problem) throw failed(problem);

  const load = {
    method: body ? 'POST' : 'GET',
    body: body && JSON.stringify(body),
    keyed,
    connections,
    status: answer.status,
    expected: body ? undefined : expected,
  } as const;
  const total = async () => {
    if (!body) return 0;
    const listed = (await json(`${path}?limit=1`)) as { total: number | null };
    return listed.total ?? ((await json(`${path}/totals`)) as { count: number }).count;
  };
  const run = async (target: Load) => {
    const before = await total();
    const round = await loader.run(target);
    if (round.failure) throw failed(round.failure);
    // A request in flight at the end of a round may succeed without being counted.
    const added = (await total()) - before;
    if (body && (added < round.requests || added > round.requests + connections))
      throw failed(`${round.requests} were answered, ${added} are there`);
    return round;
  };
  const ofAnchor = async () => ({ server: await anchor.used(), database: (await server.used()).database });
  const own = { name, goal: scenario.at[connections] ?? {}, as, origin: server.origin, used: server.used };
  const baselines = {
    anchor: { ...own, origin: anchor.origin, used: ofAnchor },
    reader: { ...own, as: 'reader' as const },
  };
  const baseline = against && { ...baselines[against], name: `${name}: the ${against}`, goal: {} };
  const measured = (baseline ? [own, baseline] : [own]).map((target) => ({
    ...target,
    rounds: [] as Round[],
    processor: { server: 0, database: 0 } as Measured['processor'],
    load: { ...load, headers: headersFor(plan, target.as), url: `${target.origin}${path}` },
  }));
  for (const target of measured) await run({ ...target.load, seconds: WARM_UP_SECONDS });
  // Rounds alternate, so that a busy machine slows both targets.
  for (let round = 0; round < rounds; round++)
    for (const target of measured) {
      const before = await target.used();
      target.rounds.push(await run({ ...target.load, seconds }));
      const after = await target.used();
      for (const part of ['server', 'database'] as const) {
        const [total, was, is] = [target.processor[part], before[part].processor, after[part].processor];
        target.processor[part] = total === null || was === null || is === null ? null : total + is - was;
      }
    }

  return measured.map(({ rounds: done, processor, ...target }) => {
    const requests = done.reduce((sum, round) => sum + round.requests, 0);
    const of = (figure: 'perSecond' | 'p50' | 'p99') => spreadOf(done.map((round) => round[figure]));
    const baselineRounds = target.name === name ? measured[1]?.rounds : undefined;
    return {
      name: target.name,
      connections,
      goal: target.goal,
      perSecond: of('perSecond'),
      p50: of('p50').median,
      p99: of('p99').median,
      requests,
      processor: {
        server: processor.server && processor.server / requests,
        database: processor.database && processor.database / requests,
      },
      ...(baselineRounds && {
        share: spreadOf(done.map((round, at) => round.perSecond / (baselineRounds[at]?.perSecond ?? 0))),
      }),
    };
  });
}

export type Request = {
  as: keyof Sessions;
  path: string;
  method?: string;
  body?: object | string | undefined;
  headers?: Record<string, string>;
};

/** Sends one request. Throws for an error status. */
export async function send(bench: Bench, { as, path, body, method, headers }: Request): Promise<Response> {
  const answer = await fetch(`${bench.server.origin}${path}`, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...headersFor(bench, as), ...headers },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
  return answer;
}

export function headersFor({ server, sessions }: Bench, as: keyof Sessions): Record<string, string> {
  const caller = as === 'key' ? { authorization: `Bearer ${sessions.key}` } : { cookie: sessions[as] };
  return { 'content-type': 'application/json', origin: server.origin, ...caller };
}
