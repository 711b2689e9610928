/** A status as an icon and words, in a line of text: 'Valid until 08 May 2027', 'Expired 02 Nov 2026', 'Missing'. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Clock from 'lucide-react/icons/clock';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';

const STATES = {
  good: { icon: CircleCheck, text: 'text-ink-2', mark: 'text-green-fill' },
  soon: { icon: Clock, text: 'text-amber', mark: '' },
  bad: { icon: CircleAlert, text: 'text-red', mark: '' },
  note: { icon: Info, text: 'text-blue', mark: '' },
  missing: { icon: CircleDashed, text: 'text-ink-3', mark: '' },
  none: { icon: CircleMinus, text: 'text-ink-3', mark: '' },
} as const;

type Props = { state: keyof typeof STATES; small?: boolean; children: ReactNode };

export function StatusState({ state, small = false, children }: Props) {
  const { icon, text, mark } = STATES[state];
  return (
    <span className={cx('inline-flex items-start gap-[6px] align-middle', text, small && 'text-s')}>
      <Icon of={icon} className={cx(small ? 'mt-[2px]' : 'mt-1', mark)} />
      <span>{children}</span>
    </span>
  );
}
