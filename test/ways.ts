/** What a line of test/route-fixtures.ts says: how a route is reached, and whose it is. */
import type { Ask } from './browser.ts';
import type { Landlord } from './landlords.ts';

type Request = Ask & { path: string };

/** A route to what one landlord owns. */
export type Owned<T = unknown> = {
  /** Makes what the request is about. */
  make: (owner: Landlord) => Promise<T>;
  request: (made: T) => Request;
  /** What the owner is answered: the status, and a body that must hold these, or is these bytes. */
  answer: (made: T) => { status: number; body?: object; bytes?: Buffer };
  /** What a visitor is answered where it is not 401. */
  visitor?: 'served';
  /**
   * What another landlord is answered. A list or a new record is their own: 'own' means they see nothing of it. 422 where a new
   * record of their own would name what is the owner's.
   */
  stranger: 404 | 422 | 'own';
  /** Whether an ended trial closes it (402). */
  guarded: boolean;
};

/** A route that anybody may ask; `why`, and what a visitor is answered. */
type Open = { why: string; request: Request; status: number };

/** The lines of a noun, by method and path. */
export type Reach = Record<string, Owned | Open>;

/** Lets each line know the type of what it makes. */
export const owned = <T>(reach: Owned<T>): Owned => ({
  ...reach,
  request: (made) => reach.request(made as T),
  answer: (made) => reach.answer(made as T),
});

/** The header that names the version which is changed. */
export const ifMatch = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
