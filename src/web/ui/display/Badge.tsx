/** A status in a word with a dot, never in colour alone. `plain` for states that need nothing, so that the others stand out. */
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'green' | 'amber' | 'red' | 'blue' | 'neutral';

const PILL = {
  green: 'bg-green-soft border-green-rule text-green before:bg-green-fill',
  amber: 'bg-amber-soft border-amber-rule text-amber before:bg-amber-fill',
  red: 'bg-red-soft border-red-rule text-red before:bg-red-fill',
  blue: 'bg-blue-soft border-blue-rule text-blue before:bg-blue-fill',
  neutral: 'bg-sunken border-line text-ink-2 before:bg-edge',
} as const;

const DOT = {
  green: 'before:bg-green-fill',
  amber: 'before:bg-amber-fill',
  red: 'before:bg-red-fill',
  blue: 'before:bg-blue-fill',
  neutral: 'before:bg-edge',
} as const;

export function Badge({
  tone = 'neutral',
  plain = false,
  children,
}: {
  tone?: Tone;
  plain?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex h-6 items-center gap-[6px] rounded-pill text-s whitespace-nowrap align-middle before:size-[7px] before:flex-none before:rounded-pill before:content-['']",
        plain ? cx('text-ink-2', DOT[tone]) : cx('border px-[9px] font-bold', PILL[tone]),
      )}
    >
      {children}
    </span>
  );
}
