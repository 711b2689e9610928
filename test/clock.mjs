/**
 * The clock of a test run. It starts on a day that the run chooses, never on the machine's, and runs on: TEST_CLOCK is an instant,
 * by default a Wednesday at ten in London. Loaded with `node --import`, it shifts the clock of that program.
 */
const DEFAULT_START = '2026-11-25T10:00:00Z';
const OFFSET = 'TEST_CLOCK_OFFSET';

/** Begins the run's time: in this process, and in the programs that get `clockEnv`. */
export function startClock() {
  const start = Date.parse(process.env.TEST_CLOCK ?? DEFAULT_START);
  if (Number.isNaN(start)) throw new Error(`TEST_CLOCK is no instant: '${process.env.TEST_CLOCK}'.`);
  shiftDate(0);
  const offset = start - Date.now();
  process.env[OFFSET] = String(offset);
  shiftDate(offset);
}

/** For a program that shares this process's clock. */
export function clockEnv() {
  return { [OFFSET]: process.env[OFFSET] ?? '0', NODE_OPTIONS: `--import=${import.meta.url}` };
}

/** Milliseconds that the run is ahead of the machine. */
export function clockOffset() {
  return Number(process.env[OFFSET] ?? 0);
}

/**
 * Shifts what `new Date()` and `Date.now()` return. Also runs in the browser, so it uses nothing outside itself.
 * @param {number} offset milliseconds
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
