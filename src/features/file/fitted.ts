/** The size a picture is scaled to. Alone in its file, as the worker that scales takes this and nothing else. */

type Size = { width: number; height: number };

/** The size with the same proportions, in whole pixels, whose longest side is at most `longest`; never larger than it was. */
export function fitted({ width, height }: Size, longest: number): Size {
  const factor = Math.min(1, longest / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: scaled(width), height: scaled(height) };
}
