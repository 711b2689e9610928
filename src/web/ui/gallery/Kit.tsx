/** The frame of the components page: a named section, and a cell for each state. */
import type { ReactNode } from 'react';
import { cx } from '../display/cx.ts';

export function Kit({
  title,
  columns,
  children,
}: {
  title: string;
  columns?: 'two' | 'three' | 'five';
  children: ReactNode;
}) {
  return (
    <section className="kit" aria-label={title}>
      <h2>{title}</h2>
      <div className={cx('cells', columns)}>{children}</div>
    </section>
  );
}

export function Cell({ state, children }: { state: string; children: ReactNode }) {
  return (
    <div className="cell">
      <p className="state">{state}</p>
      {children}
    </div>
  );
}
