import { expect, test } from 'vitest';
import { endsFirst } from './marks.ts';

test('finds the earliest expiry, past or future, if there is any', () => {
  expect(endsFirst({})).toBeUndefined();
  expect(endsFirst({ electricalSafety: '2030-01-01', gasSafety: '2026-11-02' })).toEqual({
    what: 'Gas',
    day: '2026-11-02',
  });
  const certificate = '0b8f9a52-5b6c-4c1e-9a63-3c0f6f0f5f10';
  expect(endsFirst({ [certificate]: '2026-01-01', gasSafety: '2026-11-02' })).toEqual({
    what: 'Certificate',
    day: '2026-01-01',
  });
});
