/** The form of a record, the same for adding and editing: its parts, the draft that is offered back, and the bar below. */
import { type ReactNode, useCallback, useState } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { useDraft } from '../../forms/drafts.client.ts';
import { useUnsavedGuard } from '../../forms/leave.client.ts';
import { Banner } from '../../ui/display/Banner.tsx';
import { Button } from '../../ui/display/Button.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { ErrorSummary, Form, SaveBar, SubmitButton } from '../../ui/form/Form.tsx';
import type { FormHandle } from '../../ui/form/form.client.ts';
import { LinkBack, LinkButton, type PlainPath } from '../links.client.ts';
import type { OpenTab } from './form-tabs.client.ts';

type Props<Input extends FieldValues, Output> = {
  /** Of `useZodForm` to add, of `useEditForm` to edit. */
  form: FormHandle<Input, Output>;
  /** Under which its draft is kept: 'item:new', 'item:{id}:{version}'. */
  draft: string;
  /** Of a record to come: the focus begins in it, unless a draft is offered. */
  isNew: boolean;
  /** 'Add Item', 'Update Item'. */
  submit: string;
  /** Where Cancel leads. */
  list: PlainPath;
  /** Of `useUploads`: how many files are on their way. */
  uploads?: number;
  /** Where a field stands, for the list of what is wrong, if the form is in parts: 'Papers, row 2'. */
  place?: (name: FieldPath<Input>) => string;
  /** A form in tabs is wrapped in `FormTabs`. */
  children: ReactNode;
};

export function FormFrame<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, draft: name, isNew, submit, list, uploads = 0, place, children } = props;
  const { offer, drop } = useDraft(name, form);
  // A file on its way is something to lose too.
  useUnsavedGuard(form.unsaved || form.saving || uploads > 0, drop);
  return (
    <Form
      form={form}
      label={submit}
      isNew={isNew && !offer}
      className="max-md:-mx-4 [&>[role=alert]]:mb-4 max-md:[&>[role=alert]]:mx-4"
    >
      <div className="mb-5 min-h-[60dvh] max-md:px-4">
        <ErrorSummary form={form} {...(place && { place })} />
        <DraftOffer offer={offer} />
        {children}
      </div>
      <SaveBar unsaved={form.unsaved} wrong={form.wrong.length}>
        <LinkButton to={list}>Cancel</LinkButton>
        <SubmitButton form={form} busy="Saving..." held={uploads > 0 ? 'Uploading...' : undefined}>
          {submit}
        </SubmitButton>
      </SaveBar>
    </Form>
  );
}

/** The uploads under way in a form: while it is not 0 nothing can be saved. Give `onBusy` to each upload field. */
export function useUploads() {
  const [uploads, setUploads] = useState(0);
  const onBusy = useCallback((busy: boolean) => setUploads((count) => count + (busy ? 1 : -1)), []);
  return { uploads, onBusy };
}

/** Of `useDraft`. */
export function DraftOffer({ offer }: Pick<ReturnType<typeof useDraft>, 'offer'>) {
  if (!offer) return null;
  const { at, restore, discard } = offer;
  const actions = (
    <div className="flex gap-2 max-md:w-full max-md:pl-7">
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

type TabsProps<Input extends FieldValues, Output, Name extends string> = {
  form: FormHandle<Input, Output>;
  /** Of `useFormTabs`. */
  parts: OpenTab<Name>;
  /** Names the row of tabs: 'Parts of the item'. */
  label: string;
  /** A `TabPanel` with `keep` for each tab. */
  children: ReactNode;
};

/** The tabs of a form; each carries the number of fields in it that are wrong. */
export function FormTabs<Input extends FieldValues, Output, Name extends string>(
  props: TabsProps<Input, Output, Name>,
) {
  const { form, parts, label, children } = props;
  const { tabs, tab, open, tabOf } = parts;
  const errorsIn = (one: Name) => form.wrong.filter(({ name }) => tabOf(name) === one).length;
  return (
    <Tabs label={label} tabs={tabs.map((one) => ({ ...one, errors: errorsIn(one.value) }))} value={tab} onChange={open}>
      {children}
    </Tabs>
  );
}

type PageProps = { title: string; line?: ReactNode; list: PlainPath; children: ReactNode };

/** The page of a form: its title and the way back to the list above it. */
export function FormPage({ title, line, list, children }: PageProps) {
  return (
    <div className="mx-auto max-w-[840px]">
      <PageHead title={title} line={line} back={<LinkBack to={list}>Back</LinkBack>} />
      {children}
    </div>
  );
}
