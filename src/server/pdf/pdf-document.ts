/** Content of a generated document, rendered as PDF or CSV. */

type Column = {
  title: string;
  /** Fraction of the page width; the shares add up to 1. */
  share: number;
  end?: boolean;
};

export type PdfRow = {
  cells: string[];
  /** Text below the second cell, in small print. */
  more?: string;
  bold?: boolean;
};

export type PdfDocument = {
  title: string;
  /** YYYY-MM-DD, used as the file's creation date, so that the same data gives the same bytes. */
  day: string;
  /** Landscape instead of portrait. */
  wide?: true;
  facts: { name: string; value: string }[];
  columns: Column[];
  rows: PdfRow[];
  foot: string;
};
