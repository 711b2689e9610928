import { useId } from 'react';
import { cx } from '../display/cx.ts';
import sheet from './street.svg?no-inline';

const SHAPE =
  'M22 3v3.6L17.2 2.9a2 2 0 0 0-2.4 0L3.8 11.3A2 2 0 0 0 3 12.9V28a2 2 0 0 0 2 2h9V18H9a1 1 0 0 1-1-1v-2a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1h-5v12h9a2 2 0 0 0 2-2V12.9a2 2 0 0 0-.8-1.6L26 9.7V3a1 1 0 0 0-1-1h-2a1 1 0 0 0-1 1Z';

export function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={cx('text-brick', className)}>
      <path fill="currentColor" fillRule="evenodd" d={SHAPE} />
    </svg>
  );
}

/** The content and accessible name of the home link. `wordClassName` may hide the word on narrow screens. */
export function Brand({ wordClassName }: { wordClassName?: string }) {
  return (
    <span className="flex items-center gap-[10px] text-l font-bold tracking-[-0.025em] text-ink">
      <Mark />
      <span className={wordClassName}>Tenure</span>
    </span>
  );
}

/** The decorative street at the bottom of pages outside the dashboard. It repeats every 1,484 px. */
export function Street({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg aria-hidden="true" className={cx('block h-24 w-full border-b border-ill-line', className)}>
      <defs>
        <pattern id={id} width="1484" height="96" patternUnits="userSpaceOnUse">
          <use href={`${sheet}#street`} width="1484" height="96" />
        </pattern>
      </defs>
      <rect width="100%" height="96" fill={`url(#${id})`} />
    </svg>
  );
}
