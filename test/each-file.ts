/** Before each test file: the clock goes back to the run's start, and waiting gets time enough for a loaded machine. */
import { vi } from 'vitest';
import { startClock } from './clock.mjs';

startClock();

const { waitFor } = vi;

/** As long as expect.poll waits, where vi.waitFor would give up after a second. */
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, interval: 20, ...options });
