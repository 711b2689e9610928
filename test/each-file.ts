/** Before each test file: resets the clock and extends timeouts for busy machines. */
import { afterAll, vi } from 'vitest';
import { startClock } from './clock.mjs';

startClock();

// Workers run many files, and `unstubEnvs` resets only before each test.
afterAll(() => void vi.unstubAllEnvs());

const { waitFor } = vi;

/** Waits as long as expect.poll, as vi.waitFor's default is a second. */
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, interval: 20, ...options });
