import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  amber: 'bg-amber-soft border-amber-rule text-amber',
  red: 'bg-red-soft border-red-rule text-red',
  blue: 'bg-blue-soft border-blue-rule text-blue',
} as const;

export type RibbonTone = keyof typeof TONES;

export function Ribbon({ tone, label, children }: { tone: RibbonTone; label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className={cx(
        'group/ribbon flex min-w-0 not-first:flex-none gap-x-3 rounded-control border px-2 py-px text-s max-md:gap-x-[6px] max-md:px-[6px]',
        TONES[tone],
      )}
    >
      {children}
    </aside>
  );
}
