import { setImmediate } from 'node:timers/promises';

const STEP_MS = 8;

/** Runs a generator, and lets the event loop run at the first `yield` after each `STEP_MS` of work. */
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

type Convert<From, To> = (item: From, index: number) => To;

export function mapCooperatively<From, To>(items: readonly From[], convert: Convert<From, To>): Promise<To[]> {
  return runCooperatively(mapInSteps(items, convert));
}

function* mapInSteps<From, To>(items: readonly From[], convert: Convert<From, To>): Generator<void, To[]> {
  const results: To[] = [];
  for (const [index, item] of items.entries()) {
    if (index % 200 === 0) yield;
    results.push(convert(item, index));
  }
  return results;
}
