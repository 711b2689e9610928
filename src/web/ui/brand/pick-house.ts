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

/** Picks a drawing by kind of house, stable for a seed such as the record's id. An unknown kind is drawn as a house. */
export function pickHouse(type: string, seed: string): HouseDrawing {
  const drawings = BY_TYPE.get(type) ?? (['townhouse', 'detached', 'terrace'] as const);
  return drawings[hash(seed) % drawings.length] ?? drawings[0];
}

/** FNV-1a, 32 bits: short, and evenly distributed for similar ids. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits of FNV mix poorly, and a small remainder uses only low bits.
  return (value ^ (value >>> 15)) >>> 0;
}
