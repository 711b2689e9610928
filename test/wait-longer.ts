/** vi.waitFor gives up after a second, which a loaded machine may need: here after 30, as expect.poll does, unless a test says otherwise. */
import { vi } from 'vitest';

const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, interval: 20, ...options });
