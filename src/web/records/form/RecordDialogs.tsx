import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { FormHandle } from '../../ui/form/form.client.ts';
import type { StoredRecord } from '../record-resource.client.ts';
import { useAddForm } from './add-form.client.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { ExistingDialog } from './ExistingDialog.tsx';
import { useEditForm } from './edit-form.client.ts';
import { FormDialog } from './FormDialog.tsx';
import type { FormPlan } from './RecordForm.tsx';

type Dialog<Values extends FieldValues, Output, Rec extends StoredRecord, Input> = Pick<
  FormPlan<Values, Output, Rec, Input>,
  'texts' | 'schema' | 'record' | 'toInput'
> & {
  resource: Pick<FormPlan<Values, Output, Rec, Input>['resource'], 'add' | 'change'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: (form: FormHandle<Values, Output>) => ReactNode;
};

type AddProps<Values extends FieldValues, Output, Rec extends StoredRecord, Input> = Dialog<
  Values,
  Output,
  Rec,
  Input
> & { draft: string; start: DefaultValues<Values> };

export function RecordAddDialog<Values extends FieldValues, Output, Rec extends StoredRecord, Input>(
  props: AddProps<Values, Output, Rec, Input>,
) {
  const { resource, texts, schema, record, toInput, draft, start, open, onOpenChange, children } = props;
  const { mutateAsync: add } = useMutation(resource.add);
  const { form, existing } = useAddForm({
    words: texts,
    schema,
    record,
    start,
    add: (output, key) => add({ input: toInput(output), key }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog {...{ form, draft, open, onOpenChange }} title={texts.addTitle} submit={texts.add}>
      {children(form)}
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

type EditProps<Values extends FieldValues, Output, Rec extends StoredRecord, Input> = Dialog<
  Values,
  Output,
  Rec,
  Input
> &
  Pick<FormPlan<NoInfer<Values>, NoInfer<Output>, Rec, Input>, 'toForm' | 'merge'> & {
    opened: Rec;
    /** The start of the draft's key, before the record's id and version. */
    draft: string;
  };

export function RecordEditDialog<Values extends FieldValues, Output, Rec extends StoredRecord, Input>(
  props: EditProps<Values, Output, Rec, Input>,
) {
  const { resource, texts, schema, record, toForm, toInput, merge, opened, open, onOpenChange, children } = props;
  const { mutateAsync: change } = useMutation(resource.change);
  const { form, conflict } = useEditForm({
    opened,
    record,
    schema,
    toFormValues: toForm,
    change: (before, output) => change({ before, input: toInput(output) }),
    merge,
    thing: texts.one,
    saved: () => onOpenChange(false),
  });
  const draft = `${props.draft}:${opened.id}:${opened.version}`;
  return (
    <FormDialog {...{ form, draft, open, onOpenChange }} title={texts.editTitle} submit={texts.update}>
      {children(form)}
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}
