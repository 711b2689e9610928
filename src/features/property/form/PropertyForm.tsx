/** /dashboard/properties/add and /edit/$id: a property with all its parts, in six tabs. */
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { londonDay } from '../../../shared/dates.ts';
import { type FormPlan, RecordAdd, RecordEdit } from '../../../web/records/form/RecordForm.tsx';
import { TabPanel } from '../../../web/ui/display/Tabs.tsx';
import { GuarantorFields } from '../../guarantor/GuarantorFields.tsx';
import { Certificates } from '../certificates/Certificates.tsx';
import { ComplianceChecklist } from '../compliance/ComplianceChecklist.tsx';
import { Invoices } from '../invoices/Invoices.tsx';
import { PATHS, properties } from '../property.client.ts';
import { PropertyForm, type PropertyInput, PropertyRecord, placeLine, TEXTS } from '../property.ts';
import { BasicDetails, Keys } from './BasicDetails.tsx';
import { propertyDifferences, rebase } from './conflict.ts';
import type { PartProps } from './form-handle.client.ts';
import { FORM_TABS } from './form-tabs.ts';
import {
  BLANK_PROPERTY,
  type PropertyFormOutput,
  type PropertyFormValues,
  toFormValues,
  withDatesKeptOnce,
} from './form-values.ts';

const PLAN: FormPlan<PropertyFormValues, PropertyFormOutput, PropertyRecord, PropertyInput> = {
  resource: properties,
  texts: TEXTS,
  paths: PATHS,
  schema: PropertyForm,
  record: PropertyRecord,
  blank: BLANK_PROPERTY,
  toForm: toFormValues,
  toInput: withDatesKeptOnce,
  rebase: (yours, theirs) => rebase(withDatesKeptOnce(yours), theirs),
  differences: propertyDifferences,
  line: (property) => `${property.address}, ${placeLine(property)}`,
  tabs: FORM_TABS,
  children: (parts) => <Panels {...parts} />,
};

export function PropertyAdd() {
  return <RecordAdd {...PLAN} />;
}

export function PropertyEdit() {
  const { id } = useParams({ from: PATHS.edit });
  return <RecordEdit {...PLAN} id={id} />;
}

function Panels({ form, onBusy }: PartProps) {
  const [today] = useState(() => londonDay(new Date()));
  return (
    <>
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
    </>
  );
}
