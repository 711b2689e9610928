import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newKey } from './new-key.ts';

afterEach(() => vi.unstubAllGlobals());

it('creates unique UUIDs without crypto.randomUUID, as on plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, newKey);
  expect(keys.every((key) => z.uuidv4().safeParse(key).success)).toBe(true);
  expect(new Set(keys).size).toBe(100);
});
