/** Adds an occupier of a tenancy, or changes one. */
import { useMutation } from '@tanstack/react-query';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../../web/records/form/RecordForm.tsx';
import { occupiers } from './occupier.client.ts';
import { OCCUPIER, Occupier, OccupierForm, TEXTS } from './occupier.ts';

type Props = { tenancyId: string; open: boolean; onOpenChange: (open: boolean) => void };

export function OccupierAddDialog({ tenancyId, open, onOpenChange }: Props) {
  const { mutateAsync: add } = useMutation(occupiers.add);
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema: OccupierForm,
    record: Occupier,
    start: OCCUPIER.blank,
    add: (input, key) => add({ input: { ...input, tenancyId }, key }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`occupier:new:${tenancyId}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.addTitle}
      submit={TEXTS.add}
    >
      <p className="mb-5 text-ink-2">Every adult who lives there without being a tenant, such as a partner.</p>
      <div className="grid gap-5">
        <FormFields form={form} fields={OCCUPIER.shape} />
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

export function OccupierEditDialog({
  occupier,
  open,
  onOpenChange,
}: Omit<Props, 'tenancyId'> & { occupier: Occupier }) {
  const { mutateAsync: change } = useMutation(occupiers.change);
  const { form, conflict } = useEditForm({
    opened: occupier,
    record: Occupier,
    schema: OccupierForm,
    toFormValues: (saved) => OCCUPIER.toForm(saved),
    change: (before, output) => change({ before, input: { ...output, tenancyId: before.tenancyId } }),
    merge: OCCUPIER.merge,
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`occupier:${occupier.id}:${occupier.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.editTitle}
      submit={TEXTS.update}
    >
      <div className="grid gap-5">
        <FormFields form={form} fields={OCCUPIER.shape} />
      </div>
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}
