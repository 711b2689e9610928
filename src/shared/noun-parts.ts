import type { z } from 'zod';

/** A noun's optional additions to the screens that show all nouns, listed in `src/app/nouns.ts`. */
export type NounParts = {
  shortcuts?: { add?: readonly Command[]; go?: readonly Command[] };
  activity?: ActivityPart;
};

/** A named action or screen. */
export type Command = {
  /** Two letters pressed in sequence: 'as'. */
  keys: string;
  name: string;
  href: string;
};

type ActivityPart = {
  /** A filter of the activity list; its id is in the URL. */
  group?: { id: string; label: string };
  /** Keyed by the noun in the activity log (`app.keep_record`). */
  nouns: Readonly<Record<string, ActivityNoun>>;
};

export type ActivityNoun = {
  icon: 'building' | 'paper' | 'person' | 'tool' | 'bank' | 'money' | 'email' | 'sample';
  /** Its table, so that an activity links to a record only while it exists. */
  table?: string;
  /** The address of a record, or of several (null). Without one, an activity links to its property. */
  href?: (id: string | null) => string | null;
  /** Text for one record, where it differs from 'Supplier “Pike” added'. */
  words?: (entry: { label: string | null; isPaid: boolean }) => string | undefined;
};

/** How the global search finds and shows a noun's records. `Found` is the shape of one result. */
export type SearchPart<Found> = {
  icon: 'property' | 'tenant' | 'supplier';
  /** The heading of its results, and the address of the full list. */
  label: string;
  list: string;
  found: z.ZodType<Found>;
  row(found: Found, today: string): Pick<FoundRow, 'name'> & Partial<FoundRow>;
  /** Offered when the search has no results: adds a record with the typed name. */
  add: (q: string) => { name: string; href: string };
};

type FoundRow = {
  name: string;
  /** Secondary text after the name: place, date. */
  line: string;
  /** At the right edge. */
  phone: string;
  state: { bad: boolean; words: string };
};

export const recordAt = (list: string) => (id: string | null) => id && `${list}/${id}`;
