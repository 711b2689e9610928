import type { Needing } from '../../shared/allowed.ts';
import type { NounIcon } from '../../shared/records/noun-icons.ts';
import type { Area } from '../../shared/rights.ts';
import type { PlainPath } from './links.client.ts';

export type NounParts = {
  /** The same id as in the server's part: 'items'. Filters the activity list, where it is shown as `label`. */
  id: string;
  label: string;
  /** The tab, places, shortcuts and search need the right to see this area; adding needs the right to change it. */
  area: Area;
  /** A tab of the top bar, or links in the second row of a tab. */
  tab?: Tab;
  places?: readonly ({ under: PlainPath } & Place)[];
  shortcuts?: { add?: readonly Command[]; go?: readonly Command[] };
  search?: SearchPart<{ id: string }>;
};

/** `holds` lists path prefixes of other screens in the tab. `inMore` moves the link into a menu below 1024 px. */
export type Tab = Needing & {
  to: PlainPath;
  name: string;
  holds?: readonly string[];
  row?: readonly Place[];
  inMore?: boolean;
};

/** `search` distinguishes places with the same path. `holds` lists screens that are opened from the place. */
export type Place = Needing & {
  to: PlainPath;
  name: string;
  search?: Record<string, string>;
  holds?: readonly string[];
};

export type Command = Needing & {
  /** Two letters typed in sequence: 'as'. */
  keys: string;
  name: string;
  href: string;
};

/** A noun in the global search; its list is at `/dashboard/{id}`. `Found` is the API's result type. */
export type SearchPart<Found> = {
  icon: NounIcon;
  row(found: Found, today: string): Pick<FoundRow, 'name'> & Partial<FoundRow>;
  /** Without results, offers to add a record with the search text in `field`. `words` is 'Add an item named'. */
  add?: { words: string; field: string };
  only?(found: Found): Offer[];
};

export type Offer = Needing & { name: string; href: string };

type FoundRow = {
  name: string;
  line: string;
  phone: string;
  /** End dates by compliance item. */
  ends: Record<string, string>;
};
