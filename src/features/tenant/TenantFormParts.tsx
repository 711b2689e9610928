/** The form of a tenant, the same for adding and editing: its two parts in tabs. */
import { FormFrame, FormTabs } from '../../web/records/FormFrame.tsx';
import { TabPanel } from '../../web/ui/display/Tabs.tsx';
import { GuarantorFields } from '../guarantor/GuarantorFields.tsx';
import type { TenantFormHandle } from './form-handle.client.ts';
import { placeOf } from './form-tabs.ts';
import { LeaseFields } from './LeaseFields.tsx';
import { PersonFields } from './PersonFields.tsx';
import type { TenantFormPlace } from './tenant-form.client.ts';

type Props = {
  form: TenantFormHandle;
  place: TenantFormPlace;
  /** Under which its draft is kept: 'tenant:new', 'tenant:{id}:{version}'. */
  draft: string;
  submit: 'Add Tenant' | 'Update Tenant';
};

export function TenantFormParts({ form, place, draft, submit }: Props) {
  return (
    <FormFrame
      form={form}
      draft={draft}
      submit={submit}
      list="/dashboard/tenants"
      uploads={place.uploads}
      place={placeOf}
    >
      <FormTabs form={form} parts={place.parts} label="Parts of the tenant">
        <TabPanel value="tenant-details" keep>
          <PersonFields form={form} place={place} />
          <LeaseFields form={form} mayHaveLeft={submit === 'Update Tenant'} />
        </TabPanel>
        <TabPanel value="guarantor-details" keep>
          <GuarantorFields form={form} title="Guarantor Details" />
        </TabPanel>
      </FormTabs>
    </FormFrame>
  );
}
