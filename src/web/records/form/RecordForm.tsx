import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Field } from '../../../shared/fields.ts';
import type { Merge, Versions } from '../../../shared/records/merge.ts';
import type { RecordTexts } from '../../../shared/records/record-texts.ts';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { DateInput } from '../../ui/form/DateInput.tsx';
import { FormField } from '../../ui/form/Field.tsx';
import type { FormHandle } from '../../ui/form/form.client.ts';
import { MoneyInput, NumberInput, Select, TextArea, TextInput } from '../../ui/form/Inputs.tsx';
import type { RecordPaths } from '../links.client.ts';
import type { RecordResource, StoredRecord } from '../record-resource.client.ts';
import { useAddForm } from './add-form.client.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditPage } from './EditPage.tsx';
import { ExistingDialog } from './ExistingDialog.tsx';
import { useEditForm } from './edit-form.client.ts';
import { FormFrame, FormPage, FormTabs, useUploads } from './FormFrame.tsx';
import { type OpenTab, useFormTabs } from './form-tabs.client.ts';
import type { FormTabList } from './form-tabs.ts';

type BodyProps<Values extends FieldValues, Output> = {
  form: FormHandle<Values, Output>;
  /** Called by each upload field: true when an upload starts, false when it ends. */
  onBusy: (busy: boolean) => void;
};

export type FormPlan<Values extends FieldValues, Output, Rec extends StoredRecord, Input> = {
  resource: Pick<RecordResource<Rec, Rec, Input, never>, 'byId' | 'drop' | 'add' | 'change'>;
  texts: RecordTexts;
  paths: RecordPaths;
  /** `schema` parses the form, and `record` the saved version after a conflict. */
  schema: z.ZodType<Output, Values>;
  record: z.ZodType<Rec>;
  blank: DefaultValues<Values>;
  toForm: (record: Rec) => DefaultValues<Values>;
  toInput: (output: Output) => Input;
  /** The output that overwrites an already added record, if it differs from the form's own output. */
  overwrite?: (yours: Output, existing: Rec) => Output;
  /** Merges this form's output with the version that was saved concurrently. */
  merge: (versions: Versions<Output, Rec>) => Merge<Output>;
  /** After adding, opens the new record instead of the list, with `justAdded` in the navigation state. */
  opensAdded?: true;
  line: (record: Rec) => string;
  /** The tabs with their accessible name, the tab of each field, and the field's place in the list of errors. */
  tabs?: {
    label: string;
    tabs: FormTabList<string>;
    tabOf: (field: string) => string;
    place?: (field: string) => string;
  };
  /** The fields: `FieldsCard` and the noun's own fields. Each tab is a `TabPanel` with `keep`. */
  children: (props: BodyProps<Values, Output>) => ReactNode;
};

/** The form plan of a noun whose schemas and conversion to input are declared in one object. */
export type FormPlanOf<Noun extends { schema: z.ZodType; record: z.ZodType; toInput: (output: never) => unknown }> =
  FormPlan<
    FormValuesOf<Noun>,
    z.output<Noun['schema']>,
    z.output<Noun['record']> & StoredRecord,
    ReturnType<Noun['toInput']>
  >;
export type FormOf<Noun extends { schema: z.ZodType }> = FormHandle<FormValuesOf<Noun>, z.output<Noun['schema']>>;
type FormValuesOf<Noun extends { schema: z.ZodType }> = z.input<Noun['schema']> & FieldValues;

/** Returns `blank` with the fields from the URL, `?address=2 Mill Lane`. The route lists the allowed fields. */
function usePrefilledValues<Values extends FieldValues>(blank: Values): Values {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [filled] = useState(() =>
    Object.entries(search).filter(([name, text]) => typeof text === 'string' && blank[name] === ''),
  );
  return { ...blank, ...Object.fromEntries(filled) };
}

/** The screen that adds a record. After saving, opens the list or the new record. */
export function RecordAdd<Values extends FieldValues, Output, Rec extends StoredRecord, Input>(
  plan: FormPlan<Values, Output, Rec, Input>,
) {
  const { resource, texts, paths, schema, record, blank, toInput, overwrite = (yours) => yours } = plan;
  const navigate = useNavigate();
  const { mutateAsync: add } = useMutation(resource.add);
  const { mutateAsync: change } = useMutation(resource.change);
  const parts = useFormTabs(plan.tabs ?? NO_TABS);
  const { form, existing } = useAddForm({
    words: texts,
    schema,
    record,
    start: usePrefilledValues(blank),
    add: (output, key) => add({ input: toInput(output), key }),
    change: (before, output) => change({ before, input: toInput(overwrite(output, before)) }),
    saved: ({ id }) =>
      void (plan.opensAdded
        ? navigate({ to: paths.one, params: { id }, replace: true, state: { justAdded: true } })
        : navigate({ to: paths.list, replace: true })),
    ...(plan.tabs && { reveal: parts.reveal }),
  });
  return (
    <FormPage title={texts.addTitle} list={paths.list}>
      <Body plan={plan} form={form} parts={parts} draft={`${texts.one}:new`} isNew submit={texts.add} />
      <ExistingDialog {...existing} />
    </FormPage>
  );
}

/** The screen that edits the record with the id in the URL. After saving, opens the record's page. */
export function RecordEdit<Values extends FieldValues, Output, Rec extends StoredRecord, Input>(
  plan: FormPlan<Values, Output, Rec, Input>,
) {
  const { id = '' } = useParams({ strict: false });
  const { resource, texts, paths, line } = plan;
  return (
    <EditPage
      resource={resource}
      id={id}
      title={texts.editTitle}
      line={line}
      list={paths.list}
      tabs={plan.tabs?.tabs.length}
      words={{ loading: texts.loadingOne, failed: texts.editLoadFailed, missing: texts.notFound }}
    >
      {(opened) => <EditForm plan={plan} opened={opened} />}
    </EditPage>
  );
}

type EditProps<Values extends FieldValues, Output, Rec extends StoredRecord, Input> = {
  plan: FormPlan<Values, Output, Rec, Input>;
  opened: Rec;
};

function EditForm<Values extends FieldValues, Output, Rec extends StoredRecord, Input>({
  plan,
  opened,
}: EditProps<Values, Output, Rec, Input>) {
  const { resource, texts, paths, schema, record, toForm, toInput, merge } = plan;
  const navigate = useNavigate();
  const { mutateAsync: change } = useMutation(resource.change);
  const parts = useFormTabs(plan.tabs ?? NO_TABS);
  const { form, conflict } = useEditForm({
    opened,
    record,
    schema,
    toFormValues: toForm,
    change: (before, output) => change({ before, input: toInput(output) }),
    merge,
    thing: texts.one,
    saved: ({ id }) => void navigate({ to: paths.one, params: { id }, replace: true }),
    ...(plan.tabs && { reveal: parts.reveal }),
  });
  return (
    <>
      <Body
        plan={plan}
        form={form}
        parts={parts}
        draft={`${texts.one}:${opened.id}:${opened.version}`}
        submit={texts.update}
      />
      <ConflictDialog {...conflict} />
    </>
  );
}

type Shown<Values extends FieldValues, Output, Rec extends StoredRecord, Input> = {
  plan: FormPlan<Values, Output, Rec, Input>;
  form: FormHandle<Values, Output>;
  parts: OpenTab<string>;
  draft: string;
  isNew?: boolean;
  submit: string;
};

function Body<Values extends FieldValues, Output, Rec extends StoredRecord, Input>({
  plan,
  form,
  parts,
  draft,
  isNew = false,
  submit,
}: Shown<Values, Output, Rec, Input>) {
  const { tabs, children, paths } = plan;
  const { uploads, onBusy } = useUploads();
  const place =
    tabs?.place ?? ((field: string) => tabs?.tabs.find(({ value }) => value === tabs.tabOf(field))?.label ?? '');
  const shown = children({ form, onBusy });
  const frame = { form, draft, isNew, submit, list: paths.list, uploads };
  if (!tabs) {
    return (
      <FormFrame {...frame}>
        <div className="flex flex-col gap-5">{shown}</div>
      </FormFrame>
    );
  }
  return (
    <FormFrame {...frame} place={place}>
      <FormTabs form={form} parts={parts} label={tabs.label}>
        {shown}
      </FormTabs>
    </FormFrame>
  );
}

const NO_TABS = { tabs: [{ value: 'all', label: '' }], tabOf: () => 'all' } as const;

type FieldsProps<Values extends FieldValues, Output> = {
  form: FormHandle<Values, Output>;
  fields: Record<string, Field>;
  /** The prefix of the names of a row's fields, 'papers.0.'. */
  at?: string;
  /** Replaces fields by name, for example with a photo or a picker. */
  own?: Record<string, ReactNode>;
};

export function FieldsCard<Values extends FieldValues, Output>({
  title,
  ...fields
}: FieldsProps<Values, Output> & { title: string }) {
  const id = title.toLowerCase().replace(/\W+/g, '-');
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title} />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormFields {...fields} />
      </div>
    </Card>
  );
}

/** Autofill is off, as browsers would enter the landlord's own details for other people. */
export function FormFields<Values extends FieldValues, Output>(props: FieldsProps<Values, Output>) {
  const { form, fields, at = '', own = {} } = props;
  return Object.entries(fields).map(([name, field]) => (
    <Fragment key={name}>
      {own[name] ?? (
        <FormField
          form={form}
          name={`${at}${name}` as FieldPath<Values>}
          label={field.label}
          hint={field.hint}
          optional={field.optional}
          className={field.wide || field.kind === 'paragraph' ? 'col-span-full' : undefined}
        >
          <Control field={field} />
        </FormField>
      )}
    </Fragment>
  ));
}

function Control({ field: { kind, optional, options = [], placeholder, rows } }: { field: Field }) {
  const off = { autoComplete: 'off' };
  switch (kind) {
    case 'email':
    case 'tel':
      return <TextInput type={kind} {...off} />;
    case 'url':
      return <TextInput inputMode="url" autoCapitalize="none" spellCheck={false} {...off} />;
    case 'code':
      return <TextInput spellCheck={false} {...off} />;
    case 'paragraph':
      return <TextArea rows={rows ?? (optional ? 4 : 2)} {...off} />;
    case 'option':
      return <Select options={options} {...(placeholder !== undefined && { placeholder })} />;
    case 'pence':
      return <MoneyInput />;
    case 'count':
      return <NumberInput />;
    case 'day':
      return <DateInput />;
    case 'text':
    case 'custom':
      return <TextInput {...off} />;
  }
}
