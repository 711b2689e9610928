/** A line of a card behind its icon. A link in it looks like the text beside it, and on a phone is as tall as a thumb needs. */
import type { ReactNode } from 'react';
import { Icon, type IconShape } from '../../ui/display/Button.tsx';

const LINK =
  '[&_a]:text-inherit [&_a]:no-underline [&_a]:hover:underline max-md:[&_a]:block max-md:[&_a]:truncate max-md:[&_a]:py-[10px]';

/** All of one height, with a link or without, as the cards of a list are. */
export function CardLine({ icon, children }: { icon: IconShape; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-md:min-h-11">
      <Icon of={icon} className="flex-none text-ink-3" />
      <div className={`clip min-w-0 flex-1 ${LINK}`}>{children}</div>
    </div>
  );
}
