/** /dashboard/properties/add */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { londonDay } from '../../../shared/dates.ts';
import { EditPage } from '../../../web/records/EditPage.tsx';
import { useEditForm } from '../../../web/records/edit-form.client.ts';
import { FormFrame, FormTabs } from '../../../web/records/FormFrame.tsx';
import { FormPage } from '../../../web/records/FormPage.tsx';
import { useFormTabs } from '../../../web/records/form-tabs.client.ts';
import { useUploads } from '../../../web/records/uploads.client.ts';
import { TabPanel } from '../../../web/ui/display/Tabs.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { DifferencesDialog } from '../../../web/ui/overlay/Differences.tsx';
import { GuarantorFields } from '../../guarantor/GuarantorFields.tsx';
import { Certificates } from '../certificates/Certificates.tsx';
import { ComplianceChecklist } from '../compliance/ComplianceChecklist.tsx';
import { Invoices } from '../invoices/Invoices.tsx';
import { addProperty, changeProperty, properties } from '../property.client.ts';
import { PROPERTY_MESSAGES as MESSAGES, PropertyForm, PropertyRecord, placeLine } from '../property.ts';
import { BasicDetails, Keys } from './BasicDetails.tsx';
import { propertyDifferences, rebase } from './conflict.ts';
import type { PropertyFormHandle } from './form-handle.client.ts';
import { FORM_TABS, placeOf, tabOf } from './form-tabs.ts';
import { BLANK_PROPERTY, toFormValues, withDatesKeptOnce } from './form-values.ts';

export function PropertyAdd() {
  const navigate = useNavigate();
  const place = usePropertyFormPlace();
  const form = useZodForm({
    schema: PropertyForm,
    start: BLANK_PROPERTY,
    reveal: place.parts.reveal,
    save: (input) => addProperty(withDatesKeptOnce(input)),
    saved: () => void navigate({ to: '/dashboard/properties', replace: true }),
    failed: () => undefined, // a toast has said it
  });
  return (
    <FormPage title="Add New Property" list="/dashboard/properties">
      <PropertyFormParts form={form} place={place} draft="property:new" submit="Add Property" />
    </FormPage>
  );
}

const route = getRouteApi('/dashboard/properties/edit/$id');

export function PropertyEdit() {
  const { id } = route.useParams();
  return (
    <EditPage
      resource={properties}
      id={id}
      title="Edit Property"
      line={(property) => `${property.address}, ${placeLine(property)}`}
      list="/dashboard/properties"
      words={{
        loading: MESSAGES.loading,
        failed: MESSAGES.editFailed,
        missing: MESSAGES.missing,
      }}
    >
      {(opened) => <EditForm opened={opened} />}
    </EditPage>
  );
}

function EditForm({ opened }: { opened: PropertyRecord }) {
  const navigate = useNavigate();
  const place = usePropertyFormPlace();
  const { form, version, conflict } = useEditForm({
    opened,
    record: PropertyRecord,
    schema: PropertyForm,
    toFormValues,
    change: changeProperty,
    rebase: (yours, theirs) => rebase(withDatesKeptOnce(yours), theirs),
    differences: propertyDifferences,
    saved: ({ id }) => void navigate({ to: '/dashboard/properties/$id', params: { id }, replace: true }),
    reveal: place.parts.reveal,
  });
  return (
    <>
      <PropertyFormParts
        form={form}
        place={place}
        draft={`property:${opened.id}:${version}`}
        submit="Update Property"
      />
      <DifferencesDialog thing="property" {...conflict} />
    </>
  );
}

type Props = {
  form: PropertyFormHandle;
  place: PropertyFormPlace;
  /** Under which its draft is kept: 'property:new', 'property:{id}:{version}'. */
  draft: string;
  submit: 'Add Property' | 'Update Property';
};

export function PropertyFormParts({ form, place: { parts, uploads, onBusy, today }, draft, submit }: Props) {
  return (
    <FormFrame form={form} draft={draft} submit={submit} list="/dashboard/properties" uploads={uploads} place={placeOf}>
      <FormTabs form={form} parts={parts} label="Parts of the property">
        <TabPanel value="basic-details" keep>
          <BasicDetails form={form} onBusy={onBusy} />
        </TabPanel>
        <TabPanel value="keys" keep>
          <Keys form={form} />
        </TabPanel>
        <TabPanel value="guarantor" keep>
          <GuarantorFields form={form} title="Guarantor" />
        </TabPanel>
        <TabPanel value="certificates" keep>
          <Certificates form={form} onBusy={onBusy} today={today} />
        </TabPanel>
        <TabPanel value="compliance" keep>
          <ComplianceChecklist form={form} today={today} />
        </TabPanel>
        <TabPanel value="invoices" keep>
          <Invoices form={form} onBusy={onBusy} />
        </TabPanel>
      </FormTabs>
    </FormFrame>
  );
}

export type PropertyFormPlace = ReturnType<typeof usePropertyFormPlace>;

/** `parts.reveal` is for the form's hook, the rest for its parts. */
export function usePropertyFormPlace() {
  const parts = useFormTabs({ tabs: FORM_TABS, tabOf });
  const { uploads, onBusy } = useUploads();
  const [today] = useState(() => londonDay(new Date()));
  return { parts, uploads, onBusy, today };
}
