/** Sets text in several fonts, line by line and run by run, as pdfkit supports one font per call. */
import type { Font } from 'fontkit';
import type Pdf from 'pdfkit';
import { type Fonts, piecesOf, printable, type Weight } from './fonts.server.ts';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** Also accepts an open font, which documents share: parsing its tables takes longer than rendering a page. */
      registerFont(name: string, font: Font): this;
    }
  }
}

export type Doc = InstanceType<typeof Pdf>;

type Place = { x: number; y: number; width: number; align?: 'left' | 'right' };

/** Sets and measures text in the document's current size and colour. Lengths are in points. */
export type TextSetter = {
  height: (text: string, weight: Weight, width: number) => number;
  /** Moves `doc.y` below the text. */
  set: (text: string, weight: Weight, place: Place) => void;
};

export function textSetter(doc: Doc, fonts: Fonts): TextSetter {
  for (const { name, font } of [fonts.plain, fonts.bold, ...fonts.others]) doc.registerFont(name, font);

  const widthOf = (line: string, weight: Weight) =>
    piecesOf(line, weight, fonts).reduce((sum, { text, font }) => sum + doc.font(font).widthOfString(text), 0);

  /** Breaks text at spaces, and within words that are wider than a line. */
  function linesOf(text: string, weight: Weight, width: number): string[] {
    const lines = [''];
    const add = (word: string, blank: string) => {
      const longer = lines.at(-1) ? `${lines.at(-1)}${blank}${word}` : word;
      if (longer === word || widthOf(longer, weight) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    };
    for (const word of printable(text, fonts).split(/\s+/)) {
      if (widthOf(word, weight) <= width) add(word, ' ');
      else for (const [at, letter] of [...word].entries()) add(letter, at === 0 ? ' ' : '');
    }
    return lines;
  }

  const isPlain = (text: string, weight: Weight) =>
    fonts.others.length === 0 || piecesOf(printable(text, fonts), weight, fonts).every(({ font }) => font === weight);

  function height(text: string, weight: Weight, width: number): number {
    if (isPlain(text, weight)) return doc.font(weight).heightOfString(printable(text, fonts), { width });
    return linesOf(text, weight, width).length * doc.font(weight).currentLineHeight(true);
  }

  function set(text: string, weight: Weight, { x, y, width, align = 'left' }: Place): void {
    if (isPlain(text, weight)) {
      doc.font(weight).text(printable(text, fonts), x, y, { width, align });
      return;
    }
    const lines = linesOf(text, weight, width);
    const lineHeight = doc.font(weight).currentLineHeight(true);
    // All fonts share the baseline of Noto Sans.
    const ascent =
      doc.heightOfString(' ') * (fonts[weight].font.ascent / (fonts[weight].font.ascent - fonts[weight].font.descent));
    for (const [place, line] of lines.entries()) {
      let left = align === 'right' ? x + width - widthOf(line, weight) : x;
      for (const piece of piecesOf(line, weight, fonts)) {
        const options = { lineBreak: false, baseline: 'alphabetic' } as const;
        doc.font(piece.font).text(piece.text, left, y + place * lineHeight + ascent, options);
        left += doc.widthOfString(piece.text);
      }
    }
    doc.y = y + lines.length * lineHeight;
  }

  return { height, set };
}
