/** The form of a property, the same for adding and editing: its six parts in tabs. */
import { FormTabs, RecordForm } from '../../web/records/RecordForm.tsx';
import { TabPanel } from '../../web/ui/display/Tabs.tsx';
import { GuarantorFields } from '../guarantor/GuarantorFields.tsx';
import { BasicDetails } from './BasicDetails.tsx';
import { Certificates } from './Certificates.tsx';
import { ComplianceChecklist } from './ComplianceChecklist.tsx';
import type { PropertyFormHandle } from './form-handle.client.ts';
import { placeOf } from './form-tabs.ts';
import { Invoices } from './Invoices.tsx';
import { Keys } from './Keys.tsx';
import type { PropertyFormPlace } from './property-form.client.ts';

type Props = {
  form: PropertyFormHandle;
  place: PropertyFormPlace;
  /** Under which its draft is kept: 'property:new', 'property:{id}:{version}'. */
  draft: string;
  submit: 'Add Property' | 'Update Property';
};

export function PropertyFormParts({ form, place: { parts, uploads, onBusy, today }, draft, submit }: Props) {
  return (
    <RecordForm
      form={form}
      draft={draft}
      submit={submit}
      list="/dashboard/properties"
      uploads={uploads}
      place={placeOf}
    >
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
    </RecordForm>
  );
}
