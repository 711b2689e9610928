/** The process that makes the load: it is told over IPC what to ask for, and answers with what it measured. */
import autocannon from 'autocannon';
import { percentile } from './figures.ts';

export type Load = {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | undefined;
  connections: number;
  seconds: number;
  status: number;
  /** The text every answer must have; undefined where each is another. */
  expected: string | undefined;
};

export type Round = {
  requests: number;
  perSecond: number;
  /** Milliseconds from sending a request to having its whole answer. */
  p50: number;
  p99: number;
  /** What went wrong, counted; null when every answer was right. */
  failure: string | null;
};

process.on('message', (load: Load) => {
  measure(load).then(
    (round) => process.send?.(round),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

async function measure(load: Load): Promise<Round> {
  const durations: number[] = [];
  const begun = performance.now();
  let last = begun;
  let refused = 0;
  const { errors, timeouts, mismatches } = await put(load, (status, duration) => {
    durations.push(duration);
    if (status !== load.status) refused++;
    last = performance.now();
  });
  const failures = { 'another status': refused, 'no answer': errors, 'too late': timeouts, 'another body': mismatches };
  const told = Object.entries(failures).filter(([, times]) => times > 0);
  return {
    requests: durations.length,
    perSecond: (durations.length / (last - begun)) * 1000,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    failure: told.length ? told.map(([what, times]) => `${what} ${times} times`).join(', ') : null,
  };
}

/** autocannon's own percentiles are whole milliseconds, too coarse for an answer that takes one: it tells us of each answer. */
function put(load: Load, answered: (status: number, milliseconds: number) => void): Promise<autocannon.Result> {
  const { url, method, headers, body, connections, seconds, expected } = load;
  return new Promise((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      method,
      headers,
      connections,
      duration: seconds,
      ...(body !== undefined && { body }),
      ...(expected !== undefined && { expectBody: expected }),
    };
    const run = autocannon(options, (error: Error | null, result) => {
      if (error) reject(error);
      else resolve(result);
    });
    run.on('response', (_, status, __, milliseconds) => answered(status, milliseconds));
  });
}
