/** What a noun adds in the browser to what all nouns share: `src/app/nouns.client.ts` lists them. A noun leaves out what it has not. */
import type { NounIcon } from '../../shared/noun-icons.ts';
import type { PlainPath } from './links.client.ts';

export type NounParts = {
  /** A tab of the bar, and links in the second row of a tab. */
  tab?: Tab;
  places?: readonly ({ under: PlainPath } & Place)[];
  shortcuts?: { add?: readonly Command[]; go?: readonly Command[] };
  /** What the list of activity can be narrowed to. */
  activity?: { id: string; label: string };
  search?: SearchPart<{ id: string }>;
};

/** `holds` begins the paths of screens that belong to the tab under another path. `inMore`: below 1024 px the link moves into the menu 'More'. */
export type Tab = {
  to: PlainPath;
  name: string;
  holds?: readonly string[];
  row?: readonly Place[];
  inMore?: boolean;
};

/** `search` distinguishes it from other places with the same path. `holds` lists screens that are opened from it. */
export type Place = { to: PlainPath; name: string; search?: Record<string, string>; holds?: readonly string[] };

/** An action or a screen, by name. */
export type Command = {
  /** Two letters, one after the other: 'as'. */
  keys: string;
  name: string;
  href: string;
};

/** How the search over everything shows a noun's records. `Found` is what the server answers of each under `noun`. */
export type SearchPart<Found> = {
  noun: string;
  icon: NounIcon;
  /** The heading of its results, and the list with all of them. */
  label: string;
  list: string;
  row(found: Found, today: string): Pick<FoundRow, 'name'> & Partial<FoundRow>;
  /** Where nothing was found: adding one by the name that was typed. */
  add?: (q: string) => Offer;
  /** What is offered where one record was found and no other. */
  only?(found: Found): Offer[];
};

export type Offer = { name: string; href: string };

type FoundRow = {
  name: string;
  /** Behind its name: where, when. */
  line: string;
  /** At the right edge: what one came for. */
  phone: string;
  state: { bad: boolean; words: string };
};
