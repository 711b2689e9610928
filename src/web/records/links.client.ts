/** Our links as the router's: where they lead is checked when the code is. */
import { createLink, type RegisteredRouter } from '@tanstack/react-router';
import { ButtonLink } from '../ui/display/Button.tsx';
import { BackLink } from '../ui/display/PageHead.tsx';

export const LinkButton = createLink(ButtonLink);
export const LinkBack = createLink(BackLink);

/** An address of the app that needs no id. */
export type PlainPath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}` | `${string}/`>;
