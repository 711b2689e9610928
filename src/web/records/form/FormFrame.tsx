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
  /** From `useAddForm` or `useEditForm`. */
  form: FormHandle<Input, Output>;
  /** The key of the form's draft: 'item:new', 'item:{id}:{version}'. */
  draft: string;
  /** Focuses the first field of a new record, unless a draft is offered. */
  isNew: boolean;
  submit: string;
  list: PlainPath;
  /** From `useUploads`: the number of uploads in progress. */
  uploads?: number;
  /** Returns the part of the form that contains a field, for the list of errors: 'Papers, row 2'. */
  place?: (name: FieldPath<Input>) => string;
  /** Tabs are wrapped in `FormTabs`. */
  children: ReactNode;
};

export function FormFrame<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, draft: name, isNew, submit, list, uploads = 0, place, children } = props;
  const { offer, drop } = useDraft(name, form);
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

/** Counts a form's uploads in progress. Saving is disabled until the count is 0. Pass `onBusy` to each upload field. */
export function useUploads() {
  const [uploads, setUploads] = useState(0);
  const onBusy = useCallback((busy: boolean) => setUploads((count) => count + (busy ? 1 : -1)), []);
  return { uploads, onBusy };
}

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
      You have unsaved changes from {formatInstantAsDay(at)}.
    </Banner>
  );
}

type TabsProps<Input extends FieldValues, Output, Name extends string> = {
  form: FormHandle<Input, Output>;
  parts: OpenTab<Name>;
  label: string;
  children: ReactNode;
};

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

export function FormPage({ title, line, list, children }: PageProps) {
  return (
    <div className="mx-auto max-w-[840px]">
      <PageHead title={title} line={line} back={<LinkBack to={list}>Back</LinkBack>} />
      {children}
    </div>
  );
}
