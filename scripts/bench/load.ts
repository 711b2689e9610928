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

async function measure({ url, method, headers, body, connections, seconds, status, expected }: Load): Promise<Round> {
  const durations: number[] = [];
  let refused = 0;
  let last = 0;
  const run = autocannon({
    url,
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(expected !== undefined && { expectBody: expected }),
    connections,
    duration: seconds,
  });
  const begun = performance.now();
  // autocannon's own percentiles are whole milliseconds: too coarse for an answer that takes one.
  run.on('response', (_client, code, _bytes, duration) => {
    durations.push(duration);
    if (code !== status) refused++;
    last = performance.now();
  });
  const { errors, timeouts, mismatches } = await run;
  const failures = { 'other status': refused, errors, timeouts, 'other body': mismatches };
  const told = Object.entries(failures).filter(([, times]) => times > 0);
  return {
    requests: durations.length,
    perSecond: (durations.length / (last - begun)) * 1000,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    failure: told.length ? told.map(([what, times]) => `${times} × ${what}`).join(', ') : null,
  };
}
