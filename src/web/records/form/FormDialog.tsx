/** A short form in a dialog. Closing it with unsaved changes asks first. Drafts are offered after a reload. */
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useDraft } from '../../forms/drafts.client.ts';
import { confirmLeave, useUnsavedGuard } from '../../forms/leave.client.ts';
import { Button } from '../../ui/display/Button.tsx';
import { keepFocus } from '../../ui/display/PageHead.tsx';
import { Form, SubmitButton } from '../../ui/form/Form.tsx';
import type { FormHandle } from '../../ui/form/form.client.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../ui/overlay/DialogBody.tsx';
import { DraftOffer } from './FormFrame.tsx';

type Props<Input extends FieldValues, Output> = {
  /** Created by the caller, as the dialog depends on the form's state. `useOpenCount` resets the form. */
  form: FormHandle<Input, Output>;
  draft: string;
  open: boolean;
  /** Called with false once closing is safe. */
  onOpenChange: (open: boolean) => void;
  title: string;
  submit: string;
  /** A second submit button, such as 'Save and add another'. `choose` is called with true if this button is used. */
  another?: { words: string; choose: (again: boolean) => void };
  /** The number of uploads in progress. Saving is disabled until it is 0. */
  uploads?: number;
  children: ReactNode;
};

export function FormDialog<Input extends FieldValues, Output>(props: Props<Input, Output>) {
  const { form, draft, open, onOpenChange, title, submit, another, uploads = 0, children } = props;
  const { offer, drop } = useDraft(draft, form);
  useUnsavedGuard(open && (form.unsaved || form.saving || uploads > 0), drop);
  const saveAgain = () => {
    another?.choose(true);
    form.element.current?.requestSubmit();
  };
  const close = async () => {
    if (await confirmLeave()) onOpenChange(false);
  };
  return (
    <Dialog open={open} onOpenChange={() => void close()} title={title} onClosed={keepFocus}>
      <Form form={form} label={title} inDialog>
        <DialogBody>
          <div data-not-first>
            <DraftOffer offer={offer} />
          </div>
          {children}
        </DialogBody>
        <DialogFoot>
          <Button onClick={() => void close()}>Cancel</Button>
          {another && (
            <Button disabled={form.saving || uploads > 0} onClick={saveAgain}>
              {another.words}
            </Button>
          )}
          <SubmitButton
            form={form}
            busy="Saving..."
            held={uploads > 0 ? 'Uploading...' : undefined}
            onClick={() => another?.choose(false)}
          >
            {submit}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
