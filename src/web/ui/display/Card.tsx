/** A surface with a border, and the line at its top that names it. */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type CardProps = ComponentProps<'section'> & { pad?: boolean };

/** Give it `aria-labelledby` with the id of its heading, and it is a landmark of its own. */
export function Card({ pad = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={cx('min-w-0 rounded-card border border-line bg-surface', pad && 'p-5 max-md:p-4', className)}
    />
  );
}

type HeadProps = { title: string; id?: string; level?: 2 | 3; children?: ReactNode };

/** The card's heading; children (a link, a count) stand at its right. */
export function CardHead({ title, id, level = 2, children }: HeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="flex items-center gap-3 border-b border-line px-5 py-3 max-md:px-4">
      <Heading id={id} className="min-w-0 flex-1 text-m tracking-normal">
        {title}
      </Heading>
      {children && <div className="flex items-center gap-3 text-s text-ink-2">{children}</div>}
    </div>
  );
}
