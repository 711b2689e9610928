/** What a noun adds in the browser to what all nouns share: `src/app/nouns.client.ts` lists them. A noun leaves out what it has not. */
import type { NounIcon } from '../../shared/noun-icons.ts';
import type { PlainPath } from './links.client.ts';

export type NounParts = {
  /** As the server's part has it: 'items'. With the label it narrows the list of activity. */
  id: string;
  label: string;
  /** A tab of the bar, and links in the second row of a tab. */
  tab?: Tab;
  places?: readonly ({ under: PlainPath } & Place)[];
  shortcuts?: { add?: readonly Command[]; go?: readonly Command[] };
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

/** How the search over everything shows a noun's records, whose list is at `/dashboard/{id}`. `Found` is what the server answers of each. */
export type SearchPart<Found> = {
  icon: NounIcon;
  row(found: Found, today: string): Pick<FoundRow, 'name'> & Partial<FoundRow>;
  /** Where nothing was found: adding one whose `field` is what was typed, 'Add an item named'. */
  add?: { words: string; field: string };
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
  /** The day on which each part of it ends, by name. */
  ends: Record<string, string>;
};
