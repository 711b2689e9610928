import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { amountLine, STATUS_LABELS } from '../transaction/labels.ts';
import type { Transaction } from '../transaction/transaction.ts';

const PLAIN = 'text-ink-2';
const LOOKS = {
  completed: { icon: CircleCheck, colour: 'text-green', pill: PLAIN },
  pending: {
    icon: Clock,
    colour: 'text-amber',
    pill: 'border border-amber-rule bg-amber-soft px-2 font-bold text-amber',
  },
  overdue: {
    icon: CircleAlert,
    colour: 'text-red',
    pill: 'border border-red-rule bg-red-soft px-2 font-bold text-red',
  },
} as const;

/** Highlights unpaid transactions. `plain` omits the highlight in small spaces, such as the bell. */
export function StatusMark({ status, plain = false }: { status: Transaction['status']; plain?: boolean }) {
  const { icon, colour, pill } = LOOKS[status];
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-[6px] rounded-pill align-middle text-s whitespace-nowrap',
        plain ? PLAIN : pill,
      )}
    >
      <Icon of={icon} className={colour} />
      {STATUS_LABELS[status]}
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
