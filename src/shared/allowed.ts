/** Filters parts of screens by right. In its own file, as the first screen loads it without the lists of rights. */
import type { Right } from './rights.ts';

/** A part of a screen. Without `need`, every member may see it. */
export type Needing = { need?: Right | undefined };

/** Returns whether these rights allow a part. Before sign-in, `rights` is undefined and every part is allowed. */
export const allowedBy =
  (rights: readonly string[] | undefined) =>
  ({ need }: Needing): boolean =>
    !need || !rights || rights.includes(need);

/** Returns a noun's part with the right to its area, unless the part has its own `need`. */
export const needing = <Part extends Needing>(need: Right, part: Part): Part => ({ need, ...part });
