import { useRef, useState } from 'react';
import { type ChangedBy, isRefusal } from '../../../shared/app-error.ts';
import { formatDay } from '../../../shared/dates.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { ConflictDialog } from '../../../web/records/form/ConflictDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { useMark } from '../deadline.client.ts';
import { Deadline, type MarkKind } from '../deadline.ts';
import { markText, TEXTS } from '../listed.ts';
import { MarkFields } from './MarkFields.tsx';
import { MARK_FORMS, MARK_TITLES, type MarkFormValues, markOf, startOf } from './mark-form.ts';
import { RecordInstead } from './RecordInstead.tsx';

type Props = { deadline: Deadline; kind: MarkKind; open: boolean; onOpenChange: (open: boolean) => void };

/** The deadline as another person has saved it, and the caller's unsaved mark. */
type Conflict = { current: Deadline; by: ChangedBy | undefined; yours: MarkFormValues; open: boolean };

const yoursText = (kind: MarkKind, { until, reason: why }: MarkFormValues) =>
  markText({ kind, until: kind === 'not_needed' ? null : until, reason: kind === 'done' ? null : why });

const theirsText = ({ mark, day }: Deadline) => (mark ? markText(mark) : `Open${day ? `, due ${formatDay(day)}` : ''}`);

export function MarkDialog({ deadline, kind, open, onOpenChange }: Props) {
  const today = useToday();
  const { mutateAsync: save } = useMark(deadline, kind);
  const { id, title, about, address, day } = deadline;
  const [conflict, setConflict] = useState<Conflict>();
  /** The deadline that the next save overwrites, after 'Keep mine'. */
  const overwritten = useRef<Deadline>(undefined);
  const form = useZodForm({
    schema: MARK_FORMS[kind],
    start: startOf(kind, today),
    save: async (typed: MarkFormValues) => {
      const before = overwritten.current ?? deadline;
      overwritten.current = undefined;
      const seen = { day: before.day, version: before.mark?.version ?? null };
      return save({ ...markOf(kind, typed), ...seen }).catch((error: unknown) => {
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
      title={MARK_TITLES[kind]}
      submit={MARK_TITLES[kind]}
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2 wrap-anywhere">
          {[title, about, address].filter(Boolean).join(', ')}
          {day && `: ${formatDay(day)}`}
        </p>
        <MarkFields form={form} kind={kind} />
        {kind === 'done' && <RecordInstead deadline={deadline} />}
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
