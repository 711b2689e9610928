/** Figures in a row: one ruled strip, not floating boxes. Each may lead to its rows. */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Two, three or four `Stat` or `StatLink`. */
export function StatStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid auto-cols-fr grid-flow-col overflow-clip rounded-card border border-line bg-surface max-lg:grid-flow-row max-lg:grid-cols-2 *:-mt-px *:-ml-px *:border-t *:border-l *:border-line"
    >
      {children}
    </section>
  );
}

type Figures = { name: string; value: ReactNode; compare?: ReactNode };

const CELL = 'flex flex-col px-5 py-4 text-ink no-underline max-md:px-4 max-md:py-3';

export function Stat(figures: Figures) {
  return (
    <div className={CELL}>
      <Lines {...figures} />
    </div>
  );
}

/** Give it to the router's `createLink` for typed routes. */
export function StatLink({
  name,
  value,
  compare,
  className,
  ...rest
}: Figures & Omit<ComponentProps<'a'>, 'children'>) {
  return (
    <a {...rest} className={cx(CELL, 'hover:bg-hover focus-visible:-outline-offset-2!', className)}>
      <Lines name={name} value={value} compare={compare} />
    </a>
  );
}

function Lines({ name, value, compare }: Figures) {
  return (
    <>
      <span className="text-ink-2 max-md:text-s">{name}</span>
      <span className="text-xl leading-10 font-bold tracking-[-0.02em] tabular-nums max-md:text-l max-md:leading-8">
        {value}
      </span>
      {compare && <span className="text-s text-ink-2">{compare}</span>}
    </>
  );
}
