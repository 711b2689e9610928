/** Marks the selected deadlines alike. */
import { counted } from '../../../shared/text.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { useMarkSeveral } from '../deadline.client.ts';
import type { Deadline, MarkKind } from '../deadline.ts';
import { MarkFields } from './MarkFields.tsx';
import { MARK_FORMS, MARK_TITLES, type MarkFormValues, markOf, startOf } from './mark-form.ts';

type Props = {
  deadlines: readonly Deadline[];
  kind: MarkKind;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => void;
};

export function MarkSeveralDialog({ deadlines, kind, open, onOpenChange, onDone }: Props) {
  const today = useToday();
  const { mutateAsync: save } = useMarkSeveral(kind);
  const rows = deadlines.map(({ id, day, mark }) => ({ id, day, version: mark?.version ?? null }));
  const form = useZodForm({
    schema: MARK_FORMS[kind],
    start: startOf(kind, today),
    save: (typed: MarkFormValues) => save({ ...markOf(kind, typed), rows }),
    saved: () => {
      onOpenChange(false);
      onDone();
    },
  });
  const homes = new Set(deadlines.map(({ propertyId }) => propertyId)).size;
  return (
    <FormDialog
      form={form}
      draft={`deadlines:${kind}`}
      open={open}
      onOpenChange={onOpenChange}
      title={MARK_TITLES[kind]}
      submit={`${MARK_TITLES[kind]}: ${counted(deadlines.length, 'deadline')}`}
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">{`${counted(deadlines.length, 'deadline')} of ${counted(homes, 'home')}.`}</p>
        <MarkFields form={form} kind={kind} />
      </div>
    </FormDialog>
  );
}
