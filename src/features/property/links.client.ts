/** Our links as the router's: where they lead is checked when the code is. */
import { createLink } from '@tanstack/react-router';
import { ButtonLink } from '../../web/ui/Button.tsx';
import { BackLink } from '../../web/ui/PageHead.tsx';

export const LinkButton = createLink(ButtonLink);
export const LinkBack = createLink(BackLink);
