/** Parts of screens by right, apart from the lists of rights, which the first load does not need. */
import type { Right } from './rights.ts';

/** A part of a screen; everyone may see it if it needs no right. */
export type Needing = { need?: Right | undefined };

/** Filters parts by their rights. Before sign-in, when rights are undefined, every part is shown. */
export const allowedBy =
  (rights: readonly string[] | undefined) =>
  ({ need }: Needing): boolean =>
    !need || !rights || rights.includes(need);

/** A part of a noun needs the right to its area, unless it names another. */
export const needing = <Part extends Needing>(need: Right, part: Part): Part => ({ need, ...part });
