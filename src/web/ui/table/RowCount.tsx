/** A small count beside a word. In red it counts errors, and `of` says so to screen readers. */
import { cx } from '../display/cx.ts';

type Props = { count: number; tone?: 'neutral' | 'red'; of?: string };

export function Tally({ count, tone = 'neutral', of }: Props) {
  return (
    <span
      className={cx(
        'inline-grid h-5 min-w-5 place-items-center rounded-pill px-[6px] text-s font-bold leading-none tabular-nums',
        tone === 'red' ? 'bg-red-soft text-red inset-ring inset-ring-red-rule' : 'bg-sunken text-ink-2',
      )}
    >
      <span>
        {count}
        {of && <span className="sr-only"> {of}</span>}
      </span>
    </span>
  );
}
