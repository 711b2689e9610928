/** A sentence across the page or card that stays until its cause is resolved. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { Button, Icon } from './Button.tsx';
import { cx } from './cx.ts';

const TONES = {
  amber: { icon: Clock, box: 'bg-amber-soft border-amber-rule', mark: 'text-amber' },
  red: { icon: CircleAlert, box: 'bg-red-soft border-red-rule', mark: 'text-red' },
  green: { icon: CircleCheck, box: 'bg-green-soft border-green-rule', mark: 'text-green' },
  blue: { icon: Info, box: 'bg-blue-soft border-blue-rule', mark: 'text-blue' },
} as const;

type Props = {
  tone: keyof typeof TONES;
  /** `alert` interrupts screen readers, for new errors. `status` waits. Omitted if shown from the start. */
  role?: 'alert' | 'status';
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export function Banner({ tone, role, action, className, children }: Props) {
  const { icon, box, mark } = TONES[tone];
  return (
    <div
      role={role}
      className={cx('flex flex-wrap items-start gap-x-[10px] gap-y-2 rounded-card border px-4 py-3', box, className)}
    >
      <Icon of={icon} className={cx('mt-1', mark)} />
      <div className="min-w-0 flex-1 [&_a]:text-inherit">{children}</div>
      {action}
    </div>
  );
}

type RetryProps = Pick<Props, 'className' | 'children'> & {
  busy: boolean;
  retry: () => void;
};

export function RetryBanner({ busy, retry, className, children }: RetryProps) {
  return (
    <Banner
      tone="red"
      role="alert"
      className={className}
      action={
        <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
          Retry
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
