/** The content of a document before it is a PDF or CSV: facts, one table and a footer. */

type Column = {
  title: string;
  /** Fraction of the page width; the shares add up to 1. */
  share: number;
  end?: boolean;
};

export type PdfRow = {
  cells: string[];
  /** Below the second cell, in small print. */
  more?: string;
  bold?: boolean;
};

export type PdfDocument = {
  title: string;
  /** YYYY-MM-DD, used as the file's creation date, so that the same data gives the same bytes. */
  day: string;
  /** Landscape pages. */
  wide?: true;
  facts: { name: string; value: string }[];
  columns: Column[];
  rows: PdfRow[];
  foot: string;
};
