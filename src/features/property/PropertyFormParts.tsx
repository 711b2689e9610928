/** The form of a property, the same for adding and editing: its parts, the draft that is offered back, and the bar below. */

import { formatInstantAsDay } from '../../shared/dates.ts';
import { useDraft } from '../../web/drafts.client.ts';
import { useUnsavedGuard } from '../../web/leave.client.ts';
import { Banner } from '../../web/ui/Banner.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { ErrorSummary, Form, SubmitButton } from '../../web/ui/Form.tsx';
import type { FormHandle } from '../../web/ui/form.client.ts';
import { SaveBar } from '../../web/ui/SaveBar.tsx';
import { BasicDetails } from './BasicDetails.tsx';
import { LinkButton } from './links.client.ts';
import type { PropertyInput } from './property.ts';
import type { TypedProperty } from './typed-property.ts';

type Props = {
  form: FormHandle<TypedProperty, PropertyInput>;
  /** Under which its draft is kept: 'property:new', 'property:{id}:{version}'. */
  draft: string;
  submit: 'Add Property' | 'Update Property';
};

export function PropertyFormParts({ form, draft: name, submit }: Props) {
  useUnsavedGuard(form.unsaved);
  const draft = useDraft(name, form);
  return (
    <Form form={form} label={submit} className="max-md:-mx-4">
      <div className="mb-5 max-md:px-4">
        <ErrorSummary form={form} />
        {draft && <DraftOffer {...draft} />}
        <BasicDetails form={form} />
      </div>
      <SaveBar unsaved={form.unsaved} wrong={form.wrong.length}>
        <LinkButton to="/dashboard/properties">Cancel</LinkButton>
        <SubmitButton form={form} busy="Saving...">
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
