import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { formatInstant } from '../../shared/dates.ts';
import { useLandlord, useMay } from '../../web/http/session.client.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { FormFrame, FormPage } from '../../web/records/form/FormFrame.tsx';
import { type FormPlanOf, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { Select, TextArea, TextInput } from '../../web/ui/form/Inputs.tsx';
import { TemplatePicker } from '../inspection-template/TemplatePicker.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { tenancies } from '../tenancy/tenancy.client.ts';
import { inspections, PATHS, useSendNotice } from './inspection.client.ts';
import { InspectionRecord } from './inspection.ts';
import { addForm, editForm, needsConsent, startOfAdd } from './inspection-form.ts';
import { KIND_LABELS, KINDS, TEXTS } from './listed.ts';
import { headTitle } from './rules/words.ts';

type AddSchema = ReturnType<typeof addForm>;
type AddHandle = FormHandle<z.input<AddSchema>, z.output<AddSchema>>;

export function InspectionAdd() {
  const { now } = useLandlord();
  const navigate = useNavigate();
  const { propertyId = '' } = useSearch({ from: '/dashboard/inspections/add' });
  const { mutateAsync: add } = useMutation(inspections.add);
  const { mutateAsync: change } = useMutation(inspections.change);
  const { mutate: sendNotice } = useSendNotice();
  const notify = useRef(false);
  const mayNotify = useMay('people.change');
  const [start] = useState(() => startOfAdd(now, propertyId));
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema: addForm(now),
    record: InspectionRecord,
    start,
    add: ({ input, notify: wanted }, key) => {
      notify.current = wanted && mayNotify;
      return add({ input, key });
    },
    change: (before, { input }) => change({ before, input }),
    saved: (record) => {
      if (notify.current) sendNotice(record);
      void navigate({ to: PATHS.one, params: { id: record.id }, replace: true, state: { justAdded: true } });
    },
  });
  return (
    <FormPage title={TEXTS.addTitle} list={PATHS.list}>
      <FormFrame form={form} draft="inspection:new" isNew submit={TEXTS.add} list={PATHS.list}>
        <div className="flex flex-col gap-5">
          <Home form={form} />
          <Visit form={form}>
            <Notify form={form} />
          </Visit>
        </div>
      </FormFrame>
      <ExistingDialog {...existing} />
    </FormPage>
  );
}

export function InspectionEdit() {
  const { now } = useLandlord();
  const [own] = useState(() => editForm(now));
  const plan: FormPlanOf<ReturnType<typeof editForm>> = {
    ...own,
    resource: inspections,
    texts: TEXTS,
    paths: PATHS,
    line: ({ kind, address, startsAt }) => `${headTitle(kind)}, ${address}, ${formatInstant(startsAt)}`,
    children: ({ form }) => <Visit form={form} />,
  };
  return <RecordEdit {...plan} />;
}

function Home({ form }: { form: AddHandle }) {
  const { control, setValue } = form.rhf;
  const propertyId = useWatch({ control, name: 'propertyId' });
  return (
    <Card aria-labelledby="home">
      <CardHead id="home" title="Home" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <PropertyField
          form={form}
          name="propertyId"
          className="col-span-full"
          onChosen={() => setValue('tenancyId', '')}
        />
        <FormField form={form} name="kind" label="Kind">
          <Select
            placeholder="Choose the kind"
            options={KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
          />
        </FormField>
        {useMay('rent.see') && <TenancyField form={form} propertyId={propertyId} />}
        <FormField form={form} name="templateId" label="Rooms from" optional>
          <TemplatePicker />
        </FormField>
      </div>
    </Card>
  );
}

/** Preselects the property's only tenancy that has not ended. */
function TenancyField({ form, propertyId }: { form: AddHandle; propertyId: string }) {
  const { getValues, setValue } = form.rhf;
  const { data } = useInfiniteQuery({
    ...tenancies.list({ q: '', sort: 'name', propertyId }),
    enabled: propertyId !== '',
    placeholderData: () => undefined,
  });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  const running = found.filter(({ ended }) => ended === null);
  const only = running.length === 1 ? running[0]?.id : undefined;
  const propose = useEffectEvent((id: string) => {
    if (getValues('tenancyId') === '') setValue('tenancyId', id);
  });
  useEffect(() => {
    if (only) propose(only);
  }, [only]);
  return (
    <FormField form={form} name="tenancyId" label="Tenancy" optional hint="Its tenants can comment through their link.">
      <Select placeholder="No tenancy" options={found.map(({ id, names }) => ({ value: id, label: names }))} />
    </FormField>
  );
}

function Notify({ form }: { form: AddHandle }) {
  const [kind, tenancyId] = useWatch({ control: form.rhf.control, name: ['kind', 'tenancyId'] });
  if (!useMay('people.change') || kind !== 'routine' || tenancyId === '') return null;
  return (
    <FormChoice form={form} name="notify">
      {(error) => (
        <Checkbox
          label="Email the notice to the tenants"
          hint="We keep a copy of the notice with the time it was sent."
          error={error}
        />
      )}
    </FormChoice>
  );
}

type VisitProps<Values extends FieldValues, Output> = { form: FormHandle<Values, Output>; children?: ReactNode };

function Visit<Values extends FieldValues, Output>({ form, children }: VisitProps<Values, Output>) {
  const { now } = useLandlord();
  const named = (name: string) => name as FieldPath<Values>;
  const watched: readonly string[] = form.rhf.watch(['kind', 'startsAt', 'time', 'saved'].map(named));
  const [kind = '', startsAt = '', time = '', saved = ''] = watched;
  return (
    <Card aria-labelledby="visit">
      <CardHead id="visit" title="Visit" />
      <div className="grid grid-cols-2 items-start gap-5 p-5 max-md:grid-cols-1 max-md:p-4">
        <FormField form={form} name={named('startsAt')} label="Date">
          <DateInput />
        </FormField>
        <FormField form={form} name={named('time')} label="Time">
          <TextInput type="time" />
        </FormField>
        <div className="col-span-full flex flex-col gap-3 empty:hidden">
          {needsConsent({ kind, startsAt, time, saved }, now) && (
            <FormChoice form={form} name={named('agreed')}>
              {(error) => <Checkbox label="The tenants agreed to less than 24 hours’ notice" error={error} />}
            </FormChoice>
          )}
          {children}
        </div>
        <FormField form={form} name={named('inspector')} label="Carried out by" optional className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name={named('note')} label="Notes" optional className="col-span-full">
          <TextArea rows={4} autoComplete="off" />
        </FormField>
      </div>
    </Card>
  );
}
