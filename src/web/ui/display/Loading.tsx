import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export function Skeleton({ className = 'h-3' }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton', className)} />;
}

/** Wraps skeletons, which are hidden from screen readers, and announces the label ('Loading your dashboard...'). */
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

/** A spinner for small content, with a label for screen readers. Pages show skeletons instead. */
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
  /** From 0 to 1, or undefined while unknown. */
  share?: number | undefined;
  tone?: keyof typeof BARS;
};

const BARS = { primary: 'bg-primary', amber: 'bg-amber-fill', red: 'bg-red-fill' } as const;

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
