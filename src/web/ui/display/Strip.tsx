/** A strip under the bar, across every screen that it concerns: what holds for all of them, and what can be done about it. */
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const TONES = {
  amber: 'bg-amber-soft border-amber-rule text-amber',
  red: 'bg-red-soft border-red-rule text-red',
  blue: 'bg-blue-soft border-blue-rule text-blue',
} as const;

export type StripTone = keyof typeof TONES;

export function Strip({ tone, label, children }: { tone: StripTone; label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className={cx('border-b text-s', TONES[tone])}>
      <div className="mx-auto flex max-w-[1280px] flex-wrap gap-x-4 px-10 py-[7px] max-xl:px-6 max-md:px-4">
        {children}
      </div>
    </aside>
  );
}
