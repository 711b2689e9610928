import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import ImageIcon from 'lucide-react/icons/image';
import Siren from 'lucide-react/icons/siren';
import { counted } from '../../../shared/text.ts';
import { May, useLandlord } from '../../../web/http/session.client.ts';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { URGENCY_LABELS } from '../listed.ts';
import { PATHS, useMove } from '../repair.client.ts';
import type { Repair } from '../repair.ts';
import { ageOf, boardMove, waitingWords } from '../rules/words.ts';

const URGENT = { emergency: 'text-red', urgent: 'text-amber', passing: '' } as const;
const LINE = 'flex items-start gap-1 text-s';

type Props = {
  repair: Repair;
  /** Called with a function that accepts the repair, which needs no dialog. */
  onMove: (accept: () => void) => void;
};

export function RepairCard({ repair, onMove }: Props) {
  const { now } = useLandlord();
  const { id, title, address, urgency, unconfirmed, late, photos } = repair;
  const move = boardMove(repair, now);
  const { mutate: accept, isPending } = useMove(repair, 'accepted');
  return (
    <li
      className={cx(
        'flex flex-col gap-[2px] rounded-control border bg-surface px-3 py-[10px] hover:border-rule has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus',
        unconfirmed ? 'border-dashed border-edge' : 'border-line',
      )}
    >
      <Link
        to={PATHS.one}
        params={{ id }}
        data-repair={id}
        data-name
        className="font-bold text-inherit no-underline wrap-anywhere hover:underline focus-visible:outline-none"
      >
        <bdi>{title}</bdi>
      </Link>
      <p className="text-s text-ink-2 wrap-anywhere">{address}</p>
      <p className="flex flex-wrap justify-between gap-x-2 text-s text-ink-2">
        {ageOf(repair, now)}
        {urgency !== 'normal' && (
          <span className={cx('inline-flex items-start gap-1', URGENT[urgency])}>
            <Icon of={urgency === 'emergency' ? Siren : Clock} className="mt-[2px] flex-none" />
            {URGENCY_LABELS[urgency]}
          </span>
        )}
      </p>
      {photos > 0 && (
        <p className={cx(LINE, 'text-ink-2')}>
          <Icon of={ImageIcon} className="mt-[2px] flex-none" />
          {counted(photos, 'file')}
        </p>
      )}
      {late && (
        <p className={cx(LINE, 'text-red')}>
          <Icon of={CircleAlert} className="mt-[2px] flex-none" />
          over your target
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 border-t border-line pt-[6px]">
        <p className="min-w-0 flex-1 text-s text-ink-2 wrap-anywhere">{waitingWords(repair)}</p>
        {move && (
          <May need={PATHS.change}>
            <Button
              size="small"
              data-move={id}
              aria-keyshortcuts={move.key.toUpperCase()}
              busy={isPending ? 'Saving...' : undefined}
              onClick={() => onMove(() => accept({}))}
            >
              {move.verb}
              <span className="sr-only">: {title}</span>
            </Button>
          </May>
        )}
      </div>
    </li>
  );
}
