import { useRef, useState } from 'react';
import { z } from 'zod';
import { type ChangedBy, isRefusal } from '../../shared/app-error.ts';
import { addDays, formatDay } from '../../shared/dates.ts';
import { dayField, paragraph } from '../../shared/schemas.ts';
import { useToday } from '../../web/http/session.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { useMark } from './deadline.client.ts';
import { Deadline, type MarkKind } from './deadline.ts';
import { markText, TEXTS } from './listed.ts';

const reason = paragraph({ max: 500 }).min(1, 'Enter a reason');
const FORMS = {
  done: z.object({ until: dayField('Enter the day'), reason: z.string() }),
  snoozed: z.object({ until: dayField('Enter the day'), reason }),
  not_needed: z.object({ until: z.string(), reason }),
} as const;
type Typed = { until: string; reason: string };

const TITLES = { done: 'Mark as done', snoozed: 'Snooze', not_needed: 'Not needed' } as const;
const WEEK = 7;

type Props = { deadline: Deadline; kind: MarkKind; open: boolean; onOpenChange: (open: boolean) => void };

/** The deadline as another person has saved it, and the caller's unsaved mark. */
type Conflict = { current: Deadline; by: ChangedBy | undefined; yours: Typed; open: boolean };

const yoursText = (kind: MarkKind, { until, reason: why }: Typed) =>
  markText({ kind, until: kind === 'not_needed' ? null : until, reason: kind === 'done' ? null : why });

const theirsText = ({ mark, day }: Deadline) => (mark ? markText(mark) : `Open${day ? `, due ${formatDay(day)}` : ''}`);

export function MarkDialog({ deadline, kind, open, onOpenChange }: Props) {
  const today = useToday();
  const { mutateAsync: save } = useMark(deadline, kind);
  const { id, title, about, address, day } = deadline;
  const [conflict, setConflict] = useState<Conflict>();
  /** The deadline that the next save overwrites, after 'Keep mine'. */
  const overwritten = useRef<Deadline>(undefined);
  const send = ({ until, reason: why }: Typed, before: Deadline) => {
    const seen = { day: before.day, version: before.mark?.version ?? null };
    if (kind === 'done') return save({ kind, until, ...seen });
    return kind === 'snoozed' ? save({ kind, until, reason: why, ...seen }) : save({ kind, reason: why, ...seen });
  };
  const form = useZodForm({
    schema: FORMS[kind],
    start: { until: kind === 'snoozed' ? addDays(today, WEEK) : today, reason: '' },
    save: async (typed: Typed) => {
      const before = overwritten.current ?? deadline;
      overwritten.current = undefined;
      return send(typed, before).catch((error: unknown) => {
        if (isRefusal(error, 'conflict')) {
          const { current, changedBy: by } = error.details;
          setConflict({ current: Deadline.parse(current), by, yours: typed, open: true });
        }
        throw error;
      });
    },
    saved: () => onOpenChange(false),
  });
  const close = () => setConflict((now) => now && { ...now, open: false });
  const answer = (takeTheirs: boolean) => {
    close();
    if (takeTheirs) {
      form.rhf.reset();
      onOpenChange(false);
      return;
    }
    overwritten.current = conflict?.current;
    form.element.current?.requestSubmit();
  };
  return (
    <FormDialog
      form={form}
      draft={`deadline:${id}:${kind}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TITLES[kind]}
      submit={TITLES[kind]}
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2 wrap-anywhere">
          {[title, about, address].filter(Boolean).join(', ')}
          {day && `: ${formatDay(day)}`}
        </p>
        {kind !== 'not_needed' && (
          <FormField form={form} name="until" label={kind === 'done' ? 'Done on' : 'Remind me on'}>
            <DateInput />
          </FormField>
        )}
        {kind !== 'done' && (
          <FormField
            form={form}
            name="reason"
            label={kind === 'snoozed' ? 'Reason' : 'Not needed because'}
            hint={kind === 'snoozed' ? 'For example: engineer booked for Tuesday.' : undefined}
          >
            <TextInput autoComplete="off" />
          </FormField>
        )}
      </div>
      <ConflictDialog
        thing={TEXTS.one}
        by={conflict?.by}
        open={conflict?.open ?? false}
        question={
          conflict && { label: title, yours: yoursText(kind, conflict.yours), theirs: theirsText(conflict.current) }
        }
        place=""
        onClose={close}
        onAnswer={answer}
      />
    </FormDialog>
  );
}
