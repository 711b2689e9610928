import { Link } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { daysBetween, formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { May, useToday } from '../../web/http/session.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import type { Act } from './DeadlineDialogs.tsx';
import { useUnmark } from './deadline.client.ts';
import type { Deadline } from './deadline.ts';
import { FACT_LABELS, markText, NOTICE_DAYS } from './listed.ts';

type Props = {
  deadline: Deadline;
  onAct: Act;
  here?: boolean;
  /** Omitted in lists without a selection. */
  selection?: { selected: boolean; onSelect: (id: string, selected: boolean) => void };
};

/** Skips the layout of rows outside the viewport. Not used for rows with a menu, which would be clipped. */
const SKIPPED = '[contain-intrinsic-size:auto_97px] [content-visibility:auto]';
const ROW = 'grid items-start gap-x-4 gap-y-2 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4';

/** `here` is true on the property's own page, where the address is omitted. */
export function DeadlineRow({ deadline, onAct, here = false, selection }: Props) {
  const { id, title, about, address, propertyId, tenancyId, asks } = deadline;
  return (
    <li
      className={cx(
        ROW,
        selection ? 'md:grid-cols-[186px_minmax(0,1fr)_auto]' : 'md:grid-cols-[150px_minmax(0,1fr)_auto]',
        deadline.rule !== 'own' && SKIPPED,
      )}
    >
      <div className="flex items-start gap-3">
        {selection && (
          <May need="properties.change">
            <Checkbox
              hideLabel
              label={`Select ${[title, about, address].filter(Boolean).join(', ')}`}
              checked={selection.selected}
              onChange={({ target }) => selection.onSelect(id, target.checked)}
            />
          </May>
        )}
        <When {...deadline} />
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-bold">{title}</span>
          {about && `, ${about}`}
        </p>
        {(!here || tenancyId) && (
          <p className="flex flex-wrap gap-x-3 text-s wrap-anywhere">
            {!here && (
              <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
                {address}
              </Link>
            )}
            {tenancyId && (
              <May need="people.see">
                <Link to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
                  Tenancy<span className="sr-only">: {[title, about].filter(Boolean).join(', ')}</span>
                </Link>
              </May>
            )}
          </p>
        )}
        {asks.length > 0 && (
          <ul className="mt-1 text-s text-ink-2">
            {asks.map((fact) => (
              <li key={fact}>{FACT_LABELS[fact]}</li>
            ))}
          </ul>
        )}
        <Why {...deadline} />
        <Mark {...deadline} />
      </div>
      <May need="properties.change">
        <Buttons deadline={deadline} onAct={onAct} />
      </May>
    </li>
  );
}

function When({ day, group, rule, kind }: Deadline) {
  const today = useToday();
  if (day === null) return <p className="text-ink-2">{rule === 'facts' ? 'Facts missing' : 'No date yet'}</p>;
  const left = daysBetween(today, day);
  const away = left === 0 ? 'today' : left > 0 ? `in ${counted(left, 'day')}` : `${counted(-left, 'day')} overdue`;
  const words = group === 'waiting' || group === 'aside' ? undefined : away;
  const state = group === 'overdue' ? 'bad' : left <= NOTICE_DAYS ? 'soon' : 'none';
  return (
    <div className="figures">
      <p>{formatDay(day)}</p>
      {words && (
        <StatusState small state={state}>
          {words}
        </StatusState>
      )}
      {group === 'waiting' && (
        <StatusState small state="soon">
          {kind === 'energy' ? 'Needed to let again' : 'Waiting'}
        </StatusState>
      )}
    </div>
  );
}

function Why({ why, source }: Deadline) {
  if (why.length === 0 && !source) return null;
  return (
    <details className="mt-1 text-s">
      <summary className="cursor-pointer text-link">Why</summary>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {why.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ul>
      {source && (
        <p className="mt-1 text-ink-2">
          Source:{' '}
          <a href={source.link} target="_blank" rel="noopener">
            {source.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          , in force from {formatDay(source.effectiveFrom)}. This is information, not advice.
        </p>
      )}
    </details>
  );
}

function Mark({ mark }: Deadline) {
  if (!mark) return null;
  return (
    <p className="mt-1 text-s text-ink-2 wrap-anywhere">
      {markText(mark)}
      {mark.by && `, by ${mark.by}`}
    </p>
  );
}

function Buttons({ deadline, onAct }: { deadline: Deadline; onAct: Act }) {
  const { title, about, address, group, day, rule } = deadline;
  const { mutate: unmark, isPending } = useUnmark(deadline);
  const what = [title, about, address].filter(Boolean).join(', ');
  if (day === null) return null;
  return (
    <div className="-my-1 flex flex-wrap gap-1">
      {group === 'aside' ? (
        <Button variant="quiet" size="small" busy={isPending ? 'Saving...' : undefined} onClick={() => unmark()}>
          Open again<span className="sr-only">: {what}</span>
        </Button>
      ) : (
        <>
          <Button size="small" onClick={() => onAct('done', deadline)}>
            Done<span className="sr-only">: {what}</span>
          </Button>
          <Button variant="quiet" size="small" onClick={() => onAct('snoozed', deadline)}>
            Snooze<span className="sr-only">: {what}</span>
          </Button>
          <Button variant="quiet" size="small" onClick={() => onAct('not_needed', deadline)}>
            Not needed<span className="sr-only">: {what}</span>
          </Button>
        </>
      )}
      {rule === 'own' && (
        <Menu trigger={<IconButton icon={EllipsisVertical} size="small" label={`Actions for ${what}`} />}>
          <MenuItem onClick={() => onAct('change', deadline)}>Change</MenuItem>
          <MenuItem onClick={() => onAct('remove', deadline)}>Remove</MenuItem>
        </Menu>
      )}
    </div>
  );
}
