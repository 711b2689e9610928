/** Our links as the router's: where they lead is checked when the code is. */
import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '../ui/display/Button.tsx';
import { BackLink } from '../ui/display/PageHead.tsx';

export const LinkButton = createLink(ButtonLink);
export const LinkBack = createLink(BackLink);
