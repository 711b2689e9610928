/** A part of the page of a property: its heading, something at the right of it, and a card below. */
import type { ReactNode } from 'react';

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
