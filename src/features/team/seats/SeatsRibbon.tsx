/** Static, so that the server's document can show the ribbon. */
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { Ribbon } from '../../../web/ui/display/Ribbon.tsx';

/** `day` is when members are paused. `children` is the link to the team. */
export function SeatsRibbon({ day, children }: { day: string; children: ReactNode }) {
  return (
    <Ribbon tone="amber" label="Seats">
      <output>
        <span className="max-md:sr-only">Your plan has too few seats. </span>
        Members will be paused on {formatDay(day)}.
      </output>
      {children}
    </Ribbon>
  );
}

export const SEATS_LINK = { className: 'whitespace-nowrap text-inherit', children: 'Choose who stays' };
