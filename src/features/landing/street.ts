/** The street on the public pages, as a list: what stands where, from left to right. Units are those of the drawing. */

export type Wall = 'brick' | 'stucco' | 'stone';
export type Door = 'red' | 'blue' | 'ink';
type Roof = 'eaves' | 'hip' | 'gable' | 'parapet' | 'mansard';

/** Houses wall to wall under one roof; a detached house is a row of one. */
export type Row = {
  at: number;
  /** Width of one house. */
  unit: number;
  /** One entry for each house. */
  houses: readonly (readonly [Wall, Door])[];
  storeys: number;
  /** Windows side by side in one house; the door takes the place of the last, or of the middle one where they are odd. */
  bays: number;
  roof: Roof;
  /** A bay window on the ground floor. */
  bow?: boolean;
};

export const SIZE = { width: 2400, height: 360, storey: 54 } as const;

/** Low cottages on the left, where the hero's words stand above them; the town rises to the right. */
export const ROWS: readonly Row[] = [
  {
    at: 56,
    unit: 64,
    storeys: 2,
    bays: 2,
    roof: 'eaves',
    houses: [
      ['brick', 'ink'],
      ['stucco', 'red'],
      ['brick', 'blue'],
    ],
  },
  { at: 300, unit: 124, storeys: 1, bays: 3, roof: 'hip', houses: [['stone', 'blue']] },
  {
    at: 474,
    unit: 74,
    storeys: 2,
    bays: 2,
    roof: 'gable',
    houses: [
      ['brick', 'red'],
      ['brick', 'ink'],
    ],
  },
  {
    at: 666,
    unit: 63,
    storeys: 2,
    bays: 2,
    roof: 'eaves',
    bow: true,
    houses: [
      ['brick', 'blue'],
      ['brick', 'red'],
      ['stucco', 'ink'],
      ['brick', 'blue'],
    ],
  },
  { at: 966, unit: 112, storeys: 2, bays: 3, roof: 'hip', houses: [['stone', 'red']] },
  {
    at: 1132,
    unit: 66,
    storeys: 3,
    bays: 2,
    roof: 'eaves',
    bow: true,
    houses: [
      ['brick', 'blue'],
      ['stucco', 'ink'],
      ['brick', 'red'],
    ],
  },
  {
    at: 1330,
    unit: 84,
    storeys: 4,
    bays: 3,
    roof: 'mansard',
    houses: [
      ['stucco', 'ink'],
      ['stone', 'blue'],
    ],
  },
  { at: 1546, unit: 186, storeys: 5, bays: 7, roof: 'parapet', houses: [['brick', 'blue']] },
  {
    at: 1732,
    unit: 72,
    storeys: 4,
    bays: 2,
    roof: 'parapet',
    houses: [
      ['stone', 'red'],
      ['stucco', 'ink'],
    ],
  },
  {
    at: 1876,
    unit: 64,
    storeys: 3,
    bays: 2,
    roof: 'eaves',
    houses: [
      ['brick', 'blue'],
      ['brick', 'red'],
      ['stucco', 'blue'],
    ],
  },
  {
    at: 2120,
    unit: 74,
    storeys: 2,
    bays: 2,
    roof: 'gable',
    houses: [
      ['stucco', 'blue'],
      ['stucco', 'red'],
    ],
  },
  { at: 2300, unit: 100, storeys: 1, bays: 3, roof: 'hip', houses: [['stone', 'ink']] },
];

/** Sun by day, moon by night: behind the highest roofs. */
export const SKY = { at: 1452, height: 58, radius: 104 } as const;

/** Trees by where they stand and how big they are (1 is the height of a cottage's eaves). */
export const TREES: readonly (readonly [at: number, size: number])[] = [
  [28, 1],
  [274, 0.85],
  [449, 0.7],
  [644, 1],
  [942, 0.8],
  [1105, 1.1],
  [1521, 1.35],
  [2092, 1.1],
  [2284, 0.8],
];

/** How far a roof rises above the walls, and how far its top is drawn in at either end. */
export const ROOFS: Record<Roof, { rise: number; inset: number }> = {
  eaves: { rise: 26, inset: 5 },
  hip: { rise: 34, inset: 24 },
  gable: { rise: 34, inset: 10 },
  parapet: { rise: 0, inset: 20 },
  mansard: { rise: 36, inset: 7 },
};

export function widthOf({ unit, houses }: Row): number {
  return unit * houses.length;
}

/** Each house of a row with where it begins. */
export function fronts({ at, unit, houses }: Row): { at: number; wall: Wall; door: Door }[] {
  return houses.map(([wall, door], index) => ({ at: at + index * unit, wall, door }));
}

/** Where chimneys stand: on every party wall, and a little in from both ends. */
export function chimneys(row: Row): number[] {
  const margin = ROOFS[row.roof].inset + 10;
  const partyWalls = fronts(row).slice(1);
  return [row.at + margin, ...partyWalls.map(({ at }) => at), row.at + widthOf(row) - margin];
}
