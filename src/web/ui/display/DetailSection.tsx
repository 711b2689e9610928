/** A part of a record's page: its heading, something at the right of it, and a card below. */
import type { ReactNode } from 'react';

/** Facts at the left, and beside them, or below where there is no room, what is done with them. */
export const TWO_COLUMNS = 'grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] items-start gap-5 max-lg:grid-cols-1';

type Props = { id: string; title: string; beside?: ReactNode; className?: string; children: ReactNode };

export function DetailSection({ id, title, beside, className, children }: Props) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id}>{title}</h2>
        {beside && <div className="text-s text-ink-2">{beside}</div>}
      </div>
      {children}
    </section>
  );
}
