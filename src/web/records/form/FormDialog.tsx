/** A short form in a dialog: closing it while it saves or with something typed asks first, and what a reload cut off is offered back. */
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useDraft } from '../../forms/drafts.client.ts';
import { mayLeave, useUnsavedGuard } from '../../forms/leave.client.ts';
import { Button } from '../../ui/display/Button.tsx';
import { keepFocus } from '../../ui/display/PageHead.tsx';
import { Form, SubmitButton } from '../../ui/form/Form.tsx';
import type { FormHandle } from '../../ui/form/form.client.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../ui/overlay/DialogBody.tsx';
import { DraftOffer } from './FormFrame.tsx';

type Props<Input extends FieldValues, Output> = {
  /** Made beside the dialog, so that it knows of what is typed; see `useOpenings` for when it begins anew. */
  form: FormHandle<Input, Output>;
  /** Under which its draft is kept: 'item:new', 'item:{id}:{version}'. */
  draft: string;
  open: boolean;
  /** Called with false once nothing is lost by closing. */
  onOpenChange: (open: boolean) => void;
  /** 'Edit Item'. */
  title: string;
  /** 'Update Item'. */
  submit: string;
  /** A second button that saves, as 'Save and add another'; `choose` is told which of the two is pressed. */
  another?: { words: string; choose: (again: boolean) => void };
  /** How many uploads are under way; while it is not 0 nothing can be saved. */
  uploads?: number;
  /** The fields. */
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
    if (await mayLeave()) onOpenChange(false);
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
