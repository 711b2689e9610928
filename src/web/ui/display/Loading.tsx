/** While something is on its way: grey shapes, a spinner, a bar. */
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

/** A turning ring for something small that is under way; `label` is said to screen readers. Pages show skeletons instead. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-flex" role={label ? 'status' : undefined}>
      <span className="spin" aria-hidden="true" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

type ProgressBarProps = {
  label: string;
  /** From 0 to 1; undefined while unknown. */
  share?: number | undefined;
  /** Its colour, where it is one of a warning. */
  tone?: keyof typeof BARS;
};

const BARS = { primary: 'bg-primary', amber: 'bg-amber-fill', red: 'bg-red-fill' } as const;

/** How much of something is done, or used. Its label names it for screen readers. */
export function ProgressBar({ label, share, tone = 'primary' }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-[6px] overflow-clip rounded-pill bg-line"
    >
      <div className={cx('h-full rounded-pill transition-[width]', BARS[tone])} style={{ width: `${percent ?? 0}%` }} />
    </div>
  );
}
