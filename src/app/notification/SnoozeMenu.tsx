import { useState } from 'react';
import { addDays, addMonths, formatDay, isDay, weekday } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { keepFocus } from '../../web/ui/display/PageHead.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FieldError } from '../../web/ui/form/Field.tsx';
import { Popover } from '../../web/ui/overlay/Menu.tsx';
import { fullTitle, useSnooze } from './notification.client.ts';
import type { Notice } from './notification.ts';

const ROW =
  'flex min-h-control w-full cursor-pointer items-center justify-between gap-3 rounded-mark px-[10px] text-left hover:bg-sunken';

export function SnoozeMenu({ notice }: { notice: Notice }) {
  const today = useToday();
  const [open, setOpen] = useState(false);
  const [other, setOther] = useState('');
  const { mutate } = useSnooze();
  const snooze = (until: string) => {
    setOpen(false);
    // Snoozing removes the row with the focused button.
    mutate({ key: notice.key, until }, { onSettled: keepFocus });
  };
  const wrong = other !== '' && !(isDay(other) && other > today);
  return (
    <Popover
      label="Snooze until"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[300px] p-1!"
      trigger={
        <Button variant="quiet" size="small" aria-label={`Snooze: ${fullTitle(notice)}`}>
          Snooze
        </Button>
      }
    >
      <p className="px-[10px] py-[6px] text-s text-ink-2">Snooze until</p>
      {choices(today).map(({ name, day }) => (
        <button key={name} type="button" className={ROW} onClick={() => snooze(day)}>
          {name}
          <span className="figures text-s text-ink-2">{formatDay(day)}</span>
        </button>
      ))}
      <form
        className="mt-1 border-t border-line px-[10px] pt-2 pb-[10px]"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDay(other) && other > today) snooze(other);
        }}
      >
        <p className="mb-1 text-s text-ink-2">Another date</p>
        <div className="flex gap-2">
          <DateInput aria-label="Another date" value={other} onChange={setOther} className="flex-1" />
          <Button type="submit">Snooze</Button>
        </div>
        {wrong && <FieldError className="mt-1">Choose a day after today</FieldError>}
      </form>
    </Popover>
  );
}

function choices(today: string) {
  const toMonday = 7 - weekday(today);
  return [
    ...(toMonday < 7 ? [{ name: 'Monday', day: addDays(today, toMonday) }] : []),
    { name: 'In a week', day: addDays(today, 7) },
    { name: 'In a month', day: addMonths(today, 1) },
  ];
}
