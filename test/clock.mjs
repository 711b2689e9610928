/**
 * The clock of a test run starts at TEST_CLOCK, by default a Wednesday at ten in London, regardless of the machine's
 * clock. `node --import` of this file shifts a program's clock.
 */
const DEFAULT_START = '2026-11-25T10:00:00Z';
const OFFSET = 'TEST_CLOCK_OFFSET';

/** Starts the run's clock in this process, and in programs started with `clockEnv`. */
export function startClock() {
  const start = Date.parse(process.env.TEST_CLOCK ?? DEFAULT_START);
  if (Number.isNaN(start)) throw new Error(`TEST_CLOCK is not a valid time: '${process.env.TEST_CLOCK}'.`);
  shiftDate(0);
  const offset = start - Date.now();
  process.env[OFFSET] = String(offset);
  shiftDate(offset);
}

export function clockEnv() {
  return { [OFFSET]: process.env[OFFSET] ?? '0', NODE_OPTIONS: `--import=${import.meta.url}` };
}

/** Returns the milliseconds between the run's clock and the machine's. */
export function clockOffset() {
  return Number(process.env[OFFSET] ?? 0);
}

/**
 * Shifts `new Date()` and `Date.now()` by milliseconds. Self-contained, so that it can run in a browser.
 * @param {number} offset
 */
export function shiftDate(offset) {
  const key = Symbol.for('tenure.unshifted-date');
  /** @type {typeof globalThis & Record<symbol, DateConstructor>} */
  const here = globalThis;
  const real = here[key] ?? Date;
  here[key] = real;
  const now = () => real.now() + offset;
  here.Date = new Proxy(real, {
    construct: (target, args, newTarget) =>
      /** @type {Date} */ (Reflect.construct(target, args.length ? args : [now()], newTarget)),
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : /** @type {unknown} */ (Reflect.get(target, name))),
  });
}

if (process.env[OFFSET]) shiftDate(clockOffset());
