/** A status as a word with a dot or icon, never as colour alone. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Clock from 'lucide-react/icons/clock';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Icon } from './Button.tsx';
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

const STATES = {
  good: { icon: CircleCheck, text: 'text-ink-2', mark: 'text-green-fill' },
  soon: { icon: Clock, text: 'text-amber', mark: '' },
  bad: { icon: CircleAlert, text: 'text-red', mark: '' },
  lacking: { icon: TriangleAlert, text: 'text-amber', mark: '' },
  note: { icon: Info, text: 'text-blue', mark: '' },
  missing: { icon: CircleDashed, text: 'text-ink-3', mark: '' },
  none: { icon: CircleMinus, text: 'text-ink-3', mark: '' },
} as const;

type StatusStateProps = { state: keyof typeof STATES; small?: boolean; children: ReactNode };

/** A status as an icon and words, in a line of text: 'Valid until 08 May 2027', 'Expired 02 Nov 2026', 'Missing'. */
export function StatusState({ state, small = false, children }: StatusStateProps) {
  const { icon, text, mark } = STATES[state];
  return (
    <span className={cx('inline-flex items-start gap-[6px] align-middle', text, small && 'text-s')}>
      <Icon of={icon} className={cx(small ? 'mt-[2px]' : 'mt-1', mark)} />
      <span>{children}</span>
    </span>
  );
}
