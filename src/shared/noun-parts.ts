import type { z } from 'zod';

/** What a noun adds to the screens that show all nouns: listed in `src/app/nouns.ts`. A noun leaves out what it has not. */
export type NounParts = {
  shortcuts?: { add?: readonly Command[]; go?: readonly Command[] };
  activity?: ActivityPart;
};

/** An action or a screen, by name. */
export type Command = {
  /** Two letters, one after the other: 'as'. */
  keys: string;
  name: string;
  href: string;
};

type ActivityPart = {
  /** What the list of activity can be narrowed to; its id is in the address. */
  group?: { id: string; label: string };
  /** By the noun that the database logs (`app.keep_record`). */
  nouns: Readonly<Record<string, ActivityNoun>>;
};

export type ActivityNoun = {
  icon: 'building' | 'paper' | 'person' | 'tool' | 'bank' | 'money' | 'email' | 'sample';
  /** Where a record is, so that an activity leads to it only while it is there. */
  table?: string;
  /** The address of a record, or of several (null). Without one, an activity leads to the property that it is about. */
  href?: (id: string | null) => string | null;
  /** The sentence about one record, where it is not 'Supplier “Pike” added'. */
  words?: (entry: { label: string | null; isPaid: boolean }) => string | undefined;
};

/** How the search over everything finds and shows a noun's records. `Found` is what it answers of each. */
export type SearchPart<Found> = {
  icon: 'property' | 'tenant' | 'supplier';
  /** The heading of its results, and the list with all of them. */
  label: string;
  list: string;
  found: z.ZodType<Found>;
  row(found: Found, today: string): Pick<FoundRow, 'name'> & Partial<FoundRow>;
  /** Where nothing was found: adding one by the name that was typed. */
  add: (q: string) => { name: string; href: string };
};

type FoundRow = {
  name: string;
  /** Behind its name: where, when. */
  line: string;
  /** At the right edge: what one came for. */
  phone: string;
  state: { bad: boolean; words: string };
};

/** The address of one record, where it is there. */
export const recordAt = (list: string) => (id: string | null) => id && `${list}/${id}`;
