/** Generates load in a separate process, controlled over IPC, so that it does not block the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { percentile } from './spread.ts';

export type Load = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | undefined;
  /** Each request has a new Idempotency-Key. */
  keyed: boolean;
  connections: number;
  seconds: number;
  status: number;
  /** The expected body; undefined if it varies. */
  expected: string | undefined;
};

/** `p50` and `p99` in milliseconds for complete responses; `failure` lists wrong responses with counts, or is null. */
export type Round = { requests: number; perSecond: number; p50: number; p99: number; failure: string | null };

export type Loader = { run(load: Load): Promise<Round>; stop(): void };

export function startLoader(): Loader {
  const runner = fileURLToPath(new URL('../run.mjs', import.meta.url));
  const child = spawn(process.execPath, [runner, fileURLToPath(import.meta.url), 'load'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The load generator has exited.');
  });
  ended.catch(() => {}); // `run` handles the failure
  return {
    async run(load) {
      const answer = once(child, 'message') as Promise<[Round]>;
      child.send(load);
      return (await Promise.race([ended, answer]))[0];
    },
    stop: () => void child.kill(),
  };
}

const withKey = (request: autocannon.Request): autocannon.Request => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': crypto.randomUUID() },
});

/** Runs a load, and times each response, as autocannon's percentiles are whole milliseconds. */
async function measure({ seconds, status, body, expected, keyed, ...target }: Load): Promise<Round> {
  const durations: number[] = [];
  const startedAt = performance.now();
  let last = startedAt;
  let wrongStatuses = 0;
  const options = {
    ...target,
    duration: seconds,
    ...(body !== undefined && { body }),
    ...(expected !== undefined && { expectBody: expected }),
    ...(keyed && { requests: [{ setupRequest: withKey }] }),
  };
  const { errors, timeouts, mismatches } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
    run.on('response', (_, code, __, milliseconds) => {
      durations.push(milliseconds);
      if (code !== status) wrongStatuses++;
      last = performance.now();
    });
  });
  const failures = {
    'another status': wrongStatuses,
    'no answer': errors,
    'too late': timeouts,
    'another body': mismatches,
  };
  const occurred = Object.entries(failures).filter(([, times]) => times > 0);
  return {
    requests: durations.length,
    perSecond: (durations.length / (last - startedAt)) * 1000,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    failure: occurred.length ? occurred.map(([failure, times]) => `${failure} ${times} times`).join(', ') : null,
  };
}

if (process.argv[2] === 'load') {
  process.once('disconnect', () => process.exit(0));
  process.on('message', (load: Load) => void measure(load).then((round) => process.send?.(round)));
}
