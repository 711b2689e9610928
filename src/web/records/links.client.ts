import { createLink, type RegisteredRouter } from '@tanstack/react-router';
import type { Right } from '../../shared/rights.ts';
import { ButtonLink } from '../ui/display/Button.tsx';
import { BackLink } from '../ui/display/PageHead.tsx';

export const LinkButton = createLink(ButtonLink);
export const LinkBack = createLink(BackLink);

/** A route of the app without parameters. */
export type PlainPath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}` | `${string}/`>;

type AppPath = keyof RegisteredRouter['routesByPath'];

/** The list of a noun that has record screens below it. */
export type ListPath = {
  [Path in PlainPath]: `${Path}/add` extends AppPath ? (`${Path}/edit/$id` extends AppPath ? Path : never) : never;
}[PlainPath];

/** Returns a noun's screens below its list as typed routes, and the rights to change and to add records. */
export function recordPaths(list: ListPath, change: Right, adding = change) {
  return { list, add: `${list}/add`, one: `${list}/$id`, edit: `${list}/edit/$id`, change, adding } as const;
}
/** `list` may be another screen, to which the noun's forms return. */
export type RecordPaths = Omit<ReturnType<typeof recordPaths>, 'list'> & { list: PlainPath };
