/** The looks of the strip under the bar, without anything that runs. */
import type { ReactNode } from 'react';
import { cx } from '../../web/ui/display/cx.ts';

export const SEE_PLANS = 'View Subscription Plans';

const TONES = {
  amber: 'bg-amber-soft border-amber-rule text-amber',
  red: 'bg-red-soft border-red-rule text-red',
} as const;

/** `children`: the link to what can be done. */
export function TrialStrip({
  tone,
  words,
  children,
}: {
  tone: keyof typeof TONES;
  words: string;
  children: ReactNode;
}) {
  return (
    <aside aria-label="Free trial" className={cx('border-b text-s', TONES[tone])}>
      <div className="mx-auto flex max-w-[1280px] flex-wrap gap-x-4 px-10 py-[7px] max-xl:px-6 max-md:px-4">
        <output>{words}</output>
        {children}
      </div>
    </aside>
  );
}
