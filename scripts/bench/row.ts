/** One line of the table: what is asked, how often at once, and what a right answer is. */

/** How much the database holds. */
export type Sizes = {
  landlords: number;
  properties: number;
  tenants: number;
  suppliers: number;
  /** Of the landlord who reads alone. */
  transactions: number;
};

export type Row = {
  name: string;
  connections: number;
  /** Who asks: a visitor; the landlord who only reads; the one whose records grow. */
  as: 'visitor' | 'reader' | 'writer';
  method: 'GET' | 'POST';
  /** '{id}' stands for the newest property of whoever asks. */
  path: string;
  body?: object;
  status: 200 | 201;
  /** What is wrong with the body of an answer; null when it is right. */
  problem: (body: unknown, sizes: Sizes) => string | null;
  /** Where the `total` of a list must have risen by one for each answer. Without it every answer must be the same text. */
  counted?: string;
  goal?: Goal;
};

/** Requests a second, at least; milliseconds, at most. */
type Goal = { perSecond?: number; p50?: number; p99?: number };
