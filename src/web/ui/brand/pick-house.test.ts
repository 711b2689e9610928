import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pickHouse } from './pick-house.ts';

const TYPES = ['flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced'];
const seeds = Array.from({ length: 300 }, (_, index) => `property-${index}`);

describe('the drawing of a home without a photo', () => {
  it('stays the same for the same home', () => {
    for (const seed of seeds) expect(pickHouse('flat', seed)).toBe(pickHouse('flat', seed));
  });

  it('fits the type: a bungalow is drawn as a bungalow, a flat never as a house', () => {
    expect(new Set(seeds.map((seed) => pickHouse('bungalow', seed)))).toEqual(new Set(['bungalow']));
    expect(new Set(seeds.map((seed) => pickHouse('flat', seed)))).toEqual(new Set(['mill', 'mansions', 'court']));
  });

  it('is spread evenly, so that a list of flats is not one flat repeated', () => {
    const counts = new Map<string, number>();
    for (const seed of seeds) counts.set(pickHouse('flat', seed), (counts.get(pickHouse('flat', seed)) ?? 0) + 1);
    for (const count of counts.values()) expect(count).toBeGreaterThan(60);
  });

  it('returns a drawing for an unknown type', () => {
    expect(pickHouse('houseboat', 'x')).toBeTruthy();
  });

  it('is in the sheet of drawings, for every type', () => {
    const sheet = readFileSync(new URL('./houses.svg', import.meta.url), 'utf8');
    for (const type of TYPES)
      for (const seed of seeds) expect(sheet).toContain(`<symbol id="${pickHouse(type, seed)}"`);
  });
});
