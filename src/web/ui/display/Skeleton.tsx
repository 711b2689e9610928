/** Grey shapes of what is coming. Put them under one `Loading`, which says the words to screen readers. */
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

/** Size and shape come from the class: `h-3 w-3/5`, `size-8 rounded-pill`. */
export function Skeleton({ className = 'h-3' }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton', className)} />;
}

/** Around skeletons: they are silent, the label is spoken ('Loading your dashboard...'). */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="sr-only">
        {label}
      </p>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  );
}
