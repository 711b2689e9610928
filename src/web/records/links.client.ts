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

/** The screens of a noun below its list, as typed routes, and the rights to change records and to add them. */
export function recordPaths(list: ListPath, change: Right, adding = change) {
  return { list, add: `${list}/add`, one: `${list}/$id`, edit: `${list}/edit/$id`, change, adding } as const;
}
/** A form may return to a screen other than its list. */
export type RecordPaths = Omit<ReturnType<typeof recordPaths>, 'list'> & { list: PlainPath };
