/** What a paper says, before it is a PDF or a CSV: facts at the top, one table, and a line at the foot. Pure. */

type Column = {
  title: string;
  /** Of the width of the page; together 1. */
  share: number;
  /** Set at the end of its column, as sums are. */
  end?: boolean;
};

export type PaperRow = {
  cells: string[];
  /** Below the second cell, in small print. */
  more?: string;
  bold?: boolean;
};

export type Paper = {
  title: string;
  /** YYYY-MM-DD: the day that the file says it was made on, so that the same data gives the same bytes. */
  day: string;
  facts: { name: string; value: string }[];
  columns: Column[];
  rows: PaperRow[];
  foot: string;
};
