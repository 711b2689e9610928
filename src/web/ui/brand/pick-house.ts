/** Which of the nine drawings stands in for a missing photo of a house. */

/** The ids in `houses.svg`. */
export type HouseDrawing =
  | 'terrace'
  | 'hillside'
  | 'mill'
  | 'mansions'
  | 'court'
  | 'semi'
  | 'detached'
  | 'townhouse'
  | 'bungalow';

const BY_TYPE = new Map<string, readonly [HouseDrawing, ...HouseDrawing[]]>([
  ['terraced', ['terrace', 'hillside']],
  ['flat', ['mill', 'mansions', 'court']],
  ['semi-detached', ['semi']],
  ['detached', ['detached']],
  ['bungalow', ['bungalow']],
  ['house', ['townhouse', 'detached', 'terrace']],
]);

/**
 * The drawing for a kind of house, the same each time for the same seed (the record's id), so that a home keeps its face.
 * A kind that is not known gets any house.
 */
export function pickHouse(type: string, seed: string): HouseDrawing {
  const drawings = BY_TYPE.get(type) ?? (['townhouse', 'detached', 'terrace'] as const);
  return drawings[hash(seed) % drawings.length] ?? drawings[0];
}

/** FNV-1a, 32 bits: short, and even over ids that differ in one letter. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits of FNV mix poorly, and a small remainder sees only those.
  return (value ^ (value >>> 15)) >>> 0;
}
