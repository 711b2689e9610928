/** A separate file, so that the scaling worker's bundle stays small. */

type Size = { width: number; height: number };

/** Scales a size down in proportion, to a longest side of `longest` pixels. Never enlarges. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const factor = Math.min(1, longest / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: scaled(width), height: scaled(height) };
}
