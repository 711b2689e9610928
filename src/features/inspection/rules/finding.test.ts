import { describe, expect, it } from 'vitest';
import type { Item } from '../inspection.ts';
import { repairOf } from './finding.ts';

const item = (overrides: Partial<Item>): Item => ({
  id: '',
  name: 'Walls',
  condition: null,
  clean: null,
  note: '',
  ...overrides,
});

describe('the repair of a finding', () => {
  it.each([
    [
      { condition: 'damaged', note: 'A hole' },
      { title: 'Walls: damaged', category: 'walls', description: 'A hole' },
    ],
    [
      { condition: 'worn', clean: false },
      { title: 'Walls: worn, not clean', category: 'walls' },
    ],
    [
      { condition: 'good', clean: false },
      { title: 'Walls: not clean', category: 'cleaning' },
    ],
    [
      { name: 'Smoke alarm', condition: 'missing' },
      { title: 'Smoke alarm: missing', category: 'electrics' },
    ],
    [
      { name: 'Bath or shower', condition: 'damaged', clean: true },
      { title: 'Bath or shower: damaged', category: 'water' },
    ],
    [
      { name: 'Piano', condition: 'good' },
      { title: 'Piano', category: 'other' },
    ],
  ] satisfies [Partial<Item>, object][])('of %o', (overrides, expected) => {
    expect(repairOf(item(overrides))).toMatchObject(expected);
  });
});
