import { setImmediate } from 'node:timers/promises';

const STEP_MS = 8;

/** Runs a generator, yielding to the event loop at a `yield` after some milliseconds of work. */
export async function runCooperatively<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < STEP_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

export function mapCooperatively<From, To>(of: readonly From[], make: (one: From, at: number) => To): Promise<To[]> {
  return runCooperatively(mapping(of, make));
}

function* mapping<From, To>(of: readonly From[], make: (one: From, at: number) => To): Generator<void, To[]> {
  const made: To[] = [];
  for (const [at, one] of of.entries()) {
    if (at % 200 === 0) yield;
    made.push(make(one, at));
  }
  return made;
}
