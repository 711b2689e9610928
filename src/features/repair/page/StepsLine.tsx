/** The steps of a repair. Completed steps are ticked. On a phone, only the current step shows its name. */
import Check from 'lucide-react/icons/check';
import { Icon } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { BOARD_STATES, STATE_LABELS, type State } from '../listed.ts';
import type { Repair } from '../repair.ts';

const STEPS: readonly State[] = [...BOARD_STATES, 'closed'];

type Props = { repair: Repair; quoted: boolean };

export function StepsLine({ repair: { state, bookedFrom }, quoted }: Props) {
  const at = STEPS.indexOf(state);
  const passed = (step: State, place: number) =>
    place < at && (step !== 'quoting' || quoted) && (step !== 'booked' || bookedFrom !== null);
  return (
    <ol
      aria-label="Steps"
      className="mb-5 flex overflow-clip rounded-card border border-line bg-surface *:not-first:border-l *:not-first:border-line"
    >
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? 'step' : undefined}
          className={cx(
            'flex h-10 min-w-0 flex-1 items-center justify-center gap-[6px] text-s',
            place === at
              ? 'bg-primary-soft font-bold text-link shadow-[inset_0_-2px_0_var(--primary)]'
              : cx('max-md:flex-[0_0_10px]', passed(step, place) ? 'text-ink-2 max-md:bg-primary' : 'text-ink-3'),
          )}
        >
          {passed(step, place) && <Icon of={Check} className="max-md:hidden" />}
          <span className={cx(place !== at && 'max-md:sr-only')}>
            {STATE_LABELS[step]}
            {passed(step, place) && <span className="sr-only">, passed</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
