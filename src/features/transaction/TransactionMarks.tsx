/** Status and amount of a transaction, for list, dialogs and bell. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { amountLine, STATUS_TONE, statusLabel } from './labels.ts';
import type { Transaction } from './transaction.ts';

const ICONS = { completed: CircleCheck, pending: Clock, overdue: CircleAlert } as const;

const ICON_COLOUR = { green: 'text-green', amber: 'text-amber', red: 'text-red' } as const;
const PILL = {
  green: 'text-ink-2',
  amber: 'border border-amber-rule bg-amber-soft px-2 font-bold text-amber',
  red: 'border border-red-rule bg-red-soft px-2 font-bold text-red',
} as const;

/** Only what is still to be paid stands out. `plain` where there is no room for that, as in the bell. */
export function StatusMark({ status, plain = false }: { status: Transaction['status']; plain?: boolean }) {
  const tone = STATUS_TONE[status];
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-[6px] rounded-pill align-middle text-s whitespace-nowrap',
        PILL[plain ? 'green' : tone],
      )}
    >
      <Icon of={ICONS[status]} className={ICON_COLOUR[tone]} />
      {statusLabel(status)}
    </span>
  );
}

export function Amount({ transaction }: { transaction: Pick<Transaction, 'type' | 'amount'> }) {
  return (
    <span className={cx('figures font-bold', transaction.type === 'income' && 'text-green')}>
      {amountLine(transaction)}
    </span>
  );
}
