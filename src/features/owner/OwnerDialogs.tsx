import { useMutation } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { RecordAddDialog } from '../../web/records/form/RecordDialogs.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useZodForm } from '../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { TEXTS } from './listed.ts';
import { owners } from './owner.client.ts';
import { OWNER, Owner } from './owner.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const { shape, labels } = OWNER;
const BLANK = { ...OWNER.blank, kind: 'person', nation: 'England' };

/** `first` means that the account has no owners, so the form starts with the landlord's name. */
export function OwnerAddDialog({ first, ...dialog }: Props & { first: boolean }) {
  const { name } = useLandlord();
  return (
    <RecordAddDialog
      resource={owners}
      texts={TEXTS}
      schema={OWNER.form}
      record={Owner}
      toInput={(output) => ({ ...output, closed: false })}
      {...dialog}
      draft="owner:new"
      start={first ? { ...BLANK, name } : BLANK}
    >
      {(form) => <Fields form={form} />}
    </RecordAddDialog>
  );
}

export function OwnerEditDialog({ owner, open, onOpenChange }: Props & { owner: Owner }) {
  const { mutateAsync: change } = useMutation(owners.change);
  const form = useZodForm({
    schema: OWNER.form,
    start: OWNER.toForm(owner),
    save: (input) => change({ before: owner, input: { ...input, closed: owner.closed } }),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof AppError ? error.message : undefined),
  });
  return (
    <FormDialog
      form={form}
      draft={`owner:${owner.id}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.editTitle}
      submit={TEXTS.update}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

type Form = FormHandle<typeof OWNER.blank, ReturnType<typeof OWNER.form.parse>>;

function Fields({ form }: { form: Form }) {
  return (
    <div className="flex flex-col gap-5">
      <FormField form={form} name="name" label={labels.name}>
        <TextInput autoComplete="off" />
      </FormField>
      <FormField
        form={form}
        name="kind"
        label={labels.kind}
        hint="A company has reports, but no boxes of the Self Assessment return."
      >
        <Select options={shape.kind.options} />
      </FormField>
      {form.rhf.watch('kind') === 'person' && (
        <FormField form={form} name="nation" label={labels.nation} hint="It decides the rates of Income Tax.">
          <Select options={shape.nation.options} />
        </FormField>
      )}
    </div>
  );
}
