/** The form of a property, the same for adding and editing: its parts in tabs, the draft that is offered back, and the bar below. */

import { formatInstantAsDay } from '../../shared/dates.ts';
import { useDraft } from '../../web/drafts.client.ts';
import { useUnsavedGuard } from '../../web/leave.client.ts';
import { LinkButton } from '../../web/links.client.ts';
import { Banner } from '../../web/ui/Banner.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorSummary, Form, SubmitButton } from '../../web/ui/Form.tsx';
import { SaveBar } from '../../web/ui/SaveBar.tsx';
import { TabPanel, Tabs } from '../../web/ui/Tabs.tsx';
import { BasicDetails } from './BasicDetails.tsx';
import { Certificates } from './Certificates.tsx';
import { ComplianceChecklist } from './ComplianceChecklist.tsx';
import type { PropertyFormHandle } from './form-handle.client.ts';
import { FORM_TABS, type FormTab, placeOf, tabOf } from './form-tabs.ts';
import { Guarantor } from './Guarantor.tsx';
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

export function PropertyFormParts({ form, place: { tab, open, uploads, onBusy, today }, draft: name, submit }: Props) {
  // A file on its way is something to lose too.
  useUnsavedGuard(form.unsaved || uploads > 0);
  const draft = useDraft(name, form);
  const errorsIn = (tab: FormTab) => form.wrong.filter((wrong) => tabOf(wrong.name) === tab).length;
  return (
    <Form form={form} label={submit} className="max-md:-mx-4">
      <div className="mb-5 min-h-[60dvh] max-md:px-4">
        <ErrorSummary form={form} place={placeOf} />
        {draft && <DraftOffer {...draft} />}
        <Tabs
          label="Parts of the property"
          tabs={FORM_TABS.map((one) => ({ ...one, errors: errorsIn(one.value) }))}
          value={tab}
          onChange={open}
        >
          <TabPanel value="basic-details" keep>
            <BasicDetails form={form} onBusy={onBusy} />
          </TabPanel>
          <TabPanel value="keys" keep>
            <Keys form={form} />
          </TabPanel>
          <TabPanel value="guarantor" keep>
            <Guarantor form={form} />
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
        </Tabs>
      </div>
      <SaveBar unsaved={form.unsaved} wrong={form.wrong.length}>
        <LinkButton to="/dashboard/properties">Cancel</LinkButton>
        <SubmitButton form={form} busy="Saving..." held={uploads > 0 ? 'Uploading...' : undefined}>
          {submit}
        </SubmitButton>
      </SaveBar>
    </Form>
  );
}

function DraftOffer({ at, restore, discard }: NonNullable<ReturnType<typeof useDraft>>) {
  const actions = (
    <div className="flex gap-2">
      <Button size="small" onClick={restore}>
        Restore
      </Button>
      <Button size="small" variant="quiet" onClick={discard}>
        Discard
      </Button>
    </div>
  );
  return (
    <Banner tone="blue" className="mb-4" action={actions}>
      What you typed here on {formatInstantAsDay(at)} was not saved.
    </Banner>
  );
}
