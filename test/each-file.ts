import { afterAll, vi } from 'vitest';
import { startClock } from './clock.mjs';

startClock();

// A worker runs many files, and `unstubEnvs` resets only before each test.
afterAll(() => void vi.unstubAllEnvs());

const { waitFor } = vi;

/** Waits as long as `expect.poll` does: the default of `vi.waitFor` is a second. */
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, interval: 20, ...options });
