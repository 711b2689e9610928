/** Lengths are in points; `y` grows upwards. */

/** Why a PDF has no usable text. */
export const UNREAD = ['no_text', 'locked', 'broken', 'scripted', 'too_large'] as const;
export type Unread = (typeof UNREAD)[number];

export type Piece = { page: number; x: number; y: number; width: number; height: number; text: string };
/** Columns are separated by a tab. */
export type Line = { text: string; height: number };

/** Joins pieces of text into lines, from top to bottom. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const rows: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.page - b.page || b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first?.page === piece.page && first.y - piece.y < 0.4 * Math.max(first.height, piece.height, 4))
      row.push(piece);
    else rows.push([piece]);
  }
  return rows.flatMap((row) => {
    const text = joined(row.sort((a, b) => a.x - b.x));
    return text ? [{ text, height: Math.max(...row.map(({ height }) => height)) }] : [];
  });
}

function joined(row: readonly Piece[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const piece of row) {
    const gap = piece.x - end;
    if (text) text += gap > 1.5 * piece.height ? '\t' : gap > 0.15 * piece.height ? ' ' : '';
    text += piece.text;
    end = piece.x + piece.width;
  }
  return text
    .replace(/[^\S\t]+/gu, ' ')
    .replace(/ ?\t ?/g, '\t')
    .trim();
}
