/** A month of days to choose from by pointer or keys (WAI-ARIA date picker), which Base UI 1.9 does not offer. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronsLeft from 'lucide-react/icons/chevrons-left';
import ChevronsRight from 'lucide-react/icons/chevrons-right';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addDays, addMonths, formatMonth, isDay, weekday } from '../../../shared/dates.ts';
import { useToday } from '../../http/session.client.ts';
import { IconButton } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';

type Props = {
  /** The field's value when the calendar opens: a day, empty, or invalid text. */
  value: () => string;
  onChoose: (day: string) => void;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The maximum number of weeks in a month, so that the calendar keeps its height. */
const WEEKS = [0, 1, 2, 3, 4, 5];

/** Constants, as the linter mistakes the grid for a data table. */
const GRID = { table: { role: 'grid' }, cell: { role: 'gridcell' }, chosen: { 'aria-selected': true } } as const;

export function Calendar({ value, onChoose }: Props) {
  const today = useToday();
  const [chosen] = useState(value);
  const [at, setAt] = useState(() => withinCenturies(isDay(chosen) ? chosen : today));
  const grid = useRef<HTMLTableElement>(null);
  const title = useId();
  const first = `${at.slice(0, 7)}-01`;

  const changeMonth = (months: number) => setAt(withinCenturies(addMonths(at, months)));
  const keyDown = (event: KeyboardEvent) => {
    const to = dayOfKey(event, at);
    if (!to) return;
    event.preventDefault();
    flushSync(() => setAt(withinCenturies(to)));
    dayInCalendar(grid.current)?.focus();
  };
  return (
    <>
      <div className="mb-2 flex items-center">
        <IconButton icon={ChevronsLeft} size="small" label="Previous year" onClick={() => changeMonth(-12)} />
        <IconButton icon={ChevronLeft} size="small" label="Previous month" onClick={() => changeMonth(-1)} />
        <h2 id={title} aria-live="polite" className="flex-1 text-center text-m tracking-normal">
          {formatMonth(at)}
        </h2>
        <IconButton icon={ChevronRight} size="small" label="Next month" onClick={() => changeMonth(1)} />
        <IconButton icon={ChevronsRight} size="small" label="Next year" onClick={() => changeMonth(12)} />
      </div>
      <table ref={grid} {...GRID.table} aria-labelledby={title} onKeyDown={keyDown}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name} className="h-8 text-s font-normal text-ink-2">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKS.map((week) => (
            <tr key={week}>
              {WEEKDAYS.map((name, index) => {
                const day = addDays(first, week * 7 + index - weekday(first));
                if (day.slice(0, 7) !== first.slice(0, 7)) return <td key={name} className="size-9 max-md:size-11" />;
                return (
                  <td key={name} {...GRID.cell} {...(day === chosen && GRID.chosen)} className="p-0">
                    <button
                      type="button"
                      tabIndex={day === at ? 0 : -1}
                      aria-label={`${WEEKDAYS[weekday(day)]} ${Number(day.slice(8))} ${formatMonth(day)}`}
                      aria-current={day === today ? 'date' : undefined}
                      className={cx(
                        'figures grid size-9 cursor-pointer place-items-center rounded-mark max-md:size-11 aria-[current]:font-bold aria-[current]:underline',
                        day === chosen ? 'forced-choice bg-primary text-primary-ink' : 'hover:bg-sunken',
                      )}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Returns the day to which a key moves the focus, undefined for other keys. */
function dayOfKey({ key, shiftKey }: KeyboardEvent, at: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(at, -1);
    case 'ArrowRight':
      return addDays(at, 1);
    case 'ArrowUp':
      return addDays(at, -7);
    case 'ArrowDown':
      return addDays(at, 7);
    case 'Home':
      return addDays(at, -weekday(at));
    case 'End':
      return addDays(at, 6 - weekday(at));
    case 'PageUp':
      return addMonths(at, shiftKey ? -12 : -1);
    case 'PageDown':
      return addMonths(at, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** Returns the day that receives the focus when the calendar opens. */
export function dayInCalendar(around: HTMLElement | null): HTMLElement | null {
  return around?.querySelector<HTMLElement>('td [tabindex="0"]') ?? null;
}

function withinCenturies(day: string): string {
  if (day < '1900-01-01') return '1900-01-01';
  return day > '2200-12-31' ? '2200-12-31' : day;
}
